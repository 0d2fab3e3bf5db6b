import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { AccountId, TagId } from '@hanasu/contract/ids';
import { foldForSearch } from '@hanasu/contract/text';
import {
  type CustomerFilter,
  type CustomerPlace,
  countCustomers,
  listCustomers,
} from '../apps/server/src/features/contacts/customers/customers.store.ts';
import type { AccountTransaction, Database } from '../apps/server/src/platform/database/database.ts';
import { openBenchDatabase } from './lib/bench-database.ts';
import { checkBounds, percentile, printTable } from './lib/print-table.ts';

/**
 * A page of 50 of an account's customers, as its table asks for it: by each order, from the start and far down, by tag,
 * by owner and by what is typed. `by hand` is the least that has to be read: the ids of the same page from one table.
 */
const { values } = parseArgs({
  options: {
    customers: { type: 'string', default: '100000' },
    /** Customers of other accounts beside them. */
    others: { type: 'string', default: '50000' },
  },
});
const CUSTOMERS = Number(values.customers);
const RUNS = 40;
const PAGE = 50;
const accountId = AccountId.parse(randomUUID());
const tagId = TagId.parse(randomUUID());
const NOTHING: CustomerFilter = {
  q: null,
  phone: null,
  tagId: undefined,
  ownerId: undefined,
  channelId: undefined,
  segment: null,
};

const bench = await openBenchDatabase();
try {
  await bench.database.system((transaction) => fill(transaction));
  const far = await placeFarDown(bench.database);
  const rows = [];
  for (const one of casesFrom(far)) rows.push(await measure(bench.database, one));
  printTable(`A page of ${PAGE} of ${CUSTOMERS} customers, ${RUNS} times`, rows);
  checkBounds(
    rows.map(({ page, 'p95 ms': measured }) => ({ what: `${page}, p95 ms`, measured, atMost: 50 })),
  );
} finally {
  await bench.close();
}

interface Case {
  readonly page: string;
  readonly filter: CustomerFilter;
  readonly sort: 'name' | '-lastWroteAt' | '-createdAt';
  readonly after: CustomerPlace | null;
  /** The ids of the same page. */
  readonly floor: string;
}

function casesFrom(far: CustomerPlace): readonly Case[] {
  const of = (page: string, more: Partial<Case>, floor: string): Case => ({
    page,
    filter: NOTHING,
    sort: '-lastWroteAt',
    after: null,
    floor,
    ...more,
  });
  const newest = `order by coalesce(last_wrote_at, 'epoch'::timestamptz) desc, id desc limit ${PAGE}`;
  const typed = (q: string) => ({ filter: { ...NOTHING, q: foldForSearch(q) } });
  const found = (q: string) => `and position('${foldForSearch(q)}' in searched) > 0 ${newest}`;
  return [
    of('who wrote last', {}, newest),
    of('by name', { sort: 'name' }, `order by lower(shown_name), id limit ${PAGE}`),
    of('far down', { sort: '-createdAt', after: far }, `order by created_at desc, id desc limit ${PAGE}`),
    of(
      'with a tag',
      { filter: { ...NOTHING, tagId } },
      `and exists (select 1 from customer_tags x
      where x.account_id = customers.account_id and x.customer_id = customers.id and x.tag_id = '${tagId}') ${newest}`,
    ),
    of('without an owner', { filter: { ...NOTHING, ownerId: 'none' } }, `and owner_id is null ${newest}`),
    of('typed: a common name', typed('sato'), found('sato')),
    of('typed: a rare name', typed('さとう 99'), found('さとう 99')),
    of('typed: nobody', typed('zzzz'), found('zzzz')),
  ];
}

async function measure(database: Database, { page, filter, sort, after, floor }: Case) {
  const place = { sort, after, limit: PAGE, offset: 0, hidden: [] };
  const times = await timesOf(database, async (transaction) => {
    await listCustomers(transaction, filter, place);
  });
  const counts = await timesOf(database, async (transaction) => {
    await countCustomers(transaction, filter);
  });
  const byHand = await timesOf(database, async (transaction) => {
    await transaction.rows(`select id from customers where account_id = $1 ${floor}`, [accountId]);
  });
  const p95 = percentile(times, 0.95);
  return {
    page,
    'median ms': percentile(times, 0.5),
    'p95 ms': p95,
    'count, p95 ms': percentile(counts, 0.95),
    'by hand, p95 ms': percentile(byHand, 0.95),
    ratio: p95 / percentile(byHand, 0.95),
  };
}

async function timesOf(
  database: Database,
  run: (transaction: AccountTransaction) => Promise<void>,
): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < RUNS + 3; round++) {
    const before = performance.now();
    await database.snapshot(accountId, run);
    // The first ones find nothing in memory.
    if (round >= 3) times.push(performance.now() - before);
  }
  return times;
}

/** The place in the middle of the order. */
function placeFarDown(database: Database): Promise<CustomerPlace> {
  return database.account(accountId, async (transaction) => {
    const found = await listCustomers(transaction, NOTHING, {
      sort: '-createdAt',
      after: null,
      limit: 1,
      offset: Math.floor(CUSTOMERS / 2),
      hidden: [],
    });
    if (!found.next) throw new Error('too few customers');
    return found.next;
  });
}

async function fill(transaction: { run(sql: string, values?: readonly unknown[]): Promise<number> }) {
  const people = `insert into customers (account_id, id, name, kana, fields, last_wrote_at, created_at)
    select $1, gen_random_uuid(), (array['Sato Hanako', 'Nguyễn Thị Đào', 'Alex', '鈴木'])[1 + n % 4] || ' ' || n,
      case when n % 4 = 0 then 'サトウ ' || n else '' end, jsonb_build_object('size', n % 7),
      case when n % 3 > 0 then now() - n * interval '1 minute' end, now() - n * interval '2 minutes'
    from generate_series(1, $2::int) n`;
  await transaction.run(people, [accountId, CUSTOMERS]);
  await transaction.run(people, [randomUUID(), Number(values.others)]);
  await transaction.run(
    `insert into customer_contacts (account_id, customer_id, kind, position, value, normal)
     select account_id, id, 'phone', 1, '090-' || row_number() over (), '+8190' || (10000000 + row_number() over ())
     from customers where account_id = $1`,
    [accountId],
  );
  await transaction.run(
    `insert into tags (account_id, id, name, color, position) values ($1, $2, 'VIP', 'green', 0)`,
    [accountId, tagId],
  );
  await transaction.run(
    `insert into customer_tags (account_id, customer_id, tag_id, by_kind)
     select account_id, id, $2, 'staff' from customers where account_id = $1 and right(name, 1) = '7'`,
    [accountId, tagId],
  );
  await transaction.run('analyze customers, customer_contacts, customer_tags, tags');
}
