import type { EndpointOutput, EndpointRequest } from '@hanasu/contract/endpoint';
import type {
  listMissedQuestions,
  MissedQuestion,
  settleMissedQuestions,
} from '@hanasu/contract/knowledge-health';
import type { PageQuery } from '@hanasu/contract/page';
import { compactText } from '@hanasu/contract/text';
import { orNotFound } from '../../../platform/app-error.ts';
import { existingKnowledgeIds } from '../../knowledge/public.ts';
import type { KnowledgeKey, QuestionSetDependencies } from '../dependencies.ts';
import { putQuestions, refuseForeign } from '../questions/questions.ts';
import { lockSet } from '../questions/sets.store.ts';
import type { QuestionGroup } from './group-questions.ts';
import {
  isSetOf,
  type MissedRow,
  type Settled,
  selectAskable,
  selectMissed,
  settle,
} from './missed.store.ts';

/** The newest; more of them would not be read by anybody. */
const MOST_QUESTIONS = 5_000;
const EXAMPLES = 200;
const TEXT = 1_000;

/** What people asked in vain, alike questions together. */
export async function readMissed(
  { database, compare }: Pick<QuestionSetDependencies, 'database' | 'compare'>,
  { accountId, knowledgeId }: KnowledgeKey,
  query: PageQuery & { readonly days: number },
): Promise<EndpointOutput<typeof listMissedQuestions>> {
  const rows = await database.account(accountId, async (transaction) => {
    const [existing] = await existingKnowledgeIds(transaction, [knowledgeId]);
    orNotFound(existing ?? null, 'knowledge base');
    return selectMissed(transaction, knowledgeId, { days: query.days, limit: MOST_QUESTIONS });
  });
  const questions = rows.map(({ messageId, text }) => ({ id: messageId, text: text.slice(0, TEXT) }));
  const groups = rows.length === 0 ? [] : await compare.groupQuestions(questions);
  const byId = new Map(rows.map((row) => [row.messageId as string, row]));
  const wanted = compactText(query.q ?? '');
  const shown = groups.filter(({ ids }) =>
    ids.some((id) => compactText(byId.get(id)?.text ?? '').includes(wanted)),
  );
  const { page, pageSize } = query;
  const items = shown.slice((page - 1) * pageSize, page * pageSize).map((group) => toView(group, byId));
  return { items, total: shown.length, page, pageSize };
}

function toView({ key, question, ids }: QuestionGroup, byId: ReadonlyMap<string, MissedRow>): MissedQuestion {
  const newestFirst = ids.flatMap((id) => byId.get(id) ?? []).toReversed();
  return {
    key,
    question: question.slice(0, TEXT).toWellFormed(),
    times: ids.length,
    reasons: [...new Set(newestFirst.map(({ reason }) => reason))],
    lastAt: newestFirst[0]?.at.toISOString() ?? new Date(0).toISOString(),
    examples: newestFirst
      .slice(0, EXAMPLES)
      .map(({ messageId, conversationId, botId, text, answer, reason, at }) => ({
        messageUuid: messageId,
        conversationUuid: conversationId,
        botUuid: botId,
        text: text.slice(0, TEXT).toWellFormed(),
        answer: answer.slice(0, TEXT).toWellFormed(),
        reason,
        at: at.toISOString(),
      })),
  };
}

type Settlement = EndpointRequest<typeof settleMissedQuestions>['body'];

/**
 * Deals with missed questions and takes them off the list. An answer is written first: when that fails, the questions
 * stay on the list; when settling fails after it, the answer is there and the list can be settled again.
 */
export async function settleMissed(
  { database, addAnswer }: Pick<QuestionSetDependencies, 'database' | 'addAnswer'>,
  { accountId, knowledgeId }: KnowledgeKey,
  settlement: Settlement,
): Promise<Settled> {
  const ids = await database.account(accountId, async (transaction) => {
    const [existing] = await existingKnowledgeIds(transaction, [knowledgeId]);
    orNotFound(existing ?? null, 'knowledge base');
    const askable = await selectAskable(transaction, knowledgeId, settlement.messageUuids);
    return orNotFound(askable.length > 0 ? askable : null, 'question');
  });
  const written = settlement.action === 'answer' ? await addAnswer(accountId, knowledgeId, settlement) : null;
  const settled = await database.account(accountId, async (transaction) => {
    if (settlement.action === 'test') {
      const { setUuid, question, expected } = settlement;
      orNotFound((await isSetOf(transaction, knowledgeId, setUuid)) || null, 'set');
      const set = orNotFound(await lockSet(transaction, setUuid), 'set');
      await refuseForeign(transaction, knowledgeId, [{ expected }]);
      await putQuestions(transaction, setUuid, set.questions, [
        { question, expected, origin: 'conversation' },
      ]);
    }
    return settle(transaction, knowledgeId, ids, settlement.action);
  });
  return { settled, embeddingUuid: written?.embeddingId ?? null };
}
