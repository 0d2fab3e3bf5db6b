import type { chat as english } from '../en/chat.ts';
import type { WordsLike } from '../words.ts';

export const chat = {
  conversation: '会話',
  message: 'メッセージ',
  placeholder: '質問を入力してください',
  send: '送信',
  stop: '回答を停止',
  startOver: '新しい会話を始める',
  answering: 'ボットが回答しています。',
  stopped: '停止しました。',
  brokenOff: '回答が途中で切れました。届いた部分を表示しています。',
  askAgain: 'もう一度質問する',
  sources: '出典',
  source: '出典 {{number}}',
  page: '{{page}}ページ',
  fit: 'スコア {{score}} ・ 一致度 {{confidence}}',
  openDocument: '資料で開く',
  tokens: '{{tokens}} トークン',
  modelTokens: 'モデルの入力 {{input}} ・ 出力 {{output}}',
  firstToken: '最初の文字まで {{time}}',
  total: '合計 {{time}}',
  retrieval: '検索 {{time}}',
  outcomes: {
    answered: '回答済み',
    not_found: '該当する記述がありませんでした',
    model_failed: 'モデルのエラー',
    no_tokens: 'トークン不足',
    stopped: '停止',
  },
} as const satisfies WordsLike<typeof english>;
