export interface DiffPart {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Limit of word pairs. Longer texts are compared by lines, because the comparison is quadratic. */
const PAIRS_MAX = 4_000_000;

/** Compares two texts word by word, as the language separates words. */
export function diffWords(before: string, after: string, locale: string): DiffPart[] {
  const segmenter = new Intl.Segmenter(locale, { granularity: 'word' });
  const words = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment);
  const lines = (text: string) => text.split(/(?<=\n)/);
  const [left, right] = [words(before), words(after)];
  if (left.length * right.length <= PAIRS_MAX) return diffTokens(left, right);
  return diffTokens(lines(before), lines(after));
}

function diffTokens(left: readonly string[], right: readonly string[]): DiffPart[] {
  let head = 0;
  while (head < left.length && head < right.length && left[head] === right[head]) head += 1;
  let tail = 0;
  const rest = Math.min(left.length, right.length) - head;
  while (tail < rest && left[left.length - 1 - tail] === right[right.length - 1 - tail]) tail += 1;
  return joined([
    ...left.slice(0, head).map(part('same')),
    ...middle(left.slice(head, left.length - tail), right.slice(head, right.length - tail)),
    ...left.slice(left.length - tail).map(part('same')),
  ]);
}

const part =
  (kind: DiffPart['kind']) =>
  (text: string): DiffPart => ({ kind, text });

/** Compares by the longest common subsequence. */
function middle(left: readonly string[], right: readonly string[]): DiffPart[] {
  const width = right.length + 1;
  const longest = new Uint32Array((left.length + 1) * width);
  const at = (row: number, column: number) => longest[row * width + column] ?? 0;
  for (let row = left.length - 1; row >= 0; row -= 1) {
    for (let column = right.length - 1; column >= 0; column -= 1) {
      longest[row * width + column] =
        left[row] === right[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const parts: DiffPart[] = [];
  let row = 0;
  let column = 0;
  while (row < left.length && column < right.length) {
    if (left[row] === right[column]) {
      parts.push(part('same')(left[row] ?? ''));
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) {
      parts.push(part('removed')(left[row] ?? ''));
      row += 1;
    } else {
      parts.push(part('added')(right[column] ?? ''));
      column += 1;
    }
  }
  return [...parts, ...left.slice(row).map(part('removed')), ...right.slice(column).map(part('added'))];
}

/** Joins neighbours of one kind to one part. */
function joined(parts: readonly DiffPart[]): DiffPart[] {
  const result: DiffPart[] = [];
  for (const next of parts) {
    const last = result.at(-1);
    if (last?.kind === next.kind)
      result[result.length - 1] = { kind: next.kind, text: last.text + next.text };
    else result.push(next);
  }
  return result;
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
