import type { AnswerOutcome } from '@hanasu/contract/chat';
import {
  type CustomerLanguage,
  customerLanguage,
  customerWords,
} from '@hanasu/contract/customer-words/customer-words';
import { fillVariables } from '@hanasu/contract/fill-variables';
import { isOpen } from '@hanasu/contract/open-hours';
import { asksForPerson } from '@hanasu/models/builtin/asks-for-person';
import { clearLanguage } from '@hanasu/models/builtin/detect-language';
import type { BotRow } from '../../bots/public.ts';
import type { Answer, AnswerDependencies, Question } from './answer.ts';

/** Why customers are answered by a person instead. */
export type Silence = 'paused' | 'not_published';

export function silenceOf({ version, paused }: Pick<BotRow, 'version' | 'paused'>): Silence | null {
  if (version === 0) return 'not_published';
  return paused ? 'paused' : null;
}

/** What can be said without a model: the bot is silent, a person is asked for, or a person has written the answer. */
export async function answerWithoutModel(
  { curated, now }: AnswerDependencies,
  question: Question,
  startedAt: number,
): Promise<Answer | null> {
  const { bot, text } = question;
  const silence = question.draft ? null : silenceOf(bot);
  if (silence) return unable(question, silence, startedAt);
  // A program that reads JSON can't read these texts, and hands over by itself.
  if (question.json) return null;
  if (!question.isReport && asksForPerson(text, bot.settings.handoverWords)) {
    const { text: said, saidInstead } = handoverReply(bot, languageOf(question), now());
    const answer = plainAnswer('handed_over', { text: said, startedAt, ruling: { wantsPerson: true } });
    return { ...answer, saidInstead };
  }
  const written = question.isReport ? null : await curatedAnswer(curated, question);
  return written === null
    ? null
    : plainAnswer('curated', { text: written, startedAt, ruling: { wantsPerson: false } });
}

/** What a person has written as the answer to the question; null: nothing. */
export async function curatedAnswer(
  curated: AnswerDependencies['curated'],
  { accountId, bot, text, attachments = [] }: Question,
): Promise<string | null> {
  if (!curated || !bot.curatedAt || attachments.length > 0) return null;
  const written = await curated({ accountId, botId: bot.id, curatedAt: bot.curatedAt }, text);
  return written && fillVariables(written.answer, bot.settings.variables);
}

/** Why no model can be asked that takes tokens; null: one can. */
export function tokenRefusal({
  budget,
  isBusy,
  grantedTokens,
}: Pick<Question, 'budget' | 'isBusy' | 'grantedTokens'>): 'no_budget' | 'busy' | 'no_tokens' | null {
  if (budget) return budget === 'builtin' ? null : 'no_budget';
  if (isBusy) return 'busy';
  return grantedTokens <= 0 ? 'no_tokens' : null;
}

/** Enough to tell a language by. */
const LOOKED_AT = 2_000;

type Asked = Pick<Question, 'bot' | 'text' | 'history' | 'languageHint' | 'channelLanguage' | 'staff'>;

/**
 * The language of our own words: the bot's or the channel's; or that of what the customer wrote last where it is clear,
 * or else of their profile, or of what the shop has written.
 */
export function languageOf({ bot, text, history, languageHint, channelLanguage }: Asked): CustomerLanguage {
  const fixed = bot.settings.language ?? channelLanguage;
  if (fixed) return fixed;
  const said = history.flatMap((turn) => (turn.role === 'user' ? [turn.text] : [])).toReversed();
  for (const each of [text, ...said]) {
    const clear = clearLanguage(each.slice(0, LOOKED_AT));
    if (clear) return clear;
  }
  const own = `${bot.greeting}\n${bot.instructions}`.slice(0, LOOKED_AT);
  return customerLanguage(languageHint) ?? clearLanguage(own) ?? 'en';
}

/** An answer that no model was asked for; it costs nothing. */
export const plainAnswer = (
  outcome: AnswerOutcome,
  {
    text,
    startedAt,
    ruling: { wantsPerson },
  }: {
    readonly text: string;
    readonly startedAt: number;
    readonly ruling: { readonly wantsPerson: boolean };
  },
): Answer => ({
  text,
  citations: [],
  toolCalls: [],
  usage: { inputTokens: 0, outputTokens: 0, tokens: 0 },
  outcome,
  timing: { retrieval: 0, firstToken: null, total: performance.now() - startedAt },
  serviceUuid: null,
  wantsPerson,
});

/** The no-answer reply in the customer's language: somebody has to look. */
export function unable(
  question: Asked,
  outcome: 'no_tokens' | 'busy' | 'no_budget' | 'model_failed' | Silence,
  startedAt: number,
): Answer {
  const { text, saidInstead } = noAnswerReply(question, languageOf(question), 'unable');
  return { ...plainAnswer(outcome, { text, startedAt, ruling: { wantsPerson: true } }), saidInstead };
}

/** Said instead of an answer. */
export type Instead = Required<Pick<Answer, 'text' | 'saidInstead'>>;

/** Said for a model that reads no instructions; the others say it in their own words. */
export const pictureUnread = (language: CustomerLanguage, tone: string): string =>
  customerWords(language, tone).pictureUnread;

/** What the customer hears when the bot can't answer: the bot's own words, or ours in the customer's language. */
export function noAnswerReply(
  { bot, staff = 'nobody' }: Pick<Question, 'bot' | 'staff'>,
  language: CustomerLanguage,
  why: 'not_found' | 'unable',
): Instead {
  const own = fillVariables(bot.noAnswerReply, bot.settings.variables).trim();
  if (own !== '') return { text: own, saidInstead: { kind: why, isShops: true } };
  const words = customerWords(language, bot.settings.tone);
  const text =
    why === 'not_found'
      ? words[staff === 'channel' ? 'notFoundHandedOver' : 'notFound']
      : words[staff === 'nobody' ? 'unable' : 'unableHandedOver'];
  return { text, saidInstead: { kind: why, isShops: false } };
}

/** What is said behind an answer to some of the questions, on the line of those that have none. */
export const withRestOf = (text: string, rest: string): string =>
  text.endsWith('\n') ? `${text}${rest}` : `${text}\n\n${rest}`;

/** What a customer hears who asked for a person: whether one is there depends on the business hours. */
export function handoverReply(
  { settings }: Pick<BotRow, 'settings'>,
  language: CustomerLanguage,
  now: Date,
): Instead {
  const { businessHours, variables, tone } = settings;
  const words = customerWords(language, tone);
  const said = (text: string, isShops: boolean): Instead => ({
    text,
    saidInstead: { kind: 'handed_over', isShops },
  });
  if (!businessHours || isOpen(businessHours, now)) return said(words.handedOver, false);
  const own = fillVariables(businessHours.closedReply, variables).trim();
  return own === '' ? said(words.away, false) : said(own, true);
}
