/** Bytes from `start` to `end`, both included. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** What of a file of `size` bytes a `Range` header asks for. `whole`: all of it, also when the header isn't understood. */
export type WantedRange =
  | { readonly kind: 'whole' | 'unsatisfiable' }
  | { readonly kind: 'part'; readonly range: ByteRange };

/** One range only (RFC 9110 §14): a list of ranges gets the whole. */
export function wantedRange(header: string | undefined, size: number): WantedRange {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  const [, from = '', to = ''] = found ?? [];
  if (!found || (from === '' && to === '')) return { kind: 'whole' };
  const start = from === '' ? Math.max(size - Number(to), 0) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== '' && to !== '' && Number(to) < Number(from)) return { kind: 'whole' };
  if (start >= size || end < start) return { kind: 'unsatisfiable' };
  return { kind: 'part', range: { start, end } };
}
