import { randomUUID } from 'node:crypto';
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { openFireShop } from './lib/fire-shop.ts';
import { checkBounds, median, percentile, printTable } from './lib/print-table.ts';
import { watchProcess } from './lib/watch-process.ts';

/**
 * Broadcasts through the strict fake of LINE, which holds its own limits (200 multicasts and 2,000 pushes a second) and its quota:
 * 1. how fast the same words go to 10,000 and 100,000 people, and words of their own to 10,000, and what the server holds meanwhile;
 * 2. what an answer takes while words of their own go out to 100,000, which is then stopped, in turns with what it takes without;
 * 3. a month's quota that ends in the middle.
 * `--people N` instead of 100,000.
 */
const FEW = 10_000;
const at = process.argv.indexOf('--people');
const MANY = at === -1 ? 100_000 : Number(process.argv[at + 1]);
/** What the vendor takes in a second: calls of 500 people, and calls of one. */
const VENDOR = { many: 200 * 500, own: 2_000 };
const ROUNDS = 3;
const PROBES = 40;
const PROBE_EVERY_MS = 150;
const QUOTA = 4_000;
const ANSWER_RATIO = 1.2;
const MEMORY_RATIO = 1.3;
const PATIENCE_MS = 20 * 60 * 1_000;

const shop = await openFireShop({});
const { database } = shop.database;
const [channel] = await database.system((transaction) =>
  transaction.rows<{ accountId: string; id: string }>(
    `select account_id as "accountId", id from channels where kind = 'line'`,
  ),
);
if (!channel) throw new Error('there is no channel');

/** Friends who have never written, with a tag of their own. */
async function addPeople(count: number, prefix: string): Promise<string> {
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
  await database.system(async (transaction) => {
    for (const table of ['customers', 'friends', 'customer_tags']) await transaction.run(`analyze ${table}`);
  });
  return tagId;
}

interface Broadcast {
  readonly uuid: string;
  readonly state: string;
}
async function begin(tagId: string, text: string): Promise<string> {
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
  for (const endsAt = performance.now() + PATIENCE_MS; performance.now() < endsAt; await sleep(100)) {
    const now = await shop.hanasu.get<Broadcast>(`/api/broadcast/${uuid}`);
    if (now.state === state) return;
  }
  throw new Error(`it is not ${state}`);
}
interface Report {
  readonly accepted: number;
  readonly failed: number;
  readonly unknown: number;
}
const reportOf = (uuid: string) => shop.hanasu.get<Report>(`/api/broadcast/${uuid}/report`);

const MIB = 1_024;
async function measure(what: string, tagId: string, { people, text, bound }: Given) {
  const watch = watchProcess(shop.hanasu.program.pid);
  const beganAt = performance.now();
  const uuid = await begin(tagId, text);
  const startedAt = performance.now();
  await until(uuid, 'sent');
  const seconds = (performance.now() - startedAt) / 1_000;
  const { before, most, processorMs } = watch.stop();
  const { accepted } = await reportOf(uuid);
  return {
    what,
    people,
    'start s': (startedAt - beganAt) / 1_000,
    'people a second': people / seconds,
    'of what the vendor takes': `${((100 * people) / seconds / bound).toFixed(1)} %`,
    'processor ms a person': (processorMs / people).toFixed(2),
    'memory MiB before': before / MIB,
    'memory MiB at most': most / MIB,
    'not accepted': people - accepted,
  };
}
interface Given {
  readonly people: number;
  readonly text: string;
  /** People a second. */
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
  const many = { people: FEW, text: 'The same for all', bound: VENDOR.many };
  speeds.push(await measure('the same words', few, many));
  speeds.push(
    await measure('words of their own', few, {
      ...{ people: FEW, bound: VENDOR.own },
      text: 'For {{customer.name}}',
    }),
  );
  const crowd = await addPeople(MANY, 'many');
  speeds.push(await measure('the same words', crowd, { ...many, people: MANY }));

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
  const mostOf = (people: number) =>
    Math.max(...speeds.filter((row) => row.people === people).map((row) => row['memory MiB at most']));
  checkBounds([
    { what: 'people who got the same words twice', measured: vendor.doubled, atMost: 0 },
    {
      what: 'not accepted',
      measured: speeds.reduce((sum, row) => sum + row['not accepted'], 0),
      atMost: 0,
    },
    { what: 'counted beyond the quota', measured: vendor.used - used - QUOTA, atMost: 0 },
    { what: 'of the quota not used', measured: QUOTA - end.accepted, atMost: 0 },
    { what: `memory, ${MANY} ÷ ${FEW} people`, measured: mostOf(MANY) / mostOf(FEW), atMost: MEMORY_RATIO },
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
