import type { Locale } from '@hanasu/contract/accounts';
import type { MailContent } from '../../../platform/mail/mail.ts';

/** What happened to somebody's two-step sign-in. */
export type FactorEvent = 'on' | 'off' | 'recovery-code-used';

export interface FactorFacts {
  readonly name: string;
  /** Recovery codes that still work. */
  readonly codesLeft: number;
  /** Where a new password is chosen. */
  readonly url: string;
}

type Words = Record<FactorEvent, (facts: FactorFacts) => { subject: string; paragraph: string }>;

const EVENTS = {
  en: {
    on: () => ({
      subject: 'Two-step sign-in is on',
      paragraph: 'From now on, signing in to Hanasu asks for a code of your authenticator app.',
    }),
    off: () => ({
      subject: 'Two-factor sign-in is not enabled',
      paragraph: 'Signing in to Hanasu no longer asks for a code of your authenticator app.',
    }),
    'recovery-code-used': ({ codesLeft }) => ({
      subject: 'A recovery code was used',
      paragraph: `One of your recovery codes was used instead of the authenticator app. Codes left: ${codesLeft}.`,
    }),
  },
  ja: {
    on: () => ({
      subject: '【Hanasu】2段階認証を有効にしました',
      paragraph: '今後、Hanasuへのログイン時に認証アプリのコードの入力が必要になります。',
    }),
    off: () => ({
      subject: '【Hanasu】2段階認証を無効にしました',
      paragraph: '今後、Hanasuへのログイン時に認証アプリのコードは求められません。',
    }),
    'recovery-code-used': ({ codesLeft }) => ({
      subject: '【Hanasu】リカバリーコードが使用されました',
      paragraph: `認証アプリの代わりにリカバリーコードが使用されました。残りのコードは${codesLeft}個です。`,
    }),
  },
  vi: {
    on: () => ({
      subject: 'Đã bật xác thực hai bước',
      paragraph: 'Từ nay, khi đăng nhập Hanasu bạn cần nhập mã từ ứng dụng xác thực.',
    }),
    off: () => ({
      subject: 'Đã tắt xác thực hai bước',
      paragraph: 'Từ nay, khi đăng nhập Hanasu bạn không cần nhập mã từ ứng dụng xác thực nữa.',
    }),
    'recovery-code-used': ({ codesLeft }) => ({
      subject: 'Một mã khôi phục đã được sử dụng',
      paragraph: `Một mã khôi phục của bạn đã được dùng thay cho ứng dụng xác thực. Số mã còn lại: ${codesLeft}.`,
    }),
  },
} satisfies Record<Locale, Words>;

const FRAME = {
  en: ({ name, url }) => ({
    greeting: `Hello ${name},`,
    warning: 'If this was not you, choose a new password at once.',
    button: { label: 'Choose a new password', url },
  }),
  ja: ({ name, url }) => ({
    greeting: `${name}様`,
    warning: 'お心当たりのない場合は、すぐにパスワードを変更してください。',
    button: { label: 'パスワードを変更する', url },
  }),
  vi: ({ name, url }) => ({
    greeting: `Xin chào ${name},`,
    warning: 'Nếu không phải bạn thực hiện, vui lòng đổi mật khẩu ngay.',
    button: { label: 'Đổi mật khẩu', url },
  }),
} satisfies Record<Locale, (facts: FactorFacts) => object>;

export function secondFactorMail(locale: Locale, event: FactorEvent, facts: FactorFacts): MailContent {
  const { subject, paragraph } = EVENTS[locale][event](facts);
  const { greeting, warning, button } = FRAME[locale](facts);
  return { subject, greeting, paragraphs: [paragraph, warning], button };
}
