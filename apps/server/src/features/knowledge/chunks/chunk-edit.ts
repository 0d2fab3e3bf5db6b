import { createHash } from 'node:crypto';
import type { EmbeddingId } from '@hanasu/contract/ids';

/** A chunk as the source was split. Offsets are UTF-16, into the document's text. */
export interface SourceChunk {
  readonly id: EmbeddingId;
  readonly headingPath: readonly string[];
  readonly page: number | null;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A chunk that a person wrote or changed. `removed`: taken out, kept so that it can be had back. */
export interface EditChunk {
  readonly id: EmbeddingId;
  readonly text: string;
  readonly headingPath: readonly string[];
  readonly enabled: boolean;
  readonly removed: boolean;
}

/** A run of chunks of the source (none for what was added) that others stand for. Applied anew whenever the document is read. */
export interface ChunkEdit {
  readonly id: string;
  /** What the run said when a person changed it. */
  readonly anchors: readonly string[];
  readonly anchorStart: number;
  readonly anchorEnd: number;
  readonly chunks: readonly EditChunk[];
  /** The run as it is now; empty: the edit stands behind `follows`. */
  readonly source: readonly SourceChunk[];
  readonly follows: { readonly id: EmbeddingId; readonly text: string } | null;
  readonly review: 'changed' | 'gone' | null;
  readonly sourceText: string | null;
}

/** A chunk as it is shown and searched. */
export interface FinalChunk extends SourceChunk {
  readonly editId: string | null;
  readonly enabled: boolean;
}

/** Hexadecimal, 16 bytes: the same for chunks that say the same under the same headings. */
export const contentHashOf = ({ headingPath, text }: Pick<SourceChunk, 'headingPath' | 'text'>): string =>
  createHash('sha256')
    .update(JSON.stringify([headingPath, text]))
    .digest('hex')
    .slice(0, 32);

/** Shorter repetitions are chance. */
const LEAST_OVERLAP = 8;
const MOST_OVERLAP = 3_000;

/** Two texts as one; what the second repeats of the end of the first is kept once. */
export function joinTexts(first: string, second: string): string {
  for (let length = Math.min(first.length, second.length, MOST_OVERLAP); length >= LEAST_OVERLAP; length--) {
    if (first.endsWith(second.slice(0, length))) return first + second.slice(length);
  }
  return `${first}\n${second}`;
}

/** White space counts as one blank: files are laid out anew more often than they are written anew. */
export const withoutLayout = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();

/** What stands above a chunk, for ranking: the document's title and the headings on the way. */
export const titleText = (title: string, headingPath: readonly string[]): string =>
  [title, ...headingPath].join('\n');
