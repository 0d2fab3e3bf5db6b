import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AccountId } from '@hanasu/contract/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { type Database, openDatabase } from './database.ts';

const DOCUMENT = fileURLToPath(new URL('../../../../../docs/row-level-security.md', import.meta.url));
const ROW = /^\| `(\w+)` +\| ([^|]+?) +\|(.*)\|$/;

interface Table {
  readonly name: string;
  readonly isOn: boolean;
  readonly isForced: boolean;
  readonly hasAccountId: boolean;
  readonly policies: string[];
}

let stored: Awaited<ReturnType<typeof createTestDatabase>>;
let database: Database;
let tables: Table[];
beforeAll(async () => {
  stored = await createTestDatabase();
  database = openDatabase({ url: stored.url, poolSize: 2, onError: () => undefined });
  tables = await database.system((transaction) =>
    transaction.rows<Table>(
      `select c.relname as name, c.relrowsecurity as "isOn", c.relforcerowsecurity as "isForced",
         exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id') as "hasAccountId",
         array(select p.polname::text from pg_policy p where p.polrelid = c.oid order by 1) as policies
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       order by 1`,
    ),
  );
});
afterAll(async () => {
  await database.close();
  await stored.drop();
});

const documented = new Map(
  readFileSync(DOCUMENT, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, name, seen, why = ''] = ROW.exec(line) ?? [];
      return name && seen ? [[name, { seen, why: why.trim() }] as const] : [];
    }),
);

test('every table with an account shows each account its own rows', () => {
  const open = tables.filter(({ hasAccountId, isOn, isForced, policies }) =>
    hasAccountId ? !(isOn && isForced && policies.includes('tenant')) : false,
  );
  expect(open.map(({ name }) => name)).toEqual([]);
});

test('every other table stands in the document, as it is in the database', () => {
  const others = tables.filter(({ hasAccountId }) => !hasAccountId);
  expect(others.map(({ name }) => name)).toEqual([...documented.keys()].toSorted());
  for (const { name, isOn, isForced, policies } of others) {
    const { seen = '', why = '' } = documented.get(name) ?? {};
    if (seen.startsWith('all')) {
      expect({ name, isOn, reason: why.length > 20 }).toEqual({ name, isOn: false, reason: true });
    } else {
      const policy = seen.startsWith('its own') ? 'tenant' : 'installation';
      expect({ name, isOn, isForced, policies }).toMatchObject({ isOn: true, isForced: true });
      expect(policies).toContain(policy);
    }
  }
});

test('an account sees no row of another one, whatever it asks', async () => {
  const ids = ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-000000000002'] as AccountId[];
  await database.system(async (transaction) => {
    for (const id of ids)
      await transaction.run("insert into accounts (id, name, time_zone) values ($1, 'x', 'UTC')", [id]);
    await transaction.run("insert into failed_tries (key, failures, last_at) values ('\\x00', 1, now())");
  });
  const [own] = ids;
  if (!own) throw new Error('no account');
  await database.account(own, async (transaction) => {
    expect(await transaction.rows('select id from accounts')).toEqual([{ id: own }]);
    expect(await transaction.rows('select 1 from failed_tries')).toEqual([]);
    expect(await transaction.run("update accounts set name = 'y'")).toBe(1);
  });
  const writing = database.account(own, (transaction) =>
    transaction.run("insert into failed_tries (key, failures, last_at) values ('\\x01', 1, now())"),
  );
  await expect(writing).rejects.toThrow(/row-level security/);
});
