import type { RunScores } from '@hanasu/contract/question-sets';
import type { z } from 'zod';

export interface Scored {
  /** From 1; null: not among the first ten. */
  readonly rank: number | null;
  readonly milliseconds: number;
}

export interface RunSummary {
  readonly scores: z.infer<typeof RunScores>;
  /** The median. */
  readonly milliseconds: number;
}

/** Null when nothing was asked. */
export function scoreRun(results: readonly Scored[]): RunSummary | null {
  if (results.length === 0) return null;
  const share = (count: number): number => count / results.length;
  const within = (most: number): number =>
    share(results.filter(({ rank }) => rank !== null && rank <= most).length);
  const reciprocal = results.reduce((sum, { rank }) => sum + (rank === null ? 0 : 1 / rank), 0);
  return {
    scores: { r1: within(1), r5: within(5), mrr: share(reciprocal) },
    milliseconds: median(results.map(({ milliseconds }) => milliseconds)),
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  const exact = sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
  return Math.round(exact * 10) / 10;
}
