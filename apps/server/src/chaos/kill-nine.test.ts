import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../features/channels/testing/channel-stage.fixture.ts';
import { type Asked, type ChaosStage, fatesOf, setChaosStage } from './chaos-stage.fixture.ts';
import { createKillableServer, type KillableServer } from './killable-server.fixture.ts';

/** Chosen moments are in kill-steps; these are for what nobody thought of. */
const KILLS = 14;
const FRIENDS = ['ann', 'bob', 'cid', 'dan', 'eve', 'fay'];
const REPLY = '/v2/bot/message/reply';
const SEND = '/v2/bot/message/*';

let stage: ChaosStage;
let server: KillableServer;
let address: string;

/** A process that loads the whole program on a busy machine. */
const LOADING_MS = 180_000;

beforeAll(async () => {
  stage = await setChaosStage();
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  server = createKillableServer({ ...stage.settings, PORT: String(port), PUBLIC_URL: address });
  await server.start();
}, LOADING_MS);

afterAll(async () => {
  await server.close();
  await stage.close();
});

/** Waits, within reason, for the moment to kill. */
async function when(happens: () => boolean): Promise<void> {
  const end = Date.now() + 1_500;
  while (!happens() && Date.now() < end) await sleep(2);
}

const sends = (): number =>
  stage.fake.calls.filter((call) => call.path.startsWith('/v2/bot/message/')).length;

/** Moments of the path at which the process is killed; each waits for its own. */
const MOMENTS: Readonly<Record<string, () => Promise<void>>> = {
  'at any time': () => sleep(Math.random() * 1_500),
  'right after a webhook was acknowledged': async () => {
    const latest = stage.fake.webhooks.at(-1);
    await when(() => stage.fake.webhooks.at(-1) !== latest && stage.fake.webhooks.at(-1)?.status === 200);
  },
  'while the model writes': async () => {
    const before = stage.models.requests.length;
    await when(() => stage.models.requests.length > before);
    await sleep(Math.random() * 150);
  },
  'when the vendor took a reply and its answer hangs': async () => {
    stage.fake.fault({ path: REPLY, status: 'hang-after-accept' });
    await when(() => stage.fake.calls.some((call) => call.result === 'hang-after-accept'));
    stage.fake.clearFaults();
  },
  'when the vendor took a message and the connection broke': async () => {
    stage.fake.fault({ path: SEND, status: 'reset-after-accept', times: 2 });
    const before = sends();
    await when(() => sends() > before);
    stage.fake.clearFaults();
  },
  'when the vendor answers with an error': async () => {
    stage.fake.fault({ path: SEND, status: 500, times: 2 });
    await sleep(Math.random() * 500);
    stage.fake.clearFaults();
  },
  'between the vendor’s answer and saving it': async () => {
    const before = sends();
    await when(() => sends() > before);
  },
};

async function killAgainAndAgain(): Promise<Map<string, number>> {
  const kills = new Map<string, number>();
  const names = Object.keys(MOMENTS);
  for (let kill = 0; kill < KILLS; kill += 1) {
    const name = names[kill % names.length] ?? '';
    // Every other life is long enough for something to be finished.
    const before = sends();
    if (kill % 2 === 1) await when(() => sends() > before);
    await MOMENTS[name]?.();
    await server.kill();
    kills.set(name, (kills.get(name) ?? 0) + 1);
    if (kill % 7 === 6) {
      // Once in a while it doesn't even come up.
      server.launch();
      await sleep(Math.random() * 1_500);
      await server.kill();
      kills.set('while it starts', (kills.get('while it starts') ?? 0) + 1);
    }
    await server.start();
  }
  return kills;
}

test('killed at any moment, it loses no message and answers none twice', { timeout: 300_000 }, async () => {
  const channelId = await stage.openShop(address);
  stage.models.behave('*', 'slow-15');
  const asked: Asked = new Map();
  const stop = new AbortController();
  const friends = Promise.all(FRIENDS.map((name) => stage.chatter(channelId, name, asked, stop.signal)));
  const startedAt = Date.now();
  const kills = await killAgainAndAgain();
  stop.abort();
  await friends;
  await stage.settle();

  const said = await stage.said();
  const answers = said.filter(({ sender }) => sender === 'bot');
  const report = [...kills].map(([name, times]) => `${times} × ${name}`).join(', ');
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  process.stdout.write(
    `kill -9: ${report}; ${[...asked.values()].flat().length} messages, ${answers.length} answers, ` +
      `${stage.models.requests.length} model calls, ${sends()} sending calls in ${seconds} s\n`,
  );

  const strays = said.filter(({ text }) => !/^(You asked|[a-z]+[0-9]+\?$)/.test(text));
  expect(strays).toEqual([]);
  for (const fate of fatesOf(stage.fake, channelId, asked, said)) {
    const thread = said
      .filter(({ friend }) => friend === fate.friend)
      .map(({ sender, text, state }) => `${sender} ${state}: ${text}`);
    expect(fate, thread.join('\n')).toMatchObject({
      notStoredOnce: [],
      notAnsweredOnce: [],
      notReadOnce: [],
    });
  }
  const notSent = answers.filter(({ state }) => state !== 'sent');
  expect(notSent.filter(({ state }) => state !== 'unconfirmed')).toEqual([]);
  // Only a free reply begun in the last moments of its token can end like that; on a slow machine that is not rare.
  expect(notSent.length).toBeLessThan(answers.length / 2);
  const [ledger] = await stage.sql<{ balance: string; sum: string; calls: number }>(
    `select (select sum(balance) from token_balances)::text as balance,
       (select sum(tokens) from ledger_entries)::text as sum,
       (select count(*)::int from ledger_entries where kind = 'call') as calls`,
  );
  expect(ledger?.sum).toBe(ledger?.balance);
  // An answer that more words broke off is not said, but its model was asked.
  expect(ledger?.calls).toBeGreaterThanOrEqual(answers.length);
  expect(ledger?.calls).toBeLessThanOrEqual(stage.models.requests.length);
});
