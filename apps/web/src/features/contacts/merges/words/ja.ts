import type { WordsLike } from '../../../../i18n/words.ts';
import type * as english from './en.ts';

export const merges = {
  open: '統合',
  title: '2人の顧客を統合',
  text: 'チャネルと会話はどちらもそのまま残り、1人の顧客としてまとまります。30日以内であれば元に戻せます。',
  kept: '残す顧客',
  first: '{{name}}（登録が古い方）',
  second: '{{name}}（登録が新しい方）',
  nothingDiffers: '食い違う情報はありません。片方だけにある情報はそのまま残ります。',
  notes: 'メモは両方をつなげて残します。',
  submit: '統合する',
  done: '「{{name}}」に統合しました',
  undone: '統合を元に戻しました',
  merged: '{{date}}にほかの顧客と統合',
  mergedBy: '{{date}}に{{name}}さんがほかの顧客と統合',
  undo: '元に戻す（{{date}}まで）',
  duplicates: {
    open_other: '重複の可能性：{{count}}組',
    title: '重複の可能性がある顧客',
    text: '電話番号、メールアドレス、Webサイトのログイン、氏名のいずれかが同じ顧客です。見比べてから統合してください。',
    none: '重複は見つかりません',
    noneText: '電話番号、メールアドレス、氏名が同じ顧客がいると、ここに表示されます。',
    more: 'ほかに{{count}}組あります。確認が終わると表示されます。',
    both: '{{one}} と {{other}}',
    same: {
      phone: '電話番号が同じ：{{value}}',
      email: 'メールアドレスが同じ：{{value}}',
      identity: 'Webサイトのログインが同じ：{{value}}',
      name: '氏名が同じ：{{value}}',
    },
    compare: '見比べて統合',
    apart: '別の人です',
  },
} as const satisfies WordsLike<typeof english.merges>;
