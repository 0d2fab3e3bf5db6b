import type { Locale } from '@hanasu/contract/accounts';
import { BROADCAST_REASONS, type BroadcastReason } from '@hanasu/contract/broadcasts';
import { MODEL_KEY_REFUSALS, type ModelKeyRefusal } from '@hanasu/contract/model-keys';
import type { NotifyEvent } from '@hanasu/contract/notify';
import { POST_FAILURES, type PostFailure } from '@hanasu/contract/posts';
import { visitorNumber } from '@hanasu/contract/visitor-names';
import { budgetWords } from './budget-words.ts';

/** One notification, as it is shown. */
export interface NotificationItem {
  readonly event: NotifyEvent;
  readonly subject: string;
  readonly body: string;
  readonly path: string;
  readonly createdAt: Date;
}

/** More than this is only counted. */
const SHOWN = 10;

/** Between an event and what it is about. */
const COLON = { en: ': ', ja: '：', vi: ': ' } satisfies Record<Locale, string>;

const MORE = {
  en: (count: number) => `… and ${count} more`,
  ja: (count: number) => `… ほか${count}件`,
  vi: (count: number) => `… và ${count} mục khác`,
} satisfies Record<Locale, (count: number) => string>;

/** The first of many, and how many more there are as a text. */
export function firstOf(
  locale: Locale,
  items: readonly NotificationItem[],
): { readonly shown: readonly NotificationItem[]; readonly more: readonly string[] } {
  const left = items.length - SHOWN;
  return { shown: items.slice(0, SHOWN), more: left > 0 ? [MORE[locale](left)] : [] };
}

/** One paragraph each, with a link. */
export function linesOf(locale: Locale, items: readonly NotificationItem[], publicUrl: string): string[] {
  const { shown, more } = firstOf(locale, items);
  return [...shown.map((item) => `${headOf(locale, item)}\n${publicUrl}${item.path}`), ...more];
}

/** What happened, to whom, and below it what they wrote or what is to be done. */
export function headOf(locale: Locale, item: NotificationItem): string {
  const said = bodyWords(locale, item.event, item.body);
  return said === '' ? titleOf(locale, item) : `${titleOf(locale, item)}\n${said}`;
}

export const titleOf = (
  locale: Locale,
  { event, subject }: NotificationItem,
  joint: string = COLON[locale],
): string => [EVENT_TEXTS[locale][event], subjectIn(locale, subject)].filter(Boolean).join(joint);

const VISITOR = { en: 'Visitor', ja: '訪問者', vi: 'Khách truy cập' } satisfies Record<Locale, string>;

/** What it is about, in the reader's language where the name is ours. */
function subjectIn(locale: Locale, subject: string): string {
  const number = visitorNumber(subject);
  return number === null ? subject : `${VISITOR[locale]} ${number}`;
}

export const EVENT_TEXTS = {
  en: {
    new_chat: 'New conversation',
    waiting: 'Waiting for your team',
    assigned: 'Assigned to you',
    mention: 'You were mentioned',
    late: 'Answer overdue',
    channel_failed: 'Channel needs attention',
    balance_low: 'Token balance is running low',
    tokens_expiring: 'Tokens expire soon',
    budget_used: 'Token budget',
    form_submitted: 'Form submitted',
    model_key_refused: 'Your model key no longer works',
    rule: 'From an automatic rule',
    rule_failed: 'An automatic rule needs attention',
    broadcast_finished: 'Broadcast sent',
    broadcast_failed: 'Broadcast needs attention',
    post_failed: 'Post not published',
  },
  ja: {
    new_chat: '新しい会話',
    waiting: 'お客様がお待ちです',
    assigned: '担当になりました',
    mention: 'メモでメンションされました',
    late: '返信が遅れています',
    channel_failed: 'チャネルの確認が必要です',
    balance_low: 'トークン残高が残りわずかです',
    tokens_expiring: 'トークンの有効期限が近づいています',
    budget_used: 'トークン予算',
    form_submitted: 'フォームの回答',
    model_key_refused: 'モデルのキーが使えなくなりました',
    rule: '自動ルールからのお知らせ',
    rule_failed: '自動ルールの確認が必要です',
    broadcast_finished: 'メッセージ配信の完了',
    broadcast_failed: 'メッセージ配信の確認が必要です',
    post_failed: '投稿を公開できませんでした',
  },
  vi: {
    new_chat: 'Hội thoại mới',
    waiting: 'Đang chờ nhân viên',
    assigned: 'Được giao cho bạn',
    mention: 'Có người nhắc đến bạn',
    late: 'Hội thoại quá hạn',
    channel_failed: 'Kênh cần được kiểm tra',
    balance_low: 'Số dư token sắp hết',
    tokens_expiring: 'Token sắp hết hạn',
    budget_used: 'Ngân sách token',
    form_submitted: 'Có lượt trả lời biểu mẫu mới',
    model_key_refused: 'API key mô hình không dùng được nữa',
    rule: 'Thông báo từ quy tắc tự động',
    rule_failed: 'Quy tắc tự động cần được kiểm tra',
    broadcast_finished: 'Tin gửi hàng loạt đã gửi xong',
    broadcast_failed: 'Tin gửi hàng loạt cần được kiểm tra',
    post_failed: 'Không đăng được bài viết',
  },
} satisfies Record<Locale, Record<NotifyEvent, string>>;

export const CHANNEL_TROUBLES = [
  'lapsing',
  'lost',
  'suspended',
  'credentials_rejected',
  'payment_needed',
  'webhook_failed',
  'renewal_failing',
  'token_refused',
  'secret_wrong',
  'menus_left',
] as const;
export type ChannelTrouble = (typeof CHANNEL_TROUBLES)[number];

const TROUBLE_TEXTS = {
  en: {
    lapsing: 'The access token expires soon. Reconnect the channel.',
    lost: 'The access token has expired. Reconnect the channel.',
    suspended:
      'The platform has blocked this official account. Nothing is received or sent until it is unblocked.',
    credentials_rejected: 'The platform no longer accepts the credentials, so messages are not sent.',
    payment_needed: 'The platform requires payment before messages can be sent.',
    webhook_failed: 'The platform can’t deliver messages to this channel’s webhook.',
    renewal_failing: 'The access token can’t be renewed right now. Hanasu keeps trying.',
    token_refused:
      'The platform no longer accepts the stored token. Messages are sent with short-lived tokens meanwhile.',
    secret_wrong:
      'The channel secret was changed on the platform, so no messages are received. Save the new one.',
    menus_left:
      'The rich menus of this channel could not be removed from the platform. To remove them, connect the official account again and then delete the channel.',
  },
  ja: {
    lapsing: 'アクセストークンの有効期限が近づいています。チャネルを接続し直してください。',
    lost: 'アクセストークンが失効しました。チャネルを接続し直してください。',
    suspended: '公式アカウントが利用停止になっています。解除されるまで送受信できません。',
    credentials_rejected: '認証情報が受け付けられないため、メッセージを送信できません。',
    payment_needed: '料金のお支払いが必要なため、メッセージを送信できません。',
    webhook_failed: 'このチャネルのWebhookにメッセージが届いていません。',
    renewal_failing: 'アクセストークンを更新できません。自動で再試行しています。',
    token_refused: '登録されたトークンが無効になりました。現在は短期トークンで送信しています。',
    secret_wrong:
      'チャネルシークレットが変更されたため、メッセージを受信できません。新しいシークレットを登録してください。',
    menus_left:
      'このチャネルのリッチメニューをプラットフォームから削除できませんでした。削除するには、公式アカウントをもう一度接続してから、チャネルを削除してください。',
  },
  vi: {
    lapsing: 'Access token sắp hết hạn. Hãy kết nối lại kênh.',
    lost: 'Access token đã hết hạn. Hãy kết nối lại kênh.',
    suspended:
      'Nền tảng đã tạm khóa Official Account này. Không nhận và không gửi được tin nhắn cho đến khi mở lại.',
    credentials_rejected: 'Nền tảng không còn chấp nhận thông tin xác thực nên không gửi được tin nhắn.',
    payment_needed: 'Cần thanh toán cho nền tảng trước khi gửi tin nhắn.',
    webhook_failed: 'Nền tảng không gửi được tin nhắn đến webhook của kênh này.',
    renewal_failing: 'Hiện chưa gia hạn được access token. Hanasu vẫn đang thử lại.',
    token_refused: 'Nền tảng không còn chấp nhận token đã lưu. Tin nhắn đang được gửi bằng token ngắn hạn.',
    secret_wrong: 'Khóa bí mật của kênh đã đổi trên nền tảng nên không nhận được tin nhắn. Hãy lưu khóa mới.',
    menus_left:
      'Không gỡ được rich menu của kênh này khỏi nền tảng. Để gỡ, hãy kết nối lại Official Account rồi xóa kênh.',
  },
} satisfies Record<Locale, Record<ChannelTrouble, string>>;

const REFUSAL_TEXTS = {
  en: {
    wrong_key: 'The provider no longer knows this key. Enter a new one in Account → Models.',
    no_access: 'The provider no longer lets this key call models. Check its permissions there.',
    no_credit: 'The account at the provider has no credit left. Add credit there, then check the key again.',
  },
  ja: {
    wrong_key:
      '提供元がこのキーを認識しなくなりました。「アカウント」の「モデル」で新しいキーを登録してください。',
    no_access: 'このキーでモデルを呼び出せなくなりました。提供元の管理画面で権限を確認してください。',
    no_credit: '提供元のアカウントの残高がありません。残高を追加してから、キーをもう一度確認してください。',
  },
  vi: {
    wrong_key: 'Nhà cung cấp không còn nhận ra API key này. Hãy nhập API key mới trong Tài khoản → Mô hình.',
    no_access: 'API key này không còn được phép gọi mô hình. Hãy kiểm tra quyền tại nhà cung cấp.',
    no_credit: 'Tài khoản tại nhà cung cấp đã hết tiền. Hãy nạp thêm rồi kiểm tra lại API key.',
  },
} satisfies Record<Locale, Record<ModelKeyRefusal, string>>;

const LEFT = {
  en: (tokens: string) => `${tokens} tokens are left.`,
  ja: (tokens: string) => `残り${tokens}トークンです。`,
  vi: (tokens: string) => `Còn ${tokens} token.`,
} satisfies Record<Locale, (tokens: string) => string>;

/** `broken`: it does nothing; `failed`: it could not do something. */
const RULE_TROUBLES = ['broken', 'failed'] as const;

const RULE_TEXTS = {
  en: {
    broken: 'A part of this rule is gone or archived, so it does nothing.',
    failed: 'Some of its actions could not be done. The log says which.',
  },
  ja: {
    broken: 'ルールの一部が削除またはアーカイブされたため、動作していません。',
    failed: '実行できなかった操作があります。履歴をご確認ください。',
  },
  vi: {
    broken: 'Một phần của quy tắc đã bị xóa hoặc lưu trữ nên quy tắc không hoạt động.',
    failed: 'Có thao tác không thực hiện được. Hãy xem lịch sử.',
  },
} satisfies Record<Locale, Record<(typeof RULE_TROUBLES)[number], string>>;

const BROADCAST_TROUBLES = BROADCAST_REASONS.filter((reason) => reason !== 'by_person');

const BROADCAST_TEXTS = {
  en: {
    quota_short: 'The quota of this month is used up or kept for staff.',
    credentials_rejected: 'A channel’s credentials are no longer accepted. Connect it again, then resume.',
    payment_needed: 'The platform requires payment first.',
    message_invalid: 'The platform did not accept this message.',
    not_ready: 'It could not start at its time: its audience, message or channels do not allow it.',
    winner_wanted: 'The A/B test is over. Choose the variant that the rest gets.',
  },
  ja: {
    quota_short: '今月のメッセージ通数を使い切ったか、残りはチーム用に確保されています。',
    credentials_rejected: 'チャネルの認証情報が無効になりました。接続し直してから、配信を再開してください。',
    payment_needed: 'プラットフォームへの支払いが必要です。',
    message_invalid: 'プラットフォームがこのメッセージを受け付けませんでした。',
    not_ready: '予約日時に開始できませんでした。配信対象、メッセージ、チャネルをご確認ください。',
    winner_wanted: 'A/Bテストの送信が終わりました。残りの人に配信するパターンを選択してください。',
  },
  vi: {
    quota_short: 'Hạn mức tin nhắn tháng này đã hết hoặc được dành cho đội của bạn.',
    credentials_rejected:
      'Thông tin xác thực của một kênh không còn được chấp nhận. Hãy kết nối lại rồi tiếp tục gửi.',
    payment_needed: 'Nền tảng yêu cầu thanh toán trước.',
    message_invalid: 'Nền tảng không chấp nhận tin nhắn này.',
    not_ready: 'Không thể bắt đầu đúng giờ: hãy xem lại đối tượng nhận, tin nhắn và kênh.',
    winner_wanted: 'Thử nghiệm A/B đã gửi xong. Hãy chọn phiên bản cho những người còn lại.',
  },
} satisfies Record<Locale, Record<Exclude<BroadcastReason, 'by_person'>, string>>;

const POST_TEXTS = {
  en: {
    post_incomplete:
      'It had no title or no text at its scheduled time. Complete it, then publish or schedule it again.',
    email_unconfirmed:
      'The owner’s email address was not confirmed. Confirm it, then publish or schedule the post again.',
    account_suspended: 'The account was suspended at the scheduled time.',
    taken_down: 'The server administrator has taken this post down.',
    publishing_failed:
      'It could not be published because of an error on the server. Publish or schedule it again.',
  },
  ja: {
    post_incomplete:
      '予約した日時に、タイトルまたは本文がありませんでした。入力してから、もう一度公開または予約してください。',
    email_unconfirmed:
      'オーナーのメールアドレスが確認されていませんでした。確認してから、もう一度公開または予約してください。',
    account_suspended: '予約した日時に、アカウントが利用停止になっていました。',
    taken_down: 'サーバー管理者がこの投稿を非公開にしています。',
    publishing_failed: 'サーバーのエラーにより公開できませんでした。もう一度公開または予約してください。',
  },
  vi: {
    post_incomplete:
      'Đến giờ đăng, bài viết chưa có tiêu đề hoặc nội dung. Hãy bổ sung rồi đăng hoặc lên lịch lại.',
    email_unconfirmed:
      'Địa chỉ email của chủ sở hữu chưa được xác nhận. Hãy xác nhận rồi đăng hoặc lên lịch lại.',
    account_suspended: 'Đến giờ đăng, tài khoản đang bị khóa.',
    taken_down: 'Quản trị viên máy chủ đã gỡ bài viết này.',
    publishing_failed: 'Không đăng được bài viết do lỗi máy chủ. Hãy đăng hoặc lên lịch lại.',
  },
} satisfies Record<Locale, Record<PostFailure, string>>;

const EXPIRING = {
  en: (tokens, when) => `${tokens} tokens expire on ${when}. Later purchases do not extend them.`,
  ja: (tokens, when) =>
    `${tokens}トークンの有効期限は${when}です。新しく購入しても、この期限は延長されません。`,
  vi: (tokens, when) => `${tokens} token hết hạn vào ${when}. Lần mua sau không gia hạn số token này.`,
} satisfies Record<Locale, (tokens: string, when: string) => string>;

const SENT_TO = {
  en: (people: string) => `Sent to ${people} people.`,
  ja: (people: string) => `${people}人に送信しました。`,
  vi: (people: string) => `Đã gửi cho ${people} người.`,
} satisfies Record<Locale, (people: string) => string>;

/** What is stored as a word or a number is said in the person's language; everything else is somebody's own words. */
function bodyWords(locale: Locale, event: NotifyEvent, body: string): string {
  if (event === 'balance_low') return LEFT[locale](Number(body).toLocaleString(locale));
  if (event === 'budget_used') return budgetWords(locale, body);
  if (event === 'tokens_expiring') {
    const [tokens, expiresAt = ''] = body.split(' ');
    // The time of the account's zone, to be written as it is.
    const when = new Date(`${expiresAt}Z`).toLocaleString(locale, {
      ...{ dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' },
    });
    return EXPIRING[locale](Number(tokens).toLocaleString(locale), when);
  }
  if (event === 'broadcast_finished') return SENT_TO[locale](Number(body).toLocaleString(locale));
  const reason = BROADCAST_TROUBLES.find((one) => one === body);
  if (event === 'broadcast_failed' && reason) return BROADCAST_TEXTS[locale][reason];
  const failure = POST_FAILURES.find((one) => one === body);
  if (event === 'post_failed' && failure) return POST_TEXTS[locale][failure];
  const refusal = MODEL_KEY_REFUSALS.find((one) => one === body);
  if (event === 'model_key_refused' && refusal) return REFUSAL_TEXTS[locale][refusal];
  const broken = RULE_TROUBLES.find((one) => one === body);
  if (event === 'rule_failed' && broken) return RULE_TEXTS[locale][broken];
  const trouble = CHANNEL_TROUBLES.find((one) => one === body);
  return event === 'channel_failed' && trouble ? TROUBLE_TEXTS[locale][trouble] : body;
}

export const LINKED_WORDS = {
  en: 'Linked. Hanasu notifications will arrive here.',
  ja: '連携しました。今後、Hanasuからのお知らせがここに届きます。',
  vi: 'Đã liên kết. Từ nay thông báo của Hanasu sẽ được gửi đến đây.',
} satisfies Record<Locale, string>;

export const TEST_WORDS = {
  en: { subject: 'Test', body: 'This is a test notification from Hanasu.' },
  ja: { subject: 'テスト', body: 'Hanasuからのテスト通知です。' },
  vi: { subject: 'Thông báo thử', body: 'Đây là thông báo thử từ Hanasu.' },
} satisfies Record<Locale, { subject: string; body: string }>;

const LONGEST = { subject: 120, body: 300 } as const;

/** What customers wrote, fit to stand in a mail, a message and a notification: one line, cut, reading one way. */
export function plainText(text: string, what: keyof typeof LONGEST): string {
  const line = text
    .replaceAll(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const signs = [...line.toWellFormed()];
  return signs.length > LONGEST[what] ? `${signs.slice(0, LONGEST[what] - 1).join('')}…` : line;
}
