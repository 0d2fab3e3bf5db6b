import type { KnowledgeId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';

/** In the order of `ids`. */
export async function findKnowledgeNames(
  transaction: AccountTransaction,
  ids: readonly KnowledgeId[],
): Promise<string[]> {
  const rows = await transaction.rows<{ name: string }>(
    `select k.name from unnest($2::uuid[]) with ordinality as wanted(id, position)
     join knowledges k on k.account_id = $1 and k.id = wanted.id order by wanted.position`,
    [transaction.accountId, ids],
  );
  return rows.map(({ name }) => name);
}

/** The oldest of each name. */
export async function findKnowledgeIds(
  transaction: AccountTransaction,
  names: readonly string[],
): Promise<Map<string, KnowledgeId>> {
  const rows = await transaction.rows<{ name: string; id: KnowledgeId }>(
    `select distinct on (name) name, id from knowledges where account_id = $1 and name = any($2::text[])
     order by name, created_at`,
    [transaction.accountId, names],
  );
  return new Map(rows.map(({ name, id }) => [name, id]));
}
