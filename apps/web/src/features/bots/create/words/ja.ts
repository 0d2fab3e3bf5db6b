import type { WordsLike } from '../../../../i18n/words.ts';
import type * as english from './en.ts';

export const botCreate = {
  facts: 'お店の情報',
  factsHelp: 'あいさつと指示の中で使います。あとから変更できます。',
  example: '例：{{example}}',
  chooseBase: '回答に使うナレッジを選択してください。',
  sampleBase: '{{name}}・サンプル',
} as const satisfies WordsLike<typeof english.botCreate>;
