import { parseArgs } from 'node:util';
import { TagId } from '@hanasu/contract/ids';
import { foldForSearch, foldName } from '@hanasu/contract/text';
import {
  type CustomerFilter,
  type CustomerPlace,
  countCustomers,
  listCustomers,
} from '../apps/server/src/features/contacts/customers/customer-list.store.ts';
import { withinTime } from '../apps/server/src/features/contacts/segments/saved-segments.ts';
import { scopeOf } from '../apps/server/src/features/contacts/segments/segment-language.ts';
import type { AccountTransaction, Database } from '../apps/server/src/platform/database/database.ts';
import { accountId, byHand, fillAccount, language, segments, TAGS } from './lib/account-of-people.ts';
import { openBenchDatabase } from './lib/bench-database.ts';
import { checkBounds, percentile, printTable } from './lib/print-table.ts';

/**
 * A page of 50 of an account's customers, as its table asks for it: by each order, from the start and far down, by tag,
 * by owner and by what is typed. `by hand` is the least that has to be read: the ids of the same page from one table.
 */
const { values } = parseArgs({
  options: {
    /** Of 100,000 customers. */
    scale: { type: 'string', default: '1' },
  },
});
const RUNS = 40;
const PAGE = 50;
const tagId = TagId.parse(TAGS[0]);
const NOTHING: CustomerFilter = {
  q: null,
  name: null,
  phone: null,
  fields: [],
  choices: [],
  tagId: undefined,
  ownerId: undefined,
  channelId: undefined,
  importId: undefined,
  segment: null,
};

const bench = await openBenchDatabase();
try {
  const { customers } = await fillAccount(bench, Number(values.scale));
  const far = await placeFarDown(bench.database, Math.floor(customers / 2));
  const rows = [];
  const pages = [...casesFrom(far), ...(await casesWithSegments(bench.database))];
  for (const one of pages) rows.push(await measure(bench.database, one));
  printTable(`A page of ${PAGE} of ${customers} customers, ${RUNS} times`, rows);
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
  const typed = (q: string) => ({ filter: { ...NOTHING, q: foldForSearch(q), name: foldName(q) } });
  const found = (q: string) => `and position('${foldName(q)}' in searched_names) > 0 ${newest}`;
  return [
    of('who wrote last', {}, newest),
    of('by name', { sort: 'name' }, `order by lower(shown_name), id limit ${PAGE}`),
    of('far down', { sort: '-createdAt', after: far }, `order by created_at desc, id desc limit ${PAGE}`),
    of(
      'with a tag',
      { filter: { ...NOTHING, tagId } },
      `and exists (select 1 from customer_tags x
      where x.account_id = c.account_id and x.customer_id = c.id and x.tag_id = '${tagId}') ${newest}`,
    ),
    of('without an owner', { filter: { ...NOTHING, ownerId: 'none' } }, `and owner_id is null ${newest}`),
    of('typed: a part of all names', typed('customer'), found('customer')),
    of('typed: a rare name', typed('mer 99'), found('mer 99')),
    of('typed: nobody', typed('zzzz'), found('zzzz')),
  ];
}

/** The same page, narrowed by three conditions. */
function casesWithSegments(database: Database): Promise<Case[]> {
  const hand = byHand();
  return database.account(accountId, async (transaction) => {
    const scope = await scopeOf(transaction);
    return segments().map((definition, index) => ({
      page: `segment ${index + 1} of three conditions`,
      filter: { ...NOTHING, segment: language.compile(definition, scope, []) },
      sort: '-lastWroteAt' as const,
      after: null,
      floor: `and ${hand[index]} order by coalesce(c.last_wrote_at, 'epoch'::timestamptz) desc, c.id desc limit ${PAGE}`,
    }));
  });
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
    await transaction.rows(`select c.id from customers c where c.account_id = $1 ${floor}`, [accountId]);
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
    await withinTime(database, { accountId, ms: 60_000 }, run);
    // The first ones find nothing in memory.
    if (round >= 3) times.push(performance.now() - before);
  }
  return times;
}

/** The place in the middle of the order. */
function placeFarDown(database: Database, offset: number): Promise<CustomerPlace> {
  return database.account(accountId, async (transaction) => {
    const found = await listCustomers(transaction, NOTHING, {
      sort: '-createdAt',
      after: null,
      limit: 1,
      offset,
      hidden: [],
    });
    if (!found.next) throw new Error('too few customers');
    return found.next;
  });
}
