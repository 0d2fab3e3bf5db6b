import type { Citation } from '@hanasu/contract/chat';
import type { CatalogueEntry } from '@hanasu/models/catalogue/catalogue-entry';
import type { AnswerTool } from '@hanasu/models/gateway/answer-tool';
import { createLinkPolicy } from '@hanasu/models/guard/link-hosts';
import type { Answer, AnswerListener, Question } from '../domain/answer.ts';
import { type AnswerGuardRules, createAnswerGuard } from '../domain/answer-guard.ts';
import { servicesOf, withinBudget } from '../domain/answer-price.ts';
import { buildContext } from '../domain/build-context.ts';
import { type PendingConfirmation, withConfirmation } from '../with-confirmation.ts';
import type { AnswerDependencies } from './answer-dependencies.ts';
import { answerWithoutModel } from './answer-without-model.ts';
import { type Asking, askModel } from './ask-model.ts';
import { languageOf, unable } from './plain-answer.ts';
import { citation, retrievePassages } from './retrieve-passages.ts';
import { type SettledCalls, settleCalls, withSettled } from './settle-calls.ts';

export type { Answer, AnswerListener, Attachment, Question } from '../domain/answer.ts';
export type { AnswerDependencies } from './answer-dependencies.ts';
export { unable } from './plain-answer.ts';

/** Answers one question. Never throws for what a model or provider does; the customer always gets a text. */
export async function answerQuestion(
  dependencies: AnswerDependencies,
  question: Question,
  listener: AnswerListener,
): Promise<Answer> {
  const startedAt = performance.now();
  const settled = await settleCalls(dependencies, question, listener);
  if (settled.isEnough) return withSettled(settled, null, startedAt);
  if (settled.ended.length === 0) return answerAnew(dependencies, question, listener, settled);
  // What the server says stands before the model's words, so that the answer comes as a whole.
  const isWhole = settled.said !== '';
  const heard = isWhole ? { ...listener, onText: () => undefined } : listener;
  const asked = settled.done === '' ? question : { ...question, isReport: true };
  return withSettled(settled, await answerAnew(dependencies, asked, heard, settled), startedAt);
}

async function answerAnew(
  dependencies: AnswerDependencies,
  question: Question,
  listener: AnswerListener,
  settled: SettledCalls,
): Promise<Answer> {
  const startedAt = performance.now();
  const said = await answerWithoutModel(dependencies, question, startedAt);
  if (said) return said;
  const entries = usableModels(dependencies, question);
  if (entries.length === 0) return unable(question, 'model_failed', startedAt);

  const links = createLinkPolicy(await dependencies.linkHosts(question.accountId, question.bot));
  const language = languageOf(question);
  const pending: PendingConfirmation = { text: null, call: null };
  const found = await findTools(dependencies, question, entries);
  const tools = withConfirmation(found, question, { ...settled, language, links, pending });
  const searchedAt = performance.now();
  const neighbours = entries.some(({ provider }) => provider !== 'builtin');
  const passages = await retrievePassages(dependencies, question, { neighbours });
  const retrieval = performance.now() - searchedAt;
  // One context for all models that may be asked, so that the numbers of passages stay the same.
  const text = settled.note === '' ? question.text : `${question.text}\n\n${settled.note}`;
  const context = buildContext({ ...question, text }, passages, tools, narrowest(entries));
  const guard: AnswerGuardRules = {
    links,
    secrets: [...dependencies.secrets, ...((await dependencies.accountSecrets?.(question.accountId)) ?? [])],
    confidential: context.confidential,
  };
  const citations = context.passages.map((passage) => guardedCitation(citation(passage), guard));
  listener.onPassages(citations);

  const asking: Asking = {
    question,
    context,
    citations,
    retrieval,
    startedAt,
    language,
    pending,
    grantedTokens: withinBudget(question.bot, question.grantedTokens),
    guard,
  };
  for (const [index, entry] of entries.entries()) {
    const answer = await askModel(dependencies, asking, entry, listener, index === entries.length - 1);
    if (answer) return answer;
  }
  return unable(question, 'model_failed', startedAt);
}

const HIDDEN = '•••';

/** A title is what somebody called a file. */
function guardedCitation(given: Citation, rules: AnswerGuardRules): Citation {
  const guard = createAnswerGuard(rules);
  const title = guard.push(given.title) + guard.end();
  return { ...given, title: guard.hasLeaked ? HIDDEN : title };
}

/** The models to ask, one after the other, as far as they can be asked here. */
function usableModels({ models, onModelFailure }: AnswerDependencies, { bot }: Question): CatalogueEntry[] {
  return servicesOf(bot).flatMap((serviceUuid) => {
    const entry = models.available(serviceUuid) ? models.find(serviceUuid) : null;
    if (!entry) onModelFailure({ serviceUuid, reason: 'unavailable', detail: 'no key or not listed' });
    return entry ? [entry] : [];
  });
}

/** A tool that can't be made ready is no reason to say nothing. */
async function findTools(
  { tools, onToolFailure }: AnswerDependencies,
  { accountId, bot }: Question,
  entries: readonly CatalogueEntry[],
): Promise<readonly AnswerTool[]> {
  const mayCall = tools && bot.hasTools && entries.some(({ abilities }) => abilities.tools);
  if (!mayCall) return [];
  return tools(accountId, bot.id).catch((error: unknown) => {
    onToolFailure?.({ tool: '*', reason: 'unavailable', detail: String(error) });
    return [];
  });
}

const narrowest = (entries: readonly CatalogueEntry[]) => ({
  contextTokens: Math.min(...entries.map(({ contextTokens }) => contextTokens)),
  outputTokens: Math.max(...entries.map(({ outputTokens }) => outputTokens)),
});
