import { env } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { openBenchDatabase } from '../lib/bench-database.ts';
import { countStatements, type StatementCounter, type StatementCounts } from '../lib/count-statements.ts';
import { type LineShop, openLineShop } from '../lib/line-shop.ts';
import type { SpeedRow } from './speed-row.ts';

const PORT = 4760;
const WARM_UP = 10;
const MEASURED = 40;
const IDLE_MS = 10_000;
/** Work that an answer leaves behind is over by then. */
const REST_MS = 2_000;
const TIMEOUT_MS = 30_000;
const POLL_MS = 20;
const PRINTED_CHARACTERS = 160;
const BOUNDS: StatementCounts = { statements: 12, roundTrips: 6 };
const NAMES = { statements: 'SQL statements', roundTrips: 'round trips to the database' } as const;

/**
 * What one answer on LINE costs the database: a friend writes one text after the other, each sent when the answer to the
 * one before has arrived at LINE and the server has nothing left to do. What the server does by itself in the same time,
 * measured while it is left alone, is subtracted. With `SPEED_PRINT` set, prints the statements of one answer.
 */
export async function measureLine(): Promise<readonly SpeedRow[]> {
  const database = await openBenchDatabase();
  const counter = await countStatements(database.url);
  const bot = { serviceUuid: 'openai-gpt-4o-mini', answerOnlyFromKnowledge: false };
  const shop = await openLineShop({ port: PORT, bot, database, databaseUrl: counter.url });
  try {
    const [friend = ''] = await shop.vendors.addFriends(1, 'Friend');
    await answerInTurn(shop, friend, WARM_UP);
    await sleep(REST_MS);
    const idle = await countDuring(counter, () => sleep(IDLE_MS));
    const busy = await countDuring(counter, () => answerInTurn(shop, friend, MEASURED));
    if (env.SPEED_PRINT) await printAnswer(shop, friend, counter);
    return (['statements', 'roundTrips'] as const).map((name) => toRow(name, idle, busy));
  } finally {
    await shop.close();
    await counter.close();
    await database.close();
  }
}

interface Counted extends StatementCounts {
  readonly seconds: number;
}

async function countDuring(counter: StatementCounter, act: () => Promise<unknown>): Promise<Counted> {
  const before = counter.counts();
  const startedAt = performance.now();
  await act();
  const after = counter.counts();
  return {
    statements: after.statements - before.statements,
    roundTrips: after.roundTrips - before.roundTrips,
    seconds: (performance.now() - startedAt) / 1000,
  };
}

function toRow(name: keyof StatementCounts, idle: Counted, busy: Counted): SpeedRow {
  const perSecond = idle[name] / idle.seconds;
  const background = perSecond * busy.seconds;
  const each = (count: number): string => (count / MEASURED).toFixed(1);
  return {
    what: `one answer on LINE: ${NAMES[name]}`,
    measured: (busy[name] - background) / MEASURED,
    atMost: BOUNDS[name],
    from: `${each(busy[name])} an answer − ${each(background)} of background (${perSecond.toFixed(2)} a second for ${(busy.seconds / MEASURED).toFixed(2)} s)`,
  };
}

async function answerInTurn(shop: LineShop, friend: string, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await answerOne(shop, friend, `何時に開きますか ${index}`);
}

async function answerOne(shop: LineShop, friend: string, text: string): Promise<void> {
  const countAnswers = async () => (await shop.vendors.answers()).get(friend)?.length ?? 0;
  const before = await countAnswers();
  const [webhook] = await shop.vendors.webhooks([{ friend, text }]);
  const status = webhook && (await shop.deliver(webhook));
  if (status !== 200) throw new Error(`the webhook was answered with ${status}`);
  for (const end = performance.now() + TIMEOUT_MS; performance.now() < end; ) {
    if ((await countAnswers()) > before && (await shop.isSettled())) return;
    await sleep(POLL_MS);
  }
  throw new Error(`"${text}" was not answered within ${TIMEOUT_MS} ms`);
}

async function printAnswer(shop: LineShop, friend: string, counter: StatementCounter): Promise<void> {
  const startedAt = performance.now();
  await answerInTurn(shop, friend, 1);
  const statements = counter.since(startedAt);
  const first = statements[0]?.roundTrip ?? 1;
  for (const { at, connection, roundTrip, text } of statements) {
    const columns = [
      `${Math.round(at - startedAt)} ms`,
      `connection ${connection}`,
      `round trip ${roundTrip - first + 1}`,
    ];
    console.log([...columns, text.replace(/\s+/g, ' ').trim().slice(0, PRINTED_CHARACTERS)].join(' | '));
  }
}
