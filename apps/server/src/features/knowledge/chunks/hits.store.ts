import type { AccountId, ConversationId, DocumentId, EmbeddingId } from '@hanasu/contract/ids';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';
import { containing, type PageRange } from '../../../platform/database/page-range.ts';
import type { ErasedCustomer } from '../../../platform/feature.ts';
import { newId } from '../../../platform/ids.ts';

/** The newest questions of a document that are kept. */
const KEPT = 200;
const QUESTION_CHARACTERS = 500;

/** Chunks that were cited in the answer to a question. */
export interface CitedChunks {
  readonly accountId: AccountId;
  /** Its questions go with it. */
  readonly conversationId: ConversationId;
  readonly embeddingIds: readonly EmbeddingId[];
  readonly question: string;
}

/**
 * Notes what answers have cited. Never waits and never fails for a document that somebody is deleting: chunks that are
 * gone are left out.
 */
export async function recordHits(
  transaction: SystemTransaction,
  cited: readonly CitedChunks[],
): Promise<void> {
  const hits = cited.flatMap(({ accountId, conversationId, embeddingIds, question }) => {
    const asked = question.trim().slice(0, QUESTION_CHARACTERS).replaceAll('\0', ' ').toWellFormed();
    if (asked === '') return [];
    return [...new Set(embeddingIds)].map((embedding) => ({
      id: newId<string>(),
      accountId,
      conversationId,
      embedding,
      asked,
    }));
  });
  if (hits.length === 0) return;
  const noting = transaction.run(
    `with wanted as (
       select w.id, w.asked, w."conversationId" as conversation_id, e.account_id, e.id as embedding_id, e.document_id
       from json_to_recordset($1::json)
         as w(id uuid, "accountId" uuid, "conversationId" uuid, embedding uuid, asked text)
       join embeddings e on e.account_id = w."accountId" and e.id = w.embedding),
     there as (
       select d.account_id, d.id from documents d
       where (d.account_id, d.id) in (select account_id, document_id from wanted) for key share skip locked)
     insert into embedding_hits (account_id, id, document_id, embedding_id, conversation_id, question)
     select w.account_id, w.id, w.document_id, w.embedding_id, w.conversation_id, w.asked
     from wanted w join there d on d.account_id = w.account_id and d.id = w.document_id`,
    [JSON.stringify(hits)],
  );
  // Two answers at once drop the same old ones: neither waits for the other.
  const dropping = transaction.run(
    `with old as (
       select account_id, id from (
         select account_id, id, row_number() over (
           partition by account_id, document_id order by created_at desc, id desc) as place
         from embedding_hits where (account_id, document_id) in (select e.account_id, e.document_id
           from unnest($1::uuid[], $2::uuid[]) as k(a, i) join embeddings e on e.account_id = k.a and e.id = k.i)) h
       where place > $3),
     doomed as (
       select h.account_id, h.id from embedding_hits h join old o on o.account_id = h.account_id and o.id = h.id
       for update of h skip locked)
     delete from embedding_hits h using doomed d where h.account_id = d.account_id and h.id = d.id`,
    [hits.map(({ accountId }) => accountId), hits.map(({ embedding }) => embedding), KEPT],
  );
  await Promise.all([noting, dropping]);
}

interface Hit {
  readonly question: string;
  readonly embeddingUuid: EmbeddingId;
  readonly askedAt: Date;
}

/** Newest first; null when there is no such document. */
export async function selectHits(
  transaction: AccountTransaction,
  documentId: DocumentId,
  { embedding, ...range }: PageRange & { readonly embedding: EmbeddingId | undefined },
): Promise<{ items: Hit[]; total: number } | null> {
  const where = `where account_id = $1 and document_id = $2 and ($3::uuid is null or embedding_id = $3)
    and ($4::text is null or question ilike $4)`;
  const values = [transaction.accountId, documentId, embedding ?? null, containing(range.q)];
  const count = await transaction.one<{ total: number }>(
    `select (select count(*) from embedding_hits ${where}) as total
     from documents where account_id = $1 and id = $2`,
    values,
  );
  if (!count) return null;
  const items = await transaction.rows<Hit>(
    `select question, embedding_id as "embeddingUuid", created_at as "askedAt" from embedding_hits ${where}
     order by created_at desc, id desc limit $5 offset $6`,
    [...values, range.limit, range.offset],
  );
  return { items, total: count.total };
}

/**
 * The questions of groups in which they wrote, and those of which nobody knows where they were asked. The ones of their own
 * conversations go with these.
 */
export async function eraseCustomer(
  transaction: AccountTransaction,
  { friends }: ErasedCustomer,
): Promise<readonly string[]> {
  await transaction.run(
    `delete from embedding_hits where account_id = $1 and (conversation_id is null or conversation_id in (
       select m.conversation_id from messages m where m.account_id = $1 and m.friend_id = any($2::uuid[])))`,
    [transaction.accountId, friends.map(({ id }) => id)],
  );
  return [];
}
