import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { register } from '@hanasu/contract/accounts';
import { createBot, listBots } from '@hanasu/contract/bots';
import { type ChannelView, createSandboxChannel, listChannels } from '@hanasu/contract/channels';
import { home } from '@hanasu/contract/insights';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseConfig } from '../../../app/config.ts';
import { type RunningServer, startServer } from '../../../app/start-http.ts';
import { createSecretBox } from '../../../platform/crypto/secret-box.ts';
import { SecretKeyError } from '../../../platform/crypto/secret-key.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { type Caller, createCaller, eventually } from '../../../testing/test-server.ts';
import { say } from '../../../testing/test-shop.ts';

const OLD = 'the old key of these tests, long enough';
const NEW = 'the new key of these tests, long enough';
const LOST = 'a key that is gone for good, long enough';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let dataDir: string;
let running: RunningServer | null = null;
beforeEach(async () => {
  database = await createTestDatabase();
  dataDir = mkdtempSync(path.join(tmpdir(), 'hanasu-changed-'));
});
afterEach(async () => {
  await stop();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const settingsOf = (keys: Record<string, string>) => ({
  PORT: '0',
  LOG_LEVEL: 'silent',
  RATE_LIMIT_AUTH: '0',
  RATE_LIMIT_API: '0',
  BATCHING_DELAY_MS: '20',
  DATA_DIR: dataDir,
  ...keys,
});

async function start(keys: Record<string, string>): Promise<RunningServer> {
  const outcome = parseConfig(settingsOf(keys));
  if (outcome.kind === 'invalid') throw new Error(outcome.problems.join('\n'));
  running = await startServer({
    config: outcome.config,
    databaseUrl: database.url,
    logger: pino({ level: 'silent' }),
    version: '0.0.0-test',
    isOnlyProcess: true,
  });
  return running;
}

async function stop(): Promise<void> {
  await running?.stop();
  running = null;
}

/** Somebody with a bot and a sandbox channel. */
async function openShop({ address }: RunningServer) {
  const body = {
    username: 'keeper',
    email: 'keeper@example.com',
    password: 'correct horse',
    acceptedTerms: true as const,
  };
  const { jwt } = await createCaller(address, null).call(register, { body });
  const owner = createCaller(address, jwt);
  const bot = await owner.call(createBot, { body: { name: 'Clerk', serviceUuid: 'builtin-extractive' } });
  const channel = await owner.call(createSandboxChannel, {
    body: { name: 'Counter', kind: 'line', botUuid: bot.uuid },
  });
  return { jwt, channel };
}

const channelOf = async (owner: Caller, { uuid }: ChannelView) =>
  (await owner.call(listChannels)).items.find((channel) => channel.uuid === uuid);

/** Past every check of the server. */
async function sql(text: string, values: readonly unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("select set_config('app.scope', 'system', false)");
  await client.query(text, [...values]);
  await client.end();
}

function rotateKey(...words: string[]) {
  const file = path.resolve(import.meta.dirname, '../../../rotate-key.ts');
  const env = {
    ...process.env,
    ...settingsOf({ SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: OLD }),
    DATABASE_URL: database.url,
  };
  const child = spawn(process.execPath, [file, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  return { child, ended: once(child, 'exit').then(([code]) => ({ code: code as number | null, output })) };
}

test('the server does not start with another key', async () => {
  await openShop(await start({ SECRET_KEY: OLD }));
  await stop();
  await expect(start({ SECRET_KEY: NEW })).rejects.toThrow(SecretKeyError);
  await start({ SECRET_KEY: OLD });
});

test('a key is changed while the product runs, through a kill; sessions go on until the old key is gone', {
  timeout: 120_000,
}, async () => {
  const shop = await openShop(await start({ SECRET_KEY: OLD }));
  await stop();
  const second = await start({ SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: OLD });
  const owner = createCaller(second.address, shop.jwt);
  await owner.call(listBots);
  const killed = rotateKey();
  await delay(700);
  killed.child.kill('SIGKILL');
  await killed.ended;
  await say(owner as never, shop.channel.uuid, 'hanako', 'Are you open?');
  const { code, output } = await rotateKey().ended;
  expect({ code, output }).toMatchObject({
    code: 0,
    output: expect.stringContaining('SECRET_KEY_PREVIOUS can be removed'),
  });
  await say(owner as never, shop.channel.uuid, 'hanako', 'And now?');
  await stop();

  const third = await start({ SECRET_KEY: NEW });
  expect((await createCaller(third.address, shop.jwt).refused(listBots)).code).toBe('session_expired');
  const webhook = new URL(shop.channel.webhookUrl).pathname;
  const unsigned = await createCaller(third.address, null).raw('POST', webhook, { body: { events: [] } });
  expect(unsigned.status).toBeLessThan(500);
});

test('a channel that opens with no key says that it needs its credentials again, and loses nothing', {
  timeout: 120_000,
}, async () => {
  const shop = await openShop(await start({ SECRET_KEY: OLD }));
  await stop();
  const { uuid } = shop.channel;
  await sql('update channels set credentials = $2 where id = $1', [
    uuid,
    createSecretBox(LOST).seal('{"channelSecret":"gone"}', uuid),
  ]);
  const { address } = await start({ SECRET_KEY: OLD });
  const owner = createCaller(address, shop.jwt);
  const webhook = new URL(shop.channel.webhookUrl).pathname;
  const answer = await createCaller(address, null).raw('POST', webhook, { body: { events: [] } });
  expect(answer).toMatchObject({ status: 503, body: { code: 'channel_needs_credentials' } });
  const shown = await eventually('the channel asks for its credentials', async () => {
    const channel = await channelOf(owner, shop.channel);
    return channel?.health.access === 'unreadable' && channel;
  });
  expect(shown).toMatchObject({ status: 'attention' });
  expect((await owner.call(home)).attention.brokenChannels).toBe(1);
});
