import type { WordsLike } from '../../../i18n/words.ts';
import type * as english from './en.ts';

export const billing = {
  title: 'トークン',
  purpose: 'トークンはモデルの利用料です。入力量と出力量に、モデルごとの単価を掛けて計算します。',
  parts: 'トークンページの項目',
  tabs: { usage: '使用量', keys: 'APIキー', hooks: 'Webhook' },
  balance: '残高',
  reserved: '回答中のため{{tokens}}トークンを確保中',
  today: '今日の使用量',
  month: '今月の使用量',
  history: '利用履歴',
  allBots: 'すべてのボット',
  filterBot: 'ボットで絞り込む',
  time: '日時',
  what: '内容',
  model: 'モデル',
  readWritten: '入力 / 出力',
  tokens: 'トークン',
  after: '残高',
  grant: 'トークンの追加',
  call: '回答',
  chatPage: 'チャットページ・API',
  empty: 'まだ使用はありません',
  emptyText: 'ボットが回答すると、使ったトークンがここに表示されます。',
  pages: '履歴のページ',
} as const satisfies WordsLike<typeof english.billing>;
