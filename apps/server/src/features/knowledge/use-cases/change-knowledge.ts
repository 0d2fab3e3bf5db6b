import type { KnowledgeId } from '@hanasu/contract/ids';
import type { DocumentView, KnowledgeView } from '@hanasu/contract/knowledge';
import type { KnowledgeSettings } from '@hanasu/contract/knowledge-settings';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { recordAudit } from '../../accounts/public.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { requeueSplit } from '../documents.store.ts';
import { PROCESS_DOCUMENT } from '../domain/job-names.ts';
import { lockKnowledge, selectKnowledge, writeKnowledge } from '../knowledge.store.ts';
import { planEmbedding } from '../vectors/plan-embedding.ts';
import { announceDocument } from './announce-document.ts';
import { checkModels } from './check-models.ts';
import { found } from './found.ts';

type Changing = Pick<
  KnowledgeDependencies,
  'database' | 'jobs' | 'realtime' | 'log' | 'knowledgeModels' | 'onKnowledgeChanged'
>;

/** A page shows no more at once; it asks for the rest itself. */
const MOST_ANNOUNCED = 50;

interface KnowledgeChange {
  readonly name?: string | undefined;
  readonly settings?: Partial<KnowledgeSettings> | undefined;
}

/**
 * Renames a base or changes its settings; what is absent stays as it is. With other passage sizes all its documents
 * are read again, with another model all passages are embedded again: what is there serves on until then.
 */
export async function changeKnowledge(
  dependencies: Changing,
  actor: Actor,
  id: KnowledgeId,
  change: KnowledgeChange,
): Promise<KnowledgeView> {
  const { accountId } = actor;
  const { view, requeued, isTuned } = await dependencies.database.account(accountId, async (transaction) => {
    await lockKnowledge(transaction, id);
    const before = found(await selectKnowledge(transaction, id), 'knowledge base');
    checkModels(dependencies, change.settings ?? {}, before.settings);
    await writeKnowledge(transaction, id, change);
    const settings = { ...before.settings, ...change.settings };
    const changed = changedFields(before.settings, settings);
    const documents = await redo(dependencies, transaction, id, changed);
    const after = found(await selectKnowledge(transaction, id), 'knowledge base');
    const fields = [...(after.name === before.name ? [] : ['name']), ...changed];
    if (fields.length > 0) {
      const { userId, address } = actor;
      const data = { uuid: id, fields: fields.join(', '), documents: documents.length };
      await recordAudit(transaction, {
        userId,
        address,
        action: 'knowledge.changed',
        target: after.name,
        data,
      });
    }
    return { view: after, requeued: documents, isTuned: changed.length > 0 };
  });
  for (const document of requeued.slice(0, MOST_ANNOUNCED))
    announceDocument(dependencies, accountId, document);
  if (isTuned) await tell(dependencies, actor, id);
  return view;
}

type Field = keyof KnowledgeSettings;

const changedFields = (before: KnowledgeSettings, after: KnowledgeSettings): Field[] =>
  (Object.keys(after) as Field[]).filter((field) => after[field] !== before[field]);

/** Queues what has to be done anew; returns the documents that are read again. */
async function redo(
  { jobs }: Changing,
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
  changed: readonly Field[],
): Promise<DocumentView[]> {
  const { accountId } = transaction;
  if (changed.includes('embeddingModel'))
    await planEmbedding({ jobs }, transaction, knowledgeId, { isNew: true });
  if (!changed.includes('chunkTokens') && !changed.includes('overlapPercent')) return [];
  const documents = await requeueSplit(transaction, knowledgeId);
  for (const { uuid } of documents)
    await jobs().send(transaction, PROCESS_DOCUMENT, { accountId, documentId: uuid });
  return documents;
}

/** The change is stored: nobody who hears of it can undo it by failing. */
async function tell(
  { onKnowledgeChanged, log }: Changing,
  { accountId }: Actor,
  knowledgeId: KnowledgeId,
): Promise<void> {
  try {
    await onKnowledgeChanged?.(accountId, knowledgeId, 'settings');
  } catch (err) {
    log.error({ err, accountId, knowledgeId }, 'nobody could be told of changed settings');
  }
}
