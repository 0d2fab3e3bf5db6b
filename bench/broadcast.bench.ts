import { randomUUID } from 'node:crypto';
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { openFireShop } from './lib/fire-shop.ts';
import { checkBounds, median, percentile, printTable } from './lib/print-table.ts';
import { watchProcess } from './lib/watch-process.ts';

/**
 * Broadcasts through the strict fake of LINE, which holds its own limits (200 multicasts and 2,000 pushes a second) and its quota:
 * 1. how fast the same words go to 10,000 and 100,000 people beside a bare loop of multicasts to the fake, and words of
 *    their own to 10,000, and what the server holds meanwhile;
 * 2. what an answer takes while words of their own go out to 100,000, which is then stopped, in turns with what it takes without;
 * 3. a month's quota that ends in the middle.
 * `--people N` instead of 100,000.
 */
const FEW = 10_000;
const at = process.argv.indexOf('--people');
const MANY = at === -1 ? 100_000 : Number(process.argv[at + 1]);
/** People whom LINE takes in a second: in calls of 500, and in calls of one. */
const LIMITS = { many: 200 * 500, own: 2_000 };
const ROUNDS = 3;
const PROBES = 40;
const PROBE_EVERY_MS = 150;
const QUOTA = 4_000;
const ANSWER_RATIO = 1.2;
const LOOP_RATIO = 0.8;
const MEMORY_GROWTH_MIB = 30;
/** As often as a page asks while it is open. */
const LOOK_EVERY_MS = 1_000;
/** Most people of one call. */
const CALL = 500;
const PATIENCE_MS = 20 * 60 * 1_000;

const shop = await openFireShop({});
const { database } = shop.database;
const [channel] = await database.system((transaction) =>
  transaction.rows<{ accountId: string; id: string }>(
    `select account_id as "accountId", id from channels where kind = 'line'`,
  ),
);
if (!channel) throw new Error('there is no channel');

interface People {
  readonly tagId: string;
  /**
   * At the vendor, in the order in which a broadcast goes to them. In the order in which the fake has them in its memory, it
   * takes a fifth more a second, regardless of the sender.
   */
  readonly ids: readonly string[];
}

/** Friends who have never written, with a tag of their own. */
async function addPeople(count: number, prefix: string): Promise<People> {
  const tagId = randomUUID();
  for (let from = 0; from < count; from += FEW) {
    const ids = await shop.addFriends(Math.min(FEW, count - from), `${prefix} ${from}`);
    await database.system(async (transaction) => {
      await transaction.run(
        `insert into tags (account_id, id, name, color, position) values ($1, $2, $3, 'teal', 1) on conflict do nothing`,
        [channel?.accountId, tagId, prefix],
      );
      await transaction.run(
        `with n as (select gen_random_uuid() as customer, gen_random_uuid() as friend, id, 'Friend ' || place as name
             from unnest($3::text[]) with ordinality as u(id, place)),
           k as (insert into customers (account_id, id, name) select $1, customer, name from n),
           f as (insert into friends (account_id, id, channel_id, customer_id, external_id, name, state)
             select $1, friend, $2, customer, id, name, 'following' from n)
         insert into customer_tags (account_id, customer_id, tag_id, by_kind) select $1, customer, $4, 'staff' from n`,
        [channel?.accountId, channel?.id, ids, tagId],
      );
    });
  }
  const all = await database.system(async (transaction) => {
    for (const table of ['customers', 'friends', 'customer_tags']) await transaction.run(`analyze ${table}`);
    return transaction.rows<{ id: string }>(
      `select f.external_id as id from friends f join customer_tags t on t.account_id = f.account_id and t.customer_id = f.customer_id
       where t.tag_id = $1 order by f.id`,
      [tagId],
    );
  });
  return { tagId, ids: all.map(({ id }) => id) };
}

interface Broadcast {
  readonly uuid: string;
  readonly state: string;
}
async function begin({ tagId }: People, text: string): Promise<string> {
  const bubbles = [{ kind: 'text', id: 'a', text }];
  const { uuid } = await shop.hanasu.post<Broadcast>('/api/broadcast', {
    name: text,
    content: { bubbles, quickReplies: [], sender: null, variants: {} },
    channelUuids: [channel?.id],
    audience: { kind: 'tags', any: [tagId], none: [] },
  });
  await shop.hanasu.post(`/api/broadcast/${uuid}/start`, {});
  return uuid;
}
async function until(uuid: string, state: 'sent' | 'paused' | 'stopped'): Promise<void> {
  for (
    const endsAt = performance.now() + PATIENCE_MS;
    performance.now() < endsAt;
    await sleep(LOOK_EVERY_MS)
  ) {
    const now = await shop.hanasu.get<Broadcast>(`/api/broadcast/${uuid}`);
    if (now.state === state) return;
  }
  throw new Error(`it is not ${state}`);
}
/** Seconds from the first call until the last was settled, by the database's clock. */
async function secondsOf(uuid: string): Promise<number> {
  const row = await database.system((transaction) =>
    transaction.one<{ seconds: number }>(
      `select extract(epoch from max(ended_at) - min(first_call_at))::float8 as seconds
       from broadcast_deliveries where broadcast_id = $1`,
      [uuid],
    ),
  );
  return row?.seconds ?? Number.NaN;
}
/** People a second that the vendor takes from a loop that does nothing else. */
async function bareLoop({ ids }: People): Promise<number> {
  const startedAt = performance.now();
  for (let from = 0; from < ids.length; from += CALL)
    await shop.multicast(ids.slice(from, from + CALL), `From a bare loop ${startedAt}`);
  return (ids.length * 1_000) / (performance.now() - startedAt);
}
interface Report {
  readonly accepted: number;
  readonly failed: number;
  readonly unknown: number;
}
const reportOf = (uuid: string) => shop.hanasu.get<Report>(`/api/broadcast/${uuid}/report`);

const MIB = 1_024;
async function measure(what: string, people: People, { text, bound }: Given) {
  const watch = watchProcess(shop.hanasu.program.pid);
  const beganAt = performance.now();
  const uuid = await begin(people, text);
  const startedAt = performance.now();
  await until(uuid, 'sent');
  const seconds = await secondsOf(uuid);
  const count = people.ids.length;
  const { before, most, processorMs } = watch.stop();
  const { accepted } = await reportOf(uuid);
  return {
    what,
    people: count,
    'start s': (startedAt - beganAt) / 1_000,
    'people a second': count / seconds,
    'of the limit of LINE': `${((100 * count) / seconds / bound).toFixed(1)} %`,
    'processor ms a person': (processorMs / count).toFixed(2),
    'memory MiB before': before / MIB,
    'memory MiB at most': most / MIB,
    'not accepted': count - accepted,
  };
}
interface Given {
  readonly text: string;
  /** People a second that LINE takes. */
  readonly bound: number;
}

/** A friend each who writes at fixed moments; what each waits for the answer, in milliseconds. */
async function probe(friends: readonly string[]): Promise<number[]> {
  const saidAt = new Map<string, number>();
  for (const friend of friends) {
    saidAt.set(friend, Date.now());
    await shop.says(friend, 'いつ開いていますか');
    await sleep(PROBE_EVERY_MS);
  }
  for (const endsAt = Date.now() + 60_000; Date.now() < endsAt; await sleep(200)) {
    const answers = await shop.answers();
    if (friends.every((friend) => answers.has(friend)))
      return friends.map((friend) => (answers.get(friend)?.[0] ?? Number.NaN) - (saidAt.get(friend) ?? 0));
  }
  throw new Error('some friends are not answered');
}

const speeds: Awaited<ReturnType<typeof measure>>[] = [];
const [quiet, busy]: [number[], number[]] = [[], []];
let overlap = 0;
try {
  const few = await addPeople(FEW, 'few');
  // Before the first one is measured, a small one has warmed everything.
  await until(await begin(await addPeople(500, 'warm'), 'Warm'), 'sent');
  const same = { text: 'The same for all', bound: LIMITS.many };
  speeds.push(await measure('the same words', few, same));
  const crowd = await addPeople(MANY, 'many');
  const before = await bareLoop(crowd);
  const large = await measure('the same words', crowd, same);
  // Once before it and once after it: the machine is not as fast all the time.
  const loop = (before + (await bareLoop(crowd))) / 2;
  speeds.push(large);
  speeds.push(await measure('words of their own', few, { text: 'For {{customer.name}}', bound: LIMITS.own }));

  await probe(await shop.addFriends(10, 'first'));
  for (let round = 0; round < ROUNDS; round += 1) {
    quiet.push(...(await probe(await shop.addFriends(PROBES, `quiet ${round}`))));
    // The crowd is so large that the broadcast still runs when the last probe is answered.
    const uuid = await begin(crowd, `Round ${round} for {{customer.name}}`);
    const waits = await probe(await shop.addFriends(PROBES, `busy ${round}`));
    busy.push(...waits);
    const { state } = await shop.hanasu.get<Broadcast>(`/api/broadcast/${uuid}`);
    if (state === 'sending') overlap += 1;
    await shop.hanasu.post(`/api/broadcast/${uuid}/stop`, {});
    await until(uuid, 'stopped');
  }

  const { used } = await shop.account();
  await shop.account({ monthlyQuota: used + QUOTA });
  await database.system((transaction) => transaction.run('update channels set quota_at = null'));
  const short = await begin(few, 'As far as it goes');
  await until(short, 'paused');
  const end = await reportOf(short);
  const vendor = await shop.account();

  printTable(`Broadcasts on LINE, ${cpus().length} cores, beside the fake vendor`, speeds);
  printTable(`An answer while ${MANY} are being sent to with words of their own, in turns`, [
    ...[['without', quiet] as const, ['while it is sent', busy] as const].map(([when, waits]) => ({
      when,
      answers: waits.length,
      'p50 ms': median(waits),
      'p95 ms': percentile(waits, 0.95),
    })),
  ]);
  printTable('A quota that ends in the middle', [
    {
      'left before': QUOTA,
      accepted: end.accepted,
      'counted by the vendor': vendor.used - used,
      'failed or in doubt': end.failed + end.unknown,
    },
  ]);
  checkBounds([
    { what: 'people who got the same words twice', measured: vendor.doubled, atMost: 0 },
    {
      what: 'not accepted',
      measured: speeds.reduce((sum, row) => sum + row['not accepted'], 0),
      atMost: 0,
    },
    { what: 'counted beyond the quota', measured: vendor.used - used - QUOTA, atMost: 0 },
    { what: 'of the quota not used', measured: QUOTA - end.accepted, atMost: 0 },
    {
      what: `the same words, ${MANY} people ÷ a bare loop of multicasts (${Math.round(loop)} a second)`,
      measured: large['people a second'] / loop,
      atLeast: LOOP_RATIO,
    },
    {
      what: `memory at most, MiB more with ${MANY} than with ${FEW} people`,
      measured: large['memory MiB at most'] - (speeds[0]?.['memory MiB at most'] ?? 0),
      atMost: MEMORY_GROWTH_MIB,
    },
    {
      what: 'answer, p95 while it is sent ÷ without',
      measured: percentile(busy, 0.95) / percentile(quiet, 0.95),
      atMost: ANSWER_RATIO,
    },
    { what: 'rounds in which it was still sent at the end', measured: overlap, atLeast: ROUNDS },
  ]);
} finally {
  await shop.close();
}
