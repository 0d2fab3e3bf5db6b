/** What of a file is asked for by a `Range` header. */
export type AskedRange =
  | { readonly kind: 'whole' | 'outside' }
  | { readonly kind: 'part'; readonly start: number; readonly end: number };

const ONE_RANGE = /^bytes=(\d*)-(\d*)$/;

/** One range of bytes, as RFC 9110 §14.2 has it; anything else (several, other units) is answered with the whole. */
export function askedRange(header: string | undefined, size: number): AskedRange {
  const [, from = '', to = ''] = ONE_RANGE.exec(header ?? '') ?? [];
  if (from === '' && to === '') return { kind: 'whole' };
  // `-500`: the last 500.
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== '' && to !== '' && Number(to) < start) return { kind: 'whole' };
  return start < size && start <= end ? { kind: 'part', start, end } : { kind: 'outside' };
}
