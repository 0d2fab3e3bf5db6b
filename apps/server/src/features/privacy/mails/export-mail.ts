import type { Locale } from '@hanasu/contract/accounts';
import type { MailContent } from '../../../platform/mail/mail.ts';
import { momentOf, type Reader } from './deletion-mails.ts';

type Words = (facts: { name: string; moment: string; url: string }) => MailContent;

const WORDS = {
  en: ({ name, moment, url }) => ({
    subject: 'Your Hanasu export is ready',
    greeting: `Hello ${name},`,
    paragraphs: [`The zip file with everything in your account can be downloaded until ${moment}.`],
    button: { label: 'Go to the download', url },
    note: 'Sign in as the owner of the account to download it.',
  }),
  ja: ({ name, moment, url }) => ({
    subject: '【Hanasu】エクスポートの準備ができました',
    greeting: `${name}様`,
    paragraphs: [
      `アカウントのすべてのデータをまとめたZIPファイルができました。${moment}までダウンロードできます。`,
    ],
    button: { label: 'ダウンロードページへ', url },
    note: 'ダウンロードするには、アカウントのオーナーとしてログインしてください。',
  }),
  vi: ({ name, moment, url }) => ({
    subject: 'Tệp xuất dữ liệu Hanasu của bạn đã sẵn sàng',
    greeting: `Xin chào ${name},`,
    paragraphs: [`Bạn có thể tải tệp zip chứa mọi dữ liệu trong tài khoản cho đến ${moment}.`],
    button: { label: 'Đến trang tải xuống', url },
    note: 'Hãy đăng nhập với tư cách chủ sở hữu tài khoản để tải tệp.',
  }),
} satisfies Record<Locale, Words>;

export const exportReadyMail = (reader: Reader, expiresAt: Date, url: string): MailContent =>
  WORDS[reader.locale]({ name: reader.displayName, moment: momentOf(expiresAt, reader), url });
