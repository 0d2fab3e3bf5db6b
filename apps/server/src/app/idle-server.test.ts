import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { register } from '@hanasu/contract/accounts';
import { createBot } from '@hanasu/contract/bots';
import { actAsSimulatorFriend, createSandboxChannel, getSimulator } from '@hanasu/contract/channels';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKillableServer, type KillableServer } from '../chaos/killable-server.fixture.ts';
import { findUnfinished } from '../features/channels/testing/channel-stage.fixture.ts';
import { type CutWire, layWire } from '../testing/cut-wire.ts';
import { freePort } from '../testing/free-port.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { createCaller, eventually } from '../testing/test-server.ts';

/** A window in which workers that run each second have many rounds. */
const WINDOW_MS = 30_000;
const MAX_STATEMENTS_PER_SECOND = 5;
/** What starts late on a busy machine falls into the first of them. */
const WINDOWS = 4;

/** A last resort: the whole program is loaded, perhaps for the first time. */
const START_MS = 300_000;

const dataDir = mkdtempSync(path.join(tmpdir(), 'hanasu-idle-'));
let database: TestDatabase;
let wire: CutWire;
let server: KillableServer;
let address: string;
/** Everything that the whole program has asked the database; several statements in one message count once. */
const statements: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const url = new URL(database.url);
  wire = await layWire({ host: url.hostname, port: Number(url.port) }, () =>
    readStatements((statement) => statements.push(statement)),
  );
  url.hostname = '127.0.0.1';
  url.port = String(wire.port);
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  server = createKillableServer({
    DATABASE_URL: url.href,
    DATA_DIR: dataDir,
    PORT: String(port),
    SECRET_KEY: 'a secret that is only used in tests',
    LOG_LEVEL: 'error',
    BATCHING_DELAY_MS: '20',
  });
  await server.start();
}, START_MS);
afterAll(async () => {
  await server.close();
  await wire.close();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/**
 * Reads the messages of PostgreSQL's frontend protocol 3.0 on one connection: first a start-up message without a type,
 * then messages of one byte for the type and four for the length (which counts itself). `Q` holds one statement or
 * several, `P` one that `E` executes.
 */
function readStatements(onStatement: (statement: string) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  let hasStarted = false;
  /** By name; what is not prepared has the name of an empty text. */
  const parsed = new Map<string, string>();
  let bound = '';
  const textOf = (body: Buffer): string => body.toString('utf8', 0, body.indexOf(0));
  const second = (body: Buffer): string => textOf(body.subarray(body.indexOf(0) + 1));
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const head = hasStarted ? 1 : 0;
      if (rest.length < head + 4) return;
      const length = head + rest.readUInt32BE(head);
      if (rest.length < length) return;
      const type = hasStarted ? String.fromCharCode(rest[0] ?? 0) : '';
      const body = rest.subarray(head + 4, length);
      rest = rest.subarray(length);
      hasStarted = true;
      if (type === 'Q') onStatement(textOf(body));
      if (type === 'P') parsed.set(textOf(body), second(body));
      if (type === 'B') bound = parsed.get(second(body)) ?? '';
      if (type === 'E') onStatement(bound);
    }
  };
}

test('an idle server with an answered conversation sends few statements', { timeout: 300_000 }, async () => {
  const body = {
    username: 'owner',
    email: 'owner@example.com',
    password: 'correct horse',
    acceptedTerms: true as const,
  };
  const { jwt } = await createCaller(address, null).call(register, { body });
  const owner = createCaller(address, jwt);
  const bot = await owner.call(createBot, { body: { name: 'Reception', serviceUuid: 'builtin-extractive' } });
  const channel = await owner.call(createSandboxChannel, {
    body: { name: 'Shop', kind: 'line', botUuid: bot.uuid },
  });
  const params = { uuid: channel.uuid, friend: 'hanako' as const };
  await owner.call(actAsSimulatorFriend, { params, body: { action: 'text', text: 'Hello' } });
  await eventually('the bot has answered', async () => {
    const { messages } = await owner.call(getSimulator, { params });
    return messages.some(({ from }) => from === 'account');
  });

  await eventually(
    'what the answer has started has ended',
    async () => (await findUnfinished(sql)).length === 0,
  );
  const rates: number[] = [];
  while (rates.length < WINDOWS && (rates.at(-1) ?? Infinity) > MAX_STATEMENTS_PER_SECOND) {
    statements.length = 0;
    const startedAt = performance.now();
    await sleep(WINDOW_MS);
    rates.push((statements.length * 1_000) / (performance.now() - startedAt));
  }
  expect(Math.min(...rates), counted(statements)).toBeLessThanOrEqual(MAX_STATEMENTS_PER_SECOND);
  // The wire is read at all: due times are polled every second.
  expect(statements.filter((statement) => statement.includes('execute polled')).length).toBeGreaterThan(1);
});

/** Past the wire that is listened to. */
async function sql<Row extends object>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("select set_config('app.scope', 'system', false)");
  const { rows } = await client.query<Row>(text);
  await client.end();
  return rows;
}

const counted = (all: readonly string[]): string =>
  [...Map.groupBy(all, (statement) => statement.slice(0, 160))]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([statement, { length }]) => `${length} × ${statement}`)
    .join('\n');
