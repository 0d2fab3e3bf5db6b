/** A cell that stands for those under it. Rows count from 1, columns from 0. */
export interface Merge {
  readonly column: number;
  readonly firstRow: number;
  readonly lastRow: number;
}

const MERGES_MAX = 100_000;
const MARK = Buffer.from('<mergeCell ');
const TAIL = 200;

/** Merges over several rows, by their first row. They stand at a sheet's end, so it is run through once before. */
export async function findMerges(
  pieces: AsyncIterable<Buffer>,
): Promise<ReadonlyMap<number, readonly Merge[]>> {
  const merges = new Map<number, Merge[]>();
  let tail = Buffer.alloc(0);
  let count = 0;
  for await (const piece of pieces) {
    const bytes = tail.length > 0 ? Buffer.concat([tail, piece]) : piece;
    tail = Buffer.from(bytes.subarray(Math.max(0, bytes.length - TAIL)));
    if (!bytes.includes(MARK)) continue;
    const text = bytes.toString('latin1');
    for (const match of text.matchAll(
      /<mergeCell [^>]{0,100}?ref="([A-Z]{1,3}\d{1,7}):([A-Z]{1,3}\d{1,7})"[^>]*>/g,
    )) {
      addMerge(merges, match[1] ?? '', match[2] ?? '');
      count++;
    }
    if (count > MERGES_MAX) break;
  }
  return merges;
}

function addMerge(merges: Map<number, Merge[]>, first: string, last: string): void {
  const from = readReference(first);
  const to = readReference(last);
  if (!from || !to || to.row <= from.row) return;
  const known = merges.get(from.row) ?? [];
  if (known.some((merge) => merge.column === from.column)) return;
  known.push({ column: from.column, firstRow: from.row, lastRow: to.row });
  merges.set(from.row, known);
}

/** `C12` → column 2, row 12; null when it is no reference. */
export function readReference(reference: string): { readonly column: number; readonly row: number } | null {
  let column = 0;
  let at = 0;
  for (; at < reference.length; at++) {
    const code = reference.charCodeAt(at);
    if (code < 65 || code > 90) break;
    column = column * 26 + code - 64;
  }
  const row = Number(reference.slice(at));
  return at === 0 || at > 3 || !Number.isInteger(row) || row < 1 ? null : { column: column - 1, row };
}
