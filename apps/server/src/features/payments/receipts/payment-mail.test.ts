import type { PaymentId } from '@hanasu/contract/ids';
import { describe, expect, test } from 'vitest';
import { renderMail } from '../../../platform/mail/create-mail.ts';
import { type PaymentChange, paymentMail, writeAmount } from './payment-mail.ts';

const row = {
  id: '01234567-89ab-7def-8123-456789abcdef' as PaymentId,
  amount: 4_950,
  currency: 'JPY',
  tokens: 5_000_000,
  isTest: false,
} as const;
const recipient = (locale: 'en' | 'ja' | 'vi', isOwner = true) => ({
  ...{ locale, name: 'Hanako', isOwner, isCompany: !isOwner },
});
const write = (locale: 'en' | 'ja' | 'vi', change: PaymentChange, hasReceipt = true) =>
  paymentMail({ recipient: recipient(locale), row, change, hasReceipt, publicUrl: 'https://chat.example' });

describe('mails about payments', () => {
  test.each(['en', 'ja', 'vi'] as const)('in %s name the amount and lead to the payment', (locale) => {
    const all: readonly PaymentChange[] = [
      { kind: 'paid' },
      { kind: 'refunded', amount: 990 },
      { kind: 'dispute', state: 'open' },
      { kind: 'dispute', state: 'won' },
      { kind: 'dispute', state: 'lost' },
    ];
    const mails = all.map((change) => write(locale, change));
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(all.length);
    for (const [index, mail] of mails.entries()) {
      const amount = writeAmount(locale, index === 1 ? 990 : 4_950, 'JPY');
      expect(mail.subject).toContain(amount);
      expect(renderMail(mail, locale).text).toContain(
        'https://chat.example/payment/success?payment=01234567-89ab-7def-8123-456789abcdef',
      );
    }
  });

  test('mention a receipt only where there is one', () => {
    expect(write('en', { kind: 'paid' }).note).toContain('receipt');
    expect(write('en', { kind: 'paid' }, false).note).toBeUndefined();
  });

  test('say of test payments that no money was charged', () => {
    const facts = { change: { kind: 'paid' }, hasReceipt: true, publicUrl: 'https://chat.example' } as const;
    const mail = paymentMail({ ...facts, recipient: recipient('en'), row: { ...row, isTest: true } });
    expect(mail.paragraphs.join(' ')).toContain('no money was charged');
  });

  test('for the billing address have no link, which only the owner can open', () => {
    const facts = { change: { kind: 'paid' }, hasReceipt: true, publicUrl: 'https://chat.example' } as const;
    const mail = paymentMail({ ...facts, recipient: recipient('ja', false), row });
    expect(mail).not.toHaveProperty('button');
    expect(mail.greeting).toBe('Hanako 御中');
    expect(renderMail(mail, 'ja').text).not.toContain('https://');
  });
});
