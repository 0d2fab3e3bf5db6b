import type { Statistics } from '@hanasu/retrieval/rank/statistics';

/** Statistics with another set of chunks added (1) or taken away (-1). */
export function shiftStatistics(base: Statistics, by: Statistics, sign: 1 | -1): Statistics {
  const shift = (sums: readonly number[], others: readonly number[]): number[] =>
    sums.map((sum, channel) => sum + sign * (others[channel] ?? 0));
  return {
    chunks: base.chunks + sign * by.chunks,
    lengthSums: shift(base.lengthSums, by.lengthSums),
    usedCounts: shift(base.usedCounts, by.usedCounts),
  };
}
