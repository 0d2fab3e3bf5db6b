import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../testing/free-port.ts';
import { seededRandom, sizeOf } from './chaos-run.fixture.ts';
import { type ChaosStage, chatter, registerOwner, setChaosStage } from './chaos-stage.fixture.ts';
import {
  expectNothingWrong,
  type FireShop,
  openLineShop,
  openTelegramShop,
  openZaloShop,
} from './fire-stage.fixture.ts';
import { createKillableServer, type KillableServer } from './killable-server.fixture.ts';

/** Chosen moments are in kill-steps; these are for what nobody thought of. */
const KILLS = sizeOf(8, 100);
const FRIENDS = ['ann', 'bob', 'cid', 'dan', 'eve', 'fay'];
const REPLY = '/v2/bot/message/reply';
const SEND = '/v2/bot/message/*';
const ZALO_SEND = '/v3.0/oa/message/cs';
const random = seededRandom('kill-nine');

let stage: ChaosStage;
let server: KillableServer;
let address: string;

beforeAll(async () => {
  stage = await setChaosStage();
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  server = createKillableServer(stage.settingsFor(port));
  await server.start();
});

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
  stage.vendors.line.calls.filter((call) => call.path.startsWith('/v2/bot/message/')).length;

function spoilSends(status: 500 | 'reset-after-accept'): void {
  stage.vendors.line.fault({ path: SEND, status, times: 2 });
  stage.vendors.zalo.fault({ path: ZALO_SEND, status, times: 2 });
}

function clearFaults(): void {
  stage.vendors.line.clearFaults();
  stage.vendors.zalo.clearFaults();
}

/** Moments of the path at which the process is killed; each waits for its own. */
const MOMENTS: Readonly<Record<string, () => Promise<void>>> = {
  'at any time': () => sleep(random() * 1_500),
  'right after a webhook was acknowledged': async () => {
    const { webhooks } = stage.vendors.line;
    const latest = webhooks.at(-1);
    await when(() => webhooks.at(-1) !== latest && webhooks.at(-1)?.status === 200);
  },
  'while the model writes': async () => {
    const before = stage.models.requests.length;
    await when(() => stage.models.requests.length > before);
    await sleep(random() * 150);
  },
  'when the vendor took a reply and its answer hangs': async () => {
    const { line, zalo } = stage.vendors;
    line.fault({ path: REPLY, status: 'hang-after-accept' });
    zalo.fault({ path: ZALO_SEND, status: 'hang-after-accept' });
    const hanging = () =>
      [...line.calls, ...zalo.calls].filter((call) => call.result === 'hang-after-accept').length;
    const before = hanging();
    await when(() => hanging() > before);
    clearFaults();
  },
  'when the vendor took a message and the connection broke': async () => {
    spoilSends('reset-after-accept');
    const before = sends();
    await when(() => sends() > before);
    clearFaults();
  },
  'when the vendor answers with an error': async () => {
    spoilSends(500);
    await sleep(random() * 500);
    clearFaults();
  },
  'between the vendor’s answer and saving it': async () => {
    const before = sends();
    await when(() => sends() > before);
  },
};

async function killAgainAndAgain(): Promise<Map<string, number>> {
  const kills = new Map<string, number>();
  const names = Object.keys(MOMENTS);
  const count = (name: string) => kills.set(name, (kills.get(name) ?? 0) + 1);
  for (let kill = 0; kill < KILLS; kill += 1) {
    const name = names[kill % names.length] ?? '';
    // Every other life is long enough for something to be finished.
    const before = sends();
    if (kill % 2 === 1) await when(() => sends() > before);
    await MOMENTS[name]?.();
    await server.kill();
    count(name);
    if (kill % 7 === 6) {
      // Once in a while it doesn't even come up.
      server.launch();
      await sleep(random() * 1_500);
      await server.kill();
      count('while it starts');
    }
    await server.start();
  }
  return kills;
}

test('killed at any moment, it loses no message, answers all, none twice, and in order', async () => {
  const owner = await registerOwner(address, 'chaos');
  const shops: readonly FireShop[] = [
    await openLineShop(owner, stage.vendors.line),
    await openZaloShop(owner, stage.vendors.zalo, address),
    await openTelegramShop(owner, stage.vendors.telegram),
  ];
  stage.models.behave('*', 'slow-15');
  const asked = new Map(shops.map((shop) => [shop, new Map<string, string[]>()]));
  const stop = new AbortController();
  const talking = Promise.all(
    [...asked].flatMap(([shop, questions], place) =>
      FRIENDS.slice(0, place === 0 ? FRIENDS.length : FRIENDS.length / 3).map((friend) => {
        // A word of letters alone; no two friends have the same.
        const name = `${friend}${'xyz'[place]}`;
        return chatter({ shop, name, asked: questions, random: seededRandom(name), signal: stop.signal });
      }),
    ),
  );
  const startedAt = Date.now();
  const kills = await killAgainAndAgain();
  stop.abort();
  await talking;
  // After many broken calls the next one waits for its turn: minutes, not for ever.
  for (let minute = 0; minute < 5; minute += 1) if (await settlesWithinAMinute()) break;
  await stage.settle();
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  process.stdout.write(
    `${[...kills].map(([name, times]) => `${times} × ${name}`).join(', ')}; ` +
      `${stage.models.requests.length} model calls in ${seconds} s\n`,
  );
  const times = [...kills.values()].reduce((sum, each) => sum + each, 0);
  await expectNothingWrong(stage.sql, asked, { fault: 'kill -9 at a random moment', times });
  // Nothing is said that nobody asked for.
  const said = await stage.sql<{ text: string }>("select text from messages where sender <> 'system'");
  expect(said.filter(({ text }) => !/^(You asked|[a-z]+[0-9]+\?$)/.test(text))).toEqual([]);
  await expectLedgerIsRight();
});

const settlesWithinAMinute = (): Promise<boolean> =>
  stage.settle().then(
    () => true,
    (error: unknown) => {
      process.stdout.write(`${error instanceof Error ? error.message : error}\n`);
      return false;
    },
  );

async function expectLedgerIsRight(): Promise<void> {
  const [ledger] = await stage.sql<{ balance: string; sum: string; calls: number; answers: number }>(
    `select (select sum(balance) from token_balances)::text as balance,
       (select sum(tokens) from ledger_entries)::text as sum,
       (select count(*)::int from messages where sender = 'bot') as answers,
       (select count(*)::int from ledger_entries where kind = 'call') as calls`,
  );
  expect(ledger?.sum).toBe(ledger?.balance);
  // An answer that more words broke off is not said, but its model was asked.
  expect(ledger?.calls).toBeGreaterThanOrEqual(ledger?.answers ?? Number.NaN);
  expect(ledger?.calls).toBeLessThanOrEqual(stage.models.requests.length);
}
