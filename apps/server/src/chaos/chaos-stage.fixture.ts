import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { register } from '@hanasu/contract/accounts';
import { type FakeProviders, startFakeProviders } from '@hanasu/models/fake/fake-provider-server';
import pg from 'pg';
import { createTestDatabase } from '../testing/test-database.ts';
import { type Caller, createCaller } from '../testing/test-server.ts';
import { addressesOf, type FireShop, settled, startVendors, type Vendors } from './fire-stage.fixture.ts';

/** Milliseconds between two messages of one friend, at most. */
const PAUSE = 900;
/** So many messages does a friend write without any answer; the fake model quotes no more. */
const PATIENCE = 10;

/** Vendors, models and database, which outlive the servers that are killed. */
export interface ChaosStage {
  readonly vendors: Vendors;
  readonly models: FakeProviders;
  /** What a server on this port needs to work on this stage. */
  settingsFor(port: number): Record<string, string>;
  sql<Row extends object>(text: string): Promise<Row[]>;
  /** Resolves when no event, turn or delivery is left. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export async function setChaosStage(): Promise<ChaosStage> {
  const database = await createTestDatabase();
  const administrator = new pg.Pool({ connectionString: database.url, max: 2 });
  const vendors = await startVendors();
  const models = await startFakeProviders();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'hanasu-chaos-'));

  async function sql<Row extends object>(text: string): Promise<Row[]> {
    const client = await administrator.connect();
    try {
      await client.query("begin; set local app.scope = 'system'");
      const { rows } = await client.query<Row>(text);
      await client.query('commit');
      return rows;
    } finally {
      client.release();
    }
  }

  return {
    vendors,
    models,
    settingsFor: (port) => ({
      ...addressesOf(port, vendors, models),
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      SECRET_KEY: 'a secret that is only used in tests',
      LOG_LEVEL: 'error',
      RATE_LIMIT_AUTH: '0',
      BATCHING_DELAY_MS: '100',
      // The owner has confirmed no address and gets 2 %: enough for what is said, but not if the tokens that dead processes held stayed held.
      STARTING_TOKENS: '100000000',
    }),
    sql,
    settle: () => settled(sql, vendors),
    async close() {
      await vendors.close();
      await models.close();
      await administrator.end();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The owner of a new account on the server at `address`. */
export async function registerOwner(
  address: string,
  username: string,
): Promise<Caller & { readonly jwt: string }> {
  const body = {
    username,
    email: `${username}@example.com`,
    password: 'correct horse',
    acceptedTerms: true as const,
  };
  const { jwt } = await createCaller(address, null).call(register, { body });
  return { ...createCaller(address, jwt), jwt };
}

export interface Chat {
  readonly shop: FireShop;
  readonly name: string;
  /** By friend; each question is a word that stands nowhere else. */
  readonly asked: Map<string, string[]>;
  readonly random: () => number;
  readonly signal: AbortSignal;
}

/**
 * A friend who writes again and again; webhooks that fail are delivered again by the vendor. Resolves with the status
 * that each first delivery was answered with; null: with none.
 */
export async function chatter({ shop, name, asked, random, signal }: Chat): Promise<(number | null)[]> {
  const friend = shop.addFriend(name);
  const questions: string[] = [];
  const statuses: (number | null)[] = [];
  asked.set(friend, questions);
  let answers = 0;
  let patience = PATIENCE;
  while (!signal.aborted) {
    const now = shop.reads(friend).length;
    if (now !== answers) patience = PATIENCE;
    answers = now;
    patience -= 1;
    await sleep(random() * PAUSE);
    if (patience < 0) continue;
    const question = `${name}${questions.length}?`;
    questions.push(question);
    statuses.push(await shop.says(friend, question));
  }
  return statuses;
}
