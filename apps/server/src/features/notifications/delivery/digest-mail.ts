import type { Locale } from '@hanasu/contract/accounts';
import type { MailContent } from '../../../platform/mail/mail.ts';
import { EVENT_TEXTS, headOf, linesOf, type NotificationItem } from '../notification-text.ts';

export interface DigestFacts {
  readonly name: string;
  readonly account: string;
  readonly items: readonly NotificationItem[];
  readonly publicUrl: string;
}

const TEXTS = {
  en: {
    greeting: (name: string) => `Hello ${name},`,
    many: (count: number, account: string) => `${count} notifications from ${account}`,
    open: 'Open',
    inbox: 'Open the inbox',
    note: (url: string) => `Change your notification settings: ${url}`,
  },
  ja: {
    greeting: (name: string) => `${name}様`,
    many: (count: number, account: string) => `【Hanasu】「${account}」のお知らせ${count}件`,
    open: '開く',
    inbox: '受信箱を開く',
    note: (url: string) => `お知らせの設定はこちらで変更できます。${url}`,
  },
  vi: {
    greeting: (name: string) => `Xin chào ${name},`,
    many: (count: number, account: string) => `${count} thông báo từ ${account}`,
    open: 'Mở',
    inbox: 'Mở hộp thư',
    note: (url: string) => `Bạn có thể đổi cài đặt thông báo tại: ${url}`,
  },
} satisfies Record<Locale, unknown>;

/** One mail for all that was gathered. */
export function digestMail(locale: Locale, { name, account, items, publicUrl }: DigestFacts): MailContent {
  const texts = TEXTS[locale];
  const [first] = items;
  const note = texts.note(`${publicUrl}/Channel/notify`);
  const greeting = texts.greeting(name);
  if (items.length === 1 && first) {
    const label = EVENT_TEXTS[locale][first.event];
    return {
      subject: first.subject === '' ? `${account}: ${label}` : `${account}: ${label} — ${first.subject}`,
      greeting,
      paragraphs: [headOf(locale, first)],
      button: { label: texts.open, url: `${publicUrl}${first.path}` },
      note,
    };
  }
  return {
    subject: texts.many(items.length, account),
    greeting,
    paragraphs: linesOf(locale, items, publicUrl),
    button: { label: texts.inbox, url: `${publicUrl}/Message` },
    note,
  };
}
