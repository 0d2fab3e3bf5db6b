import type { AccountId, CustomerId } from '@hanasu/contract/ids';
import { UPDATE_CUSTOMERS, type UpdateCustomers } from '@hanasu/contract/realtime';
import type { Realtime } from '../../../platform/realtime/realtime.ts';

/** With more, a page asks for its list again anyway. */
const NAMED_MAX = 100;

/**
 * Publishes to open pages which customers have changed; null: many. Call it after the commit. It says ids alone: each page
 * asks for what its member may see.
 */
export const publishCustomers = (
  { realtime }: { readonly realtime: Pick<Realtime, 'emit'> },
  accountId: AccountId,
  uuids: readonly CustomerId[] | null,
): void =>
  realtime.emit(accountId, UPDATE_CUSTOMERS, {
    uuids: uuids && uuids.length <= NAMED_MAX ? [...uuids] : null,
  } satisfies UpdateCustomers);
