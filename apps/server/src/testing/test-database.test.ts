import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from './test-database.ts';

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test('two test databases do not see each other', async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await query(one.url, 'create table only_here (id int)');
  const inOther = await query(two.url, "select to_regclass('only_here') as found");
  expect(inOther).toEqual([{ found: null }]);
  await Promise.all([one.drop(), two.drop()]);
});

test('the role is no superuser, so row-level security applies to it', async () => {
  const database = await createTestDatabase();
  const rows = await query(
    database.url,
    'select rolsuper, rolbypassrls from pg_roles where rolname = current_user',
  );
  expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false }]);
  await database.drop();
});
