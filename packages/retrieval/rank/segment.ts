import { channelOf } from '../analyse/channels.ts';
import type { ChunkTerms } from '../analyse/chunk-terms.ts';
import type { Segment } from './block.ts';
import { packSegment } from './pack-segment.ts';
import { Postings } from './postings.ts';
import { binaryKey } from './term-key.ts';

/** A chunk to index. `ordinal`: a number (0 .. 2^32 - 2) that names the chunk in its base, never used twice. */
export interface ChunkToIndex {
  readonly ordinal: number;
  readonly terms: ChunkTerms;
}

// The postings of term `id` stand at offsets[id] .. offsets[id + 1] of `cells`, CELL numbers each.
interface Inverted {
  readonly terms: readonly string[];
  readonly offsets: Uint32Array;
  readonly cells: Uint32Array;
}

const CELL = 3;

/** Builds a segment; the order of chunks does not matter. Throws on an ordinal that is given twice. */
export function buildSegment(chunks: readonly ChunkToIndex[]): Segment {
  const sorted = chunks.toSorted((one, other) => one.ordinal - other.ordinal);
  rejectRepeats(sorted);
  const { terms, offsets, cells } = invert(sorted);
  const postings = new Postings();
  return packSegment(terms.map(binaryKey), (id, writer) => {
    postings.clear();
    for (let at = (offsets[id] ?? 0) * CELL; at < (offsets[id + 1] ?? 0) * CELL; at += CELL) {
      postings.push(cells[at] ?? 0, cells[at + 1] ?? 0, cells[at + 2] ?? 0);
    }
    postings.encode(writer);
    return postings.size;
  });
}

function invert(sorted: readonly ChunkToIndex[]): Inverted {
  const ids = new Map<string, number>();
  const counts: number[] = [];
  const sequence = new Uint32Array(sorted.reduce((sum, { terms }) => sum + terms.terms.size, 0));
  let position = 0;
  for (const { terms } of sorted) {
    for (const term of terms.terms.keys()) {
      const id = ids.get(term) ?? ids.size;
      if (id === counts.length) {
        ids.set(term, id);
        counts.push(0);
      }
      counts[id] = (counts[id] ?? 0) + 1;
      sequence[position++] = id;
    }
  }
  const terms = [...ids.keys()];
  const offsets = new Uint32Array(counts.length + 1);
  for (const [id, count] of counts.entries()) offsets[id + 1] = (offsets[id] ?? 0) + count;
  return { terms, offsets, cells: distribute(sorted, sequence, terms, offsets) };
}

function distribute(
  sorted: readonly ChunkToIndex[],
  sequence: Uint32Array,
  terms: readonly string[],
  offsets: Uint32Array,
): Uint32Array {
  const channels = Uint8Array.from(terms, channelOf);
  const cells = new Uint32Array(sequence.length * CELL);
  const next = offsets.slice();
  let position = 0;
  for (const { ordinal, terms: chunk } of sorted) {
    for (const frequency of chunk.terms.values()) {
      const id = sequence[position++] ?? 0;
      const cell = next[id] ?? 0;
      next[id] = cell + 1;
      cells[cell * CELL] = ordinal;
      cells[cell * CELL + 1] = frequency;
      cells[cell * CELL + 2] = chunk.lengths[channels[id] ?? 0] ?? 0;
    }
  }
  return cells;
}

function rejectRepeats(sorted: readonly ChunkToIndex[]): void {
  for (const [index, { ordinal }] of sorted.entries()) {
    if (ordinal === sorted[index - 1]?.ordinal) throw new RangeError(`Ordinal ${ordinal} is given twice`);
  }
}
