import type { WordsLike } from '../../../i18n/words.ts';
import type * as english from './en.ts';

export const pages = {
  notBuilt: 'この機能は準備中です。',
  noMoney: '現在、お支払いはご利用いただけません。料金は発生していません。',
  posts: { title: '投稿', purpose: 'モデルの助けを借りて記事を書き、公開します。' },
  post: { title: '投稿の編集', purpose: '記事を書き、要約や翻訳をし、カバー画像を付けます。' },
  images: { title: '画像生成', purpose: 'プロンプトから画像を生成します。' },
  video: { title: '動画', purpose: 'プロンプトから短い動画を生成します。' },
  voice: { title: '音声', purpose: '文章を音声に、録音を文章に変えます。' },
  payment: { title: 'トークンの購入', purpose: 'パッケージを選び、クレジットカードで支払います。' },
  paymentCheck: {
    title: 'カードの本人認証',
    purpose: 'ご本人によるクレジットカード払いであることを、カード会社がここで確認します。',
  },
  paymentSuccess: { title: 'お支払い後の確認', purpose: '支払い後に、購入内容と領収書を表示します。' },
  paymentFailed: {
    title: 'お支払いができなかったとき',
    purpose: '支払いができなかった理由と、次にすることをお知らせします。',
  },
  today: {
    bots: { text: '今は、ボットを作って試すことができます。', action: 'ボットへ' },
    knowledge: {
      text: '今は、各ナレッジの中で資料を確認したり、文章を追加したりできます。',
      action: 'ナレッジへ',
    },
    tokens: { text: '今は、トークンの残高と使用量を確認できます。', action: 'トークンへ' },
  },
} as const satisfies WordsLike<typeof english.pages>;
