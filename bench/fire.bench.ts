import { setTimeout as sleep } from 'node:timers/promises';
import { startTestRedis } from '../apps/server/src/testing/test-redis.ts';
import { type FireShop, MODEL_PACE, openFireShop } from './lib/fire-shop.ts';
import { checkBounds, median, percentile, printTable } from './lib/print-table.ts';
import { openInbox } from './lib/seen-in-browser.ts';

/**
 * Channels under fire, through the strict fake vendor and a paced fake model, all on this machine:
 * 1. webhooks at a fixed rate (not as fast as they are answered) while the engine answers them;
 * 2. a thousand friends who write at once: from the webhook to the answer at the friend;
 * 3. a message until it stands in the inbox of a second browser (Chromium), quiet and under load.
 * `--short` waits a minute for the answers behind the flood instead of ten. `--nodes 2`: two servers over Redis; webhooks reach the first, the browser is on the second.
 */
const nodes = process.argv.includes('--nodes')
  ? Number(process.argv[process.argv.indexOf('--nodes') + 1])
  : 1;
/** `--only seeing`, `crowd` or `acceptance`. */
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : null;
/** What is not answered by then counts as never answered. */
const SETTLE_SECONDS = process.argv.includes('--short') ? 60 : 600;
const RATE = 500;
const SECONDS = 20;
const FRIENDS = 1_000;
const PROBES = 100;
const ACCEPTED_P99_MS = 50;
const SEEN_P95_MS = 150;

const redis = nodes > 1 ? await startTestRedis() : null;
const where = nodes > 1 ? `${nodes} servers over Redis` : 'one server';

try {
  for (const [name, measure] of Object.entries({ seeing, crowd: thousandAtOnce, acceptance })) {
    if (only === null || only === name) await inNewShop(measure);
  }
} finally {
  await redis?.stop();
}

async function inNewShop(measure: (shop: FireShop) => Promise<void>): Promise<void> {
  const shop = await openFireShop(redis ? { redisUrl: redis.url } : {});
  try {
    await measure(shop);
  } finally {
    await shop.close();
  }
}

/**
 * Calls `act` at fixed moments, whether the earlier ones have ended or not. `took`: how long after its moment each
 * ended; `late`: how long after it each began, which is this program's own delay.
 */
async function paced(perSecond: number, count: number, act: (index: number) => Promise<unknown>) {
  const startsAt = performance.now();
  const took: number[] = [];
  const late: number[] = [];
  const running: Promise<void>[] = [];
  for (let index = 0; index < count; index += 1) {
    const due = startsAt + (index * 1_000) / perSecond;
    const wait = due - performance.now();
    if (wait > 1) await sleep(wait);
    late.push(performance.now() - due);
    running.push(act(index).then(() => void took.push(performance.now() - due)));
  }
  await Promise.all(running);
  return { took, late };
}

/** A second's worth of webhooks is made ready while the one before is sent. */
async function pacedWebhooks(shop: FireShop, friends: readonly string[]) {
  const all = { took: [] as number[], late: [] as number[] };
  const ready = (from: number) =>
    shop.webhooks(
      friends.slice(from, from + RATE).map((friend, index) => ({ friend, text: `質問 ${from + index}` })),
    );
  const ending: Promise<void>[] = [];
  let next = ready(0);
  for (let from = 0; from < friends.length; from += RATE) {
    const now = await next;
    next = ready(from + RATE);
    const second = paced(RATE, now.length, (index) => shop.deliver(now[index] as (typeof now)[number])).then(
      ({ took, late }) => {
        all.took.push(...took);
        all.late.push(...late);
      },
    );
    ending.push(second);
    await sleep((now.length * 1_000) / RATE);
  }
  await Promise.all(ending);
  return all;
}

async function untilSettled(shop: FireShop, seconds: number): Promise<boolean> {
  for (const end = Date.now() + seconds * 1_000; Date.now() < end; ) {
    if (await shop.settled()) return true;
    await sleep(250);
  }
  return false;
}

type Answers = Awaited<ReturnType<FireShop['answers']>>;

/** Each friend writes once: who was answered never, or more than once. */
function fates(answers: Answers, friends: readonly string[]) {
  const counts = friends.map((friend) => answers.get(friend)?.length ?? 0);
  return {
    'never answered': counts.filter((count) => count === 0).length,
    'answered twice': counts.filter((count) => count > 1).length,
  };
}

// A declaration, because the parts above run before this line is reached.
function boundsOf(ends: ReturnType<typeof fates>) {
  return Object.entries(ends).map(([what, measured]) => ({ what, measured, atMost: 0 }));
}

async function acceptance(shop: FireShop): Promise<void> {
  const friends = await shop.addFriends(RATE * SECONDS, 'Rush');
  await paced(50, 100, (index) => shop.says(friends[index] ?? '', 'warm'));
  await untilSettled(shop, 60);
  const rest = friends.slice(100);
  const { took, late } = await pacedWebhooks(shop, rest);
  const meanwhile = await shop.answers();
  const isSettled = await untilSettled(shop, SETTLE_SECONDS);
  const stored = await shop.database.database.system((transaction) =>
    transaction.one<{ events: number }>('select count(*)::int as events from inbound_events'),
  );
  const lost = friends.length - (stored?.events ?? 0);
  const ends = fates(await shop.answers(), rest);
  printTable(`Webhooks at ${RATE} events a second for ${SECONDS} s, ${where}, answering meanwhile`, [
    {
      events: rest.length,
      'p50 ms': median(took),
      'p95 ms': percentile(took, 0.95),
      'p99 ms': percentile(took, 0.99),
      'sent late by p99 ms': percentile(late, 0.99),
      'answered meanwhile': rest.filter((friend) => meanwhile.has(friend)).length,
      lost,
      ...ends,
      'all done': String(isSettled),
    },
  ]);
  checkBounds([
    { what: 'accepted, p99 ms', measured: percentile(took, 0.99), atMost: ACCEPTED_P99_MS },
    { what: 'events lost', measured: lost, atMost: 0 },
    ...boundsOf(ends),
  ]);
}

async function thousandAtOnce(shop: FireShop): Promise<void> {
  const friends = await shop.addFriends(FRIENDS, 'Crowd');
  const warm = await shop.addFriends(20, 'Warm');
  await Promise.all(warm.map((friend) => shop.says(friend, 'warm')));
  await untilSettled(shop, 60);
  const webhooks = await shop.webhooks(
    friends.map((friend, index) => ({ friend, text: `何時に開きますか ${index}` })),
  );
  const startedAt = Date.now();
  await Promise.all(webhooks.map(shop.deliver));
  const acceptedAfter = Date.now() - startedAt;
  const isSettled = await untilSettled(shop, 300);
  const answers = await shop.answers();
  const took = friends.flatMap((friend) =>
    (answers.get(friend) ?? []).slice(0, 1).map((at) => at - startedAt),
  );
  const bound = boundOfPace();
  const ends = fates(answers, friends);
  printTable(`${FRIENDS} friends write at once, ${where}, a model of ${MODEL_PACE} (pieces, ms apart)`, [
    {
      'all accepted ms': acceptedAfter,
      'answer p50 ms': median(took),
      'p95 ms': percentile(took, 0.95),
      'p50 ÷ bound': (median(took) / bound).toFixed(2),
      ...ends,
      'all done': String(isSettled),
    },
  ]);
  checkBounds(boundsOf(ends));
}

/** No answer can be faster than the batching delay and the model. */
function boundOfPace(): number {
  const [, pieces = '0', apart = '0'] = MODEL_PACE.split('-');
  return 1_500 + Number(pieces) * Number(apart);
}

async function seeing(shop: FireShop): Promise<void> {
  const browser = await openInbox(shop.otherUrl ?? shop.hanasu.url, shop.hanasu.authorization);
  try {
    const rows = [
      await probe(shop, browser, 'quiet', 0, 0),
      await probe(shop, browser, '50 events a second beside it', PROBES, 50),
    ];
    printTable(`A message until it stands in the inbox of a second browser, ${where}`, rows);
    checkBounds(
      rows.map((row) => ({
        what: `seen, ${row.load}, p95 ms`,
        measured: row['p95 ms'],
        atMost: SEEN_P95_MS,
      })),
    );
  } finally {
    await browser.close();
  }
}

async function probe(
  shop: FireShop,
  browser: Awaited<ReturnType<typeof openInbox>>,
  name: string,
  from: number,
  beside: number,
) {
  const friends = await shop.addFriends(PROBES, `Probe ${from}`);
  const crowd = await shop.addFriends(beside * 20, `Beside ${from}`);
  const sentAt = new Map<string, number>();
  const load =
    beside > 0 ? paced(beside, crowd.length, (index) => shop.says(crowd[index] ?? '', 'もしもし')) : null;
  await paced(5, PROBES, (index) => {
    const word = `probe-${from + index}`;
    sentAt.set(word, Date.now());
    return shop.says(friends[index] ?? '', word);
  });
  await load;
  await sleep(2_000);
  const seen = await browser.seen();
  const took = [...sentAt].flatMap(([word, at]) => (seen[word] ? [seen[word] - at] : []));
  return {
    load: name,
    probes: PROBES,
    seen: took.length,
    'p50 ms': median(took),
    'p95 ms': percentile(took, 0.95),
    'p99 ms': percentile(took, 0.99),
  };
}
