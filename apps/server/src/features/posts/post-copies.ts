import type { AccountId, DocumentId, KnowledgeId, PostId } from '@hanasu/contract/ids';
import type { DocumentStatus } from '@hanasu/contract/knowledge';
import type { KnowledgeVectors } from '@hanasu/contract/knowledge-settings';
import { POST_COPY_FAILURES, type PostKnowledge } from '@hanasu/contract/posts';
import { AppError } from '../../platform/app-error.ts';
import type { AccountTransaction, Database, SystemTransaction } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/http/context.ts';
import { createLeasedWorker, DONE, type LeasedWorker } from '../../platform/workers/leased-worker.ts';
import { recordAudit } from '../accounts/public.ts';
import type { DocumentCopies } from '../knowledge/public.ts';
import { markdownOf } from './html/render-content.ts';

type CopyFailure = (typeof POST_COPY_FAILURES)[number];

interface KnowledgeRow extends Pick<PostKnowledge, 'uuid' | 'name' | 'documentUuid'> {
  readonly isDue: boolean;
  readonly failure: CopyFailure | null;
  readonly status: DocumentStatus | null;
  /** What passages of the document wait for that have no vector yet. */
  readonly paused: KnowledgeVectors['paused'];
}

/** The base that holds a post while it is published; null: none does. */
export async function findKnowledge(
  transaction: AccountTransaction,
  id: PostId,
): Promise<PostKnowledge | null> {
  const row = await transaction.one<KnowledgeRow>(
    `select k.id as uuid, k.name, c.document_id as "documentUuid", c.due_at is not null as "isDue", c.failure, d.status,
       case when k.vectors_paused is not null and exists (select from embeddings e
         where e.account_id = c.account_id and e.document_id = c.document_id and e.enabled
           and not exists (select from embedding_vectors v where v.account_id = e.account_id
             and v.knowledge_id = e.knowledge_id and v.model = k.settings->>'embeddingModel'
             and v.embedding_id = e.id)) then k.vectors_paused end as paused
     from post_copies c join knowledges k on k.account_id = c.account_id and k.id = c.knowledge_id
       left join documents d on d.account_id = c.account_id and d.id = c.document_id
     where c.account_id = $1 and c.post_id = $2 and c.is_chosen`,
    [transaction.accountId, id],
  );
  if (!row) return null;
  const { uuid, name, documentUuid } = row;
  return { uuid, name, documentUuid, ...stateOf(row) };
}

function stateOf({ isDue, failure, status, paused }: KnowledgeRow): Pick<PostKnowledge, 'state' | 'reason'> {
  if (failure) return { state: 'failed', reason: failure };
  if (isDue) return { state: 'pending', reason: null };
  if (status === null) return { state: 'up_to_date', reason: null };
  if (status === 'failed') return { state: 'failed', reason: 'unreadable' };
  if (status === 'stopped') return { state: 'failed', reason: 'stopped' };
  if (status !== 'ready') return { state: 'pending', reason: null };
  return paused ? { state: 'pending', reason: paused } : { state: 'up_to_date', reason: null };
}

/** The same as for documents. */
export function requireKnowledgeAccess({ role, scopes }: Actor): void {
  if (role !== 'owner' && role !== 'admin')
    throw new AppError('forbidden', 'Choosing a knowledge base needs the role admin');
  if (scopes && !scopes.includes('knowledge'))
    throw new AppError('forbidden', 'Choosing a knowledge base needs the scope knowledge');
}

interface Choice {
  readonly post: { readonly id: PostId; readonly title: string };
  readonly session: Actor;
  /** Null: none. */
  readonly knowledgeId: KnowledgeId | null;
}

const NOW_DUE = 'due_at = now(), attempts = 0, failure = null, updated_at = now()';

/** Chooses the base that holds a post from now on; the other one loses it. The post is locked. */
export async function chooseKnowledge(
  transaction: AccountTransaction,
  { post, session, knowledgeId }: Choice,
): Promise<void> {
  const before = await findKnowledge(transaction, post.id);
  await transaction.run(
    `update post_copies set is_chosen = false, ${NOW_DUE}
     where account_id = $1 and post_id = $2 and is_chosen and knowledge_id is distinct from $3`,
    [transaction.accountId, post.id, knowledgeId],
  );
  if (knowledgeId !== null) {
    const chosen = await transaction.run(
      `insert into post_copies (account_id, post_id, knowledge_id, is_chosen, due_at)
       select k.account_id, $2, k.id, true, now() from knowledges k where k.account_id = $1 and k.id = $3 for key share
       on conflict (account_id, post_id, knowledge_id) do update set is_chosen = true, ${NOW_DUE}`,
      [transaction.accountId, post.id, knowledgeId],
    );
    if (chosen === 0)
      throw AppError.field('validation_failed', 'body.knowledgeUuid', 'There is no such knowledge base');
  }
  if ((before?.uuid ?? null) === knowledgeId) return;
  const after = await findKnowledge(transaction, post.id);
  await recordAudit(transaction, {
    userId: session.userId,
    address: session.address,
    apiKey: session.apiKey,
    action: 'post.knowledge_changed',
    target: post.id,
    data: { name: post.title, before: before?.name ?? null, after: after?.name ?? null },
  });
}

/** Has a worker compare the copies of a post, or of all posts of the account, with their pages. */
export const markCopiesDue = (transaction: AccountTransaction, id: PostId | null): Promise<number> =>
  transaction.run(
    `update post_copies set ${NOW_DUE} where account_id = $1 and ($2::uuid is null or post_id = $2)`,
    [transaction.accountId, id],
  );

/** Has a worker remove the copies of a post that is being deleted. */
export const dropCopies = (transaction: AccountTransaction, id: PostId): Promise<number> =>
  transaction.run(
    `update post_copies set is_chosen = false, ${NOW_DUE} where account_id = $1 and post_id = $2`,
    [transaction.accountId, id],
  );

/** Releases copies whose process has ended; those that have failed keep their pause. */
export const releaseCopies = (transaction: SystemTransaction): Promise<number> =>
  transaction.run('update post_copies set due_at = now() where due_at > now() and failure is null');

interface CopyDependencies {
  readonly database: Database;
  readonly knowledge: { readonly copies: DocumentCopies };
  readonly publicUrl: string;
  readonly onError: (error: unknown) => void;
}

interface DueCopy {
  readonly accountId: AccountId;
  readonly postId: PostId;
  readonly knowledgeId: KnowledgeId;
  /** Until when this worker has it, as text: what changes meanwhile sets another time. */
  readonly lease: string;
}

/** Copies stored side by side. */
const AT_ONCE = 2;
/** Before the next attempt; twice as long after each. */
const PAUSE = "interval '1 minute'";
const PAUSE_MAX = "interval '6 hours'";
const NEXT_COPY_DUE = '(select min(due_at) from post_copies where due_at is not null)';

/** Brings the documents in knowledge bases in step with the pages of the posts. */
export const createPostCopier = (dependencies: CopyDependencies): LeasedWorker =>
  createLeasedWorker<DueCopy>({
    name: 'post-copies',
    nextDue: NEXT_COPY_DUE,
    concurrency: AT_ONCE,
    claim: ({ limit }) =>
      dependencies.database.system(async (transaction) => ({
        items: await claimCopies(transaction, limit),
        nextIn: await nextCopyIn(transaction),
      })),
    run: (copy) => syncCopy(dependencies, copy),
    keyOf: ({ accountId, postId, knowledgeId }) => `${accountId}/${postId}/${knowledgeId}`,
    onError: dependencies.onError,
  });

const claimCopies = (transaction: SystemTransaction, limit: number): Promise<DueCopy[]> =>
  transaction.rows<DueCopy>(
    `update post_copies c set attempts = c.attempts + 1,
       due_at = now() + least(${PAUSE} * power(2, least(c.attempts, 20)), ${PAUSE_MAX})
     from (select account_id, post_id, knowledge_id from post_copies where due_at <= now()
       order by due_at limit $1 for update skip locked) d
     where c.account_id = d.account_id and c.post_id = d.post_id and c.knowledge_id = d.knowledge_id
     returning c.account_id as "accountId", c.post_id as "postId", c.knowledge_id as "knowledgeId",
       coalesce(c.due_at::text, '') as lease`,
    [limit],
  );

async function nextCopyIn(transaction: SystemTransaction): Promise<number | null> {
  const row = await transaction.one<{ wait: number | null }>(
    `select extract(epoch from ${NEXT_COPY_DUE} - now())::float8 * 1000 as wait`,
  );
  return row?.wait == null ? null : Math.max(0, row.wait);
}

/** Stores the page or removes its copy. May end anywhere: the copy is due until `completeCopy`. */
async function syncCopy(dependencies: CopyDependencies, copy: DueCopy): Promise<typeof DONE> {
  const { database, knowledge } = dependencies;
  try {
    const found = await database.account(copy.accountId, (transaction) => findCopied(transaction, copy));
    if (!found) return DONE;
    if (found.page) await storeCopy(dependencies, copy, { ...found, page: found.page });
    else if (found.documentId) {
      const { documentId } = found;
      const detach = (transaction: AccountTransaction) =>
        setDocument(transaction, copy, { before: documentId, after: null });
      await knowledge.copies.remove({ ...copy, documentId }, detach);
    }
    await database.account(copy.accountId, (transaction) => completeCopy(transaction, copy));
  } catch (error) {
    // The base, the document or the choice is gone, and the copy with it; else it is due again.
    if (AppError.is(error) && error.code === 'not_found') return DONE;
    const failure = failureOf(error);
    await database.account(copy.accountId, (transaction) => recordFailure(transaction, copy, failure));
    if (failure === 'unexpected') throw error;
  }
  return DONE;
}

const failureOf = (error: unknown): CopyFailure =>
  POST_COPY_FAILURES.find((failure) => AppError.is(error) && error.code === failure) ?? 'unexpected';

interface CopiedPage {
  readonly title: string;
  readonly content: string;
  readonly slug: string;
  readonly path: string;
}
interface Copied {
  readonly documentId: DocumentId | null;
  /** What the base is to hold; null: nothing. */
  readonly page: CopiedPage | null;
}

/** Null: the base or the document was deleted, and the copy with it. */
async function findCopied(
  transaction: AccountTransaction,
  { postId, knowledgeId }: DueCopy,
): Promise<Copied | null> {
  const copy = await transaction.one<{ documentId: DocumentId | null; isChosen: boolean }>(
    `select document_id as "documentId", is_chosen as "isChosen" from post_copies
     where account_id = $1 and post_id = $2 and knowledge_id = $3`,
    [transaction.accountId, postId, knowledgeId],
  );
  if (!copy) return null;
  const { documentId, isChosen } = copy;
  const page = isChosen
    ? await transaction.one<CopiedPage>(
        `select v.title, v.content, p.slug, '/p/' || s.slug || '/' || p.slug as path
         from posts p join post_sites s on s.account_id = p.account_id
           join post_versions v on v.account_id = p.account_id and v.post_id = p.id and v.number = p.published_version
         where p.account_id = $1 and p.id = $2 and p.hidden_at is null`,
        [transaction.accountId, postId],
      )
    : null;
  return { documentId, page };
}

async function storeCopy(
  { knowledge, publicUrl }: CopyDependencies,
  copy: DueCopy,
  { documentId, page }: Copied & { readonly page: CopiedPage },
): Promise<void> {
  const url = publicUrl + page.path;
  await knowledge.copies.put({
    accountId: copy.accountId,
    knowledgeId: copy.knowledgeId,
    title: page.title,
    fileName: `${page.slug}.md`,
    text: markdownOf(page, url),
    url,
    replaces: documentId,
    onStored: (transaction, id) => setDocument(transaction, copy, { before: documentId, after: id }),
  });
}

/** Throws `not_found` when another worker, or a person, was faster. */
async function setDocument(
  transaction: AccountTransaction,
  { postId, knowledgeId }: DueCopy,
  { before, after }: { readonly before: DocumentId | null; readonly after: DocumentId | null },
): Promise<void> {
  const changed = await transaction.run(
    `update post_copies set document_id = $5, updated_at = now()
     where account_id = $1 and post_id = $2 and knowledge_id = $3 and document_id is not distinct from $4`,
    [transaction.accountId, postId, knowledgeId, before, after],
  );
  if (changed === 0) throw new AppError('not_found', 'There is no such copy');
}

/** Nothing is due any more, unless it became due again meanwhile. A base that is not to hold the post is forgotten. */
async function completeCopy(
  transaction: AccountTransaction,
  { postId, knowledgeId, lease }: DueCopy,
): Promise<void> {
  const key = [transaction.accountId, postId, knowledgeId];
  await transaction.run(
    `delete from post_copies where account_id = $1 and post_id = $2 and knowledge_id = $3 and not is_chosen
       and document_id is null`,
    key,
  );
  await transaction.run(
    `update post_copies set due_at = null, attempts = 0, failure = null, updated_at = now()
     where account_id = $1 and post_id = $2 and knowledge_id = $3 and due_at = $4::timestamptz`,
    [...key, lease],
  );
}

const recordFailure = (
  transaction: AccountTransaction,
  { postId, knowledgeId, lease }: DueCopy,
  failure: CopyFailure,
): Promise<number> =>
  transaction.run(
    `update post_copies set failure = $5, updated_at = now()
     where account_id = $1 and post_id = $2 and knowledge_id = $3 and due_at = $4::timestamptz`,
    [transaction.accountId, postId, knowledgeId, lease, failure],
  );
