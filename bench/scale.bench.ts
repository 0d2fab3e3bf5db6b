import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { AccountId, type KnowledgeId } from '@hanasu/contract/ids';
import { createKnowledgeModels } from '@hanasu/models/knowledge/create-knowledge-models';
import { pino } from 'pino';
import { createBlockCache } from '../apps/server/src/features/knowledge/indexing/block-cache.ts';
import { searchKnowledge } from '../apps/server/src/features/knowledge/search/search-knowledge.ts';
import type { Database } from '../apps/server/src/platform/database/database.ts';
import { openBenchDatabase } from './lib/bench-database.ts';
import { checkBounds, percentile, printTable, report } from './lib/print-table.ts';
import { buildIndexes, copyBase, loadScaleTexts, storeBase } from './lib/scale-data.ts';

const { values } = parseArgs({
  options: {
    /** Chunks of other bases in the database. */
    others: { type: 'string', default: '1000000' },
    /** Sizes of the searched bases. */
    sizes: { type: 'string', default: '1000,12000,100000' },
    /** Also search by words and meaning together. */
    vectors: { type: 'boolean', default: false },
  },
});
const SIZES = values.sizes.split(',').map(Number);
const OTHERS = Number(values.others);
/** Chunks of the base that the others are copies of. */
const COPIED = 12_000;
const WANTED_P95 = new Map([
  [1000, 15],
  [12_000, 25],
  [100_000, 80],
]);
/** The server's own. */
const CACHE_BYTES = 32 * 1024 * 1024;
const LIMIT = 10;
const TABLES = ['embeddings', 'index_segments', 'index_blocks', 'embedding_vectors'] as const;

const accountId = AccountId.parse(randomUUID());
const bench = await openBenchDatabase();
try {
  const texts = await loadScaleTexts();
  const bases = await setUp(bench.database, texts.passages(Math.max(...SIZES)));
  const rows = [];
  for (const [size, base] of bases)
    rows.push(...(await measureBase(bench.database, base, size, texts.questions)));
  printTable(
    `A search in one base, ${OTHERS} chunks of others beside it, ${texts.questions.length} questions`,
    rows,
  );
  checkBounds(
    rows.flatMap((row) => {
      const what = `${row.chunks} chunks, ${row['block cache']} cache, p95 ms`;
      const atMost = WANTED_P95.get(row.chunks);
      return atMost === undefined ? [] : [{ what, measured: row['p95 ms'], atMost }];
    }),
  );
  await printSizes(bench.database);
  if (values.vectors) await sayVectors(bench.database);
} finally {
  await bench.close();
}

async function setUp(
  database: Database,
  passages: ReturnType<Awaited<ReturnType<typeof loadScaleTexts>>['passages']>,
): Promise<Map<number, KnowledgeId>> {
  const started = performance.now();
  const say = (what: string) =>
    console.log(`${((performance.now() - started) / 1000).toFixed(0)} s: ${what}`);
  const bases = new Map<number, KnowledgeId>();
  const sizes = [...new Set(SIZES)].sort((one, other) => one - other);
  const indexes = buildIndexes(passages, sizes);
  say(`${passages.length} chunks analysed`);
  for (const [at, index] of indexes.entries()) {
    const size = sizes[at] ?? 0;
    bases.set(size, await storeBase(database, accountId, { index, passages: passages.slice(0, size) }));
  }
  say('bases stored');
  const model = bases.get(COPIED) ?? [...bases.values()][0];
  const copied = bases.has(COPIED) ? COPIED : (sizes[0] ?? 1);
  for (let copies = 0; model && copies * copied < OTHERS; copies++) {
    await copyBase(database, accountId, model);
    if (copies % 20 === 19) say(`${(copies + 1) * copied} chunks of other bases`);
  }
  await database.system((transaction) => transaction.run('analyze'));
  say('ready');
  return bases;
}

/** What the server searches with, without models: words only. */
function searching(database: Database, blocks: ReturnType<typeof createBlockCache>) {
  return {
    database,
    blocks,
    log: pino({ level: 'warn' }),
    now: () => performance.now(),
    knowledgeModels: createKnowledgeModels({ providers: {} }),
    vectors: { nearest: async () => [] },
  };
}

async function measureBase(
  database: Database,
  base: KnowledgeId,
  size: number,
  questions: readonly string[],
) {
  const ask = async (blocks: ReturnType<typeof createBlockCache>) => {
    const times: number[] = [];
    for (const query of questions) {
      const started = performance.now();
      await searchKnowledge(searching(database, blocks), {
        accountId,
        knowledgeIds: [base],
        query,
        limit: LIMIT,
      });
      times.push(performance.now() - started);
    }
    return times;
  };
  // Compiled code before the first measurement, as in a server that has answered before.
  await ask(createBlockCache(CACHE_BYTES));
  const cold: number[] = [];
  for (const query of questions) {
    const started = performance.now();
    const blocks = createBlockCache(CACHE_BYTES);
    await searchKnowledge(searching(database, blocks), {
      accountId,
      knowledgeIds: [base],
      query,
      limit: LIMIT,
    });
    cold.push(performance.now() - started);
  }
  const cache = createBlockCache(CACHE_BYTES);
  await ask(cache);
  const warm = await ask(cache);
  const row = (name: string, times: readonly number[]) => ({
    chunks: size,
    'block cache': name,
    'p50 ms': percentile(times, 0.5),
    'p95 ms': percentile(times, 0.95),
    'most ms': Math.max(...times),
  });
  return [row('cold', cold), row('warm', warm)];
}

async function printSizes(database: Database): Promise<void> {
  const rows = await database.system(async (transaction) => {
    const chunks = await transaction.one<{ count: number }>('select count(*)::int as count from embeddings');
    const sizes = await transaction.rows<{ name: string; table: number; indexes: number }>(
      `select name, (pg_table_size(name::regclass))::float8 as "table", pg_indexes_size(name::regclass)::float8 as indexes
       from unnest($1::text[]) as name`,
      [TABLES],
    );
    return sizes.map(({ name, table, indexes }) => ({
      table: name,
      'bytes per chunk': table / (chunks?.count ?? 1),
      'of its indexes': indexes / (chunks?.count ?? 1),
    }));
  });
  printTable('Size of what is stored for each chunk', rows);
}

async function sayVectors(database: Database): Promise<void> {
  const found = await database.system((transaction) =>
    transaction.one<{ count: number }>('select count(*)::int as count from embedding_vectors'),
  );
  if (!found?.count) report('Fused search: skipped, no chunk has a vector');
}
