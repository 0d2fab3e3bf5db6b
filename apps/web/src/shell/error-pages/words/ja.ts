import type { WordsLike } from '../../../i18n/words.ts';
import type * as english from './en.ts';

export const pages = {
  notBuilt: 'この機能は準備中です。',
  images: { title: '画像生成', purpose: 'プロンプトから画像を生成します。' },
  video: { title: '動画', purpose: 'プロンプトから短い動画を生成します。' },
  voice: { title: '音声', purpose: '文章を音声に、録音を文章に変えます。' },
  today: {
    bots: { text: '今は、ボットを作って試すことができます。', action: 'ボットへ' },
  },
} as const satisfies WordsLike<typeof english.pages>;
