import type { QuickReply } from '@hanasu/channels/spec/outgoing';
import { ASK_SATISFACTION, type Language, OFFER_BOT, OFFER_PERSON } from './customer-texts.ts';

/** What a tap on something that the product offered means. */
export type Tap =
  | { readonly kind: 'handover' }
  | { readonly kind: 'give-back' }
  | { readonly kind: 'satisfaction'; readonly score: number }
  | { readonly kind: 'feedback'; readonly mood: 'up' | 'down' };

/** Null: it is not one of ours. */
export function readQuickReplyAction(data: string | null): Tap | null {
  if (data === 'handover' || data === 'give-back') return { kind: data };
  if (data === 'feedback:up') return { kind: 'feedback', mood: 'up' };
  if (data === 'feedback:down') return { kind: 'feedback', mood: 'down' };
  const score = /^satisfaction:([1-5])$/.exec(data ?? '')?.[1];
  return score ? { kind: 'satisfaction', score: Number(score) } : null;
}

/** A plain number from 1 to 5, full-width as well; null: it is something else. */
export function readScore(text: string): number | null {
  const plain = text.normalize('NFKC').trim();
  return /^[1-5]$/.test(plain) ? Number(plain) : null;
}

const tap = (label: string, data: string): QuickReply => ({ label, text: label, data });

export const offerPerson = (language: Language): QuickReply => tap(OFFER_PERSON[language], 'handover');
export const offerBot = (language: Language): QuickReply => tap(OFFER_BOT[language], 'give-back');
export const offerScores = (): QuickReply[] =>
  [1, 2, 3, 4, 5].map((score) => tap(`★${score}`, `satisfaction:${score}`));

export const satisfactionQuestion = (own: string, language: Language): string =>
  own.trim() || ASK_SATISFACTION[language];
