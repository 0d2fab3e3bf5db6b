import type { Locale } from '@hanasu/contract/accounts';
import type { UserId } from '@hanasu/contract/ids';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import type { MailContent } from '../../../platform/mail/mail.ts';
import { findPersonById } from '../credentials.store.ts';
import type { AccountsDependencies } from '../dependencies.ts';

/** A new way to sign in: `name` is the provider's, or the one the person gave the passkey. */
type NewMethod = { readonly kind: 'provider' | 'passkey'; readonly name: string };

interface Facts {
  readonly displayName: string;
  /** Where ways to sign in are listed. */
  readonly url: string;
}

const TEXTS = {
  en: {
    subject: 'A new way to sign in to your account',
    greeting: (name) => `Hello ${name},`,
    provider: (name) => `${name} was connected to your Hanasu account. You can now sign in with it.`,
    passkey: (name) => `The passkey “${name}” was added to your Hanasu account. You can now sign in with it.`,
    warning: 'If this wasn’t you, remove it and set a new password now.',
    button: 'Review account',
  },
  ja: {
    subject: '【Hanasu】ログイン方法が追加されました',
    greeting: (name) => `${name}様`,
    provider: (name) => `アカウントに${name}が連携されました。今後は${name}でもログインできます。`,
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
      `Passkey “${name}” đã được thêm vào tài khoản Hanasu của bạn. Từ nay bạn có thể đăng nhập bằng passkey này.`,
    warning: 'Nếu không phải bạn, hãy gỡ cách đăng nhập này và đổi mật khẩu ngay.',
    button: 'Xem tài khoản của bạn',
  },
} satisfies Record<Locale, Texts>;

interface Texts {
  readonly subject: string;
  greeting(name: string): string;
  provider(name: string): string;
  passkey(name: string): string;
  readonly warning: string;
  readonly button: string;
}

function signInMethodMail(locale: Locale, { kind, name }: NewMethod, facts: Facts): MailContent {
  const texts: Texts = TEXTS[locale];
  return {
    subject: texts.subject,
    greeting: texts.greeting(facts.displayName),
    paragraphs: [texts[kind](name), texts.warning],
    button: { label: texts.button, url: facts.url },
  };
}

/** Tells a person, at an address they have confirmed, that their account can be opened in one more way. */
export async function notifyOfNewMethod(
  transaction: SystemTransaction,
  { mail, publicUrl }: AccountsDependencies,
  userId: UserId,
  method: NewMethod,
): Promise<void> {
  const person = await findPersonById(transaction, userId);
  if (!person?.email || !person.isVerified) return;
  const facts = { displayName: person.displayName, url: `${publicUrl}/Account` };
  const content = signInMethodMail(person.locale, method, facts);
  await mail.write(transaction, { to: person.email, locale: person.locale, content });
}
