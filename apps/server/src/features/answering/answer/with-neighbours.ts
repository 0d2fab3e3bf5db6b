import { estimateTokens } from '@hanasu/models/tokens/estimate-tokens';
import type { FoundPassage, PassagePart } from '../../knowledge/public.ts';

/** A passage as it goes into the prompt: `shown` is read by the model, `size` its tokens. */
interface Shown extends FoundPassage {
  readonly shown: string;
  readonly size: number;
}

/**
 * Fills what room is left with what stands beside the passages in their documents, the best passage first. A
 * neighbour that is a passage itself, or stands beside a better one already, is not shown twice.
 */
export function withNeighbours<Passage extends Shown>(passages: readonly Passage[], room: number): Passage[] {
  const taken = new Set(passages.map((passage) => placeOf(passage, passage.position)));
  let left = room;
  return passages.map((passage) => {
    let { shown, size } = passage;
    for (const neighbour of passage.neighbours) {
      const place = placeOf(passage, neighbour.position);
      if (taken.has(place)) continue;
      const joined = join(passage, shown, neighbour);
      const more = estimateTokens(joined) - estimateTokens(shown);
      if (more > left) continue;
      taken.add(place);
      left -= Math.max(0, more);
      size += Math.max(0, more);
      shown = joined;
    }
    return { ...passage, shown, size };
  });
}

const placeOf = ({ documentId }: Pick<FoundPassage, 'documentId'>, position: number): string =>
  `${documentId} ${position}`;

/** `shown` with a neighbour of the passage before or behind it; what both say is said once. */
function join(passage: PassagePart, shown: string, neighbour: PassagePart): string {
  return neighbour.position < passage.position
    ? glue(neighbour, passage, { before: neighbour.text, behind: shown })
    : glue(passage, neighbour, { before: shown, behind: neighbour.text });
}

function glue(
  first: PassagePart,
  second: PassagePart,
  { before, behind }: { readonly before: string; readonly behind: string },
): string {
  const overlap = isExact(first) && isExact(second) ? first.end - second.start : Number.NaN;
  // A changed passage is not what stands at its offsets: there what both have in common is looked for.
  const shared = Number.isNaN(overlap) ? sharedLength(before, behind) : Math.max(0, overlap);
  if (shared > 0 && before.endsWith(behind.slice(0, shared))) return before + behind.slice(shared);
  return `${before}\n${behind}`;
}

const isExact = ({ start, end, text }: PassagePart): boolean => text.length === end - start;

/** How much of the end of one text is the beginning of the next. */
function sharedLength(before: string, behind: string): number {
  for (let length = Math.min(before.length, behind.length, LONGEST_OVERLAP); length > 0; length--)
    if (before.endsWith(behind.slice(0, length))) return length;
  return 0;
}

const LONGEST_OVERLAP = 2_000;
