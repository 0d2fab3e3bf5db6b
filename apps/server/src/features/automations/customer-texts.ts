import type { QuickReply } from '@hanasu/channels/spec/outgoing';
import type { ChannelSettings } from '@hanasu/contract/channel-settings';
import {
  type CustomerLanguage,
  customerLanguage,
  customerWords,
} from '@hanasu/contract/customer-words/customer-words';
import type { CustomerWords } from '@hanasu/contract/customer-words/en';
import { clearLanguage } from '@hanasu/models/builtin/detect-language';

/** What a tap on something that the product offered means. */
export type Tap =
  | { readonly kind: 'handover' }
  | { readonly kind: 'give-back' }
  /** `askedAt`: when its stars were offered, milliseconds since the epoch; null: they don't say. */
  | { readonly kind: 'satisfaction'; readonly score: number; readonly askedAt: number | null }
  | { readonly kind: 'feedback'; readonly mood: 'up' | 'down' };

/** Null: it is not one of ours. */
export function readQuickReplyAction(data: string | null): Tap | null {
  if (data === 'handover' || data === 'give-back') return { kind: data };
  if (data === 'feedback:up') return { kind: 'feedback', mood: 'up' };
  if (data === 'feedback:down') return { kind: 'feedback', mood: 'down' };
  const [, score, at] = /^satisfaction:([1-5])(?::([0-9a-z]{1,8}))?$/.exec(data ?? '') ?? [];
  if (score === undefined) return null;
  const askedAt = at === undefined ? null : Number.parseInt(at, STAMP_RADIX) * 1_000;
  return { kind: 'satisfaction', score: Number(score), askedAt };
}

const STAMP_RADIX = 36;

/** A plain number from 1 to 5, full-width as well; null: it is something else. */
export function readScore(text: string): number | null {
  const plain = text.normalize('NFKC').trim();
  return /^[1-5]$/.test(plain) ? Number(plain) : null;
}

const tap = (label: string, data: string): QuickReply => ({ label, text: label, data });

export const offerPerson = (words: CustomerWords): QuickReply => tap(words.offerStaff, 'handover');
export const offerBot = (words: CustomerWords): QuickReply => tap(words.offerAssistant, 'give-back');
/** Stars. Those that stay in a chat say when they were offered: old ones rate nothing that came after. */
export function offerScores(askedAt?: number): QuickReply[] {
  const stamp = askedAt === undefined ? '' : `:${Math.round(askedAt / 1_000).toString(STAMP_RADIX)}`;
  return [1, 2, 3, 4, 5].map((score) => tap(`★${score}`, `satisfaction:${score}${stamp}`));
}

export const satisfactionQuestion = (own: string, words: CustomerWords): string =>
  own.trim() || words.askSatisfaction;

/** How the product speaks to one customer. */
export interface Voice {
  readonly language: CustomerLanguage;
  readonly words: CustomerWords;
}

/** What is known of the customer and of who answers them. */
export interface Hearer {
  /** What they wrote, the newest first. */
  readonly texts: readonly string[];
  /** Of their profile. */
  readonly known: string | null;
  /** Of the bot. */
  readonly tone: string | null;
}

type Place = Pick<ChannelSettings, 'language'> & { readonly timeZone?: string };

export function voiceFor(place: Place, { texts, known, tone }: Hearer): Voice {
  const language = languageFor(place, texts, known);
  return { language, words: customerWords(language, tone) };
}

/** Characters that are enough to detect a language. */
const LOOKED_AT = 2_000;

/**
 * The language of what the product says itself: the channel's; or that of what the customer wrote last where it is
 * clear, or else of their profile, or else of the channel's time zone.
 */
export function languageFor(place: Place, texts: readonly string[], known: string | null): CustomerLanguage {
  if (place.language !== 'auto') return place.language;
  for (const text of texts) {
    const clear = clearLanguage(text.slice(0, LOOKED_AT));
    if (clear) return clear;
  }
  return customerLanguage(known) ?? homeLanguage(place) ?? 'en';
}

/** What a channel speaks to people of whom nothing is known; null: its time zone doesn't tell. */
export const homeLanguage = ({ language, timeZone }: Place): CustomerLanguage | null =>
  language === 'auto' ? (LANGUAGE_OF_ZONE[timeZone ?? ''] ?? null) : language;

const LANGUAGE_OF_ZONE: Readonly<Record<string, CustomerLanguage>> = {
  'Asia/Tokyo': 'ja',
  Japan: 'ja',
  'Asia/Ho_Chi_Minh': 'vi',
  'Asia/Saigon': 'vi',
  'Asia/Hanoi': 'vi',
};
