/** A segment by size: `chunks` live ones, `removed` ones that still take space. */
export interface SegmentSize {
  readonly id: string;
  readonly chunks: number;
  readonly removed?: number;
}

/** How eagerly to merge: `factor` segments of one tier become one; all below `floor` chunks are one tier. */
export interface MergeLimits {
  readonly factor: number;
  readonly floor: number;
}

const LIMITS = { factor: 8, floor: 32 } satisfies MergeLimits;

/**
 * Ids of the segments to merge into one now, or none. Asked again after each merge, it keeps fewer than
 * `factor` segments per tier (tiers grow by `factor`), and no segment that is mostly removed chunks.
 */
export function segmentsToMerge(segments: readonly SegmentSize[], limits: MergeLimits = LIMITS): string[] {
  const tiers = new Map<number, SegmentSize[]>();
  for (const segment of segments) {
    const tier = tierOf(segment.chunks, limits);
    tiers.set(tier, [...(tiers.get(tier) ?? []), segment]);
  }
  for (const tier of [...tiers.keys()].sort((one, other) => one - other)) {
    const crowd = tiers.get(tier) ?? [];
    if (crowd.length >= limits.factor) return crowd.map(({ id }) => id);
  }
  const wasteful = segments.find(({ chunks, removed = 0 }) => removed > 0 && removed >= chunks);
  return wasteful ? [wasteful.id] : [];
}

function tierOf(chunks: number, { factor, floor }: MergeLimits): number {
  let tier = 0;
  for (let ceiling = floor; chunks >= ceiling; ceiling *= factor) tier++;
  return tier;
}
