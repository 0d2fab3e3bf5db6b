import type { WordsLike } from '../../../../i18n/words.ts';
import type * as english from './en.ts';

export const canned = {
  listLabel: '定型文',
  nothing: '「{{query}}」に合う定型文はありません。',
  none: '定型文はまだありません。',
  manage: '定型文を管理',
  title: '定型文',
  lead: 'よく使う返信です。入力中に / と呼び出し名で呼び出せます。',
  add: '定型文を追加',
  search: '定型文を検索',
  shortcut: '呼び出し名',
  shortcutHelp: '文字、数字、_ と -。/ に続けて入力します。',
  shortcutWrong: '文字、数字、_ と - のみ、40文字までです。',
  titleField: 'タイトル',
  says: '返信の内容',
  text: '本文',
  textHelp: '自動で差し込まれる変数：{{list}}',
  uses_other: '{{count}}回使用',
  edit: '{{title}}を編集',
  remove: '{{title}}を削除',
  removed: '「{{title}}」を削除しました',
  undo: '元に戻す',
  emptyTitle: 'よく使う返信を登録しましょう',
  emptyText:
    '営業時間、道順、キャンセルの方法など。/ を入力するだけで、お客様の名前の入った返信をすぐに呼び出せます。',
  back: '受信箱に戻る',
} as const satisfies WordsLike<typeof english.canned>;
