import { type CHANNEL_WAITING_REASONS, DELIVERY_WAITING_REASONS } from '@hanasu/contract/inbox';
import type { Unsent } from './delivery-step.ts';

/** Why a conversation waits for a person after a message that may not have arrived. */
export function waitingReason({ kind, reason }: Unsent): (typeof CHANNEL_WAITING_REASONS)[number] {
  if (kind === 'unconfirmed') return 'unconfirmed';
  if (reason === 'quota_exceeded') return 'quota_short';
  return DELIVERY_WAITING_REASONS.find((known) => known === reason) ?? 'vendor_error';
}
