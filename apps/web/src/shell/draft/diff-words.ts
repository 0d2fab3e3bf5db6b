import { diffArrays } from 'diff';

export interface DiffPart {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Texts with more changed words than this are compared by lines: the time grows with the square of the changes. */
const CHANGES_MAX = 2_000;

/** Compares two texts word by word, as the language separates words. */
export function diffWords(before: string, after: string, locale: string): DiffPart[] {
  const segmenter = new Intl.Segmenter(locale, { granularity: 'word' });
  const words = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment);
  const lines = (text: string) => text.split(/(?<=\n)/);
  const parts =
    diffArrays(words(before), words(after), { maxEditLength: CHANGES_MAX }) ??
    diffArrays(lines(before), lines(after));
  return parts.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value.join(''),
  }));
}

const CONTEXT = 70;

/** Cuts long unchanged stretches to the text beside a change. */
export function shortened(parts: readonly DiffPart[]): DiffPart[] {
  return parts.map((one, index) => {
    if (one.kind !== 'same' || one.text.length <= 3 * CONTEXT) return one;
    const before = index === 0 ? '' : one.text.slice(0, CONTEXT);
    const after = index === parts.length - 1 ? '' : one.text.slice(-CONTEXT);
    return { kind: 'same', text: `${before} … ${after}` };
  });
}
