import type { WordsLike } from '../../../../i18n/words.ts';
import type { words as english } from './en.ts';

export const words = {
  links: {
    manager: 'LINE Official Account Manager',
    console: 'LINE Developersコンソール',
  },
  steps: {
    open: {
      title: 'LINE公式アカウントを開く',
      items: {
        account: 'LINE公式アカウントをお持ちでない場合は、無料で作成できます：',
        messagingApi: '設定の「Messaging API」で、Messaging APIを有効にします。',
        console: 'コンソールを開き、プロバイダーとMessaging APIチャネルを選びます：',
      },
    },
    copy: {
      title: '2つの値をコピーする',
      text: 'いずれもLINE Developersコンソールのチャネル画面にあります。',
    },
    after: {
      title: '接続後に、LINE側で2つの設定を変更する',
      text: 'この2つはお客様ご自身での設定が必要です。ほかは自動で行います。',
      items: {
        useWebhook: 'LINE Developersコンソール →「Messaging API設定」タブ →「Webhookの利用」をオン',
        autoReply:
          'LINE Official Account Manager →「応答設定」→「応答メッセージ」をオフ（ボットだけが回答するようになります）',
      },
    },
  },
  fields: {
    channelId: {
      label: 'チャネルID',
      where: '「チャネル基本設定」タブの上部にある数字です。',
      shape: '「チャネルID」に表示されている数字のみを入力してください。「@…」のIDではありません。',
      rejected: 'このチャネルIDが確認できません。すべての値が同じチャネルのものかご確認ください。',
    },
    channelSecret: {
      label: 'チャネルシークレット',
      where: '「チャネル基本設定」タブの下の方にある32文字です。',
      shape: '0〜9とa〜fの32文字です。コピーボタンでもう一度コピーしてください。',
      rejected:
        'このシークレットは受け付けられませんでした。再発行した場合は、新しい値をコピーしてください。',
    },
    channelAccessToken: {
      label: 'チャネルアクセストークン',
      where: '「Messaging API設定」タブの一番下、「チャネルアクセストークン（長期）」で「発行」を押します。',
      shape: 'トークン全体（長い1行）が必要です。コピーボタンでもう一度コピーしてください。',
      rejected:
        'このトークンは受け付けられませんでした。同じチャネルで長期トークンを発行し直して貼り付けてください。',
    },
    assertionKey: {
      label: 'アサーション署名キー（秘密鍵）',
      where:
        '「チャネル基本設定」タブの「アサーション署名キー」に公開鍵を登録した鍵ペアの秘密鍵です。「kid」を含むJSONを貼り付けます。',
      shape: '「kid」を含む秘密鍵全体（JSON）が必要です。',
      rejected:
        'この鍵は受け付けられませんでした。公開鍵が同じチャネルに登録されているか、「kid」がLINEの発行したものかご確認ください。',
    },
  },
  console: {
    title: 'LINE Developersコンソールの略図',
    tabs: { basic: 'チャネル基本設定', api: 'Messaging API設定' },
    switches: { useWebhook: 'Webhookの利用' },
  },
  choice: {
    title: 'アクセストークンの取得方法',
    options: {
      automatic: {
        label: '自動（コピー不要）',
        text: '上の2つの値を使って、必要なときに短期のトークンを取得します。',
      },
      token: {
        label: '発行済みの長期トークンを使う',
        text: '1つのトークンを複数のプログラムで使っている場合に選びます。',
      },
      key: {
        label: 'アサーション署名キーを使う',
        text: 'このサーバーだけが持つ鍵で署名し、30日間有効なトークンを取得します。',
      },
    },
  },
  inAppPages: {
    title: 'LINE内でフォームを開く（LIFF）',
    text: '送信したフォームがLINEの中で開きます。回答者をLINEで確認できるため、登録済みの内容が最初から入力されます。',
    on: 'フォームをLINE内で開く',
    steps: {
      channel:
        'LINE DevelopersコンソールでこのLINE公式アカウントのプロバイダーを開き、LINEログインチャネルを作成します。必ず同じプロバイダーに作成してください。別のプロバイダーでは、友だちのユーザーIDが異なります。',
      app: 'LINEログインチャネルの「LIFF」タブでLIFFアプリを追加します。下のエンドポイントURLを入力し、Scopeの「openid」と「profile」をオンにします。',
      publish: 'LINEログインチャネルを公開し、2つのIDをここに入力します。',
    },
    endpoint: 'エンドポイントURL',
    loginChannelId: {
      label: 'LINEログインチャネルのチャネルID',
      where: 'LINEログインチャネルの「チャネル基本設定」タブにある10桁の数字です。',
      shape: 'チャネルIDの10桁の数字を入力してください。',
    },
    liffId: {
      label: 'LIFF ID',
      where: '「LIFF」タブに表示されています。例：1234567890-AbcdEfgh',
      shape: 'LIFF IDのみを入力してください（例：1234567890-AbcdEfgh）。LIFF URLの末尾の部分です。',
    },
    provider: {
      confirmed: '公式アカウントと同じプロバイダー：確認済み',
      doubtful:
        'フォームを開いた人が、この公式アカウントのユーザーとして確認できませんでした。LINEログインチャネルが公式アカウントと同じプロバイダーにあるか確認するため、公式アカウントを友だち追加したLINEでフォームを開いてください。それでもこの表示が消えない場合は、公式アカウントのプロバイダーにLINEログインチャネルを作成し、その2つのIDをここに入力してください。',
    },
  },
  whatHappens: 'LINEで値を確認し、Webhookを設定してテストします。',
  connect: 'LINEを接続',
  unreachable: {
    title: 'LINEからこのサーバーにまだ接続できません ({{publicUrl}})',
    text: 'LINEはインターネット経由でhttpsのURLにメッセージを送ります。サーバーを公開されたhttpsのURLで使えるようにし、PUBLIC_URLに設定してください。いま接続することもできますが、メッセージが届くのはその後です。お試しチャネルは設定なしで使えます。',
  },
} as const satisfies WordsLike<typeof english>;
