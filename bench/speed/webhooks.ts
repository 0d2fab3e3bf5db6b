import { setTimeout as sleep } from 'node:timers/promises';
import { openBenchDatabase } from '../lib/bench-database.ts';
import type { SignedWebhook } from '../lib/fire-vendors.ts';
import { type LineShop, openLineShop } from '../lib/line-shop.ts';
import { percentile } from '../lib/print-table.ts';
import { openLoop } from './open-loop.ts';
import type { SpeedRow } from './speed-row.ts';

const PORT = 4761;
const ROUNDS = 2;
/**
 * Friends write in turns, each every three seconds. One who writes again within the channel's batching delay (1.5 s) is
 * answered later: a hundred friends would get no answer before the last webhook was sent.
 */
const FRIENDS = 1_500;
const QUIET = { webhooks: 200, pauseMs: 20 };
const BUSY = { perSecond: 500, seconds: 10 };
/** Every friend writes once. */
const WARM_UP_SECONDS = 3;
const SETTLE_SECONDS = 120;
const RATIO = 2;
/** The bot's knowledge. Without it, a conversation would wait for staff after three answers without a result. */
const KNOWLEDGE = '営業時間: 月曜日から土曜日の午前10時に開き、午後7時に閉まります。日曜日は休みです。';
const QUESTION = '何時に開きますか？';

interface Acknowledged {
  /** Milliseconds until each webhook was acknowledged. */
  readonly took: readonly number[];
  /** Milliseconds by which this process sent each after its scheduled moment. */
  readonly late: readonly number[];
  /** Acknowledged with another status than 200. */
  readonly refused: number;
  /** Answers that LINE got meanwhile. */
  readonly answers: number;
}

/**
 * How long LINE waits for the acknowledgement of a webhook of one event: sent one after the other to a quiet server, and
 * 500 a second on a fixed schedule while the server answers them. The ratio of both rounds' 99th percentiles.
 */
export async function measureWebhooks(): Promise<readonly SpeedRow[]> {
  const database = await openBenchDatabase();
  const bot = { serviceUuid: 'builtin-extractive' };
  const shop = await openLineShop({ port: PORT, bot, database, knowledge: KNOWLEDGE });
  try {
    const friends = await shop.vendors.addFriends(FRIENDS, 'Friend');
    await flood(shop, await webhooksOf(shop, friends, BUSY.perSecond * WARM_UP_SECONDS));
    const [quiet, busy]: [Acknowledged[], Acknowledged[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      await shop.untilSettled(SETTLE_SECONDS);
      const few = await webhooksOf(shop, friends, QUIET.webhooks);
      quiet.push(await withAnswers(shop, () => trickle(shop, few)));
      await shop.untilSettled(SETTLE_SECONDS);
      const many = await webhooksOf(shop, friends, BUSY.perSecond * BUSY.seconds);
      busy.push(await withAnswers(shop, () => flood(shop, many)));
    }
    return toRows(quiet, busy);
  } finally {
    await shop.close();
    await database.close();
  }
}

function toRows(quiet: readonly Acknowledged[], busy: readonly Acknowledged[]): SpeedRow[] {
  const [quietMs, busyMs] = [quiet, busy].map((rounds) =>
    percentile(
      rounds.flatMap(({ took }) => took),
      0.99,
    ),
  ) as [number, number];
  const lateMs = percentile(
    busy.flatMap(({ late }) => late),
    0.99,
  );
  const answers = busy.reduce((sum, round) => sum + round.answers, 0);
  const refused = [...quiet, ...busy].reduce((sum, round) => sum + round.refused, 0);
  return [
    {
      what: `webhooks at ${BUSY.perSecond} a second while answering: p99 ÷ idle p99`,
      measured: busyMs / quietMs,
      atMost: RATIO,
      from: `${busyMs.toFixed(1)} ms ÷ ${quietMs.toFixed(1)} ms (sent late by p99 ${lateMs.toFixed(1)} ms, ${answers} answers meanwhile)`,
    },
    { what: 'webhooks that were not acknowledged with 200', measured: refused, atMost: 0 },
  ];
}

type Sent = Omit<Acknowledged, 'answers'>;

async function withAnswers(shop: LineShop, send: () => Promise<Sent>): Promise<Acknowledged> {
  const before = await countAnswers(shop);
  const sent = await send();
  return { ...sent, answers: (await countAnswers(shop)) - before };
}

async function countAnswers({ vendors }: LineShop): Promise<number> {
  return [...(await vendors.answers()).values()].reduce((sum, times) => sum + times.length, 0);
}

/** Made and signed before they are sent, in the friends' turns. */
const webhooksOf = (shop: LineShop, friends: readonly string[], count: number): Promise<SignedWebhook[]> =>
  shop.vendors.webhooks(
    Array.from({ length: count }, (_, index) => ({
      friend: friends[index % friends.length] ?? '',
      text: QUESTION,
    })),
  );

/** One after the other, with a pause behind each. */
async function trickle(shop: LineShop, webhooks: readonly SignedWebhook[]): Promise<Sent> {
  const took: number[] = [];
  let refused = 0;
  for (const webhook of webhooks) {
    const startedAt = performance.now();
    const status = await shop.deliver(webhook);
    took.push(performance.now() - startedAt);
    if (status !== 200) refused += 1;
    await sleep(QUIET.pauseMs);
  }
  return { took, late: [], refused };
}

/** On a fixed schedule, whatever the answers. */
async function flood(shop: LineShop, webhooks: readonly SignedWebhook[]): Promise<Sent> {
  let refused = 0;
  const isOver = (index: number) => index >= webhooks.length;
  const { took, late } = await openLoop({ perSecond: BUSY.perSecond, isOver }, async (index) => {
    const webhook = webhooks[index];
    if (webhook && (await shop.deliver(webhook)) !== 200) refused += 1;
  });
  return { took, late, refused };
}
