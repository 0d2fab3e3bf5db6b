import type { ChannelId, CustomerId, TagId, UserId } from '@hanasu/contract/ids';
import { id, oneOf, textUpTo } from '../../../shell/search-params.ts';

const SORTS = [
  'name',
  '-name',
  'createdAt',
  '-createdAt',
  'lastWroteAt',
  '-lastWroteAt',
  'updatedAt',
  '-updatedAt',
] as const;

const noOwner = oneOf(['none']);
const anOwner = id<UserId>();

/** What of an address the pages of customers read. */
export const CUSTOMERS_SEARCH = {
  q: textUpTo(200),
  tag: id<TagId>(),
  owner: (given: unknown) => noOwner(given) ?? anOwner(given),
  channel: id<ChannelId>(),
  sort: oneOf(SORTS),
  /** In the panel beside the table. */
  customer: id<CustomerId>(),
};
