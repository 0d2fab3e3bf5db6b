import type { WordsLike } from '../../../i18n/words.ts';
import type * as english from './en.ts';

export const chat = {
  history: 'これまでのチャット',
  noHistory: 'このボットとのチャットがここに並びます。',
  newChat: '新しいチャット',
  untitled: 'チャット',
  pageEmpty: '「{{name}}」に質問してみましょう。回答ごとに根拠が表示されます。',
  sourcesEmpty: '最新の回答の根拠がここに表示されます。',
  copyLink: 'リンクをコピー',
  searchHistory: 'チャットを検索',
  nothingFound: '該当するチャットはありません。',
  moreChats: 'もっと見る',
  menuOf: '「{{title}}」のメニュー',
  rename: '名前を変更',
  title: '名前',
  deleted: '「{{title}}」を削除しました',
  deleteTitle: 'このチャットを削除しますか？',
  deleteText: '「{{title}}」を、添付ファイルと共有リンクとともに完全に削除します。',
  share: '共有',
  shareTitle: 'チャットを共有',
  shareText:
    'リンクを知っている人は誰でも、今までの内容を読めます。この後のやり取り、料金、引用元の文章は表示されません。',
  shareNow: '現在まで',
  shareUntil: '{{time}}まで',
  makeShare: 'リンクを作成',
  endShare: 'このリンクを停止',
  sharedBy: '{{name}}とのチャット（{{date}}に共有）',
  shareGone: 'このリンクは無効になっています。',
  shareGoneHelp: '共有した人がリンクを停止したか、チャットを削除しました。',
  sourcePage: '{{title}}（{{page}}ページ）',
} as const satisfies WordsLike<typeof english.chat>;
