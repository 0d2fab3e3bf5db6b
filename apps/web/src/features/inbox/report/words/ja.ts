import type { WordsLike } from '../../../../i18n/words.ts';
import type * as english from './en.ts';

export const inboxReport = {
  title: '応答時間',
  lead: '担当者の返信の速さと、お客様の満足度です。',
  days: '過去{{count}}日間',
  period: '期間',
  conversations: '会話',
  byPerson: '担当者が対応',
  median: '初回応答（中央値）',
  p90: '初回応答（90%）',
  late: '期限超過',
  waitingNow: '現在の対応待ち',
  satisfaction: '満足度',
  satisfactionOf: '{{asked}}件中{{answered}}件が回答',
  who: '担当者',
  messages: 'メッセージ',
  firstAnswer: '初回応答',
  team: '担当者別',
  nobody: 'この期間に返信した担当者はいません。',
} as const satisfies WordsLike<typeof english.inboxReport>;
