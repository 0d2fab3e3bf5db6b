import type { WordsLike } from '../../../i18n/words.ts';
import type * as english from './en.ts';

export const bot = {
  createTitle: 'ボットを作成',
  create: 'ボットを作成',
  searchLabel: 'ボットを検索',
  edit: '編集',
  editGroup: '編集',
  reports_other: '報告 {{number}}件',
  reportReasons: {
    spam: '宣伝・迷惑行為',
    harmful: '有害・不快な内容',
    wrong: '間違い・誤解を招く内容',
    rights: '他人の権利の侵害',
    other: 'その他',
  },
} as const satisfies WordsLike<typeof english.bot>;
