import { join } from 'node:path';
import { env } from 'node:process';
import { parseArgs } from 'node:util';
import { loadReference, type ReferenceSearch } from '@hanasu/retrieval/bench/load-reference';
import { type MeasuredQuestion, type Measurement, measure } from '@hanasu/retrieval/bench/measure';
import { loadRetrievalSets, type RetrievalSet } from '@hanasu/retrieval/bench/retrieval-sets';
import { type KnowledgeBench, openKnowledgeBench } from './lib/knowledge-bench.ts';
import { checkBounds, printTable, report } from './lib/print-table.ts';
import { openRetrievalSystems, questionsOf, type RetrievalSystems } from './lib/retrieval-systems.ts';
import { askable, chunkingRows, confidenceRows, fusionRows } from './lib/retrieval-tables.ts';

const { values } = parseArgs({
  options: {
    queries: { type: 'string', default: '60' },
    /** `sets`, `chunks`, `fusion` or `confidence`; all without it. */
    only: { type: 'string' },
  },
});
const QUERIES = Number(values.queries);
const WANTED_P95_MS = 25;

if (env.RETRIEVAL_DATA) await run(env.RETRIEVAL_DATA);
else report('Skipped, RETRIEVAL_DATA does not name the folder with the sets');

function wants(part: string): boolean {
  return values.only === undefined || values.only === part;
}

async function run(data: string): Promise<void> {
  const folder = join(data, 'dev');
  const sets = await loadRetrievalSets(folder);
  if (wants('chunks')) {
    printTable('Answers whole in one of the best chunks, percent', await chunkingRows(folder, QUERIES * 10));
  }
  const asked = askable(sets, QUERIES * 2);
  if (wants('fusion')) printTable('Words and simulated meaning, MRR@10', fusionRows(asked));
  if (wants('confidence')) printTable('Confidence, area under the ROC curve', confidenceRows(asked));
  if (wants('sets')) await measureSets(sets, await loadReference(data));
}

async function measureSets(
  sets: readonly RetrievalSet[],
  newReference: () => ReferenceSearch,
): Promise<void> {
  const bench = await openKnowledgeBench();
  try {
    for (const set of sets) if (set.questions.length > 0) await measureSet(bench, set, newReference());
    await measureAll(bench, sets, newReference());
  } finally {
    await bench.close();
  }
}

/** One base per set: its own statistics. */
async function measureSet(
  bench: KnowledgeBench,
  set: RetrievalSet,
  reference: ReferenceSearch,
): Promise<void> {
  const systems = await openRetrievalSystems(bench, set.documents, reference);
  const rows = [];
  for (const [variant, questions] of questionsOf(set, QUERIES))
    rows.push(await compare(systems, variant, questions));
  printTable(`${set.name}: ${set.documents.length} passages, ${QUERIES} questions at most`, rows);
}

/** All sets and the distractors in one base, every question as it is. */
async function measureAll(
  bench: KnowledgeBench,
  sets: readonly RetrievalSet[],
  reference: ReferenceSearch,
): Promise<void> {
  const documents = sets.flatMap((set) => set.documents);
  const systems = await openRetrievalSystems(bench, documents, reference);
  const rows = [];
  for (const set of sets) {
    const [clean] = questionsOf(set, QUERIES);
    if (clean && clean[1].length > 0) rows.push(await compare(systems, set.name, clean[1]));
  }
  printTable(`All in one base: ${documents.length} passages`, rows);
  const p95 = Math.max(...rows.map((row) => row['p95 ms']));
  checkBounds([{ what: 'worst p95 ms', measured: p95, atMost: WANTED_P95_MS }]);
}

async function compare(systems: RetrievalSystems, name: string, questions: readonly MeasuredQuestion[]) {
  const ours = await measure(systems.ours, questions);
  const reference = await measure(systems.reference, questions);
  return row(name, ours, reference);
}

function row(name: string, ours: Measurement, reference: Measurement) {
  return {
    questions: name,
    number: ours.questions,
    'R@1': ours.recallAt1,
    'R2 R@1': reference.recallAt1,
    'R@5': ours.recallAt5,
    'R2 R@5': reference.recallAt5,
    'MRR@10': ours.mrrAt10,
    'R2 MRR@10': reference.mrrAt10,
    over: ours.mrrAt10 - reference.mrrAt10,
    'p50 ms': ours.p50,
    'p95 ms': ours.p95,
  };
}
