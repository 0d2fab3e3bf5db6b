import type { AccountId, KnowledgeId, QuestionSetId } from '@hanasu/contract/ids';
import type { QuestionSetView } from '@hanasu/contract/question-sets';
import type { Actor } from '../../../platform/http/context.ts';
import { newId } from '../../../platform/ids.ts';
import { recordAudit } from '../../accounts/public.ts';
import { existingKnowledgeIds } from '../../knowledge/public.ts';
import type { QuestionSetDependencies } from '../dependencies.ts';
import { insertSet, removeSet, renameSet, selectSet, selectSets } from '../sets.store.ts';
import { found } from './found.ts';

type Dependencies = Pick<QuestionSetDependencies, 'database'>;

export async function readSets(
  { database }: Dependencies,
  accountId: AccountId,
  knowledgeId: KnowledgeId,
): Promise<{ items: QuestionSetView[] }> {
  return database.account(accountId, async (transaction) => {
    const [existing] = await existingKnowledgeIds(transaction, [knowledgeId]);
    found(existing ?? null, 'knowledge base');
    return { items: await selectSets(transaction, knowledgeId) };
  });
}

export async function createSet(
  { database }: Dependencies,
  accountId: AccountId,
  knowledgeId: KnowledgeId,
  name: string,
): Promise<QuestionSetView> {
  const id = newId<QuestionSetId>();
  return database.account(accountId, async (transaction) => {
    const isAdded = await insertSet(transaction, { id, knowledgeId, name });
    found(isAdded ? id : null, 'knowledge base');
    return found(await selectSet(transaction, id), 'set');
  });
}

export async function changeSet(
  { database }: Dependencies,
  accountId: AccountId,
  id: QuestionSetId,
  name: string,
): Promise<QuestionSetView> {
  return database.account(accountId, async (transaction) => {
    await renameSet(transaction, id, name);
    return found(await selectSet(transaction, id), 'set');
  });
}

/** Takes its questions and runs along. */
export async function deleteSet(
  { database }: Dependencies,
  { accountId, userId, address }: Actor,
  id: QuestionSetId,
): Promise<void> {
  await database.account(accountId, async (transaction) => {
    const { name, questions } = found(await removeSet(transaction, id), 'set');
    await recordAudit(transaction, {
      userId,
      address,
      action: 'question_set.deleted',
      target: name,
      data: { uuid: id, questions },
    });
  });
}
