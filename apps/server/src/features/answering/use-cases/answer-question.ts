import type { AnswerOutcome, Citation, Timing, Usage } from '@hanasu/contract/chat';
import type { AccountId } from '@hanasu/contract/ids';
import { detectLanguage } from '@hanasu/models/builtin/detect-language';
import type { AnswerUsage } from '@hanasu/models/gateway/answer-part';
import type { AnswerTimeouts, ChatTurn } from '@hanasu/models/gateway/answer-request';
import { answerWithRetry } from '@hanasu/models/gateway/answer-with-retry';
import type { ModelRegistry } from '@hanasu/models/registry/model-registry';
import type { BotRow } from '../../bots/public.ts';
import type { FoundPassage, KnowledgeSearch } from '../../knowledge/public.ts';
import { citedNumbers, createAnswerFilter } from '../domain/answer-filter.ts';
import { affordableOutput, chargedUsage } from '../domain/answer-price.ts';
import {
  BUDGET,
  buildInstructions,
  chooseHistory,
  choosePassages,
  type NumberedPassage,
} from '../domain/build-context.ts';
import { noAnswerReply } from '../domain/no-answer.ts';

export interface AnswerDependencies {
  readonly models: ModelRegistry;
  readonly search: (search: KnowledgeSearch) => Promise<FoundPassage[]>;
  readonly timeouts: AnswerTimeouts;
  /** For logs: why a model failed. Never shown to customers. */
  readonly onModelFailure: (failure: { serviceUuid: string; reason: string; detail: string }) => void;
}

export interface Question {
  readonly accountId: AccountId;
  readonly bot: BotRow;
  readonly text: string;
  /** Oldest first, without the question. */
  readonly history: readonly ChatTurn[];
  /** Prepaid tokens set aside for this answer; 0: none are left. */
  readonly grantedTokens: number;
  readonly signal: AbortSignal;
  /** The customer's language when the question doesn't tell. */
  readonly languageHint: string | null;
}

export interface Answer {
  readonly text: string;
  readonly citations: readonly Citation[];
  readonly usage: Usage;
  readonly outcome: AnswerOutcome;
  readonly timing: Timing;
}

/** What can be shown while the answer is made; an answer that comes as a whole is only returned. */
export interface AnswerListener {
  onPassages(passages: readonly Citation[]): void;
  onText(text: string): void;
}

const PASSAGES_WANTED = 8;
/** A follow-up like "and on Sundays?" is searched together with the question before it when this is unclear. */
const UNCLEAR = 0.2;

/** Answers one question. Never throws for what a model or provider does; the customer always gets a text. */
export async function answerQuestion(
  dependencies: AnswerDependencies,
  question: Question,
  listener: AnswerListener,
): Promise<Answer> {
  const startedAt = performance.now();
  const { bot } = question;
  const language = languageOf(question);
  const entry = dependencies.models.find(bot.serviceUuid);
  const model = await dependencies.models.languageModel(bot.serviceUuid);
  if (question.grantedTokens <= 0) return unable(question, 'no_tokens', startedAt);
  if (!entry || !model) {
    dependencies.onModelFailure({
      serviceUuid: bot.serviceUuid,
      reason: 'unavailable',
      detail: 'no key or not listed',
    });
    return unable(question, 'model_failed', startedAt);
  }
  const found = await retrieve(dependencies, question);
  const retrieval = performance.now() - startedAt;
  const passages = choosePassages(found, BUDGET.passages);
  const citations = passages.map(citation);
  listener.onPassages(citations);

  const instructions = buildInstructions(bot, passages, bot.knowledgeIds.length > 0);
  const history = chooseHistory(question.history, BUDGET.history);
  const maxOutputTokens = affordableOutput(entry, question.grantedTokens, [
    instructions,
    question.text,
    ...history.map((turn) => turn.text),
  ]);
  if (maxOutputTokens < 1) return unable(question, 'no_tokens', startedAt);

  const filter = createAnswerFilter(new Set(passages.map((passage) => passage.number)));
  let text = '';
  let firstToken: number | null = null;
  // The built-in model ends at once, and only its end tells whether its own words are wanted.
  const isShownAtEnd = entry.provider === 'builtin';
  const show = (ready: string): void => {
    if (ready === '') return;
    firstToken ??= performance.now() - startedAt;
    text += ready;
    if (!isShownAtEnd) listener.onText(ready);
  };
  const timing = (): Timing => ({ retrieval, firstToken, total: performance.now() - startedAt });
  const end = (outcome: AnswerOutcome, said: string, usage: AnswerUsage): Answer => ({
    text: said,
    citations: citedIn(said, citations),
    usage: chargedUsage(entry, usage, question.grantedTokens),
    outcome,
    timing: timing(),
  });

  for await (const part of answerWithRetry({
    model,
    entry,
    instructions,
    messages: [...history, { role: 'user', text: question.text }],
    passages: passages.map(({ number, title, text: passage, confidence }) => ({
      number,
      title,
      text: passage,
      confidence,
    })),
    question: question.text,
    locale: language,
    maxOutputTokens,
    abortSignal: question.signal,
    timeouts: dependencies.timeouts,
  })) {
    if (part.kind === 'text') show(filter.push(part.text));
    else if (part.kind === 'failed') {
      dependencies.onModelFailure({ serviceUuid: bot.serviceUuid, reason: part.reason, detail: part.detail });
      return end('model_failed', noAnswerReply(bot, language, 'unable'), part.usage);
    } else {
      show(filter.end());
      if (part.outcome === 'stopped') return end('stopped', text, part.usage);
      const isNotFound = part.outcome === 'not_found' || filter.saidNoAnswer || text.trim() === '';
      const hasOwnWords = bot.noAnswerReply.trim() !== '' || text.trim() === '';
      if (isNotFound && hasOwnWords)
        return end('not_found', noAnswerReply(bot, language, 'not_found'), part.usage);
      return end(isNotFound ? 'not_found' : 'answered', text, part.usage);
    }
  }
  throw new Error('the model gateway ended without an end');
}

function languageOf({ text, history, languageHint }: Question): 'en' | 'ja' | 'vi' {
  const hint = languageHint?.slice(0, 2);
  const fallback = hint === 'ja' || hint === 'vi' ? hint : 'en';
  const earlier = history.findLast((turn) => turn.role === 'user')?.text ?? '';
  return detectLanguage(text, detectLanguage(earlier, fallback));
}

async function retrieve({ search }: AnswerDependencies, question: Question): Promise<FoundPassage[]> {
  const { accountId, bot, text, history } = question;
  if (bot.knowledgeIds.length === 0) return [];
  const base = { accountId, knowledgeIds: bot.knowledgeIds, limit: PASSAGES_WANTED };
  const found = await search({ ...base, query: text });
  const before = history.findLast((turn) => turn.role === 'user');
  if (!before || (found[0]?.confidence ?? 0) >= UNCLEAR) return found;
  const together = await search({ ...base, query: `${before.text}\n${text}` });
  return (together[0]?.confidence ?? 0) > (found[0]?.confidence ?? 0) ? together : found;
}

/** The no-answer reply in the customer's language, which costs nothing. */
export function unable(question: Question, outcome: 'no_tokens' | 'model_failed', startedAt: number): Answer {
  return {
    text: noAnswerReply(question.bot, languageOf(question), 'unable'),
    citations: [],
    usage: { inputTokens: 0, outputTokens: 0, tokens: 0 },
    outcome,
    timing: { retrieval: 0, firstToken: null, total: performance.now() - startedAt },
  };
}

const citation = (passage: NumberedPassage): Citation => ({
  number: passage.number,
  knowledgeUuid: passage.knowledgeId,
  documentUuid: passage.documentId,
  embeddingUuid: passage.embeddingId,
  title: passage.title,
  headingPath: [...passage.headingPath],
  page: passage.page,
  quote: passage.text,
  score: passage.score,
  confidence: passage.confidence,
});

function citedIn(text: string, citations: readonly Citation[]): Citation[] {
  const cited = new Set(citedNumbers(text));
  return citations.filter(({ number }) => cited.has(number));
}
