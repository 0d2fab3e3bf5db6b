import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { AccountId, DocumentId, EmbeddingId, KnowledgeId } from '@hanasu/contract/ids';
import type { getKnowledgeHealth, HealthPassage } from '@hanasu/contract/knowledge-health';
import type { z } from 'zod';
import { orNotFound } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { KnowledgeKey, QuestionSetDependencies } from '../dependencies.ts';
import { type Findings, NO_FINDINGS } from './check-passages.ts';
import type { ComparedPassage } from './find-conflicts.ts';

type Health = EndpointOutput<typeof getKnowledgeHealth>;

/**
 * What is wrong with a base. Passages are compared with each other once for each state of its documents, beside the
 * server's own thread; the 20,000 passages of its newest documents at most.
 */
export async function readHealth(
  dependencies: Pick<QuestionSetDependencies, 'database' | 'compare' | 'findings'>,
  accountId: AccountId,
  knowledgeId: KnowledgeId,
): Promise<Health> {
  const { database, compare, findings } = dependencies;
  const { troubles, state, neverHit } = await database.account(accountId, async (transaction) => ({
    troubles: orNotFound(await selectTroubles(transaction, knowledgeId), 'knowledge base'),
    state: await selectState(transaction, knowledgeId),
    neverHit: await selectNeverHit(transaction, knowledgeId),
  }));
  const found = await findings.get(`${accountId} ${knowledgeId}`, state, async () => {
    const passages = await database.account(accountId, (transaction) =>
      selectCompared(transaction, knowledgeId),
    );
    return passages.length === 0 ? NO_FINDINGS : compare.checkPassages(passages);
  });
  return {
    ...troubles,
    stale: troubles.stale.map((one) => ({ ...one, checkedAt: one.checkedAt?.toISOString() ?? null })),
    ...(await withPassages(dependencies, { accountId, knowledgeId }, found)),
    neverHit,
    checkedAt: new Date(database.now()).toISOString(),
  };
}

async function withPassages(
  { database }: Pick<QuestionSetDependencies, 'database'>,
  { accountId, knowledgeId }: KnowledgeKey,
  { conflicts, misread }: Findings,
): Promise<Pick<Health, 'conflicting' | 'misread'>> {
  const ids = [...conflicts.flatMap(({ one, other }) => [one, other]), ...misread.map(({ id }) => id)];
  if (ids.length === 0) return { conflicting: [], misread: [] };
  const passages = await database.account(accountId, (transaction) =>
    selectByIds(transaction, knowledgeId, ids),
  );
  return {
    conflicting: conflicts.flatMap(({ one, other, differs }) => {
      const [left, right] = [passages.get(one), passages.get(other)];
      return left && right ? [{ one: left, other: right, differs: [...differs] }] : [];
    }),
    misread: misread.flatMap(({ id, rows }) => {
      const passage = passages.get(id);
      return passage ? [{ ...passage, rows: [...rows] }] : [];
    }),
  };
}

type Passage = z.infer<typeof HealthPassage>;
interface PagedPassage extends Passage {
  readonly page: number | null;
}

const MOST = 100;
const TEXT = 600;
/** Left out of the check beyond these: the newest documents come first. */
const COMPARED_MAX = 20_000;
const PASSAGE = `e.id as "embeddingUuid", e.document_id as "documentUuid", d.title, left(e.text, ${TEXT}) as text`;
const OF_BASE = `from embeddings e join documents d on d.account_id = e.account_id and d.id = e.document_id
  where e.account_id = $1 and e.knowledge_id = $2`;

interface Troubles {
  readonly documents: number;
  readonly passages: number;
  readonly failed: { documentUuid: DocumentId; title: string; reason: string }[];
  readonly stale: { documentUuid: DocumentId; title: string; checkedAt: Date | null }[];
  readonly toReview: Passage[];
}

/** Null when there is no such base. */
async function selectTroubles(
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
): Promise<Troubles | null> {
  const values = [transaction.accountId, knowledgeId];
  const base = await transaction.one<{ documents: number; passages: number }>(
    `select chunks as passages, (select count(*) from documents d
       where d.account_id = $1 and d.knowledge_id = $2) as documents
     from knowledges where account_id = $1 and id = $2`,
    values,
  );
  if (!base) return null;
  const failed = await transaction.rows<Troubles['failed'][number]>(
    `select id as "documentUuid", title, coalesce(reason, '') as reason from documents
     where account_id = $1 and knowledge_id = $2 and status = 'failed' order by updated_at desc limit ${MOST}`,
    values,
  );
  const stale = await transaction.rows<Troubles['stale'][number]>(
    `select id as "documentUuid", title, checked_at as "checkedAt" from documents
     where account_id = $1 and knowledge_id = $2 and stale is not null
     order by checked_at nulls first limit ${MOST}`,
    values,
  );
  const toReview = await transaction.rows<Passage>(
    `select ${PASSAGE} ${OF_BASE} and e.edit_id in (select c.id from chunk_edits c
         join documents o on o.account_id = c.account_id and o.id = c.document_id
         where c.account_id = $1 and o.knowledge_id = $2 and c.review is not null)
     order by d.title, e.position limit ${MOST}`,
    values,
  );
  return { ...base, failed, stale, toReview };
}

/** Another text whenever the passages of the base may be others. */
async function selectState(transaction: AccountTransaction, knowledgeId: KnowledgeId): Promise<string> {
  const row = await transaction.one<{ state: string }>(
    `select concat_ws(' ', count(*), max(d.updated_at), sum(d.version), sum(d.embeddings), max(k.next_ordinal),
       max(k.chunks), (select concat(count(*), ' ', max(c.updated_at)) from chunk_edits c
         join documents o on o.account_id = c.account_id and o.id = c.document_id
         where c.account_id = $1 and o.knowledge_id = $2)) as state
     from knowledges k join documents d on d.account_id = k.account_id and d.knowledge_id = k.id
     where k.account_id = $1 and k.id = $2`,
    [transaction.accountId, knowledgeId],
  );
  return row?.state ?? '';
}

const selectCompared = (
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
): Promise<ComparedPassage[]> =>
  transaction.rows(
    `select e.id, e.document_id as "documentId", d.title, e.heading_path as "headingPath", e.text
     ${OF_BASE} and e.enabled order by d.created_at desc, d.id, e.position limit ${COMPARED_MAX}`,
    [transaction.accountId, knowledgeId],
  );

async function selectByIds(
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
  ids: readonly string[],
): Promise<Map<string, PagedPassage>> {
  const rows = await transaction.rows<PagedPassage>(
    `select e.id as "embeddingUuid", e.document_id as "documentUuid", d.title, e.text, e.page
     ${OF_BASE} and e.enabled and e.id = any($3::uuid[])`,
    [transaction.accountId, knowledgeId, ids],
  );
  return new Map(rows.map((row) => [row.embeddingUuid as EmbeddingId as string, row]));
}

const GRACE = `interval '14 days'`;

/** Passages that are older than two weeks and were never cited. Null: too early to tell, or nothing was ever cited. */
async function selectNeverHit(
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
): Promise<{ total: number; some: Passage[] } | null> {
  const values = [transaction.accountId, knowledgeId];
  const asked = await transaction.one(
    `select k.id from knowledges k where k.account_id = $1 and k.id = $2 and k.created_at < now() - ${GRACE}
       and exists (select 1 from documents d
         join embedding_hits h on h.account_id = d.account_id and h.document_id = d.id
         where d.account_id = $1 and d.knowledge_id = $2)`,
    values,
  );
  if (!asked) return null;
  const unused = `${OF_BASE} and e.enabled and d.created_at < now() - ${GRACE} and not exists (
    select 1 from embedding_hits h where h.account_id = $1 and h.embedding_id = e.id)`;
  const count = await transaction.one<{ total: number }>(`select count(*) as total ${unused}`, values);
  const some = await transaction.rows<Passage>(
    `select ${PASSAGE} ${unused} order by d.created_at, d.id, e.position limit 20`,
    values,
  );
  return { total: count?.total ?? 0, some };
}
