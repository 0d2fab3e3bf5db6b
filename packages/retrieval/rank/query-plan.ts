import { analyse, CHANNELS, type Channel } from '../analyse/analyse.ts';
import { isStopTerm } from '../analyse/stop-words.ts';
import { bucketOf } from './block.ts';

/** How fast repeats of a term stop counting (BM25's k1). */
export const SATURATION = 1;
/** How much long chunks are held back (BM25's b). */
export const LENGTH_NORMALISATION = 0.9;

const CHANNEL_WEIGHTS = { W: 1.5, P: 1.5, B: 1.5, C: 1, S: 0.6, G: 0.6, U: 1.5, K: 1.5 } satisfies Record<
  Channel,
  number
>;
const STOP_WEIGHT = 0.2;
// A whole document pasted as a question would ask for every block of the base.
const QUERY_CHARACTERS = 4000;

/** A term to look for; `channel` 0..7, `weight` the most it can add per unit of its rarity (idf). */
export interface QueryTerm {
  readonly term: string;
  readonly channel: number;
  readonly weight: number;
}

/** What to look for. */
export interface QueryPlan {
  readonly terms: readonly QueryTerm[];
}

/** Plan for a question in any language; no terms when it has no letters or digits. */
export function planQuery(query: string): QueryPlan {
  const found = analyse(query.slice(0, QUERY_CHARACTERS));
  const terms: QueryTerm[] = [];
  for (const [index, channel] of CHANNELS.entries()) {
    const counts = new Map<string, number>();
    for (const term of found[channel]) counts.set(term, (counts.get(term) ?? 0) + 1);
    for (const [term, count] of counts) {
      const importance = count * (isStopTerm(term) ? STOP_WEIGHT : 1);
      terms.push({ term, channel: index, weight: CHANNEL_WEIGHTS[channel] * importance * (SATURATION + 1) });
    }
  }
  return { terms };
}

/** The blocks a plan needs from these segments, each once. A block that is not stored has no terms. */
export function wantedBlocks<Id>(
  plan: QueryPlan,
  segments: readonly { readonly id: Id; readonly bucketBits: number }[],
): { segmentId: Id; bucket: number }[] {
  const byBits = new Map<number, Set<number>>();
  return segments.flatMap(({ id, bucketBits }) => {
    const buckets =
      byBits.get(bucketBits) ?? new Set(plan.terms.map(({ term }) => bucketOf(term, bucketBits)));
    byBits.set(bucketBits, buckets);
    return [...buckets].map((bucket) => ({ segmentId: id, bucket }));
  });
}
