import type { WordsLike } from '../../../i18n/words.ts';
import type * as english from './en.ts';

export const outbox = {
  closed: 'このページはサーバーのリンクから開きます',
  closedHelp:
    'Hanasuを動かしているコンピューターで、起動時に表示された「Mail is kept and shown at …」の行のリンクを開いてください。リンクは起動のたびに変わります。',
  title: '未送信メール',
  purpose: 'メールサーバーが未設定のため、送信されていないメールです。このサーバー上でのみ閲覧できます。',
  list: 'メール',
  empty: 'メールはまだありません。',
  emptyHelp: 'アカウントの作成やパスワードの再設定をすると、送信されるはずのメールがここに表示されます。',
  refresh: '更新',
  back: 'すべてのメール',
  to: '宛先：{{address}}',
  html: '送信される形',
  text: 'テキスト',
  content: 'メールの内容',
} as const satisfies WordsLike<typeof english.outbox>;
