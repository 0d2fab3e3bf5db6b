import { randomUUID } from 'node:crypto';
import { cpus } from 'node:os';
import { Agent, request } from 'undici';
import { openBenchDatabase } from './lib/bench-database.ts';
import { drive } from './lib/drive.ts';
import { startHanasu } from './lib/hanasu.ts';
import { checkBounds, median, percentile, printTable } from './lib/print-table.ts';

/**
 * How long a counted link keeps a person waiting: `/r/{code}` among 100,000 links, and the same as an address of one of 100,000
 * recipients, one at a time and 16 at once, each click being written meanwhile; beside it `GET /healthz`, which asks the same server for nothing. Every click is in the database afterwards.
 */
const PORT = 4741;
const LINKS = 100_000;
const MILLISECONDS = 8_000;
/** What broadcasts ask for. */
const LIMIT_MS = 20;
const WRITTEN_WITHIN_MS = 10_000;
const PHONE = 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Mobile/15E148 Safari Line/14.19.1';

const codeOf = (index: number): string => `bench${String(index).padStart(7, '0')}`;
/** Who got an address of their own, as `broadcasts` writes them. */
const tokenOf = (index: number): string =>
  Buffer.from(personOf(index).replaceAll('-', ''), 'hex').toString('base64url');
const personOf = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

const bench = await openBenchDatabase();
const [accountId, broadcastId] = [randomUUID(), randomUUID()];
await bench.database.system(async (transaction) => {
  await transaction.run(`insert into accounts (id, name) values ($1, 'Shop')`, [accountId]);
  await transaction.run(
    `insert into tracked_links (account_id, id, code, owner_kind, owner_id, owner_part, url)
     select $1, gen_random_uuid(), 'bench' || lpad(n::text, 7, '0'), 'broadcast', $3, n::text,
       'https://shop.example/' || n from generate_series(0, $2::int - 1) n`,
    [accountId, LINKS, broadcastId],
  );
});
const hanasu = await startHanasu(PORT, { DATABASE_URL: bench.url });
// After the start, which looks at the credentials of channels.
await bench.database.system(async (transaction) => {
  await transaction.run(
    `insert into broadcasts (account_id, id, name, content, audience, state) values ($1, $2, 'Autumn', '{}', '{}', 'sent')`,
    [accountId, broadcastId],
  );
  await transaction.run(
    `with c as (insert into channels (account_id, id, kind, sandbox, name, external_id, credentials, batching_delay)
         values ($1, $3, 'line', false, 'Shop', 'U', '', 0)),
       k as (insert into customers (account_id, id, name) values ($1, $3, 'Customer'))
     insert into friends (account_id, id, channel_id, customer_id, external_id, name, state)
     select $1, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, $3, $3, n::text, 'Friend', 'following'
     from generate_series(0, $2::int - 1) n`,
    [accountId, LINKS, randomUUID()],
  );
  await transaction.run(
    `insert into broadcast_recipients (account_id, id, broadcast_id, channel_id, friend_id, state)
     select account_id, id, $2, channel_id, id, 'accepted' from friends where account_id = $1`,
    [accountId, broadcastId],
  );
  await transaction.run('analyze');
});
const agent = new Agent({ connections: 16, pipelining: 1 });

async function get(path: string, wanted: number): Promise<void> {
  const response = await request(hanasu.url + path, {
    dispatcher: agent,
    headers: { 'user-agent': PHONE },
  });
  await response.body.dump();
  if (response.statusCode !== wanted) throw new Error(`${path} answered ${response.statusCode}`);
}
const follow = (index: number) => get(`/r/${codeOf((index * 7_919) % LINKS)}`, 302);
const followOwn = (index: number) =>
  get(`/r/${codeOf((index * 7_919) % LINKS)}${tokenOf((index * 104_729) % LINKS)}`, 302);

async function countClicks(): Promise<{ clicks: number; known: number }> {
  const row = await bench.database.system((transaction) =>
    transaction.one<{ clicks: number; known: number }>(
      'select count(*)::int as clicks, count(friend_id)::int as known from tracked_clicks',
    ),
  );
  return row ?? { clicks: 0, known: 0 };
}

try {
  const warm = 200;
  for (let index = 0; index < warm; index += 1) await follow(index);
  const rows = [];
  let [clicks, known] = [warm, 0];
  for (const lanes of [1, 16]) {
    const health = await drive(() => get('/healthz', 200), { lanes, milliseconds: MILLISECONDS / 2 });
    const links = await drive(follow, { lanes, milliseconds: MILLISECONDS });
    const own = await drive(followOwn, { lanes, milliseconds: MILLISECONDS });
    clicks += links.durations.length + own.durations.length;
    known += own.durations.length;
    for (const [what, { perSecond, durations }] of [
      ['GET /healthz', health],
      ['GET /r/{code}', links],
      ['the same, of one person', own],
    ] as const)
      rows.push({
        what,
        'at once': lanes,
        'a second': perSecond,
        'p50 ms': median(durations),
        'p95 ms': percentile(durations, 0.95),
        'p99 ms': percentile(durations, 0.99),
      });
  }
  const endsAt = performance.now() + WRITTEN_WITHIN_MS;
  while ((await countClicks()).clicks < clicks && performance.now() < endsAt)
    await new Promise((resolve) => setTimeout(resolve, 50));
  printTable(`Counted links, ${LINKS} of them, ${cpus().length} cores`, rows);
  const slowest = Math.max(...rows.map((row) => row['p95 ms']));
  const counted = await countClicks();
  checkBounds([
    { what: 'redirect, p95 ms', measured: slowest, atMost: LIMIT_MS },
    { what: 'clicks that are missing', measured: clicks - counted.clicks, atMost: 0 },
    { what: 'clicks whose person is not known', measured: known - counted.known, atMost: 0 },
  ]);
} finally {
  await hanasu.stop();
  await agent.close();
  await bench.close();
}
