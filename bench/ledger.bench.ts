import { randomUUID } from 'node:crypto';
import type { AccountId, BotId } from '@hanasu/contract/ids';
import pg from 'pg';
import { settleUsage } from '../apps/server/src/features/billing/calls/charge-call.ts';
import { createRooms } from '../apps/server/src/features/billing/rooms/request-room.ts';
import { groupCommit } from '../apps/server/src/platform/database/group-commit.ts';
import { openBenchDatabase } from './lib/bench-database.ts';
import { drive } from './lib/drive.ts';
import { checkBounds, median, percentile, printTable } from './lib/print-table.ts';

/**
 * Answers paid for a second: tokens are reserved before, and charged with an entry of the ledger after it; beside it a bare
 * UPDATE of the balance, which knows neither reservations nor a ledger. Both by as many callers, on one database, in
 * turn; for 100 accounts and for a single one.
 */
const LANES = 64;
const MILLISECONDS = 5_000;
const ROUNDS = 3;
const LIMIT = 20_000;
const COST = 1_000;

const bench = await openBenchDatabase();
const { database } = bench;
const pool = new pg.Pool({ connectionString: bench.url, max: 8, options: '-c app.scope=system' });
const accounts = Array.from({ length: 100 }, () => ({
  accountId: randomUUID() as AccountId,
  botId: randomUUID() as BotId,
}));
await database.system(async (transaction) => {
  await transaction.run(`insert into accounts (id, name) select a, 'Shop' from unnest($1::uuid[]) a`, [
    accounts.map(({ accountId }) => accountId),
  ]);
  await transaction.run(
    'insert into token_balances (account_id, balance) select a, 1000000000000 from unnest($1::uuid[]) a',
    [accounts.map(({ accountId }) => accountId)],
  );
});
const rooms = createRooms(database, (error) => console.error(error));
/** As turns of conversations are committed: together. */
const settled = groupCommit<Parameters<typeof settleUsage>[1][number], null>(
  async (calls) => {
    await database.system((transaction) => settleUsage(transaction, calls));
    return calls.map(() => null);
  },
  { maxBatch: 256, lanes: 1 },
);

interface Buyer {
  readonly accountId: AccountId;
  readonly botId: BotId;
}

/** `cost` 0: the answer was not made, and what was reserved is free again. */
async function pay({ accountId, botId }: Buyer, cost: number): Promise<void> {
  const [id, holder] = [randomUUID(), randomUUID()];
  const room = await rooms.request({
    ...{ id, holder, accountId, botId, apiKeyId: null, entrance: 'bench', isAnonymous: false },
    ...{ limit: LIMIT, least: 100, isStored: false },
  });
  if (room.kind !== 'granted') throw new Error(`a reservation is ${room.kind}`);
  await settled.add({
    ...{ accountId, id, botId, tokens: -cost, serviceUuid: 'openai-gpt-4o-mini', channelId: null },
    ...{ conversationId: null, messageId: null, input: 100, output: 100 },
  });
}
const update = ({ accountId }: Buyer) =>
  pool
    .query({
      name: 'bare',
      text: 'update token_balances set balance = balance - $2 where account_id = $1',
      values: [accountId, COST],
    })
    .then(() => undefined);

/** Which account is the buyer of the n-th call. */
const among = (count: number) => (index: number) => accounts[index % count] ?? accounts[0];

const rows = [];
for (const count of [100, 1]) {
  const buyerOf = among(count);
  const run = async (call: (buyer: Buyer) => Promise<void>) =>
    drive(
      async (index) => {
        const buyer = buyerOf(index);
        if (buyer) await call(buyer);
      },
      { lanes: LANES, milliseconds: MILLISECONDS },
    );
  const [reserved, paid, bare, durations]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const ours = await run((buyer) => pay(buyer, 0));
    reserved.push(ours.perSecond);
    durations.push(...ours.durations);
    paid.push((await run((buyer) => pay(buyer, COST))).perSecond);
    bare.push((await run(update)).perSecond);
  }
  const floor = median(bare);
  rows.push({
    accounts: count,
    'reserved and freed / s': median(reserved),
    'p95 ms': percentile(durations, 0.95),
    'reserved and charged / s': median(paid),
    'bare UPDATE / s': floor,
    ratio: (median(reserved) / floor).toFixed(2),
    'ratio charged': (median(paid) / floor).toFixed(2),
  });
}
const [sums] = await database.system((transaction) =>
  transaction.rows<{ wrong: number; held: number }>(
    `select (select count(*)::int from ledger_entries where tokens <> ${-COST}) as wrong,
       (select count(*)::int from token_reservations) as held`,
  ),
);
printTable(`Reserve and settle, ${LANES} callers`, rows);
checkBounds([
  ...rows.map((row) => ({
    what: `reservations ÷ bare UPDATE, ${row.accounts} account${row.accounts === 1 ? '' : 's'}`,
    measured: Number(row.ratio),
    atLeast: 0.5,
  })),
  { what: 'reservations that stayed', measured: sums?.held ?? Number.NaN, atMost: 0 },
  { what: 'entries of another amount', measured: sums?.wrong ?? Number.NaN, atMost: 0 },
]);
await pool.end();
await bench.close();
