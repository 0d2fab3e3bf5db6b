import type { WordsLike } from '../../../i18n/words.ts';
import type * as english from './en.ts';

export const session = {
  signIn: 'ログイン',
  registerPurpose: '最初の回答まで約10分。クレジットカードもAPIキーも不要です。',
  register: 'アカウントを作成',
  password: 'パスワード',
  showPassword: 'パスワードを表示',
  confirm: {
    sentAgain: '{{email}}にもう一度お送りしました。',
    title: 'メールアドレスの確認',
    first:
      'この操作にはメールアドレスの確認が必要です。{{email}}にお送りしたメールのリンクを開いてください。',
    again: 'もう一度送る',
    onItsWay: 'メールをお送りしました。',
  },
  deletion: {
    title: 'アカウントの削除予定',
    banner: 'このアカウントは{{date}}に削除されます。',
    keep: '削除を取り消す',
    kept: '削除を取り消しました。',
  },
  found: {
    title: '以前からこのアカウントにあったもの',
    ended:
      'パスワードを使わずにメールアドレスの本人確認が行われたため、第三者がこのアカウントを使っていた可能性があります。すべての端末をログアウトし、パスワード、パスキー、2段階認証、APIキー、Webhook、招待、ほかのメンバーを削除しました。',
    look: '次のものは残っています。内容を確認し、心当たりのないものは削除してください。',
    nothing: 'ボット、チャネル、ツールはありませんでした。',
    bots: 'ボット',
    channels: 'チャネル',
    tools: 'ボットが使うツール',
    read: '確認しました',
  },
  pitch: {
    title: 'お手持ちの資料から答えるボット。',
    documents: 'PDFを登録するだけ。出典のページを添えて回答します。',
    channels: 'メッセージアプリでもWebサイトでも、お客様の言語で応対します。',
    handover: '分からないことは無理に答えず、担当者におつなぎします。',
  },
  toOutbox: '未送信メールを開く',
  outboxWhere:
    'このサーバーはまだメールを送信しません。未送信メールは、サーバーの起動時に表示されたリンクから確認できます。',
} as const satisfies WordsLike<typeof english.session>;
