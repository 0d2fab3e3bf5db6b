import type { AccountTransaction } from '../../platform/database/database.ts';
import { channelQuota, type OpenChannel } from '../channels/public.ts';

/**
 * What may still go out this month without the reserve for staff. Counting everybody who was sent to takes longer the
 * more they are, so they are counted once, and what is begun here is added. Before it says that there is no room, it
 * counts again, since failed calls cost nothing.
 */
export interface QuotaCount {
  /** Keeps those for whom there is room; messages that cost nothing need none. */
  affordable<One extends { readonly isPaid: boolean }>(
    transaction: AccountTransaction,
    found: readonly One[],
  ): Promise<readonly One[]>;
  /** Whether there is room for so many that cost something. */
  fits(transaction: AccountTransaction, paid: number): Promise<boolean>;
  /** Notes that so many that cost something are called. */
  add(paid: number): void;
}

export const paidOf = (some: readonly { readonly isPaid: boolean }[]): number =>
  some.filter(({ isPaid }) => isPaid).length;

export function createQuotaCount(channel: OpenChannel): QuotaCount {
  /** Valid until the vendor is asked again. */
  let counted: { readonly readAt: number; readonly paid: number } | null = null;
  let begun = 0;

  /** Null: without end. Exact where there is room for fewer than are wanted. */
  async function roomFor(transaction: AccountTransaction, wanted: number): Promise<number | null> {
    const allowance = await channelQuota.allowance(transaction, channel.id);
    if (!allowance) return null;
    const { readAt } = allowance;
    const left = allowance.left - channelQuota.keepOf(channel);
    if (counted?.readAt === readAt && left - counted.paid - begun >= wanted)
      return left - counted.paid - begun;
    counted = { readAt, paid: await channelQuota.paidByBroadcasts(transaction, channel.id) };
    begun = 0;
    return left - counted.paid;
  }

  return {
    async affordable(transaction, found) {
      const wanted = paidOf(found);
      const room = wanted === 0 ? null : await roomFor(transaction, wanted);
      if (room === null) return found;
      let left = room;
      return found.filter(({ isPaid }) => {
        if (!isPaid) return true;
        left -= 1;
        return left >= 0;
      });
    },
    async fits(transaction, paid) {
      const room = paid === 0 ? null : await roomFor(transaction, paid);
      return room === null || room >= paid;
    },
    add: (paid) => {
      begun += paid;
    },
  };
}
