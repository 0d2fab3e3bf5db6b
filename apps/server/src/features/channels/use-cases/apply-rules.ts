import type { ChannelSettings, KeywordReply } from '@hanasu/contract/channel-settings';
import type { ConversationId } from '@hanasu/contract/ids';
import type { ConversationView, Handling } from '@hanasu/contract/inbox';
import { asksForPerson } from '@hanasu/models/builtin/asks-for-person';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import {
  GIVEN_BACK,
  HANDED_OVER,
  type Language,
  languageFor,
  SORRY,
  THANKS_FOR_COMMENT,
  THANKS_FOR_SCORE,
} from '../domain/channel-words.ts';
import { findKeyword } from '../domain/keywords.ts';
import { nobodyThere } from '../domain/nobody-there.ts';
import { readScore, readTap, type Tap } from '../domain/quick-taps.ts';
import { isStaffed } from '../domain/staff-hours.ts';
import {
  findLastText,
  noteNobodyTold,
  type RuledConversation,
  saveComment,
  saveScore,
} from '../rules.store.ts';

/** What a customer just wrote on a channel, before anybody answers. */
export interface RuledInbound {
  readonly conversationId: ConversationId;
  readonly handling: Handling;
  /** Texts of the customer, oldest first, with the data of postbacks among them. */
  readonly said: readonly { readonly text: string; readonly postback: string | null }[];
  /** They said of an answer that it was no good. */
  readonly feedback: 'bad' | null;
}

export interface Ruling {
  /** Said at once, word for word; null: nothing. */
  readonly reply: string | null;
  /** The bot owes no answer to this any more. */
  readonly isSettled: boolean;
  /** A person is wanted, or the bot has it again; null: as before. */
  readonly handling: Handling | null;
  readonly waitingReason: ConversationView['waitingReason'];
}

export const NO_RULING: Ruling = { reply: null, isSettled: false, handling: null, waitingReason: null };

/** Where it was written. */
export interface RuledPlace {
  readonly settings: ChannelSettings;
  /** As it is with what was just written, before that has changed it. */
  readonly conversation: RuledConversation;
}

interface Case extends RuledPlace {
  readonly transaction: AccountTransaction;
  readonly inbound: RuledInbound;
  readonly language: Language;
  readonly taps: readonly Tap[];
  readonly texts: readonly string[];
  readonly now: Date;
}

/** What the channel's settings make of it: keywords, words that call a person, taps on offered replies. */
export async function applyRules(
  transaction: AccountTransaction,
  inbound: RuledInbound,
  { settings, conversation }: RuledPlace,
  now = new Date(),
): Promise<Ruling> {
  const texts = inbound.said.flatMap(({ text, postback }) => (postback === null ? [text] : []));
  const taps = inbound.said.flatMap(({ postback }) => readTap(postback) ?? []);
  // A tap says nothing of their language.
  const words = texts.join('\n') || (await findLastText(transaction, inbound.conversationId));
  const language = languageFor(settings, words, conversation.language);
  const one: Case = { transaction, inbound, settings, conversation, language, taps, texts, now };
  return (
    (await byRating(one)) ?? (await byTap(one)) ?? (await byKeyword(one)) ?? (await byWords(one)) ?? NO_RULING
  );
}

/** Stars, and a word about them. They open nothing that was closed. */
async function byRating(one: Case): Promise<Ruling | null> {
  const { transaction, inbound, conversation, taps, texts, language } = one;
  const id = inbound.conversationId;
  const tapped = taps.findLast((tap) => tap.kind === 'satisfaction');
  const typed = texts.length === 1 && conversation.isScoreWanted ? readScore(texts[0] ?? '') : null;
  const score = (conversation.isScoreOpen ? tapped?.score : undefined) ?? typed;
  const thanks = (reply: string | null): Ruling => ({
    reply,
    isSettled: true,
    handling: inbound.handling === 'closed' ? 'closed' : null,
    waitingReason: null,
  });
  if (score) {
    await saveScore(transaction, id, score);
    return thanks(THANKS_FOR_SCORE[language]);
  }
  // A second tap on the same stars.
  if (tapped) return thanks(null);
  if (!conversation.isCommentWanted || inbound.handling !== 'closed' || texts.length === 0) return null;
  await saveComment(transaction, id, texts.join('\n').slice(0, LONGEST_COMMENT));
  return thanks(THANKS_FOR_COMMENT[language]);
}

const LONGEST_COMMENT = 2_000;

async function byTap(one: Case): Promise<Ruling | null> {
  const { inbound, settings, taps, language } = one;
  const tap = taps.at(-1);
  if (tap?.kind === 'give-back') {
    if (inbound.handling === 'bot') return { ...NO_RULING, isSettled: true };
    return { reply: GIVEN_BACK[language], isSettled: true, handling: 'bot', waitingReason: null };
  }
  if (inbound.handling === 'operator') return null;
  if (tap?.kind === 'handover') return wantPerson(one, 'handed_over', HANDED_OVER[language]);
  const isBad = inbound.feedback === 'bad' || (tap?.kind === 'feedback' && tap.mood === 'down');
  // What they write along with it is still answered, by the bot or by the person.
  if (isBad && settings.handover.onBadFeedback) {
    const ruling = await wantPerson(one, 'bad_feedback', SORRY[language]);
    return { ...ruling, isSettled: one.texts.length === 0 };
  }
  return tap?.kind === 'feedback' && one.texts.length === 0 ? { ...NO_RULING, isSettled: true } : null;
}

async function byKeyword(one: Case): Promise<Ruling | null> {
  const { inbound, settings, texts } = one;
  if (inbound.handling === 'operator') return null;
  const meets = (text: string): KeywordReply | null => findKeyword(settings.keywords, text);
  const keyword = texts.map(meets).find((found) => found !== null);
  if (!keyword) return null;
  const isSettled = isAllMet(one, (text) => meets(text) !== null);
  if (!keyword.wantsPerson) return { ...NO_RULING, reply: keyword.reply, isSettled };
  return { ...(await wantPerson(one, 'keyword', keyword.reply, keyword.reply)), isSettled };
}

async function byWords(one: Case): Promise<Ruling | null> {
  const { inbound, settings, texts, language } = one;
  if (inbound.handling === 'operator') return null;
  const asks = (text: string): boolean => asksForPerson(text, settings.handover.words);
  if (!texts.some(asks)) return null;
  const ruling = await wantPerson(one, 'handed_over', HANDED_OVER[language]);
  return { ...ruling, isSettled: isAllMet(one, asks) };
}

/** What else was said is the bot's to answer, with this beside it. */
const isAllMet = ({ conversation, texts }: Case, isMet: (text: string) => boolean): boolean =>
  !conversation.isAnswerOwed && texts.every(isMet);

/** A person is wanted. `whenThere` is said while somebody is there, `anyway` always. */
async function wantPerson(
  { transaction, inbound, settings, conversation, language, now }: Case,
  waitingReason: Ruling['waitingReason'],
  whenThere: string,
  anyway: string | null = null,
): Promise<Ruling> {
  const note = nobodyThere(settings, language, now, conversation.nobodyToldAt);
  if (note) await noteNobodyTold(transaction, inbound.conversationId);
  const first = isStaffed(settings, now) ? whenThere : anyway;
  const reply = [first, note].filter((text) => text !== null).join('\n\n');
  return { reply: reply || null, isSettled: true, handling: 'waiting', waitingReason };
}
