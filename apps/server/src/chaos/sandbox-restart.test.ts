import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { register } from '@hanasu/contract/accounts';
import { createBot } from '@hanasu/contract/bots';
import {
  actAsSimulatorFriend,
  type ChannelView,
  createSandboxChannel,
  getSimulator,
} from '@hanasu/contract/channels';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../testing/free-port.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { type Caller, createCaller, eventually } from '../testing/test-server.ts';
import { createKillableServer, type KillableServer } from './killable-server.fixture.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'hanasu-sandbox-'));
let database: TestDatabase;
const servers: KillableServer[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  for (const server of servers) await server.close();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** A server on a port of its own, with the same database and data folder each time. */
async function startOne(): Promise<{ server: KillableServer; address: string }> {
  const port = await freePort();
  const server = createKillableServer({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PORT: String(port),
    SECRET_KEY: 'a secret that is only used in tests',
    LOG_LEVEL: 'error',
    BATCHING_DELAY_MS: '20',
  });
  servers.push(server);
  await server.start();
  return { server, address: `http://127.0.0.1:${port}` };
}

const params = (channel: ChannelView) => ({ uuid: channel.uuid, friend: 'hanako' as const });

const says = (owner: Caller, channel: ChannelView, text: string) =>
  owner.call(actAsSimulatorFriend, { params: params(channel), body: { action: 'text', text } });

const answers = async (owner: Caller, channel: ChannelView): Promise<string[]> => {
  const { messages } = await owner.call(getSimulator, { params: params(channel) });
  return messages.filter(({ from }) => from === 'account').map(({ text }) => text ?? '');
};

test('a sandbox channel goes on after kill -9, on another port, with its chat', async () => {
  const first = await startOne();
  const body = {
    username: 'sandbox',
    email: 'sandbox@example.com',
    password: 'correct horse',
    acceptedTerms: true as const,
  };
  const { jwt } = await createCaller(first.address, null).call(register, { body });
  const owner = createCaller(first.address, jwt);
  const bot = await owner.call(createBot, { body: { name: 'Clerk', serviceUuid: 'builtin-extractive' } });
  const channel = await owner.call(createSandboxChannel, {
    body: { name: 'Try it', kind: 'line', botUuid: bot.uuid },
  });
  await says(owner, channel, 'hello?');
  await eventually('it is answered', async () => (await answers(owner, channel)).length === 1);
  const file = path.join(dataDir, 'sandbox-line.json');
  const [answer] = await answers(owner, channel);
  await eventually('the chat is on disk', async () => {
    return existsSync(file) && readFileSync(file, 'utf8').includes(JSON.stringify(answer));
  });
  await first.server.kill();

  const second = await startOne();
  const again = createCaller(second.address, jwt);
  expect(await answers(again, channel)).toEqual([answer]);
  await says(again, channel, 'still there?');
  await eventually('it is answered', async () => (await answers(again, channel)).length === 2);
});
