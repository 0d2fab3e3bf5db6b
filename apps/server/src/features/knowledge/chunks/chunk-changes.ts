import type { EmbeddingId } from '@hanasu/contract/ids';
import type { ChunkEdit, FinalChunk, SourceChunk } from './chunk-edit.ts';

/** What was stored of a chunk. */
export type Before = FinalChunk & { readonly position: number };

export interface ChunkChanges<Stored extends Before> {
  /** Are no more. */
  readonly gone: readonly Stored[];
  /** Say something else, or were switched on or off; as they were. */
  readonly outdated: readonly Stored[];
  /** New, or what the outdated ones are now. */
  readonly entering: readonly (FinalChunk & { readonly position: number })[];
  /** The same words in another place or of another origin. */
  readonly moved: readonly (FinalChunk & { readonly position: number })[];
}

/** What must be written so that `before` becomes `after`. */
export function chunkChanges<Stored extends Before>(
  before: readonly Stored[],
  after: readonly FinalChunk[],
): ChunkChanges<Stored> {
  const old = new Map(before.map((chunk) => [chunk.id, chunk]));
  const placed = after.map((chunk, position) => ({ ...chunk, position }));
  const ids = new Set(after.map(({ id }) => id));
  const entering = placed.filter((chunk) => !saysTheSame(old.get(chunk.id), chunk));
  const isEntering = new Set(entering.map(({ id }) => id));
  return {
    gone: before.filter(({ id }) => !ids.has(id)),
    outdated: before.filter(({ id }) => isEntering.has(id)),
    entering,
    moved: placed.filter((chunk) => !isEntering.has(chunk.id) && !standsThere(old.get(chunk.id), chunk)),
  };
}

/** The chunks of the source behind what is stored, in order. */
export function sourceOf(chunks: readonly FinalChunk[], edits: readonly ChunkEdit[]): SourceChunk[] {
  const untouched = chunks
    .filter(({ editId }) => editId === null)
    .map(({ id, headingPath, page, start, end, text }) => ({ id, headingPath, page, start, end, text }));
  return [...untouched, ...edits.flatMap(({ source }) => source)].sort(
    (one, other) => one.start - other.start || one.end - other.end,
  );
}

/** Whether stored words can stay as they are, with their vectors. */
export const sameWords = (
  one: { readonly text: string; readonly headingPath: readonly string[] },
  other: { readonly text: string; readonly headingPath: readonly string[] },
): boolean => one.text === other.text && one.headingPath.join('\n') === other.headingPath.join('\n');

const saysTheSame = (old: Before | undefined, now: FinalChunk): boolean =>
  old !== undefined && old.enabled === now.enabled && sameWords(old, now);

const standsThere = (old: Before | undefined, now: Before): boolean =>
  old !== undefined &&
  old.position === now.position &&
  old.page === now.page &&
  old.start === now.start &&
  old.end === now.end &&
  old.editId === now.editId;

/** Ids of those that came or changed, for who asked for the change. */
export const cameInstead = (
  { entering, moved }: ChunkChanges<Before>,
  before: readonly Before[],
): EmbeddingId[] => {
  const origins = new Map(before.map(({ id, editId }) => [id, editId]));
  return [...entering, ...moved.filter(({ id, editId }) => origins.get(id) !== editId)].map(({ id }) => id);
};
