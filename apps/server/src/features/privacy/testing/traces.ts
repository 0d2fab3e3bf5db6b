import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { TestServer } from '../../../testing/test-server.ts';

interface Column {
  readonly schema: string;
  readonly table: string;
  readonly column: string;
}

/** Columns that can hold an id, a name or an address, of every table there is. */
const COLUMNS = `select c.table_schema as schema, c.table_name as "table", c.column_name as "column"
  from information_schema.columns c
  join information_schema.tables t using (table_schema, table_name)
  where c.table_schema in ('public', 'pgboss') and t.table_type = 'BASE TABLE'
    and (c.data_type in ('uuid', 'text', 'character varying', 'json', 'jsonb', 'ARRAY', 'USER-DEFINED', 'bytea'))
  order by 1, 2, 3`;

/** Where any of these words stands in the database: `schema.table.column` with how many rows. */
export async function tracesIn(server: TestServer, words: readonly string[]): Promise<string[]> {
  const columns = await server.sql<Column>(COLUMNS);
  const found: string[] = [];
  for (const { schema, table, column } of columns) {
    const [row] = await server.sql<{ rows: number }>(
      `select count(*)::int as rows from "${schema}"."${table}"
       where exists (select from unnest($1::text[]) word where position(word in lower("${column}"::text)) > 0)`,
      [words.map((word) => word.toLowerCase())],
    );
    if (row && row.rows > 0) found.push(`${schema}.${table}.${column}: ${row.rows}`);
  }
  return found;
}

/** Rows of an account in every table that has accounts. */
export async function rowsOf(server: TestServer, accountId: string): Promise<Record<string, number>> {
  const tables = await server.sql<{ table: string; column: string }>(
    `select table_name as "table", column_name as "column" from information_schema.columns
     where table_schema = 'public' and column_name in ('account_id', 'tenant_id') order by 1`,
  );
  const counts: Record<string, number> = {};
  for (const { table, column } of tables) {
    const [row] = await server.sql<{ rows: number }>(
      `select count(*)::int as rows from "${table}" where "${column}" = $1`,
      [accountId],
    );
    counts[table] = row?.rows ?? 0;
  }
  return counts;
}

/** Every file of the store, by its path. */
export const filesIn = (dataDir: string): string[] =>
  readdirSync(path.join(dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dataDir, path.join(entry.parentPath, entry.name)));
