import type { AccountId, KnowledgeId } from '@hanasu/contract/ids';
import type { DocumentView, KnowledgeView } from '@hanasu/contract/knowledge';
import type { KnowledgeSettings } from '@hanasu/contract/knowledge-settings';
import type { PageQuery } from '@hanasu/contract/page';
import { ANALYSER_VERSION } from '@hanasu/retrieval/analyse/analyse';
import { emptyStatistics } from '@hanasu/retrieval/rank/statistics';
import { AppError, orNotFound } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { rangeOf } from '../../../platform/database/page-range.ts';
import { deleteRemovedFiles, noteRemovedFiles } from '../../../platform/files/removed-files.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { newId } from '../../../platform/ids.ts';
import { recordAudit } from '../../accounts/public.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { requeueSplit, selectFileKeys } from '../documents/documents.store.ts';
import { publishDocumentUpdate } from '../documents/publish-document-update.ts';
import { createDocument } from '../documents/store-source.ts';
import { PROCESS_DOCUMENT } from '../job-names.ts';
import { selectUploadIds } from '../uploads/uploads.store.ts';
import { uploadFolder } from '../uploads/uploads.ts';
import { planEmbedding } from '../vectors/plan-embedding.ts';
import {
  insertKnowledge,
  lockKnowledge,
  removeKnowledge,
  selectKnowledge,
  selectKnowledges,
  writeKnowledge,
} from './knowledge.store.ts';

export async function createKnowledge(
  dependencies: Pick<KnowledgeDependencies, 'database' | 'knowledgeModels' | 'jobs'>,
  accountId: AccountId,
  {
    name,
    settings = {},
  }: { readonly name: string; readonly settings?: Partial<KnowledgeSettings> | undefined },
): Promise<KnowledgeView> {
  checkModels(dependencies, settings);
  const id = newId<KnowledgeId>();
  return dependencies.database.account(accountId, async (transaction) => {
    await insertKnowledge(
      transaction,
      { id, name, analyserVersion: ANALYSER_VERSION, settings },
      emptyStatistics(),
    );
    await planEmbedding(dependencies, transaction, id);
    return orNotFound(await selectKnowledge(transaction, id), 'knowledge base');
  });
}

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
  { actor, id }: { readonly actor: Actor; readonly id: KnowledgeId },
  change: KnowledgeChange,
): Promise<KnowledgeView> {
  const { accountId } = actor;
  const { view, requeued, isTuned } = await dependencies.database.account(accountId, async (transaction) => {
    await lockKnowledge(transaction, id);
    const before = orNotFound(await selectKnowledge(transaction, id), 'knowledge base');
    checkModels(dependencies, change.settings ?? {}, before.settings);
    await writeKnowledge(transaction, id, change);
    const settings = { ...before.settings, ...change.settings };
    const changed = changedFields(before.settings, settings);
    const documents = await redo(dependencies, transaction, { knowledgeId: id, changed });
    const after = orNotFound(await selectKnowledge(transaction, id), 'knowledge base');
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
    publishDocumentUpdate(dependencies, accountId, document);
  if (isTuned) await publishTuned(dependencies, actor, id);
  return view;
}

type Field = keyof KnowledgeSettings;

const changedFields = (before: KnowledgeSettings, after: KnowledgeSettings): Field[] =>
  (Object.keys(after) as Field[]).filter((field) => after[field] !== before[field]);

/** Queues what has to be done anew; returns the documents that are read again. */
async function redo(
  { jobs }: Changing,
  transaction: AccountTransaction,
  { knowledgeId, changed }: { readonly knowledgeId: KnowledgeId; readonly changed: readonly Field[] },
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
async function publishTuned(
  { onKnowledgeChanged, log }: Changing,
  { accountId }: Actor,
  knowledgeId: KnowledgeId,
): Promise<void> {
  try {
    await onKnowledgeChanged?.(accountId, knowledgeId, 'settings');
  } catch (err) {
    log.error({ err, accountId, knowledgeId }, 'publishing changed settings failed');
  }
}

/** Removes a base with its documents, index and files; bots that used it go on without it. */
export async function deleteKnowledge(
  { database, files }: Pick<KnowledgeDependencies, 'database' | 'files'>,
  { accountId, userId, address, apiKey }: Actor,
  knowledgeId: KnowledgeId,
): Promise<void> {
  await database.account(accountId, async (transaction) => {
    const isThere = await lockKnowledge(transaction, knowledgeId);
    if (!isThere) throw new AppError('not_found', 'Knowledge base not found');
    const keys = await selectFileKeys(transaction, knowledgeId);
    const ids = await selectUploadIds(transaction, knowledgeId);
    const removed = await removeKnowledge(transaction, knowledgeId);
    await recordAudit(transaction, {
      userId,
      address,
      apiKey,
      action: 'knowledge.deleted',
      target: removed?.name ?? knowledgeId,
      data: { uuid: knowledgeId, documents: keys.length },
    });
    const folders = ids.map((id) => `${uploadFolder(accountId, id)}/`);
    await noteRemovedFiles(transaction, [...keys, ...folders]);
  });
  await deleteRemovedFiles({ database, files }, accountId);
}

type Reads = Pick<KnowledgeDependencies, 'database'>;

export async function readKnowledges({ database }: Reads, accountId: AccountId, query: PageQuery) {
  const { items, total } = await database.account(accountId, (transaction) =>
    selectKnowledges(transaction, rangeOf(query)),
  );
  return { items, total, page: query.page, pageSize: query.pageSize };
}

export async function readKnowledge(
  { database }: Reads,
  accountId: AccountId,
  id: KnowledgeId,
): Promise<KnowledgeView> {
  return database.account(accountId, async (transaction) =>
    orNotFound(await selectKnowledge(transaction, id), 'knowledge base'),
  );
}

/**
 * Throws `knowledge_model_unknown` when a model is chosen that is not of its kind or has no key here. One that was
 * chosen before may stay: a key that went missing must not keep the other settings from being saved.
 */
function checkModels(
  { knowledgeModels }: Pick<KnowledgeDependencies, 'knowledgeModels'>,
  chosen: Partial<KnowledgeSettings>,
  before: Partial<KnowledgeSettings> = {},
): void {
  const usable = (kind: 'embedding' | 'reranker', model: string): boolean =>
    knowledgeModels?.list().some((one) => one.uuid === model && one.kind === kind && one.available) ?? false;
  const { embeddingModel, reranker } = chosen;
  const isWrong =
    (embeddingModel && embeddingModel !== before.embeddingModel && !usable('embedding', embeddingModel)) ||
    (reranker && reranker !== before.reranker && !usable('reranker', reranker));
  if (isWrong) throw new AppError('knowledge_model_unknown', 'This model is not available here');
}

/** A base for a template's sample text, named like its one document, which is read in the background. */
export async function addSampleKnowledge(
  dependencies: KnowledgeDependencies,
  accountId: AccountId,
  { title, text }: { readonly title: string; readonly text: string },
): Promise<KnowledgeId> {
  const { uuid } = await createKnowledge(dependencies, accountId, { name: title });
  const upload = { title, fileName: null, bytes: Buffer.from(text, 'utf8'), sample: true };
  await createDocument(dependencies, { accountId, knowledgeId: uuid }, upload);
  return uuid;
}
