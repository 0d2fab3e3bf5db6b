import { type ChunkEdit, joinTexts, withoutLayout } from './chunk-edit.ts';
import type { Piece, ReadChunk } from './place-edits.ts';

/** Half-open range of UTF-16 offsets. */
export interface Region {
  readonly start: number;
  readonly end: number;
}

/** Shorter texts are found anywhere by chance. */
const LEAST_CHARACTERS = 20;

/** Where a text says what edits replace, whatever its layout and cuts: the nearest place to where it was. */
export function findRegions(
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
export function cutAround(
  text: string,
  pieces: readonly Piece[],
  region: Region,
  owner: string,
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
