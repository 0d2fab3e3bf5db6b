import type { EmbeddingId } from '@hanasu/contract/ids';
import { type ChunkEdit, type EditChunk, joinTexts, type SourceChunk } from './chunk-edit.ts';

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

export interface Written {
  readonly text: string;
  readonly headingPath: readonly string[];
}

/** Other words or headings, or on and off. */
export const changeChunk = (
  state: EditedChunks,
  id: EmbeddingId,
  change: Partial<Written & Pick<EditChunk, 'enabled' | 'removed'>>,
  ids: NewIds,
): EditedChunks => within(state, id, ids, (chunk) => [{ ...chunk, ...change }]);

/** Two of one: the first keeps the id. */
export const splitChunk = (
  state: EditedChunks,
  id: EmbeddingId,
  [first, second]: readonly [string, string],
  ids: NewIds,
): EditedChunks =>
  within(state, id, ids, (chunk) => [
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
  after: EmbeddingId | null,
  written: Written,
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
  id: EmbeddingId,
  ids: NewIds,
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

export const isIdentity = ({ chunks, source }: ChunkEdit): boolean =>
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
