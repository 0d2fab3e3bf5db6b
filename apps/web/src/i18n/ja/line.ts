import type { line as english } from '../en/line.ts';
import type { WordsLike } from '../words.ts';

export const line = {
  manager: 'LINE Official Account Manager',
  console: 'LINE Developersコンソール',
  steps: {
    open: {
      title: 'LINE公式アカウントを開く',
      account: 'LINE公式アカウントをお持ちでない場合は、無料で作成できます：',
      messagingApi: '設定の「Messaging API」で、Messaging APIを有効にします。',
      console: 'コンソールを開き、プロバイダーとMessaging APIチャネルを選びます：',
    },
    copy: {
      title: '3つの値をコピーする',
      text: 'いずれもLINE Developersコンソールのチャネル画面にあります。',
    },
    answer: { title: '回答するボットを選ぶ' },
    after: {
      title: '接続後に、LINE側で2つの設定を変更する',
      text: 'この2つはお客様ご自身での設定が必要です。ほかは自動で行います。',
      useWebhook: 'LINE Developersコンソール →「Messaging API設定」タブ →「Webhookの利用」をオン',
      autoReply:
        'LINE Official Account Manager →「応答設定」→「応答メッセージ」をオフ（ボットだけが回答するようになります）',
    },
  },
  channelId: 'チャネルID',
  channelSecret: 'チャネルシークレット',
  channelAccessToken: 'チャネルアクセストークン',
  where: {
    channelId: '「チャネル基本設定」タブの上部にある数字です。',
    channelSecret: '「チャネル基本設定」タブの下の方にある32文字です。',
    channelAccessToken:
      '「Messaging API設定」タブの一番下、「チャネルアクセストークン（長期）」で「発行」を押します。',
  },
  shape: {
    channelId: '「チャネルID」に表示されている数字のみを入力してください。「@…」のIDではありません。',
    channelSecret: '0〜9とa〜fの32文字です。コピーボタンでもう一度コピーしてください。',
    channelAccessToken: 'トークン全体（長い1行）が必要です。コピーボタンでもう一度コピーしてください。',
  },
  rejected: {
    channelId:
      'このチャネルIDとトークンの組み合わせが確認できません。3つの値が同じチャネルのものかご確認ください。',
    channelSecret:
      'このシークレットは受け付けられませんでした。再発行した場合は、新しい値をコピーしてください。',
    channelAccessToken:
      'このトークンは受け付けられませんでした。同じチャネルで長期トークンを発行し直して貼り付けてください。',
  },
  secretsKept: '暗号化して保存し、再び表示されることはありません。',
  show: '表示を切り替える',
  namePlaceholder: '本店',
  whatHappens: 'LINEで値を確認し、Webhookを設定してテストします。',
  connect: 'LINEを接続',
  unreachable: {
    title: 'LINEからこのサーバーにまだ接続できません（{{url}}）',
    text: 'LINEはインターネット経由でhttpsのURLにメッセージを送ります。サーバーを公開されたhttpsのURLで使えるようにし、PUBLIC_URLに設定してください。いま接続することもできますが、メッセージが届くのはその後です。サンドボックスは設定なしで使えます。',
  },
} as const satisfies WordsLike<typeof english>;
