import type { SystemTransaction } from './database.ts';

/** A table whose rows belong to accounts, as the database itself says. */
export interface TenantTable {
  readonly name: string;
  /** The column that names the account: `account_id`, or `tenant_id` in tables that are global. */
  readonly column: string;
}

interface Reference {
  readonly from: string;
  readonly to: string;
}

const TABLES = `select c.relname as name, a.attname as column
  from pg_class c join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and a.attname in ('account_id', 'tenant_id')
  order by c.relname`;

const REFERENCES = `select distinct f.relname as "from", t.relname as "to"
  from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
  where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conrelid <> k.confrelid`;

/** All of them, those that refer to others first. Read from the catalogue: a new table is never forgotten. */
export async function tenantTables(transaction: SystemTransaction): Promise<TenantTable[]> {
  const tables = await transaction.rows<TenantTable>(TABLES);
  return childrenFirst(tables, await transaction.rows<Reference>(REFERENCES));
}

function childrenFirst(tables: readonly TenantTable[], references: readonly Reference[]): TenantTable[] {
  const ordered: TenantTable[] = [];
  const left = new Set(tables);
  while (left.size > 0) {
    const named = new Set([...left].map(({ name }) => name));
    const isReferred = ({ name }: TenantTable): boolean =>
      references.some(({ from, to }) => to === name && named.has(from));
    const free = [...left].filter((table) => !isReferred(table));
    if (free.length === 0)
      throw new Error(`tables refer to each other in a circle: ${[...named].join(', ')}`);
    for (const table of free) {
      ordered.push(table);
      left.delete(table);
    }
  }
  return ordered;
}

/** Deletes up to `most` rows of an account; returns how many. Small statements hold no lock for long. */
export const deleteSomeOf = (
  transaction: SystemTransaction,
  { name, column }: TenantTable,
  accountId: string,
  most: number,
): Promise<number> =>
  transaction.run(
    `delete from "${name}" where ctid = any(array(select ctid from "${name}" where "${column}" = $1 limit $2))`,
    [accountId, most],
  );
