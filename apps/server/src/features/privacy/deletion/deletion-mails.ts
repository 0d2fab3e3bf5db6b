import type { Locale } from '@hanasu/contract/accounts';
import type { MailContent } from '../../../platform/mail/mail.ts';
import type { ErasedCounts } from './erasing.store.ts';

/** The person a mail is for, as far as it shows. */
export interface Reader {
  readonly displayName: string;
  readonly locale: Locale;
  readonly timeZone: string;
}

/** A moment as the reader's clock and language say it. */
export function momentOf(moment: Date, { locale, timeZone }: Reader): string {
  const format = (style: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...style, timeZone }).format(moment);
  if (locale !== 'vi') return format({ dateStyle: 'long', timeStyle: 'short' });
  // Intl leaves out what is said between the two.
  return `${format({ timeStyle: 'short' })} ngày ${format({ dateStyle: 'long' })}`;
}

type Scheduled = (facts: { name: string; moment: string; accounts: string; url: string }) => MailContent;

const SCHEDULED = {
  en: ({ name, moment, accounts, url }) => ({
    subject: `Your Hanasu account will be deleted on ${moment}`,
    greeting: `Hello ${name},`,
    paragraphs: [
      `You asked us to delete your account. On ${moment}, your user data and these accounts will be permanently deleted: ${accounts}. Bots, knowledge, conversations, files and all other data in them will be deleted too.`,
      'Until then everything works as before: you can sign in, and your bots keep answering. To keep your data, cancel the deletion before that time.',
    ],
    button: { label: 'Cancel deletion', url },
    note: 'If this wasn’t you, cancel the deletion and set a new password now.',
  }),
  ja: ({ name, moment, accounts, url }) => ({
    subject: `【Hanasu】アカウントは${moment}に削除されます`,
    greeting: `${name}様`,
    paragraphs: [
      `削除のお申し込みを受け付けました。${moment}に、ご本人の情報と次のアカウントを完全に削除します：${accounts}。ボット、ナレッジ、会話、ファイルなど、すべてのデータが削除されます。`,
      'それまでは今までどおりご利用いただけます。ログインもでき、ボットも応答を続けます。データを残したい場合は、期日までに削除を取り消してください。',
    ],
    button: { label: '削除を取り消す', url },
    note: 'お心当たりのない場合は、すぐに削除を取り消し、パスワードを変更してください。',
  }),
  vi: ({ name, moment, accounts, url }) => ({
    subject: `Tài khoản Hanasu của bạn sẽ bị xóa vào lúc ${moment}`,
    greeting: `Xin chào ${name},`,
    paragraphs: [
      `Bạn đã yêu cầu xóa tài khoản. Vào lúc ${moment}, thông tin của bạn và các tài khoản sau sẽ bị xóa vĩnh viễn: ${accounts}. Bot, kho kiến thức, hội thoại, tệp và mọi dữ liệu khác trong đó cũng bị xóa.`,
      'Cho đến lúc đó mọi thứ vẫn hoạt động như trước: bạn vẫn đăng nhập được và bot vẫn trả lời. Nếu muốn giữ lại, hãy hủy yêu cầu xóa trước thời điểm đó.',
    ],
    button: { label: 'Hủy yêu cầu xóa', url },
    note: 'Nếu không phải bạn đã yêu cầu, hãy hủy yêu cầu xóa và đổi mật khẩu ngay.',
  }),
} satisfies Record<Locale, Scheduled>;

export function deletionScheduledMail(
  reader: Reader,
  { deleteAt, accounts, url }: { deleteAt: Date; accounts: readonly string[]; url: string },
): MailContent {
  const names = new Intl.ListFormat(reader.locale, { type: 'conjunction' }).format(accounts);
  const moment = momentOf(deleteAt, reader);
  return SCHEDULED[reader.locale]({ name: reader.displayName, moment, accounts: names || '–', url });
}

const CANCELLED = {
  en: (name) => ({
    subject: 'Account deletion canceled',
    greeting: `Hello ${name},`,
    paragraphs: ['The deletion was canceled. Nothing was deleted, and everything works as before.'],
    note: 'If this wasn’t you, set a new password now.',
  }),
  ja: (name) => ({
    subject: '【Hanasu】アカウントの削除を取り消しました',
    greeting: `${name}様`,
    paragraphs: [
      'アカウントの削除を取り消しました。データは削除されておらず、今までどおりご利用いただけます。',
    ],
    note: 'お心当たりのない場合は、すぐにパスワードを変更してください。',
  }),
  vi: (name) => ({
    subject: 'Đã hủy yêu cầu xóa tài khoản Hanasu',
    greeting: `Xin chào ${name},`,
    paragraphs: ['Yêu cầu xóa đã được hủy. Không có dữ liệu nào bị xóa và mọi thứ vẫn hoạt động như trước.'],
    note: 'Nếu không phải bạn đã hủy, hãy đổi mật khẩu ngay.',
  }),
} satisfies Record<Locale, (name: string) => MailContent>;

export const deletionCancelledMail = ({ locale, displayName }: Reader): MailContent =>
  CANCELLED[locale](displayName);

type Erased = (moment: string, counts: Readonly<Record<keyof ErasedCounts, string>>) => MailContent;

const ERASED = {
  en: (moment, { accounts, bots, documents, conversations, messages }) => ({
    subject: 'Your Hanasu account was deleted',
    greeting: 'Hello,',
    paragraphs: [
      `On ${moment}, all your data was deleted, as you asked.`,
      `Accounts: ${accounts}. Bots: ${bots}. Documents: ${documents}. Conversations: ${conversations}. Messages: ${messages}.`,
    ],
    note: 'Our copy of this email will be deleted within 30 days. What you wrote in other people’s accounts stays there without your name.',
  }),
  ja: (moment, { accounts, bots, documents, conversations, messages }) => ({
    subject: '【Hanasu】アカウントを削除しました',
    greeting: 'Hanasuをご利用いただき、ありがとうございました。',
    paragraphs: [
      `お申し込みのとおり、${moment}にすべてのデータを削除しました。`,
      `アカウント：${accounts}、ボット：${bots}、資料：${documents}、会話：${conversations}、メッセージ：${messages}`,
    ],
    note: 'このメールの控えは30日以内に削除されます。ほかの方のアカウントで書き込まれた内容は、お名前のない状態で残ります。',
  }),
  vi: (moment, { accounts, bots, documents, conversations, messages }) => ({
    subject: 'Tài khoản Hanasu của bạn đã được xóa',
    greeting: 'Xin chào,',
    paragraphs: [
      `Theo yêu cầu của bạn, mọi dữ liệu về bạn đã được xóa vào lúc ${moment}.`,
      `Tài khoản: ${accounts}. Bot: ${bots}. Tài liệu: ${documents}. Hội thoại: ${conversations}. Tin nhắn: ${messages}.`,
    ],
    note: 'Bản lưu của email này sẽ bị xóa trong vòng 30 ngày. Những gì bạn đã viết trong tài khoản của người khác vẫn còn ở đó nhưng không kèm tên bạn.',
  }),
} satisfies Record<Locale, Erased>;

/** Names nobody: it may be the last thing that is kept. */
export function erasedMail(reader: Reader, erasedAt: Date, counts: ErasedCounts): MailContent {
  const { locale } = reader;
  return ERASED[locale](momentOf(erasedAt, reader), {
    accounts: counts.accounts.toLocaleString(locale),
    bots: counts.bots.toLocaleString(locale),
    documents: counts.documents.toLocaleString(locale),
    conversations: counts.conversations.toLocaleString(locale),
    messages: counts.messages.toLocaleString(locale),
  });
}
