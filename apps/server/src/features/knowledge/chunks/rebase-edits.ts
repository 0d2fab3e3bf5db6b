import type { EmbeddingId } from '@hanasu/contract/ids';
import { type ChunkEdit, contentHashOf, joinTexts, type SourceChunk, withoutLayout } from './chunk-edit.ts';

const SHINGLE = 4;
/** Below this, two texts are about something else. */
const LEAST = 0.5;
/** How much a place at the other end of the document counts against a run. */
const FAR = 0.05;
/** A run may have become this many chunks longer. */
const LONGER = 2;

/** Hashes of the pieces of four characters of a text, blanks and case aside; works without words, as in Japanese. */
function shinglesOf(text: string): Set<number> {
  const plain = withoutLayout(text).toLowerCase().replaceAll(' ', '');
  const found = new Set<number>();
  for (let at = 0; at === 0 || at + SHINGLE <= plain.length; at++) {
    let hash = 0;
    for (let step = at; step < at + SHINGLE; step++) hash = (hash * 31 + (plain.charCodeAt(step) || 0)) | 0;
    found.add(hash);
  }
  return found;
}

/** Compares texts; keeps what it knows of each, for the next comparison. */
interface Likeness {
  /** How many of the wanted shingles a text has, and how many it has in all. */
  of(wanted: ReadonlySet<number>, text: string): { shared: number; size: number };
}

function createLikeness(): Likeness {
  const known = new Map<string, Int32Array>();
  return {
    of(wanted, text) {
      const own = known.get(text) ?? Int32Array.from(shinglesOf(text));
      known.set(text, own);
      let shared = 0;
      for (const shingle of own) if (wanted.has(shingle)) shared++;
      return { shared, size: own.length };
    },
  };
}

/** The free chunks in a row that are most like what an edit stands for; none: nothing is like it. */
function findSimilarRun(
  pieces: readonly Piece[],
  edit: ChunkEdit,
  { isFree, likeness }: { readonly isFree: (piece: Piece) => boolean; readonly likeness: Likeness },
): Piece[] {
  const texts = edit.source.length > 0 ? edit.source.map(({ text }) => text) : edit.anchors;
  const wanted = shinglesOf(texts.reduce(joinTexts));
  const shares = pieces.map((piece) => (isFree(piece) ? likeness.of(wanted, piece.chunk.text) : null));
  const textLength = pieces.at(-1)?.chunk.end ?? 0;
  let best: { readonly from: number; readonly to: number; readonly score: number } | null = null;
  for (const [from, share] of shares.entries()) {
    if (!share || share.shared === 0) continue;
    const away = Math.abs((pieces[from]?.chunk.start ?? 0) - edit.anchorStart) / Math.max(textLength, 1);
    let [shared, size] = [0, 0];
    for (let to = from; to < Math.min(from + texts.length + LONGER, shares.length); to++) {
      const more = shares[to];
      if (!more) break;
      shared += more.shared;
      size += more.size;
      const alike = (2 * Math.min(shared, wanted.size)) / (wanted.size + size);
      const score = alike - FAR * away;
      if (alike >= LEAST && score > (best?.score ?? 0)) best = { from, to, score };
    }
  }
  return best ? pieces.slice(best.from, best.to + 1) : [];
}

/** The chunk that is most like a text; null: none is. */
function similarChunk<Chunk extends { readonly text: string }>(
  chunks: readonly Chunk[],
  text: string,
): Chunk | null {
  const wanted = shinglesOf(text);
  const texts = createLikeness();
  let best: { readonly chunk: Chunk; readonly likeness: number } | null = null;
  for (const chunk of chunks) {
    const { shared, size } = texts.of(wanted, chunk.text);
    const likeness = (2 * shared) / (wanted.size + size);
    if (likeness >= LEAST && likeness > (best?.likeness ?? 0)) best = { chunk, likeness };
  }
  return best?.chunk ?? null;
}

/** A chunk of a new reading: it has no id yet. */
export type ReadChunk = Omit<SourceChunk, 'id'>;

export interface Reading {
  readonly text: string;
  readonly chunks: readonly ReadChunk[];
}

/** A chunk of the reading before, for its id. */
export interface KnownChunk {
  readonly id: EmbeddingId;
  readonly contentHash: string;
}

export interface RebasedEdits {
  readonly source: SourceChunk[];
  readonly edits: ChunkEdit[];
}

/** A chunk of the new reading and the edit that stands for it. */
interface Piece {
  readonly chunk: ReadChunk;
  owner: string | null;
}

/**
 * Finds the places of edits in a new reading of their document. A run that is still there, as chunks or as text that is
 * cut elsewhere now, is replaced silently. Else the most similar run is, and the edit is to be reviewed (`changed`);
 * without any, what people wrote is kept where it was (`gone`). Chunks that say what one of before said keep its id.
 */
export function rebaseEdits(
  {
    reading,
    known,
    edits,
  }: {
    readonly reading: Reading;
    readonly known: readonly KnownChunk[];
    readonly edits: readonly ChunkEdit[];
  },
  newId: () => EmbeddingId,
): RebasedEdits {
  const ordered = edits.toSorted((one, other) => one.anchorStart - other.anchorStart);
  const anchored = ordered.filter(({ anchors }) => anchors.length > 0);
  let pieces: Piece[] = reading.chunks.map((chunk) => ({ chunk, owner: null }));
  const fates = new Map<string, Fate>();
  const missing = () => anchored.filter(({ id }) => !fates.has(id));

  claimRuns(pieces, { edits: missing(), wanted: ({ anchors }) => anchors, fates, fate: 'same' });
  claimRuns(pieces, {
    edits: missing(),
    wanted: ({ source }) => source.map(({ text }) => text),
    fates,
    fate: 'as before',
  });
  for (const { edit, region } of findRegions(reading.text, missing())) {
    const cut = cutAround(reading.text, { pieces, region, owner: edit.id });
    if (!cut) continue;
    pieces = cut;
    fates.set(edit.id, 'same');
  }
  const likeness = createLikeness();
  // What was there before and is as it was is nobody's other version.
  const settled = new Set(known.map(({ contentHash }) => contentHash));
  const isFree = ({ chunk, owner }: Piece) => owner === null && !settled.has(contentHashOf(chunk));
  for (const edit of missing()) {
    const run = findSimilarRun(pieces, edit, { isFree, likeness });
    for (const piece of run) piece.owner = edit.id;
    fates.set(edit.id, run.length > 0 ? 'changed' : 'gone');
  }
  const source = withIds(pieces, known, newId);
  const runs = new Map<string, SourceChunk[]>();
  for (const [index, chunk] of source.entries()) {
    const owner = pieces[index]?.owner;
    if (owner) runs.set(owner, [...(runs.get(owner) ?? []), chunk]);
  }
  return {
    source,
    edits: ordered.map((edit) =>
      settle(edit, { fate: fates.get(edit.id) ?? 'gone', run: runs.get(edit.id) ?? [], source }),
    ),
  };
}

/** `same`: what was changed is there. `as before`: so is what stood there at the last reading. */
type Fate = 'same' | 'as before' | 'changed' | 'gone';

/** Gives edits the runs of whole chunks that say what they should, the nearest to where they were. */
function claimRuns(
  pieces: readonly Piece[],
  {
    edits,
    wanted,
    fates,
    fate,
  }: {
    readonly edits: readonly ChunkEdit[];
    readonly wanted: (edit: ChunkEdit) => readonly string[];
    readonly fates: Map<string, Fate>;
    readonly fate: Fate;
  },
): void {
  if (edits.length === 0) return;
  const texts = pieces.map(({ chunk }) => withoutLayout(chunk.text));
  const places = Map.groupBy(texts.keys(), (index) => texts[index] ?? '');
  for (const edit of edits) {
    const [first, ...others] = wanted(edit).map(withoutLayout);
    if (first === undefined) continue;
    const found = (places.get(first) ?? []).filter((at) =>
      [first, ...others].every(
        (text, step) => texts[at + step] === text && pieces[at + step]?.owner === null,
      ),
    );
    const distance = (at: number) => Math.abs((pieces[at]?.chunk.start ?? 0) - edit.anchorStart);
    const [nearest] = found.sort((one, other) => distance(one) - distance(other));
    if (nearest === undefined) continue;
    for (const piece of pieces.slice(nearest, nearest + 1 + others.length)) piece.owner = edit.id;
    fates.set(edit.id, fate);
  }
}

/** The n-th chunk that says something keeps the id of the n-th that said it. */
function withIds(
  pieces: readonly Piece[],
  known: readonly KnownChunk[],
  newId: () => EmbeddingId,
): SourceChunk[] {
  const ids = new Map<string, EmbeddingId[]>();
  for (const { id, contentHash } of known) {
    const same = ids.get(contentHash);
    if (same) same.push(id);
    else ids.set(contentHash, [id]);
  }
  return pieces.map(({ chunk: { headingPath, page, start, end, text } }) => ({
    id: ids.get(contentHashOf({ headingPath, text }))?.shift() ?? newId(),
    headingPath,
    page,
    start,
    end,
    text,
  }));
}

function settle(
  edit: ChunkEdit,
  {
    fate,
    run,
    source,
  }: { readonly fate: Fate; readonly run: readonly SourceChunk[]; readonly source: readonly SourceChunk[] },
): ChunkEdit {
  if (run.length === 0) {
    // What was taken out and is gone from the source needs nobody's look.
    const isShown = edit.anchors.length > 0 && edit.chunks.some(({ removed }) => !removed);
    const follows = edit.anchors.length > 0 ? chunkBefore(edit, source) : placeBehind(edit, source);
    const at = follows?.end ?? 0;
    return {
      ...edit,
      anchorStart: at,
      anchorEnd: at,
      source: [],
      follows: follows && { id: follows.id, text: follows.text },
      review: isShown ? 'gone' : null,
      sourceText: null,
    };
  }
  const review = {
    same: null,
    'as before': edit.review === 'changed' ? edit.review : null,
    changed: 'changed',
    gone: 'gone',
  } as const;
  const text = run.map((chunk) => chunk.text).reduce(joinTexts);
  return {
    ...edit,
    anchorStart: Math.min(...run.map(({ start }) => start)),
    anchorEnd: Math.max(...run.map(({ end }) => end)),
    source: run,
    follows: null,
    review: review[fate],
    sourceText: review[fate] === null ? null : text,
  };
}

function placeBehind(edit: ChunkEdit, source: readonly SourceChunk[]): SourceChunk | null {
  const { follows } = edit;
  if (follows === null) return null;
  const same = source.find(({ id }) => id === follows.id);
  return same ?? similarChunk(source, follows.text) ?? chunkBefore(edit, source);
}

const chunkBefore = ({ anchorStart }: ChunkEdit, source: readonly SourceChunk[]): SourceChunk | null =>
  source.findLast(({ start }) => start < anchorStart) ?? null;

/** Half-open range of UTF-16 offsets. */
interface Region {
  readonly start: number;
  readonly end: number;
}

/** Shorter texts are found anywhere by chance. */
const LEAST_CHARACTERS = 20;

/** Where a text says what edits replace, whatever its layout and cuts: the nearest place to where it was. */
function findRegions(
  text: string,
  edits: readonly ChunkEdit[],
): { readonly edit: ChunkEdit; readonly region: Region }[] {
  if (edits.length === 0) return [];
  const { plain, offsets } = plainText(text);
  return edits.flatMap((edit) => {
    const wanted = withoutLayout(edit.anchors.reduce(joinTexts));
    if (wanted.length < LEAST_CHARACTERS) return [];
    let best: Region | null = null;
    for (let at = plain.indexOf(wanted); at >= 0; at = plain.indexOf(wanted, at + wanted.length)) {
      const region = { start: offsets[at] ?? 0, end: (offsets[at + wanted.length - 1] ?? 0) + 1 };
      const distance = (one: Region) => Math.abs(one.start - edit.anchorStart);
      if (!best || distance(region) < distance(best)) best = region;
    }
    return best ? [{ edit, region: best }] : [];
  });
}

/** The text with one blank for each run of white space, and where each of its characters stood. */
function plainText(text: string): { plain: string; offsets: Uint32Array } {
  const offsets = new Uint32Array(text.length);
  const parts: string[] = [];
  let length = 0;
  for (const { 0: word, index } of text.matchAll(/\S+/gu)) {
    if (length > 0) {
      parts.push(' ');
      offsets[length++] = index - 1;
    }
    parts.push(word);
    for (let step = 0; step < word.length; step++) offsets[length++] = index + step;
  }
  return { plain: parts.join(''), offsets };
}

/**
 * Cuts the free chunks that a region runs through, so that it is a run of its own, owned by an edit; what stands before
 * and behind it stays. Null: no free chunk is there, or one does not say what the text says at its place.
 */
function cutAround(
  text: string,
  {
    pieces,
    region,
    owner,
  }: { readonly pieces: readonly Piece[]; readonly region: Region; readonly owner: string },
): Piece[] | null {
  const isTouched = ({ chunk, owner: other }: Piece) =>
    other === null && chunk.start < region.end && chunk.end > region.start;
  const touched = pieces.filter(isTouched);
  if (touched.length === 0) return null;
  if (touched.some(({ chunk }) => chunk.text !== text.slice(chunk.start, chunk.end))) return null;
  const covered = Math.max(...touched.map(({ chunk }) => chunk.end)) >= region.end;
  if (!covered || Math.min(...touched.map(({ chunk }) => chunk.start)) > region.start) return null;
  const lowest = Math.min(...touched.map(({ chunk }) => chunk.start));
  const highest = Math.max(...touched.map(({ chunk }) => chunk.end));
  const part = (chunk: ReadChunk, start: number, end: number, by: string | null): Piece[] => {
    const cut = text.slice(start, Math.max(start, end));
    const from = start + (cut.length - cut.trimStart().length);
    const trimmed = cut.trim();
    if (trimmed === '') return [];
    return [{ chunk: { ...chunk, start: from, end: from + trimmed.length, text: trimmed }, owner: by }];
  };
  return pieces.flatMap((piece) => {
    if (!touched.includes(piece)) return [piece];
    const { chunk } = piece;
    // Chunks repeat a little of each other; what the outermost one says already is not said again.
    const before = chunk.start === lowest ? part(chunk, chunk.start, region.start, null) : [];
    const behind = chunk.end === highest ? part(chunk, region.end, chunk.end, null) : [];
    const inside = part(chunk, Math.max(chunk.start, region.start), Math.min(chunk.end, region.end), owner);
    return [...before, ...inside, ...behind];
  });
}
