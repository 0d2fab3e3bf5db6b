import { parseArgs } from 'node:util';
import { Condition, SegmentDefinition } from '@hanasu/contract/segments';
import { withinTime } from '../apps/server/src/features/contacts/segments/saved-segments.ts';
import { scopeOf } from '../apps/server/src/features/contacts/segments/segment-language.ts';
import { countPeople } from '../apps/server/src/features/contacts/segments/segments.store.ts';
import type { AccountTransaction } from '../apps/server/src/platform/database/database.ts';
import { accountId, byHand, fillAccount, language, segments } from './lib/account-of-people.ts';
import { openBenchDatabase } from './lib/bench-database.ts';
import { checkBounds, percentile, printTable, report } from './lib/print-table.ts';

/**
 * How long the count of a segment takes while somebody builds it, beside the same question asked by hand, and whether each
 * condition's plan goes by an index. `--scale 0.1` makes a tenth of the people.
 */
const { values } = parseArgs({
  options: { scale: { type: 'string', default: '1' }, runs: { type: 'string', default: '20' } },
});
const RUNS = Number(values.runs);
const LIVE_MS = 300;
/** Long enough that everything is counted to the end. */
const PATIENT_MS = 60_000;

const bench = await openBenchDatabase();
try {
  const { customers } = await fillAccount(bench, Number(values.scale));
  await compare(customers);
  await checkPlans();
} finally {
  await bench.close();
}

async function timesOf(run: (transaction: AccountTransaction) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < RUNS + 2; round++) {
    const before = performance.now();
    await withinTime(bench.database, { accountId, ms: PATIENT_MS }, run);
    // The first ones find nothing in memory.
    if (round >= 2) times.push(performance.now() - before);
  }
  return times;
}

async function compare(customers: number): Promise<void> {
  const hand = byHand();
  const rows = [];
  for (const [index, definition] of segments().entries()) {
    let found = 0;
    const ours = await timesOf(async (transaction) => {
      const people = language.compile(definition, await scopeOf(transaction), []).where(2);
      found = await countPeople(transaction, people);
    });
    const floor = await timesOf((transaction) =>
      transaction.one(`select count(*) from customers c where c.account_id = $1 and ${hand[index]}`, [
        accountId,
      ]),
    );
    const [p95, handP95] = [percentile(ours, 0.95), percentile(floor, 0.95)];
    rows.push({ segment: index + 1, found, 'p95 ms': p95, 'by hand, p95 ms': handP95, ratio: p95 / handP95 });
  }
  printTable(`Ten segments of three conditions over ${customers} customers, ${RUNS} times`, rows);
  checkBounds(
    rows.map((row) => ({ what: `segment ${row.segment}, p95 ms`, measured: row['p95 ms'], atMost: LIVE_MS })),
  );
}

/** Tables beside the customers are read by an index, wherever the planner may choose; the customers are read through. */
async function checkPlans(): Promise<void> {
  const kinds = new Map(
    [...segments(), SegmentDefinition.parse({ kind: 'and', items: [{ kind: 'contact', contact: 'phone' }] })]
      .flatMap(({ items }) => items.flatMap((item) => ('items' in item ? item.items : [item])))
      .flatMap((item) => Condition.safeParse(item).data ?? [])
      .map((condition) => [condition.kind, condition]),
  );
  const scans: string[] = [];
  for (const [kind, condition] of kinds)
    await bench.database.account(accountId, async (transaction) => {
      await transaction.run('set local enable_seqscan = off');
      const scope = await scopeOf(transaction);
      const { sql, values: given } = language
        .compile({ kind: 'and', items: [condition] }, scope, [])
        .where(2);
      const plan = await transaction.rows<Record<string, string>>(
        `explain select from customers c where c.account_id = $1 and ${sql}`,
        [accountId, ...given],
      );
      const lines = plan.map((line) => line['QUERY PLAN'] ?? '');
      scans.push(
        ...lines.filter((line) => line.includes('Seq Scan')).map((line) => `${kind}: ${line.trim()}`),
      );
    });
  report(`Conditions whose plan was read: ${[...kinds.keys()].join(', ')}\n${scans.join('\n')}`);
  checkBounds([{ what: 'tables read from end to end', measured: scans.length, atMost: 0 }]);
}
