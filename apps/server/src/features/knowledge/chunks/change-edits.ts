import type { EmbeddingId } from '@hanasu/contract/ids';
import {
  type ChunkEdit,
  type EditChunk,
  type FinalChunk,
  joinTexts,
  type SourceChunk,
} from './chunk-edit.ts';

/** A document's chunks as the source gives them, with the changes of people. */
export interface EditedChunks {
  readonly source: readonly SourceChunk[];
  readonly edits: readonly ChunkEdit[];
}

/** Ids for what is new. */
export interface NewIds {
  readonly edit: () => string;
  readonly chunk: () => EmbeddingId;
}

interface Written {
  readonly text: string;
  readonly headingPath: readonly string[];
}

/** Other words or headings, or on and off. */
export const changeChunk = (
  state: EditedChunks,
  {
    id,
    change,
  }: { readonly id: EmbeddingId; readonly change: Partial<Written & Pick<EditChunk, 'enabled' | 'removed'>> },
  ids: NewIds,
): EditedChunks => within(state, { id, ids }, (chunk) => [{ ...chunk, ...change }]);

/** Two of one: the first keeps the id. */
export const splitChunk = (
  state: EditedChunks,
  { id, texts: [first, second] }: { readonly id: EmbeddingId; readonly texts: readonly [string, string] },
  ids: NewIds,
): EditedChunks =>
  within(state, { id, ids }, (chunk) => [
    { ...chunk, text: first },
    { ...chunk, id: ids.chunk(), text: second },
  ]);

/** One of two that follow each other; it keeps the id and headings of the first. */
export function mergeChunks(
  state: EditedChunks,
  [id, nextId]: readonly [EmbeddingId, EmbeddingId],
  ids: NewIds,
): EditedChunks {
  const [first, second] = [holderOf(state, id, ids), holderOf(state, nextId, ids)];
  const holders = first.id === second.id ? [first] : [first, ...between(state, first, second), second];
  const holder = holders.reduce(united);
  const next = holder.chunks.find((chunk) => chunk.id === nextId);
  const chunks = holder.chunks.flatMap((chunk) => {
    if (chunk.id === nextId) return [];
    return [chunk.id === id && next ? { ...chunk, text: joinTexts(chunk.text, next.text) } : chunk];
  });
  const gone = new Set(holders.slice(1).map((each) => each.id));
  const others = { ...state, edits: state.edits.filter((edit) => !gone.has(edit.id)) };
  return tidied(replaced(others, { ...holder, chunks }));
}

/** Edits of what was taken out between two that become one. */
function between({ source, edits }: EditedChunks, first: ChunkEdit, second: ChunkEdit): ChunkEdit[] {
  const from = source.findIndex(({ id }) => id === first.source.at(-1)?.id);
  const to = source.findIndex(({ id }) => id === second.source[0]?.id);
  if (from < 0 || to < 0) return [];
  const inside = source.slice(from + 1, to).map(({ id }) => id);
  const placeOf = ({ source: run }: ChunkEdit) => (run[0] ? inside.indexOf(run[0].id) : -1);
  // As they stand in the source, not as they were made: the run that they become is looked for as a whole.
  return edits.filter((edit) => placeOf(edit) >= 0).toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Puts a written chunk behind another; null: at the start. */
export function addChunk(
  state: EditedChunks,
  { after, written }: { readonly after: EmbeddingId | null; readonly written: Written },
  ids: NewIds,
): EditedChunks {
  const chunk: EditChunk = { ...written, id: ids.chunk(), enabled: true, removed: false };
  const holder = after === null ? undefined : editOf(state, after);
  if (holder && (holder.source.length === 0 || holder.chunks.at(-1)?.id !== after)) {
    const chunks = holder.chunks.flatMap((each) => (each.id === after ? [each, chunk] : [each]));
    return replaced(state, { ...holder, chunks });
  }
  const above = holder ? holder.source.at(-1) : state.source.find(({ id }) => id === after);
  const gap = state.edits.find((edit) => isGapBehind(edit, above?.id ?? null));
  if (gap) return replaced(state, { ...gap, chunks: [chunk, ...gap.chunks] });
  return replaced(state, {
    id: ids.edit(),
    anchors: [],
    anchorStart: above?.end ?? 0,
    anchorEnd: above?.end ?? 0,
    chunks: [chunk],
    source: [],
    follows: above ? { id: above.id, text: above.text } : null,
    review: null,
    sourceText: null,
  });
}

const isGapBehind = ({ source, anchors, follows }: ChunkEdit, id: EmbeddingId | null): boolean =>
  source.length === 0 && anchors.length === 0 && (follows?.id ?? null) === id;

/** What the source says counts again; what it never said, or says no more, is taken out. */
export function resetChunk(state: EditedChunks, id: EmbeddingId): EditedChunks {
  const edit = editOf(state, id);
  if (!edit) return state;
  if (edit.source.length > 0) return { ...state, edits: state.edits.filter((each) => each.id !== edit.id) };
  const chunks = edit.chunks.map((chunk) => (chunk.id === id ? { ...chunk, removed: true } : chunk));
  const settled = chunks.every(({ removed }) => removed)
    ? { anchors: [], review: null, sourceText: null }
    : {};
  return replaced(state, { ...edit, ...settled, chunks });
}

/** The change was looked at and stays: it stands for what the source says now. */
export function keepChange(state: EditedChunks, id: EmbeddingId): EditedChunks {
  const edit = editOf(state, id);
  if (!edit) return state;
  const anchors = edit.source.map(({ text }) => text);
  return tidied(replaced(state, { ...edit, anchors, review: null, sourceText: null }));
}

/** The edit that a chunk comes from. */
export const editOf = (state: EditedChunks, id: EmbeddingId): ChunkEdit | undefined =>
  state.edits.find(({ chunks }) => chunks.some((chunk) => chunk.id === id));

function within(
  state: EditedChunks,
  { id, ids }: { readonly id: EmbeddingId; readonly ids: NewIds },
  put: (chunk: EditChunk) => EditChunk[],
): EditedChunks {
  const holder = holderOf(state, id, ids);
  const chunks = holder.chunks.flatMap((chunk) => (chunk.id === id ? put(chunk) : [chunk]));
  return tidied(replaced(state, { ...holder, chunks }));
}

const replaced = (state: EditedChunks, edit: ChunkEdit): EditedChunks => ({
  ...state,
  edits: state.edits.some(({ id }) => id === edit.id)
    ? state.edits.map((each) => (each.id === edit.id ? edit : each))
    : [...state.edits, edit],
});

/** The edit of a chunk; for one of the source, an edit that changes nothing yet. */
function holderOf(state: EditedChunks, id: EmbeddingId, ids: NewIds): ChunkEdit {
  const edit = editOf(state, id);
  if (edit) return edit;
  const chunk = state.source.find((each) => each.id === id);
  if (!chunk) throw new RangeError(`There is no chunk ${id}`);
  const { text, headingPath, start, end } = chunk;
  return {
    id: ids.edit(),
    anchors: [text],
    anchorStart: start,
    anchorEnd: end,
    chunks: [{ id, text, headingPath, enabled: true, removed: false }],
    source: [chunk],
    follows: null,
    review: null,
    sourceText: null,
  };
}

function united(first: ChunkEdit, second: ChunkEdit): ChunkEdit {
  const both = [first, second];
  const placed = both.filter(({ source }) => source.length > 0);
  const counting = placed.length > 0 ? placed : both;
  const texts = counting.map(({ sourceText }) => sourceText).filter((text) => text !== null);
  return {
    ...first,
    anchors: counting.flatMap(({ anchors }) => anchors),
    anchorStart: counting[0]?.anchorStart ?? first.anchorStart,
    anchorEnd: counting.at(-1)?.anchorEnd ?? first.anchorEnd,
    chunks: both.flatMap(({ chunks }) => chunks),
    source: placed.flatMap(({ source }) => source),
    follows: placed.length > 0 ? null : first.follows,
    review: counting.find(({ review }) => review !== null)?.review ?? null,
    sourceText: texts.length > 0 ? texts.join('\n') : null,
  };
}

/** Without edits that change nothing (any more). */
const tidied = (state: EditedChunks): EditedChunks => ({
  ...state,
  edits: state.edits.filter((edit) => !isIdentity(edit)),
});

const isIdentity = ({ chunks, source }: ChunkEdit): boolean =>
  source.length === chunks.length &&
  chunks.every((chunk, index) => {
    const from = source[index];
    return (
      from?.text === chunk.text &&
      from.headingPath.join('\n') === chunk.headingPath.join('\n') &&
      chunk.enabled &&
      !chunk.removed
    );
  });

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
