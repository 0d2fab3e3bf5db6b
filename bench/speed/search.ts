import { join } from 'node:path';
import { env } from 'node:process';
import { loadReference } from '@hanasu/retrieval/bench/load-reference';
import type { MeasuredQuestion, MeasuredSearch } from '@hanasu/retrieval/bench/measure';
import { loadRetrievalSets } from '@hanasu/retrieval/bench/retrieval-sets';
import { openKnowledgeBench } from '../lib/knowledge-bench.ts';
import { median, report } from '../lib/print-table.ts';
import { openRetrievalSystems, questionsOf } from '../lib/retrieval-systems.ts';
import type { SpeedRow } from './speed-row.ts';

/** Questions of each set. */
const MAX_QUESTIONS = 60;
const PLACES = 10;
const RATIO = 3;

/**
 * A search in process over all retrieval sets and distractors in one base (12.8k passages), against the reference engine
 * over the same passages: medians over the questions of all sets. No row without `RETRIEVAL_DATA`.
 */
export async function measureSearch(): Promise<readonly SpeedRow[]> {
  if (!env.RETRIEVAL_DATA) {
    report('Search skipped: RETRIEVAL_DATA does not name the folder with the sets');
    return [];
  }
  const sets = await loadRetrievalSets(join(env.RETRIEVAL_DATA, 'dev'));
  const newReference = await loadReference(env.RETRIEVAL_DATA);
  const bench = await openKnowledgeBench();
  try {
    const documents = sets.flatMap((set) => set.documents);
    const systems = await openRetrievalSystems(bench, documents, newReference());
    const [ours, reference]: [number[], number[]] = [[], []];
    for (const set of sets) {
      const [, questions] = questionsOf(set, MAX_QUESTIONS)[0] ?? ['', []];
      ours.push(...(await timeSearches(systems.ours, questions)));
      reference.push(...(await timeSearches(systems.reference, questions)));
    }
    return [toRow(ours, reference, documents.length)];
  } finally {
    await bench.close();
  }
}

function toRow(ours: readonly number[], reference: readonly number[], passages: number): SpeedRow {
  const [oursMs, referenceMs] = [median(ours), median(reference)];
  return {
    what: `search at ${(passages / 1000).toFixed(1)}k passages in process ÷ the reference engine`,
    measured: oursMs / referenceMs,
    atMost: RATIO,
    from: `${oursMs.toFixed(2)} ms ÷ ${referenceMs.toFixed(2)} ms (medians of ${ours.length} questions)`,
  };
}

/** Milliseconds of each search, one after the other. */
async function timeSearches(
  search: MeasuredSearch,
  questions: readonly MeasuredQuestion[],
): Promise<number[]> {
  const times: number[] = [];
  for (const { text } of questions) {
    const startedAt = performance.now();
    await search(text, PLACES);
    times.push(performance.now() - startedAt);
  }
  return times;
}
