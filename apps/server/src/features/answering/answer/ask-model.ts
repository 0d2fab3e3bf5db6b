import type { ToolCall } from '@hanasu/contract/chat';
import type { QuestionWithPassages } from '@hanasu/models/builtin/extract-answer';
import { type CatalogueEntry, isOwn } from '@hanasu/models/catalogue/catalogue-entry';
import type { AnswerUsage, FailedPart, ToolPart } from '@hanasu/models/gateway/answer-part';
import type { AnswerRequest } from '@hanasu/models/gateway/answer-request';
import { answerWithTools } from '@hanasu/models/gateway/answer-with-tools';
import { costInTokens } from '@hanasu/models/tokens/estimate-tokens';
import type { HeldMoney } from '../../billing/public.ts';
import type { Answer, AnswerDependencies, AnswerListener, Question } from './answer.ts';
import { createAnswerOutlet } from './answer-guard.ts';
import { affordableOutput, chargedUsage, costOfCall, createCostMeter } from './answer-price.ts';
import type { Asking, ModelOutput } from './asking.ts';
import type { Context } from './build-context.ts';
import { unable } from './fallback-answer.ts';
import {
  failure,
  judge,
  judgeJson,
  type Verdict,
  withheld,
  withPictureNote,
  withQuestion,
  withRest,
} from './judge-answer.ts';
import { citedIn, documentPassages } from './retrieve-passages.ts';

/** Below this another model is not begun with. */
const LEAST_TIME_MS = 500;

/** Asks one model. Null: it failed before it sent or did anything, so the next one may be asked. */
export async function askModel(
  dependencies: AnswerDependencies,
  {
    asking,
    entry,
    listener,
    isLast,
  }: {
    readonly asking: Asking;
    readonly entry: CatalogueEntry;
    readonly listener: AnswerListener;
    readonly isLast: boolean;
  },
): Promise<Answer | null> {
  const { question, context, citations, startedAt } = asking;
  const paid = await payFor(dependencies, asking, entry);
  if (typeof paid === 'string') return isLast ? unable(question, paid, startedAt) : null;
  const { grantedTokens, held } = paid;
  const giveBack = () => (held ? dependencies.models.purse.release(question.accountId, held) : undefined);
  const request = await requestOf(dependencies, { ...asking, grantedTokens }, entry);
  if (!request || request === 'no_tokens') await giveBack();
  if (request === 'no_tokens') return unable(question, 'no_tokens', startedAt);
  if (!request) return isLast ? unable(question, 'model_failed', startedAt) : null;

  const numbers = new Set(context.passages.map(({ number }) => number));
  const outlet = createAnswerOutlet(asking.guard, numbers, question.json);
  const modelOutput: ModelOutput = { text: '', firstToken: null, toolCalls: [], wantsPerson: false };
  // The built-in model ends at once, and only its end tells whether its own words are wanted.
  const isShownAtEnd = entry.provider === 'builtin';
  const show = (ready: string): void => {
    if (ready === '') return;
    modelOutput.firstToken ??= performance.now() - startedAt;
    modelOutput.text += ready;
    if (!isShownAtEnd) listener.onText(ready);
  };
  const end = ({ text, ...verdict }: Verdict, usage: AnswerUsage): Answer => ({
    ...verdict,
    text,
    // JSON has no marks: what it may rest on is all that was read.
    citations: verdict.json ? citations : citedIn(text, citations),
    toolCalls: modelOutput.toolCalls,
    usage: chargedUsage(entry, usage, grantedTokens),
    ...(held && { money: held.settledFor(Number(costInTokens(entry.rates, usage))) }),
    timing: {
      retrieval: asking.retrieval,
      firstToken: modelOutput.firstToken,
      total: performance.now() - startedAt,
    },
    serviceUuid: entry.uuid,
  });

  const meter = createCostMeter(entry, context.inputTokens, held ? undefined : question.onCost);
  const outputAfter: AnswerRequest['outputAfter'] = (spent, input) => {
    meter.beginRound(spent, input);
    return request.outputAfter?.(spent, input) ?? 0;
  };
  for await (const part of answerWithTools({ ...request, outputAfter })) {
    if (part.kind === 'text') {
      meter.addText(part.text);
      // What a model says of a call that waits for consent would be a guess.
      if (asking.pending.text === null) show(outlet.push(part.text));
    } else if (part.kind === 'tool') noteCall(dependencies, { modelOutput, part, listener });
    else if (part.kind === 'failed') {
      const { reason, detail } = part;
      dependencies.onModelFailure({ serviceUuid: entry.uuid, reason, detail });
      await noteFailure(dependencies, { asking, entry, failure: part });
      const nothing = hasNoOutput(part, modelOutput);
      // What waits for consent is known without the model.
      const say = question.json ? () => undefined : show;
      if (asking.pending.text !== null)
        return end(withQuestion(asking.pending, modelOutput, say), part.usage);
      if (!isLast && nothing && timeLeft(dependencies, startedAt) > LEAST_TIME_MS) {
        await giveBack();
        return null;
      }
      const { isFormatRefused } = part;
      const failed = {
        ...failure(dependencies, asking, modelOutput),
        ...(isFormatRefused && { isFormatRefused }),
      };
      return end(failed, nothing ? FREE : part.usage);
    } else {
      if (isOwn(entry)) await dependencies.models.purse.report(question.accountId, entry, null);
      const rest = outlet.end();
      if (question.json) {
        const verdict = judgeJson(dependencies, { asking, modelOutput, outlet, finished: part, rest });
        if (verdict.json) show(rest);
        return end(verdict, part.usage);
      }
      show(rest);
      if (outlet.hasLeaked) return end(withheld(asking, modelOutput, show), part.usage);
      if (asking.pending.text !== null)
        return end(withQuestion(asking.pending, modelOutput, show), part.usage);
      const finished = { ...part, saidNoAnswer: outlet.saidNoAnswer };
      const verdict = judge(dependencies, { asking, modelOutput, finished });
      const isPart = part.outcome === 'answered_partly' || (!isShownAtEnd && outlet.isPartUnanswered);
      const whole = isPart ? withRest(verdict, asking, { isShownAtEnd, show }) : verdict;
      return end(withPictureNote(whole, asking, entry), part.usage);
    }
  }
  throw new Error('the model gateway ended without an end');
}

interface PaidBy {
  /** What the call may cost, in prepaid tokens by the model's rates. */
  readonly grantedTokens: number;
  /** Money of the account's own key; null: it takes tokens, which are set aside. */
  readonly held: HeldMoney | null;
}

/** How the call is paid for, or why it can't be made. */
async function payFor(
  { models: { purse }, onModelFailure }: AnswerDependencies,
  { question, context, grantedTokens, modelTrouble }: Asking,
  entry: CatalogueEntry,
): Promise<PaidBy | 'model_failed' | 'no_budget'> {
  if (!isOwn(entry)) return { grantedTokens, held: null };
  const { accountId, signal } = question;
  const limit = Math.min(context.outputTokens, entry.outputTokens);
  const hasTools = entry.abilities.tools && context.tools.length > 0;
  const cost = costOfCall(entry, { inputTokens: context.inputTokens, limit, hasTools });
  const held = await purse.reserve({ accountId, entry, ...cost, urgency: 'turn', signal });
  if (held.kind === 'granted') return { grantedTokens: held.tokens, held };
  modelTrouble.reason = held.kind === 'refused' ? 'key_refused' : 'key_budget';
  onModelFailure({ serviceUuid: entry.uuid, reason: modelTrouble.reason, detail: held.kind });
  return held.kind === 'refused' ? 'model_failed' : 'no_budget';
}

/** Staff read what they can do something about. A key that its provider refuses is marked, too. */
async function noteFailure(
  { models: { purse } }: AnswerDependencies,
  {
    asking: { question, modelTrouble },
    entry,
    failure,
  }: { readonly asking: Asking; readonly entry: CatalogueEntry; readonly failure: FailedPart },
): Promise<void> {
  if (failure.reason === 'prompt_too_long') modelTrouble.reason = 'prompt_too_long';
  if (!isOwn(entry)) return;
  if (failure.trouble) modelTrouble.reason = 'key_refused';
  await purse.report(question.accountId, entry, failure);
}

/** Who got nothing pays nothing. */
const FREE: AnswerUsage = { inputTokens: 0, outputTokens: 0, estimated: false };

const hasNoOutput = ({ textSoFar }: FailedPart, { toolCalls }: ModelOutput): boolean =>
  textSoFar === '' && toolCalls.every(({ error }) => error === 'schema_refused');

const timeLeft = ({ timeouts }: AnswerDependencies, startedAt: number): number =>
  timeouts.totalMs - (performance.now() - startedAt);

/** The call of a model; null when it can't be loaded. */
async function requestOf(
  dependencies: AnswerDependencies,
  { question, questions, context, language, startedAt, grantedTokens }: Asking,
  entry: CatalogueEntry,
): Promise<AnswerRequest | 'no_tokens' | null> {
  const models = await dependencies.models.of(question.accountId);
  const model = await models.languageModel(entry.uuid);
  if (!model) return null;
  const limit = Math.min(context.outputTokens, entry.outputTokens);
  const maxOutputTokens = affordableOutput(entry, { grantedTokens, inputTokens: context.inputTokens, limit });
  if (maxOutputTokens < 1) return 'no_tokens';
  const images = (question.attachments ?? []).filter((attachment) => attachment.kind === 'image');
  const seen = entry.abilities.vision ? images : [];
  const unseen = images.length > seen.length ? UNSEEN_PICTURE : '';
  const { temperature } = question.bot.settings;
  return {
    model,
    entry,
    instructions: context.instructions,
    messages: [...context.history, { role: 'user', text: context.question + unseen }],
    ...(entry.provider === 'builtin' && { questions: questionsForBuiltin(question, questions, context) }),
    locale: language,
    isLocaleFixed: question.bot.settings.language !== null,
    tone: question.bot.settings.tone,
    maxOutputTokens,
    abortSignal: question.signal,
    timeouts: { ...dependencies.timeouts, totalMs: Math.max(1, timeLeft(dependencies, startedAt)) },
    ...(temperature !== null && entry.provider !== 'builtin' && { temperature }),
    ...(question.json && { json: question.json }),
    ...(seen.length > 0 && { images: seen }),
    ...(entry.abilities.tools && context.tools.length > 0 && { tools: context.tools }),
    outputAfter: (spent, input) =>
      affordableOutput(entry, {
        grantedTokens: grantedTokens - Number(costInTokens(entry.rates, spent)),
        inputTokens: input,
        limit,
      }),
  };
}

const LONGEST_BUILTIN_QUESTION = 4_000;

/** The confidence of a passage is that for the question. */
function questionsForBuiltin(
  { attachments }: Question,
  questions: Asking['questions'],
  { passages }: Context,
): QuestionWithPassages[] {
  const numbers = new Map(passages.map(({ embeddingId, number }) => [embeddingId, number]));
  const documents = documentPassages(attachments);
  return questions.map(({ text, question, written, passages: found }) => ({
    text: text.slice(0, LONGEST_BUILTIN_QUESTION),
    question,
    written,
    passages: [
      ...found.flatMap(({ embeddingId, title, text: passage, confidence }) => {
        const number = numbers.get(embeddingId);
        return number === undefined ? [] : [{ number, title, text: passage, confidence }];
      }),
      ...documents,
    ],
  }));
}
const UNSEEN_PICTURE =
  '\n\n[A picture was sent with this message. This model cannot read pictures: tell the customer so.]';

function noteCall(
  { onToolFailure }: AnswerDependencies,
  {
    modelOutput,
    part: { id, uuid, name, input, output, error, detail, milliseconds, wantsPerson },
    listener,
  }: { readonly modelOutput: ModelOutput; readonly part: ToolPart; readonly listener: AnswerListener },
): void {
  const isTaken = modelOutput.toolCalls.some((call) => call.id === id);
  const call: ToolCall = {
    id: isTaken ? `${id}-${modelOutput.toolCalls.length}` : id,
    toolUuid: uuid,
    name: name.slice(0, 64),
    input,
    output,
    error,
    milliseconds,
  };
  modelOutput.toolCalls.push(call);
  modelOutput.wantsPerson ||= wantsPerson;
  listener.onTool(call);
  if (error) onToolFailure?.({ tool: name, reason: error, detail: detail ?? '' });
}
