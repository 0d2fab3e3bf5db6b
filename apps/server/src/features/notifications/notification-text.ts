import type { Locale } from '@hanasu/contract/accounts';
import { MODEL_KEY_REFUSALS, type ModelKeyRefusal } from '@hanasu/contract/model-keys';
import type { NotifyEvent } from '@hanasu/contract/notify';

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

const MORE = {
  en: (count: number) => `… and ${count} more`,
  ja: (count: number) => `… ほか${count}件`,
  vi: (count: number) => `… và ${count} mục khác`,
} satisfies Record<Locale, (count: number) => string>;

/** One paragraph each, with a link. */
export function linesOf(locale: Locale, items: readonly NotificationItem[], publicUrl: string): string[] {
  const lines = items.slice(0, SHOWN).map((item) => `${headOf(locale, item)}\n${publicUrl}${item.path}`);
  return items.length > SHOWN ? [...lines, MORE[locale](items.length - SHOWN)] : lines;
}

export function headOf(locale: Locale, { event, subject, body }: NotificationItem): string {
  const said = bodyWords(locale, event, body);
  const head = subject === '' ? EVENT_TEXTS[locale][event] : `${EVENT_TEXTS[locale][event]}: ${subject}`;
  return said === '' ? head : `${head} — ${said}`;
}

export const EVENT_TEXTS = {
  en: {
    new_chat: 'New conversation',
    waiting: 'Waiting for a person',
    assigned: 'Assigned to you',
    mention: 'You were mentioned',
    late: 'Answer overdue',
    channel_failed: 'Channel needs attention',
    balance_low: 'Balance is low',
    form_submitted: 'Form submitted',
    model_key_refused: 'Your model key no longer works',
  },
  ja: {
    new_chat: '新しい会話',
    waiting: '担当者を待っています',
    assigned: 'あなたの担当になりました',
    mention: 'あなた宛てのメモ',
    late: '返信が遅れています',
    channel_failed: 'チャネルの確認が必要です',
    balance_low: '残高が少なくなりました',
    form_submitted: 'フォームの回答',
    model_key_refused: 'モデルのキーが使えなくなりました',
  },
  vi: {
    new_chat: 'Cuộc trò chuyện mới',
    waiting: 'Đang chờ nhân viên',
    assigned: 'Được giao cho bạn',
    mention: 'Có người nhắc đến bạn',
    late: 'Trả lời trễ hạn',
    channel_failed: 'Kênh cần được kiểm tra',
    balance_low: 'Số dư sắp hết',
    form_submitted: 'Có biểu mẫu mới gửi',
    model_key_refused: 'API key mô hình không dùng được nữa',
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
] as const;
export type ChannelTrouble = (typeof CHANNEL_TROUBLES)[number];

const TROUBLE_TEXTS = {
  en: {
    lapsing: 'Access ends soon. Connect the channel again.',
    lost: 'Access has ended. Connect the channel again.',
    suspended:
      'The vendor has blocked this official account: nothing arrives and nothing is sent until the vendor unblocks it.',
    credentials_rejected: 'The vendor no longer accepts the access data, so messages are not sent.',
    payment_needed: 'The vendor wants to be paid before messages are sent.',
    webhook_failed: 'The vendor cannot deliver messages to this channel’s webhook.',
    renewal_failing: 'Access cannot be renewed just now. Hanasu keeps trying.',
    token_refused:
      'The vendor no longer accepts the stored token. Messages are sent with short-lived tokens meanwhile.',
    secret_wrong:
      'The channel secret has changed at the vendor, so no messages are received. Store the new one.',
  },
  ja: {
    lapsing: 'アクセス権の期限が近づいています。チャネルを接続し直してください。',
    lost: 'アクセス権が失われました。チャネルを接続し直してください。',
    suspended: '公式アカウントが利用停止になっています。解除されるまで送受信できません。',
    credentials_rejected: '認証情報が受け付けられないため、メッセージを送信できません。',
    payment_needed: '料金のお支払いが必要なため、メッセージを送信できません。',
    webhook_failed: 'このチャネルのWebhookにメッセージが届いていません。',
    renewal_failing: 'アクセス権を更新できません。自動で再試行しています。',
    token_refused: '登録されたトークンが無効になりました。現在は短期トークンで送信しています。',
    secret_wrong:
      'チャネルシークレットが変更されたため、メッセージを受信できません。新しいシークレットを登録してください。',
  },
  vi: {
    lapsing: 'Quyền truy cập sắp hết hạn. Hãy kết nối lại kênh.',
    lost: 'Quyền truy cập đã mất. Hãy kết nối lại kênh.',
    suspended:
      'Nhà cung cấp đã tạm khóa Official Account này: không nhận và không gửi được tin nhắn cho đến khi được mở lại.',
    credentials_rejected: 'Nhà cung cấp không còn chấp nhận thông tin truy cập nên tin nhắn không gửi được.',
    payment_needed: 'Nhà cung cấp yêu cầu thanh toán trước khi gửi tin nhắn.',
    webhook_failed: 'Nhà cung cấp không gửi được tin nhắn đến webhook của kênh này.',
    renewal_failing: 'Hiện chưa gia hạn được quyền truy cập. Hanasu vẫn đang thử lại.',
    token_refused:
      'Nhà cung cấp không còn chấp nhận token đã lưu. Tin nhắn đang được gửi bằng token ngắn hạn.',
    secret_wrong:
      'Khóa bí mật của kênh đã đổi ở nhà cung cấp nên không nhận được tin nhắn. Hãy lưu khóa mới.',
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

/** What is stored as a word or a number is said in the person's language; everything else is somebody's own words. */
function bodyWords(locale: Locale, event: NotifyEvent, body: string): string {
  if (event === 'balance_low') return LEFT[locale](Number(body).toLocaleString(locale));
  const refusal = MODEL_KEY_REFUSALS.find((one) => one === body);
  if (event === 'model_key_refused' && refusal) return REFUSAL_TEXTS[locale][refusal];
  const trouble = CHANNEL_TROUBLES.find((one) => one === body);
  return event === 'channel_failed' && trouble ? TROUBLE_TEXTS[locale][trouble] : body;
}

export const LINKED_WORDS = {
  en: 'Done. You will be told here what happens in Hanasu.',
  ja: '連携しました。今後、Hanasuからのお知らせがここに届きます。',
  vi: 'Đã liên kết. Từ nay thông báo của Hanasu sẽ được gửi đến đây.',
} satisfies Record<Locale, string>;

export const TEST_WORDS = {
  en: { subject: 'Test', body: 'This is how Hanasu tells you what happens.' },
  ja: { subject: 'テスト', body: 'Hanasuからのお知らせは、このように届きます。' },
  vi: { subject: 'Thử', body: 'Đây là cách Hanasu gửi thông báo cho bạn.' },
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
