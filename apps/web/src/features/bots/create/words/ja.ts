import type { WordsLike } from '../../../../i18n/words.ts';
import type * as english from './en.ts';

export const botCreate = {
  facts: 'お店の情報',
  factsHelp: 'あいさつと指示の中で使います。あとから変更できます。',
  example: '例：{{example}}',
  becomesLive: '作成するとすぐに回答できます。チャネルを接続するまで、お客様には見えません。',
  becomesDraft: '下書きとして作成します。内容を確認してから公開してください。',
  madeLive: '「{{name}}」はすぐに回答できます（まだどこにも接続していません）',
  madeDraft: '「{{name}}」を下書きとして作成しました。公開すると回答できます',
  chooseBase: '回答に使うナレッジを選択してください。',
  sampleBase: '{{name}}・サンプル',
} as const satisfies WordsLike<typeof english.botCreate>;
