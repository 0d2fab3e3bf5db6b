import type { VisitorId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import { tryKey, useUp } from '../../../platform/database/use-up.ts';
import { sourceOf } from '../../../platform/http/source-of.ts';

/** Questions, by whom and in which time. Null: no such limit. */
export interface VisitorCaps {
  readonly visitorPerMinute: number;
  readonly visitorPerDay: number;
  readonly addressPerMinute: number;
  readonly addressPerDay: number;
  /** All visitors together. */
  readonly everybodyPerDay: number | null;
}

const MINUTE = 60;
const DAY = 24 * 60 * 60;

/**
 * Counts one question. Throws `chat_limit_reached` with the seconds to wait; the caller's transaction then ends
 * without having counted anything. The counters are taken in the same order by everybody.
 */
export async function takeAllowances(
  transaction: SystemTransaction,
  scope: string,
  who: { readonly visitorId: VisitorId; readonly address: string },
  caps: VisitorCaps,
): Promise<void> {
  const source = sourceOf(who.address);
  const counters: readonly [string, string, number | null, number][] = [
    ['visitor-minute', who.visitorId, caps.visitorPerMinute, MINUTE],
    ['visitor-day', who.visitorId, caps.visitorPerDay, DAY],
    ['address-minute', source, caps.addressPerMinute, MINUTE],
    ['address-day', source, caps.addressPerDay, DAY],
    ['everybody-day', '', caps.everybodyPerDay, DAY],
  ];
  for (const [name, whose, times, seconds] of counters) {
    if (times === null) continue;
    const retryAfter = await useUp(transaction, tryKey('ask', scope, name, whose), { times, seconds });
    if (retryAfter > 0)
      throw new AppError('chat_limit_reached', `At most ${times} questions in ${seconds} seconds`, {
        more: { retryAfter },
      });
  }
}
