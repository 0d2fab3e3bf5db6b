import type { WordsLike } from '../../../i18n/words.ts';
import type * as english from './en.ts';

export const notifications = {
  events: {
    new_chat: '新しい会話',
    waiting: 'お客様がお待ちです',
    assigned: '会話の担当になりました',
    mention: '社内メモでメンションされました',
    late: '会話が返信期限を過ぎています',
    channel_failed: 'チャネルの確認が必要です',
    balance_low: 'トークン残高が残りわずかです',
    tokens_expiring: 'トークンの有効期限が近づいています',
    budget_used: 'トークン予算のお知らせ',
    form_submitted: 'フォームの回答が届きました',
    model_key_refused: 'モデルのキーが使えなくなりました',
    rule: '自動ルールからのお知らせ',
    rule_failed: '自動ルールの確認が必要です',
    broadcast_finished: 'メッセージ配信が完了しました',
    broadcast_failed: 'メッセージ配信の確認が必要です',
    post_failed: '投稿を公開できませんでした',
  },
  tokensLeft: '残り{{tokens}}トークンです。',
  tokensExpiring: '{{tokens}}トークンの有効期限は{{date}}です。',
  budgetUsed: {
    day: '本日のトークン予算の{{share}}を使いました。',
    month: '今月のトークン予算の{{share}}を使いました。',
  },
  budgetAhead: {
    warn: '上限に達しても停止しません。',
    cheaper:
      '現在、節約モデルのあるボットは節約モデルで回答しています。上限に達するとボットは一時停止します。',
    builtin: '上限に達すると、内蔵モデルが回答します。',
    pause: '上限に達するとボットは一時停止し、固定回答以外の質問は対応待ちになります。',
    refuse: '上限に達すると、このキーでの呼び出しは拒否されます。',
  },
  budgetSentences: '{{used}}{{ahead}}',
  budgetReached: {
    warn: 'トークン予算の上限に達しました。停止はしません。',
    builtin: 'トークン予算の上限に達しました。次の期間まで内蔵モデルが回答します。',
    pause:
      'トークン予算の上限に達しました。次の期間まで、ボットは固定回答のみで応答し、その他の質問は対応待ちになります。',
    refuse: 'トークン予算の上限に達しました。次の期間まで、このキーでの呼び出しは拒否されます。',
  },
  budgetShort: {
    builtin: 'トークン予算の残りでは足りない質問があります。その質問には内蔵モデルが回答します。',
    pause:
      'トークン予算の残りでは足りない質問があります。その質問には固定回答のみで応答し、ほかは対応待ちになります。',
    refuse: 'トークン予算の残りでは足りない呼び出しがあり、拒否されています。',
  },
  peopleSent: '{{people}}人に送信しました。',
  broadcastTroubles: {
    quota_short: '今月のメッセージ通数を使い切ったか、残りはチーム用に確保されています。',
    credentials_rejected: 'チャネルの認証情報が無効になりました。',
    payment_needed: 'プラットフォームへの支払いが必要です。',
    message_invalid: 'プラットフォームがこのメッセージを受け付けませんでした。',
    not_ready: '予約日時に開始できませんでした。配信対象、メッセージ、チャネルをご確認ください。',
    winner_wanted: 'A/Bテストの送信が終わりました。残りの人に配信するパターンを選択してください。',
  },
  postFailures: {
    post_incomplete: '予約した日時に、タイトルまたは本文がありませんでした。',
    email_unconfirmed: 'オーナーのメールアドレスが確認されていませんでした。',
    account_suspended: '予約した日時に、アカウントが利用停止になっていました。',
    taken_down: 'サーバー管理者がこの投稿を非公開にしています。',
    publishing_failed: 'サーバーでエラーが発生しました。',
  },
  ruleTroubles: {
    broken: 'ルールの一部が削除またはアーカイブされたため、動作していません。',
    failed: '実行できなかった操作があります。履歴をご確認ください。',
  },
  troubles: {
    lapsing: 'アクセストークンの期限が近づいています。接続し直してください。',
    lost: 'アクセストークンが失効しました。接続し直してください。',
    suspended: '公式アカウントが利用停止になっています。解除されるまで送受信できません。',
    credentials_rejected: '認証情報が受け付けられません。',
    payment_needed: '料金のお支払いが必要です。',
    webhook_failed: 'Webhookにメッセージが届いていません。',
    renewal_failing: 'アクセストークンを更新できません。自動で再試行しています。',
    token_refused: '登録されたトークンが無効になりました。現在は短期トークンで送信しています。',
    secret_wrong:
      'チャネルシークレットが変更されたため、メッセージを受信できません。新しいシークレットを登録してください。',
    menus_left:
      'リッチメニューをプラットフォームから削除できませんでした。公式アカウントをもう一度接続してから、チャネルを削除してください。',
  },
} as const satisfies WordsLike<typeof english.notifications>;
