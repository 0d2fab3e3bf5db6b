import type { FoundContent, Locale } from '@hanasu/contract/accounts';
import type { Letter } from '../../../platform/mail/mail.ts';

/** Who gets a mail about their own account. */
interface Recipient {
  readonly email: string;
  readonly locale: Locale;
  /** How they call themselves; absent where the mailbox may be a stranger's. */
  readonly displayName?: string;
}

function letter<Facts>(
  to: Recipient,
  {
    mailing,
    facts,
    url,
  }: { readonly mailing: Mailing<Facts>; readonly facts: Facts; readonly url?: string | undefined },
): Letter {
  const texts = TEXTS[to.locale];
  const { subject, button, note } = mailing;
  const greeting = to.displayName ? texts.greeting(to.displayName) : texts.hello;
  return {
    to: to.email,
    locale: to.locale,
    content: {
      subject,
      ...(greeting ? { greeting } : {}),
      paragraphs: mailing.paragraphs(facts),
      ...(button && url ? { button: { label: button, url } } : {}),
      ...(note ? { note } : {}),
    },
  };
}

const link = (publicUrl: string, page: string, code: string): string =>
  `${publicUrl}/${page}?code=${encodeURIComponent(code)}`;

interface Coded {
  /** `knownAs` of the person. */
  readonly name: string;
  readonly code: string;
  readonly publicUrl: string;
}

export const confirmMail = (to: Recipient, { name, code, publicUrl }: Coded): Letter =>
  letter(to, {
    mailing: TEXTS[to.locale].confirm,
    facts: { name },
    url: link(publicUrl, 'Confirm-Email', code),
  });

export const confirmChangeMail = (to: Recipient, { name, code, publicUrl }: Coded): Letter =>
  letter(to, {
    mailing: TEXTS[to.locale].confirmChange,
    facts: { name },
    url: link(publicUrl, 'Confirm-Email', code),
  });

export const resetPasswordMail = (to: Recipient, { name, code, publicUrl }: Coded): Letter =>
  letter(to, {
    mailing: TEXTS[to.locale].resetPassword,
    facts: { name },
    url: link(publicUrl, 'Reset-Password', code),
  });

/** To the owner of an address that somebody else has just registered with. */
export const addressKnownMail = (to: Recipient, name: string, publicUrl: string): Letter =>
  letter(to, {
    mailing: TEXTS[to.locale].addressKnown,
    facts: { name },
    url: `${publicUrl}/Forgot-Password`,
  });

/** To the owner of an address that somebody wanted to change to. */
export const changeToKnownMail = (to: Recipient): Letter =>
  letter(to, { mailing: TEXTS[to.locale].changeToKnown, facts: {} });

export const passwordChangedMail = (to: Recipient, publicUrl: string): Letter =>
  letter(to, { mailing: TEXTS[to.locale].passwordChanged, facts: {}, url: `${publicUrl}/Forgot-Password` });

/** To who has shown that the address is theirs, in an account that somebody else may have made. */
export const takenOverMail = (
  to: Recipient,
  facts: Parameters<MailTexts['takenOver']['paragraphs']>[0],
  publicUrl: string,
): Letter => letter(to, { mailing: TEXTS[to.locale].takenOver, facts, url: publicUrl });

/** To the old address. */
export const addressChangedMail = (to: Recipient, newAddress: string): Letter =>
  letter(to, { mailing: TEXTS[to.locale].addressChanged, facts: { newAddress } });

/** What the mails about one's own account say; one object for each language. */
interface MailTexts {
  greeting(name: string): string;
  /** Where the name is left out; null: the mail begins with what it has to say. */
  readonly hello: string | null;
  confirm: Mailing<{ readonly name: string }>;
  confirmChange: Mailing<{ readonly name: string }>;
  addressKnown: Mailing<{ readonly name: string }>;
  changeToKnown: Mailing<object>;
  resetPassword: Mailing<{ readonly name: string }>;
  passwordChanged: Mailing<object>;
  takenOver: Mailing<{ readonly name: string } & FoundContent>;
  addressChanged: Mailing<{ readonly newAddress: string }>;
}

interface Mailing<Facts> {
  readonly subject: string;
  paragraphs(facts: Facts): readonly string[];
  readonly button?: string;
  readonly note?: string;
}

const EN_NOT_YOU = 'If this wasn’t you, set a new password now. This signs out all devices.';

const EN: MailTexts = {
  greeting: (name) => `Hello ${name},`,
  hello: 'Hello,',
  confirm: {
    subject: 'Confirm your email address',
    paragraphs: ({ name }) => [
      `Welcome to Hanasu. Please confirm that this email address belongs to your account “${name}”.`,
    ],
    button: 'Confirm address',
    note: 'The link is valid for 3 days. If you didn’t register, ignore this email; the address will not be used.',
  },
  confirmChange: {
    subject: 'Confirm your new email address',
    paragraphs: ({ name }) => [
      `You asked to change the email address of the account “${name}” to this one. Please confirm.`,
    ],
    button: 'Confirm address',
    note: 'The link is valid for 1 day. If you didn’t ask for this, ignore this email; nothing will change.',
  },
  addressKnown: {
    subject: 'You already have an account',
    paragraphs: ({ name }) => [
      'Someone just tried to sign up to Hanasu with this email address.',
      `The address already belongs to the account “${name}”. Sign in to it, or choose a new password if you have forgotten yours.`,
    ],
    button: 'Choose a new password',
    note: 'If this wasn’t you, you don’t need to do anything. Your account has not changed.',
  },
  changeToKnown: {
    subject: 'This address already belongs to your account',
    paragraphs: () => [
      'Someone just tried to use this email address for another Hanasu account.',
      'An email address can belong to one account only, so nothing was changed.',
    ],
    note: 'If this wasn’t you, you don’t need to do anything.',
  },
  resetPassword: {
    subject: 'Choose a new password',
    paragraphs: ({ name }) => [`You asked for a new password for your account “${name}”.`],
    button: 'Choose a new password',
    note: 'The link works once and is valid for 1 hour. If you didn’t ask for it, ignore this email; your password does not change.',
  },
  passwordChanged: {
    subject: 'Your password was changed',
    paragraphs: () => ['The password of your account has just been changed.', EN_NOT_YOU],
    button: 'Choose a new password',
  },
  takenOver: {
    subject: 'Check what was in your account before you confirmed your address',
    paragraphs: ({ name, bots, channels, tools }) => [
      `You confirmed that this email address is yours without using the password of the account “${name}”. In case someone else registered the account with your address, all devices were signed out, and the account’s password, passkeys, two-step verification, API keys, webhooks, invitations and other members were removed.`,
      'These are still there. Check them and delete what is not yours:',
      `Bots: ${bots.join(', ') || 'none'}`,
      `Channels: ${channels.join(', ') || 'none'}`,
      `Tools of bots: ${tools.join(', ') || 'none'}`,
    ],
    button: 'Open your account',
  },
  addressChanged: {
    subject: 'Your email address was changed',
    paragraphs: ({ newAddress }) => [
      `Your account now uses the address ${newAddress}. This is the last email to the old address.`,
      'If this wasn’t you, someone else may have access to your account. Contact the server administrator.',
    ],
  },
};

const JA_NOT_YOU =
  'お心当たりがない場合は、すぐに新しいパスワードを設定してください。すべての端末からログアウトされます。';

const JA: MailTexts = {
  greeting: (name) => `${name}様`,
  hello: null,
  confirm: {
    subject: '【Hanasu】メールアドレスの確認のお願い',
    paragraphs: ({ name }) => [
      'Hanasuへのご登録ありがとうございます。',
      `このメールアドレスがアカウント「${name}」のものであることを、下のボタンからご確認ください。`,
    ],
    button: 'メールアドレスを確認する',
    note: 'リンクの有効期限は3日間です。ご登録のお心当たりがない場合は、このメールを破棄してください。確認されないかぎり、このアドレスが使われることはありません。',
  },
  confirmChange: {
    subject: '【Hanasu】新しいメールアドレスの確認のお願い',
    paragraphs: ({ name }) => [
      `アカウント「${name}」のメールアドレスをこのアドレスに変更する手続きが行われました。下のボタンからご確認ください。`,
    ],
    button: 'メールアドレスを確認する',
    note: 'リンクの有効期限は1日間です。お心当たりがない場合は、このメールを破棄してください。何も変更されません。',
  },
  addressKnown: {
    subject: '【Hanasu】すでにアカウントをお持ちです',
    paragraphs: ({ name }) => [
      'このメールアドレスでHanasuへの新規登録が行われました。',
      `このアドレスは、すでにアカウント「${name}」で使われています。そのアカウントでログインしてください。パスワードをお忘れの場合は、新しいパスワードを設定できます。`,
    ],
    button: '新しいパスワードを設定する',
    note: 'お心当たりがない場合も、何もしていただく必要はありません。アカウントに変更はありません。',
  },
  changeToKnown: {
    subject: '【Hanasu】このメールアドレスはすでに使われています',
    paragraphs: () => [
      'このメールアドレスを、Hanasuの別のアカウントで使う手続きが行われました。',
      '1つのアドレスは1つのアカウントでのみ使えるため、何も変更されていません。',
    ],
    note: 'お心当たりがない場合も、何もしていただく必要はありません。',
  },
  resetPassword: {
    subject: '【Hanasu】新しいパスワードの設定',
    paragraphs: ({ name }) => [`アカウント「${name}」の新しいパスワードを設定する手続きを受け付けました。`],
    button: '新しいパスワードを設定する',
    note: 'リンクの有効期限は1時間で、1回だけ使えます。お心当たりがない場合は、このメールを破棄してください。パスワードは変わりません。',
  },
  passwordChanged: {
    subject: '【Hanasu】パスワードが変更されました',
    paragraphs: () => ['アカウントのパスワードが変更されました。', JA_NOT_YOU],
    button: '新しいパスワードを設定する',
  },
  takenOver: {
    subject: '【Hanasu】メールアドレスの確認前からアカウントにあったもの',
    paragraphs: ({ name, bots, channels, tools }) => [
      `アカウント「${name}」のパスワードを使わずに、このメールアドレスがご本人のものと確認されました。第三者がこのアドレスで登録していた場合に備え、すべての端末をログアウトし、パスワード、パスキー、2段階認証、APIキー、Webhook、招待、ほかのメンバーを削除しました。`,
      '次のものは残っています。内容を確認し、心当たりのないものは削除してください。',
      `ボット：${bots.join('、') || 'なし'}`,
      `チャネル：${channels.join('、') || 'なし'}`,
      `ボットが使うツール：${tools.join('、') || 'なし'}`,
    ],
    button: 'アカウントを開く',
  },
  addressChanged: {
    subject: '【Hanasu】メールアドレスが変更されました',
    paragraphs: ({ newAddress }) => [
      `アカウントのメールアドレスが ${newAddress} に変更されました。変更前のアドレスへのご案内は、このメールが最後です。`,
      'お心当たりがない場合は、第三者がアカウントを使用しているおそれがあります。サーバー管理者にご連絡ください。',
    ],
  },
};

const VI_NOT_YOU = 'Nếu không phải bạn, hãy đặt mật khẩu mới ngay. Mọi thiết bị sẽ được đăng xuất.';

const VI: MailTexts = {
  greeting: (name) => `Xin chào ${name},`,
  hello: 'Xin chào,',
  confirm: {
    subject: 'Xác nhận địa chỉ email của bạn',
    paragraphs: ({ name }) => [
      `Chào mừng bạn đến với Hanasu. Vui lòng xác nhận đây là địa chỉ email của tài khoản “${name}”.`,
    ],
    button: 'Xác nhận địa chỉ email',
    note: 'Liên kết có hiệu lực trong 3 ngày. Nếu bạn không đăng ký, hãy bỏ qua email này. Khi chưa xác nhận, không ai dùng được địa chỉ của bạn.',
  },
  confirmChange: {
    subject: 'Xác nhận địa chỉ email mới của bạn',
    paragraphs: ({ name }) => [
      `Bạn đã yêu cầu đổi địa chỉ email của tài khoản “${name}” sang địa chỉ này. Vui lòng xác nhận.`,
    ],
    button: 'Xác nhận địa chỉ email',
    note: 'Liên kết có hiệu lực trong 1 ngày. Nếu bạn không yêu cầu, hãy bỏ qua email này. Sẽ không có gì thay đổi.',
  },
  addressKnown: {
    subject: 'Bạn đã có tài khoản',
    paragraphs: ({ name }) => [
      'Vừa có yêu cầu đăng ký Hanasu bằng email này.',
      `Địa chỉ này đã thuộc về tài khoản “${name}”. Hãy đăng nhập vào tài khoản đó, hoặc đặt mật khẩu mới nếu bạn đã quên.`,
    ],
    button: 'Đặt mật khẩu mới',
    note: 'Nếu không phải bạn, không cần làm gì. Tài khoản của bạn không thay đổi.',
  },
  changeToKnown: {
    subject: 'Địa chỉ email này đã thuộc về tài khoản của bạn',
    paragraphs: () => [
      'Vừa có yêu cầu dùng email này cho một tài khoản Hanasu khác.',
      'Mỗi địa chỉ chỉ thuộc về một tài khoản, vì vậy không có gì thay đổi.',
    ],
    note: 'Nếu không phải bạn, không cần làm gì.',
  },
  resetPassword: {
    subject: 'Đặt mật khẩu mới',
    paragraphs: ({ name }) => [`Bạn đã yêu cầu đặt mật khẩu mới cho tài khoản “${name}”.`],
    button: 'Đặt mật khẩu mới',
    note: 'Liên kết có hiệu lực trong 1 giờ và chỉ dùng được 1 lần. Nếu bạn không yêu cầu, hãy bỏ qua email này. Mật khẩu của bạn không thay đổi.',
  },
  passwordChanged: {
    subject: 'Mật khẩu của bạn đã được thay đổi',
    paragraphs: () => ['Mật khẩu tài khoản của bạn vừa được thay đổi.', VI_NOT_YOU],
    button: 'Đặt mật khẩu mới',
  },
  takenOver: {
    subject: 'Những gì đã có trong tài khoản trước khi bạn xác nhận',
    paragraphs: ({ name, bots, channels, tools }) => [
      `Bạn đã xác nhận địa chỉ này là của mình mà không dùng mật khẩu của tài khoản “${name}”. Phòng trường hợp người khác đã đăng ký bằng địa chỉ của bạn, mọi thiết bị đã được đăng xuất. Mật khẩu, passkey, xác thực hai bước, API key, webhook, lời mời và các thành viên khác đã được gỡ.`,
      'Những mục sau vẫn còn. Hãy xem lại và xóa những gì không phải của bạn:',
      `Bot: ${bots.join(', ') || 'không có'}`,
      `Kênh: ${channels.join(', ') || 'không có'}`,
      `Công cụ mà bot dùng: ${tools.join(', ') || 'không có'}`,
    ],
    button: 'Mở tài khoản',
  },
  addressChanged: {
    subject: 'Địa chỉ email của bạn đã được thay đổi',
    paragraphs: ({ newAddress }) => [
      `Từ nay tài khoản của bạn dùng địa chỉ ${newAddress}. Đây là email cuối cùng gửi đến địa chỉ cũ.`,
      'Nếu không phải bạn, có thể người khác đã truy cập tài khoản. Hãy liên hệ quản trị viên máy chủ.',
    ],
  },
};

const TEXTS: Readonly<Record<Locale, MailTexts>> = { en: EN, ja: JA, vi: VI };
