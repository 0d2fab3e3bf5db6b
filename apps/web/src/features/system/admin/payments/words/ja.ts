import type { WordsLike } from '../../../../../i18n/words.ts';
import type * as english from './en.ts';

export const adminPayments = {
  gateways: { sandbox: 'お試し環境', stripe: 'Stripe' },
  packages: {
    title: '販売中のパッケージ',
    text: 'パッケージと価格は、サーバーの次の設定で決まります：',
    gateway: '決済には{{name}}を使用しています。',
    test: 'テストモード（請求なし）',
    live: '本番（カードに請求）',
    name: 'パッケージ',
    tokens: 'トークン',
    price: '税込価格',
    validity: 'トークンの有効期間',
    days_other: '{{number}}日',
    noEnd: '有効期限なし',
    none: '販売中のパッケージはありません',
    noneText:
      '販売するにはStripeのキーを設定してください。請求なしで試すには、PAYMENT_SANDBOX=onを設定してください。',
  },
  add: {
    short: '追加',
    action: 'トークンを追加',
    title: '「{{name}}」にトークンを追加',
    text: '現在の残高は{{balance}}トークンです。追加した数と理由は、このアカウントのオーナーと管理者のトークン履歴と操作履歴に表示されます。',
    tokens: 'トークン数',
    reason: '理由',
    reasonHelp: 'アカウントの利用者に表示されます。例：障害のお詫び',
    days: '有効日数',
    daysHelp: '有効期限を設けない場合は空欄にしてください。',
    numberWrong: '1〜{{most}}の整数を入力してください。',
    keyUsed:
      'この画面から、別の内容でトークンを追加済みです。画面を閉じて残高を確認してから、改めて追加してください。',
    done_other: '「{{name}}」に{{number}}トークンを追加しました',
  },
  events: {
    title: '処理できなかったイベント',
    text: '決済サービスから届いたイベントのうち、処理できなかったもの、またはまだ処理されていないものです。',
    none: '処理できなかったイベントはありません',
    noneText: '決済サービスから届いたイベントは、すべて処理されています。',
    event: 'イベント',
    received: '受信',
    problem: '問題',
    account: 'アカウント',
    payment: '支払い番号：{{id}}',
    replay: '再処理',
    waiting: '未処理',
    unmatched_other:
      'このサーバーにないお支払いについてのイベントが{{count}}件あります（同じ決済アカウントを使う別のサービスなど）。',
    problems: {
      failed: '処理に失敗しました。再試行します：{{detail}}',
      no_payment: 'このサーバーに記録のない支払いに関するイベントです。',
      not_about_payment:
        'このサーバーの支払いに関するイベントではないか、別のモード（テストまたは本番）のイベントです。',
      other_payment:
        '決済サービス側の支払いが、記録とアカウント、金額、通貨、モードのいずれかで一致しません。',
      refused: '決済サービスに拒否されました：{{detail}}',
    },
    processed: 'イベントを処理しました：{{id}}',
    stillFailed: '再処理しましたが、問題は解決していません：{{id}}',
    stillWaiting: 'まだ処理されていません：{{id}}。サーバーが引き続き処理を試みます。',
  },
} as const satisfies WordsLike<typeof english.adminPayments>;
