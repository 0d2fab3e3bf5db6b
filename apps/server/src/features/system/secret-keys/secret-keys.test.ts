import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SEALED_COLUMNS } from '../../../app/secrets.ts';
import { sealedById } from '../../../platform/crypto/sealed-column.ts';
import { createSecretBox, sealPrefixOf } from '../../../platform/crypto/secret-box.ts';
import { SecretKeyError } from '../../../platform/crypto/secret-key.ts';
import { type Database, openDatabase } from '../../../platform/database/database.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { checkSecretKeys, giveUpLostKeys, rotateKeys } from './secret-keys.ts';

const OLD = 'the old key of these tests, long enough';
const NEW = 'the new key of these tests, long enough';
const OTHER = 'a key that nobody has set, long enough';

let stored: Awaited<ReturnType<typeof createTestDatabase>>;
let database: Database;
let folder: string;
beforeEach(async () => {
  stored = await createTestDatabase();
  database = openDatabase({ url: stored.url, poolSize: 4, onError: () => undefined });
  folder = mkdtempSync(join(tmpdir(), 'hanasu-keys-'));
  await database.system((transaction) =>
    transaction.run('create table sealed_things (id uuid primary key, secret bytea)'),
  );
});
afterEach(async () => {
  await database.close();
  await stored.drop();
  rmSync(folder, { recursive: true, force: true });
});

const start = (current: string, previous?: string) =>
  checkSecretKeys(database, SEALED_COLUMNS, {
    DATA_DIR: folder,
    SECRET_KEY: current,
    SECRET_KEY_PREVIOUS: previous,
  });
const keysKnown = () =>
  database.system((transaction) =>
    transaction.rows<{ id: Buffer; retired: boolean }>(
      'select id, retired_at is not null as retired from secret_keys order by created_at',
    ),
  );

/** Secrets of tools, which need no other rows: `count` of them sealed with one key. */
const COLUMN = sealedById('sealed_things', 'secret');
async function store(count: number, seal: (plain: string, id: string) => Buffer): Promise<void> {
  await database.system(async (transaction) => {
    for (let at = 0; at < count; at += 1) {
      const id = randomUUID();
      await transaction.run('insert into sealed_things values ($1, $2)', [id, seal(`secret ${id}`, id)]);
    }
  });
}
const things = () =>
  database.system((transaction) =>
    transaction.rows<{ id: string; secret: Buffer }>('select id, secret from sealed_things'),
  );
const startOnThings = (current: string, previous?: string) =>
  checkSecretKeys(database, [COLUMN], {
    DATA_DIR: folder,
    SECRET_KEY: current,
    SECRET_KEY_PREVIOUS: previous,
  });

describe('a start', () => {
  test('on an empty database writes the check value, which another key does not open', async () => {
    await start(OLD);
    await start(OLD);
    expect(await keysKnown()).toHaveLength(1);
    await expect(start(OTHER)).rejects.toThrow(SecretKeyError);
    await expect(start(OTHER)).rejects.toThrow(/^SECRET_KEY does not open what this database holds/);
    expect(await keysKnown()).toHaveLength(1);
  });

  test('of two at the same moment with two keys one is refused', async () => {
    const outcomes = await Promise.allSettled([start(OLD), start(NEW), start(OLD)]);
    const keys = await keysKnown();
    expect(keys).toHaveLength(1);
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['fulfilled', 'rejected']));
  });

  test('on an older database goes on with the key that opens what is stored, and then knows it', async () => {
    await store(3, (plain, id) => createSecretBox(OLD).seal(plain, id));
    await expect(startOnThings(NEW)).rejects.toThrow(SecretKeyError);
    expect(await keysKnown()).toHaveLength(0);
    await startOnThings(OLD);
    expect(await keysKnown()).toHaveLength(1);
    await expect(startOnThings(NEW)).rejects.toThrow(SecretKeyError);
  });

  test('with both keys goes on, and afterwards needs both until everything was sealed anew', async () => {
    await start(OLD);
    await start(NEW, OLD);
    await expect(start(NEW)).rejects.toThrow(
      /set that one as SECRET_KEY_PREVIOUS and run `npm run rotate-key`/,
    );
    await expect(start(OLD)).rejects.toThrow(SecretKeyError);
    await start(OLD, NEW);
  });

  test('without a lost key is possible once it was given up', async () => {
    await start(OLD);
    expect(await giveUpLostKeys(database, { current: NEW, previous: null, oldRecoveryKeys: [] })).toBe(1);
    await start(NEW);
    await store(1, (plain, id) => createSecretBox(OLD).seal(plain, id));
    await startOnThings(NEW);
  });
});

describe('changing the key', () => {
  const keys = { current: NEW, previous: OLD, oldRecoveryKeys: [] };
  const rotate = (on: Database = database) => rotateKeys({ database: on, keys, columns: [COLUMN] });

  test('seals everything anew, counts what opens with neither key, and lets the old key go', async () => {
    await startOnThings(OLD);
    await store(60, (plain, id) => createSecretBox(OLD).seal(plain, id));
    await store(2, (plain, id) => createSecretBox(OTHER).seal(plain, id));
    await store(3, (plain, id) => createSecretBox(NEW).seal(plain, id));
    await startOnThings(NEW, OLD);
    const rotated = await rotate();
    expect(rotated).toEqual({
      sealed: 60,
      unreadable: new Map([['sealed_things.secret', 2]]),
      isDone: true,
    });
    const box = createSecretBox(NEW);
    expect(
      (await things()).filter(({ id, secret }) => box.tryOpen(secret, id) === `secret ${id}`),
    ).toHaveLength(63);
    expect((await keysKnown()).map(({ retired }) => retired)).toEqual([true, false]);
    const { oldRecoveryKeys } = await startOnThings(NEW);
    expect(oldRecoveryKeys).toHaveLength(1);
    expect(await rotate()).toMatchObject({ sealed: 0, isDone: true });
  });

  test('killed at any point it can be run again', async () => {
    await startOnThings(OLD);
    await store(80, (plain, id) => createSecretBox(OLD).seal(plain, id));
    await startOnThings(NEW, OLD);
    let runs = 0;
    for (let steps = 1; ; steps += 1) {
      runs += 1;
      const done = await rotate(killedAfter(steps)).catch(() => null);
      const both = createSecretBox(keys);
      expect((await things()).every(({ id, secret }) => both.tryOpen(secret, id) === `secret ${id}`)).toBe(
        true,
      );
      if (done) break;
      await expect(startOnThings(NEW)).rejects.toThrow(SecretKeyError);
    }
    expect(runs).toBeGreaterThan(2);
    const prefix = sealPrefixOf(NEW);
    expect((await things()).every(({ secret }) => secret.subarray(0, prefix.length).equals(prefix))).toBe(
      true,
    );
    await startOnThings(NEW);
  });

  test('two runs at the same time, and somebody who stores meanwhile, lose nothing', async () => {
    await startOnThings(OLD);
    await store(60, (plain, id) => createSecretBox(OLD).seal(plain, id));
    const [one, other] = await Promise.all([
      rotate(),
      rotate(),
      store(10, (plain, id) => createSecretBox(NEW).seal(plain, id)),
    ]);
    expect((one?.sealed ?? 0) + (other?.sealed ?? 0)).toBe(60);
    const box = createSecretBox(NEW);
    const all = await things();
    expect(all).toHaveLength(70);
    expect(all.every(({ id, secret }) => box.tryOpen(secret, id) === `secret ${id}`)).toBe(true);
  });

  /** A process that dies: within one of its transactions, so that nothing of that one stays. */
  function killedAfter(steps: number): Database {
    let done = 0;
    return {
      ...database,
      system: (run) =>
        database.system(async (transaction) => {
          const result = await run(transaction);
          done += 1;
          if (done > steps) throw new Error('killed');
          return result;
        }),
    };
  }
});

test('every column of bytes is known to be sealed, or not to be', async () => {
  const columns = await database.system((transaction) =>
    transaction.rows<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and data_type = 'bytea' order by 1`,
    ),
  );
  const sealed = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`);
  expect(columns.map(({ name }) => name).filter((name) => !sealed.includes(name))).toEqual(NOT_SEALED);
  expect(sealed.filter((name) => !columns.some((column) => column.name === name))).toEqual([]);
});

/** Hashes, keys that are public, vectors, and what `secret_keys` is made of. */
const NOT_SEALED: readonly string[] = [
  'api_key_hashes.hash',
  'channel_grants.state_hash',
  'embedding_vectors.data',
  'failed_tries.key',
  'index_blocks.data',
  'notify_links.code_hash',
  'one_time_codes.code_hash',
  'passkeys.public_key',
  'pictures.webp',
  'post_reports.reporter',
  'public_bot_reports.reporter',
  'receipts.original',
  'receipts.reissued',
  'recovery_codes.code_hash',
  'sealed_things.secret',
  'secret_keys.check_value',
  'secret_keys.id',
];
