import { LOCALES } from '@hanasu/contract/accounts';
import { BUDGET_EFFECTS, BUDGET_STAGES } from '@hanasu/contract/budgets';
import { NOTIFY_EVENTS } from '@hanasu/contract/notify';
import { POST_FAILURES } from '@hanasu/contract/posts';
import { describe, expect, test } from 'vitest';
import { renderMail } from '../../platform/mail/create-mail.ts';
import { digestMail } from './delivery/digest-mail.ts';
import { endingOf, PAUSES } from './delivery/next-attempt.ts';
import { hashOfCode, newLinkCode, readLinkCode } from './links/links.ts';
import {
  CHANNEL_TROUBLES,
  EVENT_TEXTS,
  headOf,
  linesOf,
  type NotificationItem,
  plainText,
} from './notification-text.ts';
import { newRequests } from './publish-notifications.ts';

const MINUTE = 60_000;
const word = (id: string, at: number) => ({ id, at: at * MINUTE, text: id });
const item = (changes: Partial<NotificationItem> = {}): NotificationItem => ({
  event: 'waiting',
  subject: 'Hanako',
  body: 'Is it open?',
  path: '/Channel/conversation/1',
  createdAt: new Date(0),
  ...changes,
});

describe('a customer begins to talk', () => {
  const now = 100 * MINUTE;
  test('the notice is sent for their first message, and for one after half an hour of silence', () => {
    const newest = [word('c', 99), word('b', 98), word('a', 60)];
    expect(newRequests(newest, { isAll: true, now }).map(({ id }) => id)).toEqual(['b']);
    expect(newRequests([word('a', 99)], { isAll: true, now }).map(({ id }) => id)).toEqual(['a']);
  });
  test('no notice is sent while the previous status is unknown, nor when the event is old', () => {
    expect(newRequests([word('a', 99)], { isAll: false, now })).toEqual([]);
    expect(newRequests([word('a', 80)], { isAll: true, now })).toEqual([]);
  });
});

describe('a code', () => {
  test('a code is recognised in every form that a phone may type', () => {
    const code = newLinkCode();
    const wide = [...code].map((sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).join('');
    for (const written of [code, ` ${code.toLowerCase()}\n`, wide, `${code.slice(0, 4)}-${code.slice(4)}`]) {
      expect(readLinkCode(written)).toBe(code);
    }
  });
  test('a code does not count as a message of a customer', () => {
    for (const text of ['hello', 'HELLO WORLD', '', 'O0I1O0I1']) expect(readLinkCode(text)).toBeNull();
  });
  test('a code is valid in one account only', () => {
    expect(hashOfCode('a', 'CODE').equals(hashOfCode('b', 'CODE'))).toBe(false);
  });
});

test('six tries, then it is given up; a vendor who asks for more time gets it', () => {
  const again = { kind: 'again', detail: 'http_500' } as const;
  expect(endingOf(again, 1)).toEqual({ state: 'waiting', detail: 'http_500', afterSeconds: PAUSES[0] });
  expect(endingOf({ ...again, afterMs: 90_500 }, 1)).toMatchObject({ afterSeconds: 91 });
  expect(endingOf(again, 6)).toEqual({ state: 'failed', detail: 'http_500' });
  expect(endingOf({ kind: 'failed', detail: 'recipient_refuses' }, 1).state).toBe('failed');
});

test('text of customers is shown as one line without control characters of the reading direction', () => {
  expect(plainText('a\r\nBcc: b\u202Ec', 'body')).toBe('a Bcc: b c');
  expect([...plainText('あ'.repeat(500), 'subject')]).toHaveLength(120);
});

describe.each(LOCALES)('%s', (locale) => {
  test('each event has words of its own, and what is stored as a word or number is said', () => {
    expect(new Set(Object.values(EVENT_TEXTS[locale])).size).toBe(NOTIFY_EVENTS.length);
    for (const trouble of CHANNEL_TROUBLES) {
      expect(headOf(locale, item({ event: 'channel_failed', body: trouble }))).not.toContain(trouble);
    }
    for (const failure of POST_FAILURES) {
      expect(headOf(locale, item({ event: 'post_failed', body: failure }))).not.toContain(failure);
    }
    expect(headOf(locale, item({ event: 'balance_low', body: '12345' }))).toMatch(/12[.,]345/);
    const ofBudget = BUDGET_STAGES.flatMap((stage) =>
      BUDGET_EFFECTS.map((effect) => `${stage} day ${effect}`),
    );
    for (const body of ofBudget) {
      const words = headOf(locale, item({ event: 'budget_used', body }));
      expect(words).not.toContain(body);
      expect(words.includes('80%')).toBe(body.startsWith('near'));
    }
    const expiring = headOf(locale, item({ event: 'tokens_expiring', body: '12345 2026-12-01T09:30' }));
    expect(expiring).toMatch(/12[.,]345/);
    expect(expiring).toMatch(/December 1|12月1日|1 tháng 12/u);
  });

  test('what was written stands below what happened, and the subject names the shop', () => {
    const facts = { name: 'Hanako', account: 'Camellia', publicUrl: 'https://hanasu.example' };
    const mail = digestMail(locale, { ...facts, items: [item({ body: 'Open on Saturday?' })] });
    expect(mail.subject).toContain('Camellia');
    expect(renderMail(mail, locale).html).toMatch(/Hanako<br>Open on Saturday\?<\/p>/);
  });

  test('one mail for all, with a link for each and the rest counted', () => {
    const items = Array.from({ length: 12 }, (_, index) => item({ path: `/Channel/conversation/${index}` }));
    const facts = { name: 'Hanako', account: 'Shop', items, publicUrl: 'https://hanasu.example' };
    const { text, html } = renderMail(digestMail(locale, facts), locale);
    expect(text.match(/hanasu\.example\/Channel\/conversation\//g)).toHaveLength(10);
    expect(html.match(/<a [^>]*href="https:\/\/hanasu\.example\/Channel\/conversation\//g)).toHaveLength(10);
    expect(html).not.toMatch(/>[^<]*hanasu\.example\/Channel\/conversation/);
    expect(html).toContain('href="https://hanasu.example/Channel/notify"');
    expect(linesOf(locale, items, '').at(-1)).toContain('2');
    expect(digestMail(locale, facts).subject).toContain('12');
    expect(digestMail(locale, { ...facts, items: [item()] }).subject).toContain('Hanako');
  });
});
