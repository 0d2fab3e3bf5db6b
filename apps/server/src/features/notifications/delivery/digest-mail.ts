import type { Locale } from '@hanasu/contract/accounts';
import type { MailContent } from '../../../platform/mail/mail.ts';
import { EVENT_WORDS, headOf, linesOf, type NotificationItem } from '../notification-text.ts';

export interface DigestFacts {
  readonly name: string;
  readonly account: string;
  readonly items: readonly NotificationItem[];
  readonly publicUrl: string;
}

const WORDS = {
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
  const words = WORDS[locale];
  const [first] = items;
  const note = words.note(`${publicUrl}/Channel/notify`);
  const greeting = words.greeting(name);
  if (items.length === 1 && first) {
    const label = EVENT_WORDS[locale][first.event];
    return {
      subject: first.subject === '' ? `${account}: ${label}` : `${account}: ${label} — ${first.subject}`,
      greeting,
      paragraphs: [headOf(locale, first)],
      button: { label: words.open, url: `${publicUrl}${first.path}` },
      note,
    };
  }
  return {
    subject: words.many(items.length, account),
    greeting,
    paragraphs: linesOf(locale, items, publicUrl),
    button: { label: words.inbox, url: `${publicUrl}/Message` },
    note,
  };
}
