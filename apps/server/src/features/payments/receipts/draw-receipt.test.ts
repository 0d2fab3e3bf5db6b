import type { PaymentId } from '@hanasu/contract/ids';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { drawReceipt } from './draw-receipt.ts';
import {
  hasCorporateCheckDigit,
  isQualifiedInvoice,
  type ReceiptEdition,
  type ReceiptFacts,
  sellerOnReceipt,
} from './receipt-facts.ts';

const FACTS: ReceiptFacts = {
  kind: 'receipt',
  number: 'R-2026-000123',
  locale: 'ja',
  issuedOn: '2026-11-29',
  transactionOn: '2026-11-28',
  seller: {
    name: '株式会社はなす',
    address: '東京都千代田区丸の内1-2-3',
    contact: 'billing@example.com',
    registrationNumber: 'T7000012050002',
  },
  buyer: {
    isCompany: true,
    name: '株式会社喫茶さくら',
    department: '経理部',
    address: '〒150-0001\n東京都渋谷区神宮前1-1-1',
    taxNumber: '',
  },
  tokens: 20_000_000,
  amount: 17_600,
  currency: 'JPY',
  taxRate: 10,
  tax: 1_600,
  card: { brand: 'Visa', last4: '4242' },
  paymentId: '01234567-89ab-7def-8123-456789abcdef' as PaymentId,
  isTest: false,
  about: null,
};

async function read(facts: ReceiptFacts, edition: ReceiptEdition = { kind: 'original' }) {
  const document = await getDocumentProxy(
    await drawReceipt(facts, edition).then((pdf) => new Uint8Array(pdf)),
  );
  const { text, totalPages } = await extractText(document, { mergePages: true });
  return { text, totalPages };
}

const ABOUT = { number: 'R-2026-000100', transactionOn: '2026-11-01' };

describe('a receipt', () => {
  test('has what a qualified invoice of Japan needs, in words that can be copied out of it', async () => {
    const { text, totalPages } = await read(FACTS);
    expect(totalPages).toBe(1);
    for (const part of [
      ...['領収書', '適格請求書', 'R-2026-000123', '2026年11月29日', '2026年11月28日'],
      ...['株式会社はなす', '登録番号：T7000012050002', '東京都千代田区丸の内1-2-3'],
      ...['株式会社喫茶さくら 御中', '経理部', '〒150-0001', '東京都渋谷区神宮前1-1-1'],
      ...[
        'トークン（20,000,000）',
        '10%対象（税込）',
        '￥17,600',
        'うち消費税（10%）',
        '￥1,600',
        'Visa **** 4242',
      ],
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('再発行');
    expect(text).not.toContain('テスト');
  });

  test('of a seller without a registration number has no word of a qualified invoice', async () => {
    const { text } = await read({
      ...FACTS,
      seller: { ...FACTS.seller, registrationNumber: null },
      buyer: { ...FACTS.buyer, taxNumber: '1234567890123' },
    });
    expect(text).toContain('領収書');
    expect(text).not.toMatch(/適格|登録番号|T\d{13}/u);
  });

  test('in another currency or without tax is no qualified invoice', () => {
    expect(isQualifiedInvoice(FACTS)).toBe(true);
    expect(isQualifiedInvoice({ ...FACTS, currency: 'USD' })).toBe(false);
    expect(isQualifiedInvoice({ ...FACTS, taxRate: 0 })).toBe(false);
  });

  test('in dong says in each language that it is no VAT invoice', async () => {
    const dong = { ...FACTS, currency: 'VND', amount: 180_000, tax: 16_363 } as const;
    expect((await read({ ...dong, locale: 'vi' })).text).toContain('Biên lai này không phải hóa đơn GTGT.');
    expect((await read({ ...dong, locale: 'ja' })).text).toContain('hóa đơn GTGT）ではありません');
    const { text } = await read({ ...dong, locale: 'en' });
    expect(text).toContain('is not a VAT invoice');
    expect(text).not.toMatch(/qualified/iu);
  });

  test('has Vietnamese names that can be searched for', async () => {
    const name = 'Dịch vụ mẹ đi xe, lịch họ cụ bộ ỵ ặ ữ';
    const { text } = await read({ ...FACTS, locale: 'vi', buyer: { ...FACTS.buyer, name } });
    expect(text.replaceAll(/\s+/gu, ' ')).toContain(name);
  });

  test('says that it is issued again, what it replaces, and that no money was charged', async () => {
    const { text } = await read({ ...FACTS, isTest: true, about: ABOUT }, { kind: 'reissued' });
    for (const part of ['再発行', 'R-2026-000100 は無効', '実際の請求は発生していません'])
      expect(text).toContain(part);
  });

  test('that was replaced says that it is void', async () => {
    const { text } = await read(FACTS, { kind: 'void', replacedBy: 'R-2026-000200' });
    expect(text).toContain('無効');
    expect(text).toContain('R-2026-000200 に差し替えられました');
  });

  test('of a test payment, or from before the registration, has no registration number', () => {
    const seller = { ...FACTS.seller, registeredFrom: '2026-10-01', timeZone: 'Asia/Tokyo' };
    const numberOf = (transactionOn: string, isTest = false) =>
      sellerOnReceipt(seller, { isTest, transactionOn })?.registrationNumber;
    expect(numberOf('2026-10-01')).toBe('T7000012050002');
    expect(numberOf('2026-09-30')).toBeNull();
    expect(numberOf('2026-10-01', true)).toBeNull();
  });

  test('for a person has the honorific of a person', async () => {
    const { text } = await read({ ...FACTS, buyer: { ...FACTS.buyer, isCompany: false, name: '髙﨑 葵' } });
    expect(text).toContain('髙﨑 葵 様');
  });

  test('of a refund names the receipt and what was given back', async () => {
    const refund = { ...FACTS, kind: 'refund', amount: 3_520, tax: 320, about: ABOUT } as const;
    const { text } = await read(refund);
    for (const part of [
      '返金明細書',
      '適格返還請求書',
      '￥3,520',
      '￥320',
      '対象の領収書：R-2026-000100',
      '元の取引年月日：2026年11月1日',
    ])
      expect(text).toContain(part);
  });

  test('with the longest details stays on one page', async () => {
    const long = '長'.repeat(120);
    const address = Array.from({ length: 5 }, () => '住'.repeat(59)).join('\n');
    const buyer = { ...FACTS.buyer, name: long, department: long, address, taxNumber: 'T'.repeat(40) };
    expect(
      (await read({ ...FACTS, buyer, isTest: true, about: ABOUT }, { kind: 'reissued' })).totalPages,
    ).toBe(1);
  });
});

test('the check digit of a corporation’s number is that of the National Tax Agency', () => {
  expect(hasCorporateCheckDigit('T7000012050002')).toBe(true);
  expect(hasCorporateCheckDigit('T7000012050003')).toBe(false);
  expect(hasCorporateCheckDigit('T8000012050002')).toBe(false);
});
