import type { Locale } from '@hanasu/contract/accounts';
import type { MailContent } from '../../../platform/mail/mail.ts';

/** A new way to sign in: `name` is the provider's, or the one the person gave the passkey. */
export type NewMethod = { readonly kind: 'provider' | 'passkey'; readonly name: string };

interface Facts {
  readonly displayName: string;
  /** Where ways to sign in are listed. */
  readonly url: string;
}

const WORDS = {
  en: {
    subject: 'A new way to sign in to your account',
    greeting: (name) => `Hello ${name},`,
    provider: (name) => `${name} was connected to your Hanasu account: you can sign in with it from now on.`,
    passkey: (name) =>
      `The passkey “${name}” was added to your Hanasu account: you can sign in with it from now on.`,
    warning: 'If this was not you, remove it and choose a new password at once.',
    button: 'Look at your account',
  },
  ja: {
    subject: '【Hanasu】ログイン方法が追加されました',
    greeting: (name) => `${name} 様`,
    provider: (name) => `アカウントに ${name} が連携されました。今後は ${name} でもログインできます。`,
    passkey: (name) =>
      `アカウントにパスキー「${name}」が追加されました。今後はこのパスキーでもログインできます。`,
    warning: 'お心当たりがない場合は、追加されたログイン方法を削除し、すぐにパスワードを変更してください。',
    button: 'アカウントを確認する',
  },
  vi: {
    subject: 'Tài khoản của bạn có thêm cách đăng nhập mới',
    greeting: (name) => `Xin chào ${name},`,
    provider: (name) =>
      `${name} đã được liên kết với tài khoản Hanasu của bạn. Từ nay bạn có thể đăng nhập bằng ${name}.`,
    passkey: (name) =>
      `Khóa truy cập “${name}” đã được thêm vào tài khoản Hanasu của bạn. Từ nay bạn có thể đăng nhập bằng khóa này.`,
    warning: 'Nếu không phải bạn thực hiện, hãy gỡ cách đăng nhập này và đổi mật khẩu ngay.',
    button: 'Xem tài khoản của bạn',
  },
} satisfies Record<Locale, Words>;

interface Words {
  readonly subject: string;
  greeting(name: string): string;
  provider(name: string): string;
  passkey(name: string): string;
  readonly warning: string;
  readonly button: string;
}

export function signInMethodMail(locale: Locale, { kind, name }: NewMethod, facts: Facts): MailContent {
  const words: Words = WORDS[locale];
  return {
    subject: words.subject,
    greeting: words.greeting(facts.displayName),
    paragraphs: [words[kind](name), words.warning],
    button: { label: words.button, url: facts.url },
  };
}
