import { CHANNELS } from '../analyse/analyse.ts';

/**
 * What scores need to know of a whole base. `chunks` live chunks; per channel (0..7) `lengthSums` tokens
 * and `usedCounts` chunks that have any. Additive, so a store can keep it with one update per chunk.
 */
export interface Statistics {
  readonly chunks: number;
  readonly lengthSums: readonly number[];
  readonly usedCounts: readonly number[];
}

/** Statistics of an empty base. */
export function emptyStatistics(): Statistics {
  return { chunks: 0, lengthSums: CHANNELS.map(() => 0), usedCounts: CHANNELS.map(() => 0) };
}

/** Statistics with one more chunk of these channel lengths. */
export function addLengths(statistics: Statistics, lengths: readonly number[]): Statistics {
  return shift(statistics, lengths, 1);
}

/** Statistics without one chunk of these channel lengths. */
export function subtractLengths(statistics: Statistics, lengths: readonly number[]): Statistics {
  return shift(statistics, lengths, -1);
}

function shift(statistics: Statistics, lengths: readonly number[], sign: 1 | -1): Statistics {
  return {
    chunks: statistics.chunks + sign,
    lengthSums: statistics.lengthSums.map((sum, channel) => sum + sign * (lengths[channel] ?? 0)),
    usedCounts: statistics.usedCounts.map((used, channel) => used + (lengths[channel] ? sign : 0)),
  };
}
