import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultEffect } from '@hanasu/channels/line/fake/faults';
import { type FakeProviders, startFakeProviders } from '@hanasu/models/fake/fake-provider-server';
import pg from 'pg';
import { expect } from 'vitest';
import { freePort } from '../testing/free-port.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { registerOwner } from './chaos-stage.fixture.ts';
import {
  addressesOf,
  expectNothingWrong,
  type FireShop,
  type LineShop,
  openLineShop,
  openZaloShop,
  settled,
  startVendors,
  storedMessages,
  type Vendors,
  type ZaloShop,
} from './fire-stage.fixture.ts';
import { type Gate, type Gates, setGates } from './gates.fixture.ts';
import { createKillableServer, type KillableServer } from './killable-server.fixture.ts';

/** The last write of every transaction on the way of a message: killed there, all of it has not happened. */
export const STEPS = {
  'an event is stored': { table: 'inbound_events', on: 'insert', when: 'true' },
  'its message is stored': {
    table: 'inbound_events',
    on: 'update',
    when: 'old.done_at is null and new.done_at is not null',
  },
  'the turn is taken': {
    table: 'conversations',
    on: 'update',
    when: 'new.lease_owner is not null and new.lease_owner is distinct from old.lease_owner',
  },
  'the answer is stored': { table: 'ledger_entries', on: 'insert', when: "new.kind = 'call'" },
  'the delivery is taken': { table: 'outbox', on: 'update', when: 'new.attempts > old.attempts' },
  'the call begins': {
    table: 'outbox',
    on: 'update',
    when: "new.state = 'sending' and old.state = 'pending'",
  },
  'the vendor’s word is stored': { table: 'outbox', on: 'update', when: "new.state = 'sent'" },
  'new access is stored': {
    table: 'channels',
    on: 'update',
    when: 'new.credentials_version > old.credentials_version',
  },
} as const satisfies Record<string, Gate>;
export type StepName = keyof typeof STEPS;

let database: TestDatabase;
let administrator: pg.Pool;
let vendors: Vendors;
let models: FakeProviders;
let server: KillableServer;
let gates: Gates<StepName>;
let lineShop: LineShop;
let zaloShop: ZaloShop;
let dataDir: string;
const asked = new Map<FireShop, Map<string, string[]>>();

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

/** The program with a shop of two vendors, and gates in the database at each step. */
export async function openKillStage(): Promise<void> {
  asked.clear();
  dataDir = mkdtempSync(path.join(tmpdir(), 'hanasu-steps-'));
  database = await createTestDatabase();
  administrator = new pg.Pool({ connectionString: database.url, max: 2 });
  vendors = await startVendors();
  models = await startFakeProviders();
  const port = await freePort();
  const addresses = addressesOf(port, vendors, models);
  server = createKillableServer({
    ...addresses,
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    SECRET_KEY: 'a secret that is only used in tests',
    LOG_LEVEL: 'fatal',
    RATE_LIMIT_AUTH: '0',
    BATCHING_DELAY_MS: '150',
    STARTING_TOKENS: '25000000',
  });
  await server.start();
  const address = addresses.PUBLIC_URL;
  const owner = await registerOwner(address, 'steps');
  lineShop = await openLineShop(owner, vendors.line);
  zaloShop = await openZaloShop(owner, vendors.zalo, address);
  asked.set(lineShop, new Map()).set(zaloShop, new Map());
  gates = await setGates(database.url, STEPS);
}

export async function closeKillStage(): Promise<void> {
  await server.close();
  await gates.close();
  await Promise.all([vendors.close(), models.close(), administrator.end()]);
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
}

let friends = 0;

/** A new friend of each shop writes this, one after the other; the answer to the webhook is not waited for. */
function ask(shops: readonly FireShop[], words: readonly string[], timestamp?: number): Promise<unknown> {
  return Promise.all(
    shops.map(async (shop) => {
      friends += 1;
      const friend = shop.addFriend(`friend ${friends}`);
      const questions = words.map((word, index) => `${word}-${friends}-${index}?`);
      asked.get(shop)?.set(friend, questions);
      for (const text of questions)
        await shop.says(friend, text, timestamp === undefined ? {} : { timestamp });
    }),
  );
}

/** More of the friend who wrote last. */
async function askMore(shop: FireShop, word: string): Promise<void> {
  const [friend, questions] = [...(asked.get(shop) ?? [])].at(-1) ?? [];
  if (friend === undefined || questions === undefined) throw new Error('nobody has written yet');
  const text = `${word}-${friend}?`;
  questions.push(text);
  await shop.says(friend, text);
}

/** Long enough for a machine that does many other things; nothing waits for it to pass. */
const PATIENCE_MS = 300_000;
const RECENT = 12;

async function until(what: string, happens: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; !(await happens()); await sleep(3)) {
    if (Date.now() > end) throw new Error(`never happened: ${what}\n${await howItStands()}`);
  }
}

/** What a reader of the failure wants to know. */
async function howItStands(): Promise<string> {
  const calls = [vendors.line, vendors.zalo].map(({ calls }) =>
    calls.slice(-RECENT).map(({ path, result }) => `${result} ${path}`),
  );
  const owed = await sql(
    'select state, attempts, reason, next_attempt_at, lease_until from outbox where state not in ($$sent$$)',
  );
  const due = await sql(
    'select turn_due_at, lease_owner, lease_until from conversations where turn_due_at is not null',
  );
  return JSON.stringify({ calls, owed, due, now: new Date() }, null, 1);
}

async function restart(): Promise<void> {
  await server.kill();
  models.behave('*', 'ok');
  vendors.line.clearFaults();
  vendors.zalo.clearFaults();
  await server.start();
}

const BOTH = (): readonly FireShop[] => [lineShop, zaloShop];

export async function killAtStep(name: StepName): Promise<void> {
  if (name === 'new access is stored') forgetAccess();
  await gates.shut(name);
  const asking = ask(BOTH(), [`step${Object.keys(STEPS).indexOf(name)}`]);
  expect(await gates.reached(name), name).toBeGreaterThan(0);
  await server.kill();
  await gates.open(name);
  await server.start();
  await asking;
}

/** The vendor takes the access token no more; the one for a new one is as good as before. */
function forgetAccess(): void {
  const { appId, refreshToken } = vendors.zalo.account(zaloShop.oaId);
  if (appId === null || refreshToken === null) throw new Error('no access was given');
  const expiresAt = Date.now() + 90_000_000;
  vendors.zalo.giveAccess(appId, zaloShop.oaId, { accessToken: 'nobody-knows-it', refreshToken, expiresAt });
}

const REPLY = '/v2/bot/message/reply';
const PUSH = '/v2/bot/message/push';
const MESSAGE = '/v3.0/oa/message/cs';

const callsWith = (result: FaultEffect) =>
  [...vendors.line.calls, ...vendors.zalo.calls].filter(
    (call) => [REPLY, PUSH, MESSAGE].includes(call.path) && call.result === result,
  ).length;

const HALF_AN_HOUR = 30 * 60_000;

/** The vendors have taken a reply, a push and a message, and none of them has answered. */
export async function killWhileVendorsHang(): Promise<void> {
  // On a busy machine all the messages before would hang as well.
  await settled(sql, vendors);
  const status = 'hang-after-accept';
  // Whatever else is still owed may hang as well.
  const times = 20;
  vendors.line.fault({ path: REPLY, status, times });
  vendors.line.fault({ path: PUSH, status, times });
  vendors.zalo.fault({ path: MESSAGE, status, times });
  const before = callsWith(status);
  // What comes late has no reply token any more, so its answer is pushed.
  await Promise.all([ask(BOTH(), ['hang']), ask([lineShop], ['push'], Date.now() - HALF_AN_HOUR)]);
  await until('all of them hang', () => callsWith(status) >= before + 3);
  await restart();
}

export async function killAfterVendors(): Promise<void> {
  const before = callsWith(200);
  await ask(BOTH(), ['answered']);
  await until('a vendor answers', () => callsWith(200) > before);
  await restart();
}

export async function killWhileModel(
  behaviour: string,
  meanwhile: () => Promise<void> = async () => undefined,
) {
  models.behave('*', behaviour);
  const before = models.requests.length;
  await ask(BOTH(), [`model-${behaviour}`]);
  await until('the model is asked', () => models.requests.length >= before + 2);
  await meanwhile();
  await restart();
}

/** An answer that is being made is thrown away for one to everything: killed just then, that one is still owed. */
export const supersede = async (): Promise<void> => {
  await Promise.all(BOTH().map((shop) => askMore(shop, 'and')));
  await until('an answer is broken off', () => models.requests.some(({ closedEarly }) => closedEarly));
};

export async function killWhileGathering(): Promise<void> {
  await ask(BOTH(), ['one', 'two', 'three']);
  await restart();
}

/** Every message has its one answer, sent, and what was paid for them adds up. `kills`: how often the program ended. */
export async function expectAllAnswered(kills: number): Promise<void> {
  await settled(sql, vendors);
  await expectNothingWrong(sql, asked, { fault: 'kill -9 at a chosen step', times: kills });
  for (const shop of asked.keys()) {
    const stored = await storedMessages(sql, shop.channel.uuid);
    const answers = stored.filter(({ sender }) => sender === 'bot');
    expect(new Set(answers.map(({ state }) => state))).toEqual(new Set(['sent']));
  }
  // What was killed with its answer is not charged, and what was reserved for it is free again.
  const [ledger] = await sql<{ balance: string; sum: string }>(
    `select (select sum(balance) from token_balances)::text as balance,
       (select sum(tokens) from ledger_entries)::text as sum`,
  );
  expect(ledger?.sum).toBe(ledger?.balance);
}
