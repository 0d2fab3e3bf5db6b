import type { WordsLike } from '../../../../i18n/words.ts';
import type { words as english } from './en.ts';

export const words = {
  links: {
    botFather: '@BotFather',
  },
  steps: {
    open: {
      title: 'Telegramでボットを作成する',
      items: {
        open: 'Telegramで、ボットを作成するための公式ボットとのチャットを開きます：',
        create:
          '「/newbot」と送信し、表示名と、末尾が「bot」のユーザー名を決めます。既存のボットを使う場合は「/token」と送信します。',
        groups:
          'グループでは、ユーザー名で呼ばれたときと、ボットへの返信だけを受け取ります。「/setprivacy」は有効のままにしてください。',
      },
    },
    copy: {
      title: 'トークンをコピーする',
      text: 'BotFatherからトークン（数字、コロン、英数字）が届きます。トークンを知っている人は、誰でもボットになりすまして送信できます。',
    },
    after: {
      title: '設定はこれで完了です',
      text: 'Webhookは自動で設定されます。必要に応じて、次の点もご確認ください。',
      items: {
        picture:
          'BotFatherの「/setuserpic」で画像を、「/setdescription」で説明文を設定できます。利用者が「開始」を押す前に表示されます。',
        elsewhere:
          'ボットを接続できるのは1か所だけです。以前Webhookを設定していたプログラムには届かなくなります。',
      },
    },
  },
  fields: {
    botToken: {
      label: 'ボットのトークン',
      where: 'BotFatherの返信の「Use this token to access the HTTP API」の下にあります。',
      shape: 'トークン全体（数字、コロン、30文字以上の英数字）をコピーしてください。',
      rejected:
        'Telegramがこのトークンを認識しませんでした。もう一度コピーするか、BotFatherに「/token」と送信して新しいトークンを取得してください。',
    },
  },
  whatHappens: 'トークンをTelegramに確認してから、Webhookを設定します。',
  connect: '確認して接続する',
  unreachable: {
    title: 'Telegramからこのサーバーにまだ接続できません',
    text: 'Telegramが受け付けるのは、ポート443、80、88、8443のhttpsのURLだけです。サーバーを公開されたhttpsのURLで使えるようにし、PUBLIC_URLに設定してください。お試しチャネルは設定なしで使えます。',
  },
} as const satisfies WordsLike<typeof english>;
