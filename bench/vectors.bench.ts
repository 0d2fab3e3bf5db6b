import { randomUUID } from 'node:crypto';
import { env } from 'node:process';
import { parseArgs } from 'node:util';
import { AccountId } from '@hanasu/contract/ids';
import { pino } from 'pino';
import { makeVectorBase, numbers } from '../apps/server/src/features/knowledge/testing/made-vectors.ts';
import { createMemoryIndex } from '../apps/server/src/features/knowledge/vectors/memory-index.ts';
import { openPgvector } from '../apps/server/src/features/knowledge/vectors/pgvector/open-pgvector.ts';
import {
  createVectorArena,
  type FilledSlab,
  strideOf,
} from '../apps/server/src/features/knowledge/vectors/vector-arena.ts';
import { createVectorCache } from '../apps/server/src/features/knowledge/vectors/vector-cache.ts';
import type { VectorIndex } from '../apps/server/src/features/knowledge/vectors/vector-index.ts';
import { openBenchDatabase } from './lib/bench-database.ts';
import { checkBounds, median, percentile, printTable } from './lib/print-table.ts';

/**
 * `npm run bench -- vectors`: the ten nearest of some thousand vectors. DATABASE_URL with pgvector measures that, too.
 * `--chunks 50000 --dimensions 1536 --stored` keeps them in the database; without `--stored` only memory is measured.
 */
const { values } = parseArgs({
  options: {
    chunks: { type: 'string', default: '1000,12000,50000' },
    dimensions: { type: 'string', default: '512,1024,1536' },
    stored: { type: 'boolean', default: false },
    runs: { type: 'string', default: '30' },
  },
});
const RUNS = Number(values.runs);
const LIMIT = 10;
/** What four numbers at a time have to gain over one at a time. */
const SIMD_GAIN = 2;
const MIB = 1024 * 1024;
const sizes = values.chunks.split(',').map(Number);
const lengths = values.dimensions.split(',').map(Number);

if (values.stored) await measureStored();
else measureMemory();

/** Unit vectors without structure, a few hundred of them again and again: the work is the same for any. */
function makeVectors(count: number, dimensions: number): Float32Array[] {
  const next = numbers(count + dimensions);
  const different = Array.from({ length: Math.min(count, 300) }, () => {
    const vector = new Float32Array(dimensions);
    for (let index = 0; index < dimensions; index += 1) vector[index] = next() - 0.5;
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  });
  return Array.from({ length: count }, (_, index) => different[index % different.length] as Float32Array);
}

function measureMemory(): void {
  const rows = sizes.flatMap((count) =>
    lengths.map((dimensions) => {
      const vectors = makeVectors(count, dimensions);
      const simd = scoring(vectors, dimensions, false);
      const plain = scoring(vectors, dimensions, true);
      return {
        chunks: count,
        dimensions,
        'SIMD p50 ms': percentile(simd.times, 0.5),
        'SIMD p95 ms': percentile(simd.times, 0.95),
        'plain p50 ms': percentile(plain.times, 0.5),
        'plain p95 ms': percentile(plain.times, 0.95),
        'memory MiB': simd.bytes / MIB,
      };
    }),
  );
  printTable(`Dot products with all vectors in memory, ${RUNS} runs`, rows);
  const gains = rows.map((row) => row['plain p50 ms'] / row['SIMD p50 ms']);
  checkBounds([{ what: 'plain ÷ SIMD, median of the rows', measured: median(gains), atLeast: SIMD_GAIN }]);
}

function scoring(vectors: readonly Float32Array[], dimensions: number, plain: boolean) {
  const arena = createVectorArena(1024 * MIB, { plain });
  const stride = strideOf(dimensions);
  const perSlab = Math.floor(65_536 / stride);
  const slabs: FilledSlab[] = [];
  for (let from = 0; from < vectors.length; from += perSlab) {
    const slab = arena.allocate() ?? 0;
    const part = vectors.slice(from, from + perSlab);
    for (const [index, vector] of part.entries()) arena.view(slab).set(vector, index * stride);
    slabs.push({ slab, rows: part.length });
  }
  const out = new Float32Array(vectors.length);
  const query = vectors[0] ?? new Float32Array();
  const times = Array.from({ length: RUNS + 3 }, () => {
    const startedAt = performance.now();
    arena.score(query, slabs, stride, out);
    return performance.now() - startedAt;
  });
  return { times: times.slice(3), bytes: arena.usedBytes() };
}

async function measureStored(): Promise<void> {
  const bench = await openBenchDatabase();
  const log = pino({ level: 'error' });
  const { database } = bench;
  const engine = await openPgvector({ database, databaseUrl: bench.url, log });
  console.log(
    engine ? 'with pgvector' : `without pgvector: ${env.DATABASE_URL ? 'not there' : 'no DATABASE_URL'}`,
  );
  const accountId = AccountId.parse(randomUUID());
  const rows = [];
  try {
    for (const count of sizes)
      for (const dimensions of lengths) {
        const model = `made-${dimensions}`;
        const vectors = makeVectors(count, dimensions);
        const startedAt = performance.now();
        const { knowledgeId } = await makeVectorBase(database, { accountId, model, vectors, engine });
        const stored = performance.now() - startedAt;
        const ask = async (index: VectorIndex, run: number) => {
          const query = vectors[(run * 7919) % count] ?? new Float32Array();
          const at = performance.now();
          await database.snapshot(accountId, (transaction) =>
            index.nearest(transaction, { knowledgeId, model, query, limit: LIMIT }),
          );
          return performance.now() - at;
        };
        const arena = createVectorArena(512 * MIB);
        const memory = createMemoryIndex(createVectorCache(arena));
        const cold = await ask(memory, 0);
        const warm = await times((run) => ask(memory, run));
        const exact = engine ? await times((run) => ask(engine, run)) : [];
        await engine?.tend(accountId, { knowledgeId, model });
        const indexed = engine && count > 20_000 ? await times((run) => ask(engine, run)) : [];
        rows.push({
          chunks: count,
          dimensions,
          'store s': stored / 1000,
          'cold ms': cold,
          'warm p50': percentile(warm, 0.5),
          'warm p95': percentile(warm, 0.95),
          'pgvector p50': percentile(exact, 0.5),
          'pgvector p95': percentile(exact, 0.95),
          'HNSW p50': percentile(indexed, 0.5),
          'HNSW p95': percentile(indexed, 0.95),
          'memory MiB': arena.usedBytes() / MIB,
        });
      }
    printTable(`The ${LIMIT} nearest, with everything around: transaction, check, exact order`, rows);
  } finally {
    await bench.close();
  }
}

async function times(ask: (run: number) => Promise<number>): Promise<number[]> {
  const taken = [];
  for (let run = 0; run < RUNS + 3; run += 1) taken.push(await ask(run));
  return taken.slice(3);
}
