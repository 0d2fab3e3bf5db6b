import type { WordsLike } from '../../../../i18n/words.ts';
import type { words as english } from './en.ts';

export const words = {
  links: {
    manager: 'Zalo OA Manager',
    console: 'Zalo for Developers',
  },
  steps: {
    open: {
      title: 'Zaloでアプリを作成する',
      items: {
        account: '認証済みで有料プランの公式アカウントが必要です。確認はこちら：',
        create:
          'コンソールで「Thêm ứng dụng mới」（アプリを追加）を選び、名前を付けて有効化（「Kích hoạt」）します：',
        product: 'アプリの「Official Account」で、アプリと公式アカウントを連携します。',
        domain: '「Xác thực domain」（ドメイン認証）で、このサーバーのドメインを認証します。',
      },
    },
    callback: {
      title: 'コールバックURLを貼り付け、権限を選ぶ',
      text: 'アプリの「Official Account」→「Thiết lập chung」（共通設定）→「Official Account Callback Url」に貼り付けます。',
      label: 'コールバックURL',
      note: '同じページで権限をすべて選んで保存します。後からURLや権限を変更すると接続が無効になり、再接続が必要になります。',
    },
    copy: {
      title: 'アプリの値をコピーする',
      text: 'いずれもコンソールのアプリ設定ページ（「Cài đặt」）にあります。',
    },
    after: {
      title: '戻ってきたら、Webhookを設定する',
      text: '許可するとこの画面に戻り、チャネルとWebhookのURLが表示されます。',
      items: {
        paste:
          'コンソールの「Webhook」に、チャネルのページに表示されるWebhook URLを貼り付けて保存します。Zaloがすぐに確認します。このアプリで接続した公式アカウントはすべて同じURLを使います。',
        tick: '同じページで、次のイベントを1つずつオンにします：',
        filter: '「#」で始まるメッセージだけを受け取るフィルターは、オフのままにしてください。',
        autoReply: 'Zalo OA Managerで自動応答をオフにします（ボットだけが回答するようになります）。',
      },
    },
  },
  fields: {
    appId: {
      label: 'アプリID（ID ứng dụng）',
      where: 'ページ上部にある数字です。',
      shape: '10桁以上の数字のみを入力してください。',
    },
    appSecret: {
      label: 'アプリのシークレットキー（Khóa bí mật）',
      where: '「Khóa bí mật của ứng dụng」の横のコピーボタンを押します。',
      shape: '短すぎます。コピーボタンでもう一度コピーしてください。',
    },
    webhookSecret: {
      label: 'OA Secret Key（任意）',
      where:
        'アプリの「Webhook」ページにあります。WebhookのURLを保存すると表示されます。シークレットキーと同じ場合は空のままにしてください。',
      shape: '短すぎます。もう一度コピーするか、空のままにしてください。',
    },
  },
  whatHappens: 'Zaloに移動し、公式アカウントの管理者として許可すると、ここに戻ります。',
  connect: 'Zaloへ進む',
  unreachable: {
    title: 'Zaloからこのサーバーにまだ接続できません',
    text: 'Zaloが受け付けるのは、認証済みドメインのhttpsのURLだけです。サーバーを公開されたhttpsのURLで使えるようにし、PUBLIC_URLに設定してください。お試しチャネルは設定なしで使えます。',
  },
} as const satisfies WordsLike<typeof english>;
