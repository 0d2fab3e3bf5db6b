import type { WordsLike } from '../../../../i18n/words.ts';
import type * as english from './en.ts';

export const botPublish = {
  sampleTitle: 'サンプルの内容が残っています',
  sampleHelp: 'このまま公開すると、お店と異なる内容がお客様に伝わります。差し替えてから公開してください。',
  sampleKnowledge: 'ナレッジ「{{name}}」はサンプルです。',
  samplePassages_other: '{{count}}件がサンプルのままです。',
  useBase: '「{{name}}」に差し替える',
  chooseBase: '別のナレッジに差し替える',
  addBase: '資料を追加する',
  openSample: 'サンプルを編集する',
  confirmSample: 'すべて自店の内容として使う',
  detach: '外す',
  fact: {
    empty: '未入力です',
    missing: '文中で使われていますが、未入力です：{{name}}',
    sample: 'サンプルのままです：{{value}}',
  },
  saveFact: '保存する',
  keepFact: 'この内容で正しい',
} as const satisfies WordsLike<typeof english.botPublish>;
