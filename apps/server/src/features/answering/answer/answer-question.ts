import type { AskedQuestion } from '@hanasu/models/builtin/split-questions';
import { type CatalogueEntry, isOwn } from '@hanasu/models/catalogue/catalogue-entry';
import type { AnswerTool } from '@hanasu/models/gateway/answer-tool';
import { createLinkPolicy } from '@hanasu/models/guard/link-hosts';
import { writtenAnswersPrompt } from '@hanasu/models/prompts/answer';
import type { Room, RoomRequest, Rooms } from '../../billing/public.ts';
import type {
  Answer,
  AnswerDependencies,
  AnswerListener,
  ClaimedTokens,
  Question,
  RoomlessQuestion,
} from './answer.ts';
import { type AnswerGuardRules, guardedCitation } from './answer-guard.ts';
import { answersIn, narrowest, servicesOf, withUsedBudget } from './answer-price.ts';
import { askModel } from './ask-model.ts';
import type { Asking } from './asking.ts';
import { buildContext } from './build-context.ts';
import {
  answerWithoutModel,
  curatedAnswer,
  languageOf,
  plainAnswer,
  tokenRefusal,
  unable,
} from './fallback-answer.ts';
import { citation, leastFound, mergePassages, questionsOf, retrievePassages } from './retrieve-passages.ts';
import {
  type PendingConfirmation,
  type SettledUsage,
  settleUsage,
  withConfirmation,
  withForms,
  withSettled,
} from './with-confirmation.ts';

export interface AnswerRoom {
  readonly rooms: Rooms;
  readonly request: RoomRequest;
  readonly room: Room;
}

/** Answers as soon as there is room for it; what needs no model is said at once. */
export async function answerWithRoom(
  dependencies: AnswerDependencies,
  {
    question,
    asked,
    listener,
  }: { readonly question: RoomlessQuestion; readonly asked: AnswerRoom; readonly listener: AnswerListener },
): Promise<Answer> {
  const { rooms, request, room } = asked;
  if (room.kind !== 'waiting') return answerIn(dependencies, { question, room: asked, listener });
  const startedAt = performance.now();
  const said = await answerWhileWaiting(dependencies, question);
  if (said) {
    await rooms.leave(request);
    return said;
  }
  const found = await rooms.waitForRoom(request, question.signal);
  if (found.kind === 'waiting')
    return plainAnswer('stopped', { text: '', startedAt, ruling: { wantsPerson: false } });
  return answerIn(dependencies, { question, room: { rooms, request, room: found }, listener });
}

/** What can be said without a model needs no tokens, so it need not wait for any. */
export async function answerWhileWaiting(
  dependencies: AnswerDependencies,
  question: RoomlessQuestion,
): Promise<Answer | null> {
  const startedAt = performance.now();
  const asked = { ...question, grantedTokens: 1 };
  const said = await answerWithoutModel(dependencies, asked, startedAt);
  const refusal = said ? null : tokenRefusal(asked);
  return refusal ? unable(question, refusal, startedAt) : said;
}

async function answerIn(
  dependencies: AnswerDependencies,
  {
    question,
    room: { rooms, request, room },
    listener,
  }: { readonly question: RoomlessQuestion; readonly room: AnswerRoom; readonly listener: AnswerListener },
): Promise<Answer> {
  if (room.kind === 'over_budget')
    return answerQuestion(dependencies, withUsedBudget(question, room), listener);
  if (room.kind !== 'granted') {
    const isBusy = room.kind === 'busy';
    return answerQuestion(dependencies, { ...question, grantedTokens: 0, isBusy }, listener);
  }
  const usedUp = new AbortController();
  let { budget } = room;
  const signal = AbortSignal.any([question.signal, usedUp.signal]);
  const claimed = (granted: Room & { readonly kind: 'granted' }): ClaimedTokens => {
    const { accountId, id, botId, apiKeyId } = request;
    const grow = rooms.grow({ accountId, id, botId, apiKeyId, ...granted });
    const onCost = (tokens: number): void => {
      const refusal = grow(tokens);
      if (refusal) usedUp.abort(refusal);
    };
    return { grantedTokens: granted.limit, onCost, signal };
  };
  /** For a model that takes tokens, behind one that takes none. */
  const claimTokens = async (): Promise<ClaimedTokens> => {
    const none = { grantedTokens: 0, signal };
    if (!request.later) return none;
    const wanted = { ...request, ...request.later, isStored: false };
    const first = await rooms.request(wanted);
    const found = first.kind === 'waiting' ? await rooms.waitForRoom(wanted, signal) : first;
    if (found.kind === 'over_budget') return { ...none, budget: found.action };
    if (found.kind !== 'granted') return { ...none, isBusy: found.kind === 'busy' };
    budget = found.budget;
    return claimed(found);
  };
  const tokens = room.limit > 0 ? claimed(room) : { grantedTokens: 0, signal, claimTokens };
  const answer = await answerQuestion(dependencies, { ...question, ...tokens }, listener);
  const isCut = answer.outcome === 'stopped' && usedUp.signal.aborted;
  // A budget left so little that the prompt alone would have taken it.
  if (answer.outcome === 'no_tokens' && budget) {
    await rooms.noteReached(question.accountId, budget);
    return answerQuestion(dependencies, withUsedBudget(question, budget), listener);
  }
  if (!isCut) return answer;
  const outcome = usedUp.signal.reason === 'over_budget' ? 'no_budget' : 'no_tokens';
  const { text } = answer.text.trim() === '' ? unable(question, outcome, performance.now()) : answer;
  return { ...answer, text, outcome, wantsPerson: true };
}

/** Answers one question. Never throws for what a model or provider does; the customer always gets a text. */
export async function answerQuestion(
  dependencies: AnswerDependencies,
  question: Question,
  listener: AnswerListener,
): Promise<Answer> {
  const startedAt = performance.now();
  const settled = await settleUsage(dependencies, question, listener);
  if (settled.isEnough) return withSettled(settled, null, startedAt);
  if (settled.ended.length === 0) return answerAnew(dependencies, { question, listener, settled });
  // What the server says stands before the model's words, so that the answer comes as a whole.
  const isWhole = settled.said !== '';
  const heard = isWhole ? { ...listener, onText: () => undefined } : listener;
  const asked = settled.done === '' ? question : { ...question, isReport: true };
  return withSettled(
    settled,
    await answerAnew(dependencies, { question: asked, listener: heard, settled }),
    startedAt,
  );
}

async function answerAnew(
  dependencies: AnswerDependencies,
  {
    question,
    listener,
    settled,
  }: { readonly question: Question; readonly listener: AnswerListener; readonly settled: SettledUsage },
): Promise<Answer> {
  const startedAt = performance.now();
  const said = await answerWithoutModel(dependencies, question, startedAt);
  if (said) return said;
  const entries = await usableModels(dependencies, question);
  const refusal = question.claimTokens ? null : tokenRefusal(question);
  if (refusal && !entries.some(isOwn)) return unable(question, refusal, startedAt);
  if (entries.length === 0)
    return unable(question, question.budget ? 'no_budget' : 'model_failed', startedAt);

  const links = createLinkPolicy(await dependencies.linkHosts(question.accountId, question.bot));
  const language = languageOf(question);
  const pending: PendingConfirmation = { text: null, form: null, call: null };
  const found = await findTools(dependencies, question, entries);
  const { startForm } = dependencies;
  const onRun = () => listener.onToolStart?.();
  const confirmed = withConfirmation(found, question, { ...settled, language, links, pending, onRun });
  const tools = withForms(confirmed, { question, startForm, language, pending });
  const searchedAt = performance.now();
  const neighbours = entries.some(({ provider }) => provider !== 'builtin');
  const asked = questionsOf(question);
  const searched = await retrievePassages(dependencies, question, { asked, neighbours });
  const passages = mergePassages(question.bot, searched);
  const retrieval = performance.now() - searchedAt;
  // One context for all models that may be asked, so that the numbers of passages stay the same.
  const written = await writtenAnswers(dependencies, question, asked);
  const note = written.size === 0 ? settled.note : writtenAnswersPrompt(written);
  const text = note === '' ? question.text : `${question.text}\n\n${note}`;
  const context = buildContext({ ...question, text }, passages, { tools, limits: narrowest(entries) });
  const guard: AnswerGuardRules = {
    links,
    secrets: [...dependencies.secrets, ...((await dependencies.accountSecrets?.(question.accountId)) ?? [])],
    confidential: context.confidential,
  };
  const citations = context.passages.map((passage) => guardedCitation(citation(passage), guard));
  listener.onPassages(citations, leastFound(question.bot, searched));

  const asking: Asking = {
    question,
    context,
    questions: searched.map((one) => ({ ...one, written: written.get(one.question) })),
    citations,
    retrieval,
    startedAt,
    language,
    pending,
    grantedTokens: question.grantedTokens,
    guard,
    modelTrouble: { reason: null },
  };
  return withModelTrouble(await askInTurn(dependencies, { asking, entries, listener }), asking);
}

/** What a person has written as the answer to a part of what is asked. As a whole it was looked for before. */
async function writtenAnswers(
  { curated }: AnswerDependencies,
  question: Question,
  asked: readonly AskedQuestion[],
): Promise<ReadonlyMap<string, string>> {
  if (asked.length < 2 && !question.json) return new Map();
  const written = await Promise.all(
    asked.map(
      async ({ question: text }) => [text, await curatedAnswer(curated, { ...question, text })] as const,
    ),
  );
  return new Map(written.flatMap(([text, answer]) => (answer === null ? [] : [[text, answer] as const])));
}

/** One model after the other, until one has answered. Those that take tokens are left out where there are none. */
async function askInTurn(
  dependencies: AnswerDependencies,
  given: {
    readonly asking: Asking;
    readonly entries: readonly CatalogueEntry[];
    readonly listener: AnswerListener;
  },
): Promise<Answer> {
  const { entries, listener } = given;
  let { asking } = given;
  let refusal = asking.question.claimTokens ? null : tokenRefusal(asking.question);
  for (const [index, entry] of entries.entries()) {
    if (!isOwn(entry)) {
      const { claimTokens: claim, ...question } = asking.question;
      if (claim) {
        const claimed = { ...question, ...(await claim()) };
        // The built-in model takes the place of what is left to ask.
        if (claimed.budget === 'builtin') return askBuiltin(dependencies, { ...given, asking });
        refusal = tokenRefusal(claimed);
        asking = { ...asking, question: claimed, grantedTokens: claimed.grantedTokens };
      }
      if (refusal) continue;
    }
    const isLast = index === entries.length - 1;
    const answer = await askModel(dependencies, { asking, entry, listener, isLast });
    if (answer) return answer;
  }
  return unable(asking.question, refusal ?? 'model_failed', asking.startedAt);
}

async function askBuiltin(
  dependencies: AnswerDependencies,
  { asking, listener }: { readonly asking: Asking; readonly listener: AnswerListener },
): Promise<Answer> {
  const { claimTokens: _claimed, ...asked } = asking.question;
  const question = withUsedBudget(asked, { action: 'builtin' });
  const entries = await usableModels(dependencies, question);
  return askInTurn(dependencies, { asking: { ...asking, question, grantedTokens: 0 }, entries, listener });
}

const FAILURES: ReadonlySet<Answer['outcome']> = new Set(['model_failed', 'no_tokens', 'busy', 'no_budget']);

/** Staff read what they can do something about: the account's own key, or a prompt that is too long. */
const withModelTrouble = (answer: Answer, { modelTrouble: { reason } }: Asking): Answer =>
  reason && FAILURES.has(answer.outcome) && !answer.waitingReason
    ? { ...answer, waitingReason: reason }
    : answer;

/** The models to ask, one after the other, as far as they can be asked here. */
async function usableModels(
  { models: access, onModelFailure }: AnswerDependencies,
  { accountId, bot, json, budget }: Question,
): Promise<CatalogueEntry[]> {
  const models = await access.of(accountId);
  return servicesOf(bot).flatMap((serviceUuid) => {
    const entry = models.available(serviceUuid) ? models.find(serviceUuid) : null;
    if (!entry) onModelFailure({ serviceUuid, reason: 'unavailable', detail: 'no key or not listed' });
    if (!entry || !answersIn(entry, bot, json)) return [];
    // Beyond a budget the built-in model is free.
    return [budget === 'builtin' ? { ...entry, rates: { input: 0, output: 0 } } : entry];
  });
}

/** A tool that can't be made ready is no reason to say nothing. */
async function findTools(
  { tools, onToolFailure }: AnswerDependencies,
  question: Question,
  entries: readonly CatalogueEntry[],
): Promise<readonly AnswerTool[]> {
  const { accountId, bot } = question;
  const mayCall = tools && bot.hasTools && entries.some(({ abilities }) => abilities.tools);
  if (!mayCall) return [];
  return tools(accountId, bot.id, question).catch((error: unknown) => {
    onToolFailure?.({ tool: '*', reason: 'unavailable', detail: String(error) });
    return [];
  });
}
