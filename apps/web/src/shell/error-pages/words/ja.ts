import type { WordsLike } from '../../../i18n/words.ts';
import type * as english from './en.ts';

export const pages = {
  notBuilt: 'この機能は準備中です。',
  posts: { title: '投稿', purpose: 'モデルの助けを借りて記事を書き、公開します。' },
  post: { title: '投稿の編集', purpose: '記事を書き、要約や翻訳をし、カバー画像を付けます。' },
  images: { title: '画像生成', purpose: 'プロンプトから画像を生成します。' },
  video: { title: '動画', purpose: 'プロンプトから短い動画を生成します。' },
  voice: { title: '音声', purpose: '文章を音声に、録音を文章に変えます。' },
  today: {
    bots: { text: '今は、ボットを作って試すことができます。', action: 'ボットへ' },
    knowledge: {
      text: '今は、各ナレッジの中で資料を確認したり、文章を追加したりできます。',
      action: 'ナレッジへ',
    },
  },
} as const satisfies WordsLike<typeof english.pages>;
