import type { WordsLike } from '../../../../i18n/words.ts';
import type * as english from './en.ts';

export const demo = {
  title: 'Hanasuのことを、Hanasuに聞く。',
  text: 'この場で話せるボットです。アカウントも料金も要らず、書いた内容は保存されません。お店の資料から答えるのと同じ内蔵モデルがお答えします。',
  mark: 'Hanasuのガイドからお答えします',
  greeting: 'こんにちは。チャネル、資料、料金、データ、自社のサーバーのことなど、お聞きください。',
  suggested: {
    cost: '料金はいくらですか？',
    data: 'データはどこに保存されますか？',
    unknown: 'ボットが分からないときは？',
  },
  section: 'ガイド：{{title}}',
  contact: 'このサービスの運営者へのお問い合わせ：',
} as const satisfies WordsLike<typeof english.demo>;
