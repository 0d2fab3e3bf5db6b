import type { EmbeddingId } from '@hanasu/contract/ids';
import type { ChunkEdit, FinalChunk, SourceChunk } from './chunk-edit.ts';

/**
 * The chunks of a document: those of the source in order, with each edit in the place of its run, or behind the chunk
 * that it follows. Every chunk of the source is in the result or in the run of an edit. Ids are unique: a chunk of the
 * source whose id an edit uses for something else gets a new one.
 */
export function applyEdits(
  source: readonly SourceChunk[],
  edits: readonly ChunkEdit[],
  newId: () => EmbeddingId,
): FinalChunk[] {
  const taken = new Set(edits.flatMap(({ chunks }) => chunks.map(({ id }) => id)));
  const owners = new Map(edits.flatMap((edit) => edit.source.map(({ id }) => [id, edit] as const)));
  const gaps = Map.groupBy(
    edits.filter((edit) => edit.source.length === 0),
    ({ follows }) => follows?.id ?? null,
  );
  const left = new Map(edits.map((edit) => [edit.id, edit.source.length]));
  const result: FinalChunk[] = [];
  const emitGap = (id: EmbeddingId | null, before: SourceChunk | null) => {
    for (const edit of gaps.get(id) ?? []) result.push(...ofGap(edit, before));
    gaps.delete(id);
  };

  emitGap(null, source[0] ? { ...source[0], start: 0, end: 0 } : null);
  const waiting = new Map<string, SourceChunk[]>();
  for (const chunk of source) {
    const owner = owners.get(chunk.id);
    if (!owner) {
      const id = taken.has(chunk.id) ? newId() : chunk.id;
      result.push({ ...chunk, id, editId: null, enabled: true });
      emitGap(chunk.id, chunk);
      continue;
    }
    const rest = (left.get(owner.id) ?? 0) - 1;
    if (rest === owner.source.length - 1) result.push(...ofRun(owner));
    left.set(owner.id, rest);
    const run = [...(waiting.get(owner.id) ?? []), chunk];
    waiting.set(owner.id, run);
    // What was added inside of a run stands behind what replaces it.
    if (rest === 0) for (const each of run) emitGap(each.id, each);
  }
  const last = source.at(-1) ?? null;
  for (const id of [...gaps.keys()]) emitGap(id, last);
  return result;
}

function ofRun({ id, chunks, source }: ChunkEdit): FinalChunk[] {
  const start = Math.min(...source.map((chunk) => chunk.start));
  const end = Math.max(...source.map((chunk) => chunk.end));
  return shown(chunks).map((chunk) => ({
    ...chunk,
    start,
    end,
    page: source[0]?.page ?? null,
    editId: id,
  }));
}

function ofGap({ id, chunks }: ChunkEdit, before: SourceChunk | null): FinalChunk[] {
  const at = before?.end ?? 0;
  return shown(chunks).map((chunk) => ({
    ...chunk,
    start: at,
    end: at,
    page: before?.page ?? null,
    editId: id,
  }));
}

const shown = (chunks: ChunkEdit['chunks']) =>
  chunks
    .filter(({ removed }) => !removed)
    .map(({ id, text, headingPath, enabled }) => ({ id, text, headingPath, enabled }));
