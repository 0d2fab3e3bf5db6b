import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from '../../../apps/server/src/platform/database/database.ts';
import {
  type RecordedStatement,
  recordStatements,
} from '../../../apps/server/src/testing/record-statements.ts';
import { createTestDatabase, type TestDatabase } from '../../../apps/server/src/testing/test-database.ts';
import { callKey, compareCalls, type RowCheck } from './check-rows.ts';
import { readDeclaredRows } from './declared-rows.ts';
import { createDescriber, type Describer, DRIVER_KINDS } from './statement-columns.ts';

let testDatabase: TestDatabase;
let database: Database;
let client: pg.Client;
let describer: Describer;
const folder = mkdtempSync(path.join(tmpdir(), 'hanasu-check-rows-'));
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, poolSize: 1, onError: () => undefined });
  client = new pg.Client({ connectionString: testDatabase.url });
  await client.connect();
  describer = await createDescriber(client);
});
afterAll(async () => {
  await client.end();
  await database.close();
  await testDatabase.drop();
  rmSync(folder, { recursive: true, force: true });
});

interface Case {
  /** The type argument of `rows`. */
  readonly row: string;
  readonly sql: string;
  readonly nulls?: readonly string[];
}

const HEAD = `interface Transaction {
  rows<Row>(sql: string): Promise<Row[]>;
  one<Row>(sql: string): Promise<Row | null>;
}
type UserId = string & { readonly brand: 'user' };
interface Row { id: UserId; email: string | null }
declare const transaction: Transaction;
`;

/** Compiles a file with one call for each case, as if tests had run all of them. */
async function check(body: string, cases: readonly Omit<Case, 'row'>[]): Promise<RowCheck> {
  writeFileSync(path.join(folder, 'calls.ts'), HEAD + body);
  const compilerOptions = { strict: true, lib: ['ES2024'], types: ['node'], typeRoots: [TYPES] };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['calls.ts'] }));
  const project = path.join(folder, 'tsconfig.json');
  const calls = readDeclaredRows({ project, root: folder, includes: (file) => file === 'calls.ts' });
  const recorded = calls.flatMap((call, place) => {
    const { sql, nulls = [] } = cases[place] ?? {};
    const { file, line, column } = call;
    return sql === undefined ? [] : [{ file, hash: '', line, column, text: sql, columns: [], nulls }];
  });
  return compareCalls(calls, Map.groupBy(recorded, callKey), describer);
}

const TYPES = path.resolve(import.meta.dirname, '../../../node_modules/@types');

async function problemsOf(...cases: readonly Case[]): Promise<string[]> {
  const body = cases.map(({ row }, place) => `export const c${place} = transaction.rows<${row}>('');\n`);
  const { problems } = await check(body.join(''), cases);
  return problems.map((problem) => problem.replace(/^calls\.ts:\d+ /, ''));
}

test('a row that is what the statement returns has no problems', async () => {
  expect(
    await problemsOf(
      { row: 'Row', sql: 'select id, email from users' },
      { row: '{ n: number; at: Date; is: boolean }', sql: 'select count(*) as n, now() as at, true as is' },
      { row: '{ data: Buffer; names: string[] }', sql: "select ''::bytea as data, array['a'] as names" },
      { row: '{ settings: { a?: string } | null }', sql: `select '{}'::jsonb as settings` },
      { row: '{ id: string; later?: string }', sql: 'select id from users' },
      { row: 'Record<string, unknown> & { id: string }', sql: 'select id, email from users' },
      { row: '{ email: string }', sql: 'select u.email from users u where u.email is not null' },
      { row: '{ email: string }', sql: 'select a.email from users a join users b on b.email = a.email' },
      { row: "{ kind: 'a' | 'b'; value: unknown }", sql: "select 'a' as kind, 1::numeric as value" },
    ),
  ).toEqual([]);
});

test('each kind of wrong row is found', async () => {
  expect(
    await problemsOf(
      { row: '{ id: string; name: string }', sql: 'select id from users' },
      { row: '{ id: string }', sql: 'select id, username from users' },
      { row: '{ id: string }', sql: 'select id, id from users' },
      { row: '{ n: number }', sql: 'select 1::numeric as n' },
      { row: '{ at: string }', sql: 'select now() as at' },
      { row: '{ ids: number[] }', sql: 'select array[1::bigint] as ids' },
      { row: '{ at: Date[] }', sql: `select json_agg(now()) as at` },
      { row: '{ settings: string }', sql: `select '{}'::jsonb as settings` },
    ),
  ).toEqual([
    'name is declared, but not returned',
    'username is returned, but not declared',
    'id is returned twice',
    'n is numeric, but declared as number',
    'at is timestamptz, but declared as string',
    'ids is _int8, but declared as number[]',
    'at is json, but declared as Date[]',
    'settings is jsonb, but declared as string',
  ]);
});

test('a null that is not declared is found, where it was seen and where it may come', async () => {
  expect(
    await problemsOf(
      { row: '{ n: string }', sql: `select max(username) as n from users`, nulls: ['n'] },
      { row: '{ email: string }', sql: 'select email from users' },
      { row: '{ has: boolean; email: string }', sql: 'select email, email is not null as has from users' },
      {
        row: '{ name: string }',
        sql: 'select u.username as name from memberships left join users u on true',
      },
      {
        row: '{ email: string }',
        sql: 'select u.email from users u left join memberships m on u.email = m.role where u.id = m.user_id',
      },
    ),
  ).toEqual([
    'n was null, but is declared as string',
    'email is users.email, which may be null, but is declared as string',
    'email is users.email, which may be null, but is declared as string',
    'name is users.username, which may be missing, but is declared as string',
    'email is users.email, which may be null, but is declared as string',
  ]);
});

test('a row type that follows from what the function returns is read too', async () => {
  const body = `export const find = (): Promise<Row | null> => transaction.one('');
    export const exists = async () => (await transaction.one('')) !== null;\n`;
  const { calls, problems } = await check(body, [{ sql: 'select id from users' }]);
  expect({ calls, problems }).toEqual({
    calls: 1,
    problems: ['calls.ts:8 email is declared, but not returned'],
  });
});

test('a statement that can only run with an extension is compared by what was recorded', async () => {
  const text = 'select distance from unknown_extension()';
  expect(await describer.describe(text)).toBeNull();
  expect(describer.columnsOf([['distance', 701]])).toEqual([
    { name: 'distance', type: 'float8', kind: 'number', source: null },
  ]);
  expect(await describer.describe('select 1 as one')).toHaveLength(1);
});

test('a call that no test has run and one whose row type is a parameter are unchecked', async () => {
  const body = `export const never = () => transaction.rows<Row>('');
    export const all = <T>(sql: string) => transaction.rows<T>(sql);
    export const first = <T>(sql: string) => transaction.one<T>(sql);\n`;
  const run = [{ sql: 'select 1' }, { sql: 'select 1' }, { sql: 'select 1' }];
  expect((await check(body, [])).unchecked).toEqual(['calls.ts:8', 'calls.ts:9', 'calls.ts:10']);
  expect((await check(body, run)).unchecked).toEqual(['calls.ts:9', 'calls.ts:10']);
});

test('the driver reads each type as the check believes', async () => {
  const given = Object.keys(DRIVER_KINDS).map((type) => `${literalOf(type)}::${type} as ${type}`);
  const row = await database.system((transaction) =>
    transaction.one<Record<string, unknown>>(`select ${given.join(', ')}`),
  );
  const kinds = Object.entries(row ?? {}).map(([type, value]) => [type, kindOf(value)]);
  const believed = Object.entries(DRIVER_KINDS).map(([type, kind]) => [
    type,
    kind === 'json' ? 'object' : kind.replace('anything', 'object'),
  ]);
  expect(kinds).toEqual(believed);
});

const TEXTS: readonly (readonly [RegExp, string])[] = [
  [/json/, '{}'],
  [/date|timestamp/, '2026-01-02'],
  [/uuid/, '01900000-0000-7000-8000-000000000000'],
  [/interval/, '1 day'],
];

function literalOf(type: string): string {
  const text = TEXTS.find(([pattern]) => pattern.test(type))?.[1] ?? '1';
  return type.startsWith('_') ? `array['${text}']` : `'${text}'`;
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return `${kindOf(value[0])}[]`;
  if (value instanceof Date) return 'Date';
  return Buffer.isBuffer(value) ? 'Buffer' : typeof value;
}

test('a recorded statement says where it was called, what came back and what was null', async () => {
  const target = path.join(folder, 'recorded');
  const stop = recordStatements(target);
  onTestFinished(stop);
  await database.system(async (transaction) => {
    await transaction.one<{ id: number; none: null }>('select 1 as id, null as none');
  });
  const [name = ''] = readdirSync(target);
  // A server that the files of this process share asks its own statements meanwhile.
  const [recorded, ...others] = readFileSync(path.join(target, name), 'utf8')
    .trim()
    .split('\n')
    .map((text): RecordedStatement => JSON.parse(text))
    .filter(({ file }) => file === 'tools/house/rows/check-rows.test.ts');
  if (!recorded) throw new Error('the statement was not recorded');
  expect(others).toEqual([]);
  const line = readFileSync(import.meta.filename, 'utf8').split('\n')[recorded.line - 1] ?? '';
  expect(line.slice(recorded.column - 1)).toMatch(/^one<\{ id: number; none: null \}>/);
  expect(recorded).toMatchObject({
    text: 'select 1 as id, null as none',
    columns: [
      ['id', 23],
      ['none', 25],
    ],
    nulls: ['none'],
  });
});
