import type { WordsLike } from '../../../i18n/words.ts';
import type * as english from './en.ts';

export const sendForm = {
  title: 'フォームを送る',
  text: 'このリンクはこの方専用です。回答はこの顧客に記録されます。',
  form: 'フォーム',
  choose: 'フォームを選択',
  none: '受付中のフォームがありません。「フォーム」から公開してください。',
  ask: 'チャットで質問する',
  askHelp: 'ボットが一問ずつお聞きします。',
  asked: 'チャットで質問を始めました。',
  sendLink: 'リンクを送る',
  linkHelp: 'フォームのページを開くボタンを送ります。',
  linkSent: 'リンクを送りました。',
  make: 'リンクを作成',
  link: 'この方専用のリンク',
  until: '有効期限：{{date}}',
} as const satisfies WordsLike<typeof english.sendForm>;
