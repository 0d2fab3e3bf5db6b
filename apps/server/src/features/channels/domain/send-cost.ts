import type { ChannelManifest } from '@hanasu/channels/spec/manifest';

/** `free`: not counted; `paid`: counted by the vendor; `closed`: the vendor would refuse it. */
export type SendCost = 'free' | 'paid' | 'closed';

/** What one call costs on its channel now. Someone of whom no word is known: the vendor decides. */
export function sendCost(
  { limits, capabilities }: Pick<ChannelManifest, 'limits' | 'capabilities'>,
  call: { readonly method: 'reply' | 'push'; readonly lastCustomerAt: number | null; readonly now: number },
): SendCost {
  if (call.method === 'reply') return 'free';
  if (limits.window === null) return capabilities.quota ? 'paid' : 'free';
  if (call.lastCustomerAt === null) return 'free';
  const since = call.now - call.lastCustomerAt;
  if (since <= limits.window.freeMs) return 'free';
  return since <= limits.window.openMs ? 'paid' : 'closed';
}

/** What is kept of the quota for staff, and as how many messages the call is counted. */
interface Counted {
  readonly keep: number;
  readonly isByPerson: boolean;
  readonly recipients: number;
}

/**
 * Whether a call that is counted would eat into what is kept. Staff may use that up; it is kept for them. `left`
 * null: not known, or without end.
 */
export const isQuotaShort = (left: number | null, { keep, isByPerson, recipients }: Counted): boolean =>
  left !== null && left - recipients < (isByPerson ? 0 : keep);
