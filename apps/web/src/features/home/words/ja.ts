import type { WordsLike } from '../../../i18n/words.ts';
import type * as english from './en.ts';

export const home = {
  title: 'ホーム',
  hello: '{{name}}さん、こんにちは',
  purpose: '今すぐ対応が必要なことと、ボットの様子をまとめています。',
  landing: {
    claim: '自社の資料をもとに答えるチャットボット',
    lead: 'PDFを渡すだけで、根拠のページを添えて、お客様の言葉でLINEやZaloでお答えします。分からないときは分からないと伝え、担当者につなぎます。',
    what: 'Hanasuでできること',
    documents: {
      title: '推測ではなく、資料から',
      text: 'PDFやテキストをナレッジとして登録できます。回答には、見つけたページを示せます。',
    },
    channels: {
      title: 'お客様がいつも使う場所で',
      text: 'チャットのアカウントは、案内に沿って接続できます。先にシミュレーターの画面で試すこともできます。',
    },
    staff: {
      title: '必要なときは人が対応',
      text: 'すべての会話が1つの受信箱に届きます。担当者が引き継いで返信し、またボットに戻せます。',
    },
    yours: {
      title: '自社のサーバーで運用',
      text: 'コマンド1つで自社のサーバーで起動します。言語モデルは自由に選べ、内蔵のモデルも使えます。',
    },
  },
} as const satisfies WordsLike<typeof english.home>;
