import type { Locale } from '@hanasu/contract/accounts';
import type { MailContent } from '../../../platform/mail/mail.ts';
import { firstOf, headOf, type NotificationItem, titleOf } from '../notification-text.ts';

export interface DigestFacts {
  readonly name: string;
  readonly account: string;
  readonly items: readonly NotificationItem[];
  readonly publicUrl: string;
}

const TEXTS = {
  en: {
    greeting: (name: string) => `Hello ${name},`,
    subject: (account: string, what: string) => `${account}: ${what}`,
    joint: ' — ',
    many: (count: number) => `${count} notifications`,
    open: 'Open',
    inbox: 'Open the inbox',
    note: (account: string) => `You get this email as a team member of ${account}.`,
    settings: 'Change your notification settings',
  },
  ja: {
    greeting: (name: string) => `${name}様`,
    subject: (account: string, what: string) => `【${account}】${what}`,
    joint: '：',
    many: (count: number) => `お知らせ${count}件`,
    open: '開く',
    inbox: '受信箱を開く',
    note: (account: string) => `このメールは「${account}」のメンバーにお送りしています。`,
    settings: '通知の設定を変更する',
  },
  vi: {
    greeting: (name: string) => `Xin chào ${name},`,
    subject: (account: string, what: string) => `${account}: ${what}`,
    joint: ' — ',
    many: (count: number) => `${count} thông báo`,
    open: 'Mở',
    inbox: 'Mở hộp thư',
    note: (account: string) => `Bạn nhận được email này vì là thành viên của ${account}.`,
    settings: 'Đổi cài đặt thông báo',
  },
} satisfies Record<Locale, unknown>;

/** One mail for all that was gathered. */
export function digestMail(locale: Locale, { name, account, items, publicUrl }: DigestFacts): MailContent {
  const texts = TEXTS[locale];
  const [first] = items;
  const note = {
    text: texts.note(account),
    link: { label: texts.settings, url: `${publicUrl}/Channel/notify` },
  };
  const greeting = texts.greeting(name);
  if (items.length === 1 && first) {
    return {
      subject: texts.subject(account, titleOf(locale, first, texts.joint)),
      greeting,
      paragraphs: [headOf(locale, first)],
      button: { label: texts.open, url: `${publicUrl}${first.path}` },
      note,
    };
  }
  const { shown, more } = firstOf(locale, items);
  return {
    subject: texts.subject(account, texts.many(items.length)),
    greeting,
    paragraphs: [
      ...shown.map((item) => ({
        text: headOf(locale, item),
        link: { label: texts.open, url: `${publicUrl}${item.path}` },
      })),
      ...more,
    ],
    button: { label: texts.inbox, url: `${publicUrl}/Message` },
    note,
  };
}
