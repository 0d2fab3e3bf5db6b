import type { WordsLike } from '../../../i18n/words.ts';
import type * as english from './en.ts';

export const knowledgeBase = {
  readAgain: '読み取り直す',
  emptyText:
    '料金表、ご案内、よくある質問などを、PDF・Word・Excel・テキストなどで登録してください。ボットはそこから、ページを示して回答します。',
  empty: '資料を追加しましょう',
} as const satisfies WordsLike<typeof english.knowledgeBase>;
