import type { KeyRoom } from './model-keys.store.ts';

interface Wanted {
  /** Millionths of a US dollar: what the call may cost at most, and with less than which nothing can be said. */
  readonly most: number;
  readonly least: number;
  readonly isPriced: boolean;
}

type Allotted =
  | { readonly kind: 'granted'; readonly micros: number }
  | { readonly kind: 'refused' | 'spent' | 'busy' };

/**
 * What of a key's month a call may cost: never more than the limit leaves beside what other calls hold. The last call of
 * a month gets what is left, if that is enough for a word.
 */
export function allotMoney({ most, least, isPriced }: Wanted, room: KeyRoom): Allotted {
  const { monthlyLimit, spent, reserved, isRefused, isSuspended } = room;
  if (isSuspended) return { kind: 'spent' };
  if (isRefused) return { kind: 'refused' };
  if (!isPriced) return { kind: 'granted', micros: 0 };
  if (monthlyLimit === null) return { kind: 'granted', micros: most };
  const left = monthlyLimit - spent;
  if (left < Math.max(1, least)) return { kind: 'spent' };
  const free = left - reserved;
  if (free >= most) return { kind: 'granted', micros: most };
  return reserved === 0 ? { kind: 'granted', micros: free } : { kind: 'busy' };
}
