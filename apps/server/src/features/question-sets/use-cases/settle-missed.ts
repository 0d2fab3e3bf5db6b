import type { EndpointRequest } from '@hanasu/contract/endpoint';
import type { AccountId, KnowledgeId } from '@hanasu/contract/ids';
import type { settleMissedQuestions } from '@hanasu/contract/knowledge-health';
import { existingKnowledgeIds } from '../../knowledge/public.ts';
import type { QuestionSetDependencies } from '../dependencies.ts';
import { isSetOf, type Settled, selectAskable, settle } from '../missed.store.ts';
import { lockSet } from '../sets.store.ts';
import { putQuestions, refuseForeign } from './add-questions.ts';
import { found } from './found.ts';

type Settlement = EndpointRequest<typeof settleMissedQuestions>['body'];

/**
 * Deals with missed questions and takes them off the list. An answer is written first: when that fails, the questions
 * stay on the list; when settling fails after it, the answer is there and the list can be settled again.
 */
export async function settleMissed(
  { database, addAnswer }: Pick<QuestionSetDependencies, 'database' | 'addAnswer'>,
  accountId: AccountId,
  knowledgeId: KnowledgeId,
  settlement: Settlement,
): Promise<Settled> {
  const ids = await database.account(accountId, async (transaction) => {
    const [existing] = await existingKnowledgeIds(transaction, [knowledgeId]);
    found(existing ?? null, 'knowledge base');
    const askable = await selectAskable(transaction, knowledgeId, settlement.messageUuids);
    return found(askable.length > 0 ? askable : null, 'question');
  });
  const written = settlement.action === 'answer' ? await addAnswer(accountId, knowledgeId, settlement) : null;
  const settled = await database.account(accountId, async (transaction) => {
    if (settlement.action === 'test') {
      const { setUuid, question, expected } = settlement;
      found((await isSetOf(transaction, knowledgeId, setUuid)) || null, 'set');
      const set = found(await lockSet(transaction, setUuid), 'set');
      await refuseForeign(transaction, knowledgeId, [{ expected }]);
      await putQuestions(transaction, setUuid, set.questions, [
        { question, expected, origin: 'conversation' },
      ]);
    }
    return settle(transaction, knowledgeId, ids, settlement.action);
  });
  return { settled, embeddingUuid: written?.embeddingId ?? null };
}
