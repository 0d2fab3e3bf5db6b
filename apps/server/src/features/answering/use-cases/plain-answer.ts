import type { AnswerOutcome } from '@hanasu/contract/chat';
import { detectLanguage } from '@hanasu/models/builtin/detect-language';
import type { Answer, Question } from '../domain/answer.ts';
import { type Language, noAnswerReply } from '../domain/no-answer.ts';

/** Enough to tell a language by. */
const LOOKED_AT = 2_000;

type Asked = Pick<Question, 'bot' | 'text' | 'history' | 'languageHint'>;

/** The language of our own words: the bot's, or else the customer's. */
export function languageOf({ bot, text, history, languageHint }: Asked): Language {
  if (bot.settings.language) return bot.settings.language;
  const hint = languageHint?.slice(0, 2);
  const fallback = hint === 'ja' || hint === 'vi' ? hint : 'en';
  const earlier = history.findLast((turn) => turn.role === 'user')?.text ?? '';
  return detectLanguage(text.slice(0, LOOKED_AT), detectLanguage(earlier.slice(0, LOOKED_AT), fallback));
}

/** An answer that no model was asked for; it costs nothing. */
export const plainAnswer = (
  outcome: AnswerOutcome,
  text: string,
  startedAt: number,
  { wantsPerson }: { readonly wantsPerson: boolean },
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
export const unable = (
  question: Asked,
  outcome: 'no_tokens' | 'busy' | 'no_budget' | 'model_failed' | 'paused',
  startedAt: number,
): Answer =>
  plainAnswer(outcome, noAnswerReply(question.bot, languageOf(question), 'unable'), startedAt, {
    wantsPerson: true,
  });
