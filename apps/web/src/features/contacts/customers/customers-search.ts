import type { ChannelId, CustomerId, CustomerTaskId, SegmentId, TagId, UserId } from '@hanasu/contract/ids';
import type { SegmentDefinition } from '@hanasu/contract/segments';
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

const isNode = (given: unknown): boolean =>
  typeof given === 'object' &&
  given !== null &&
  'kind' in given &&
  (!('items' in given) || (Array.isArray(given.items) && given.items.every(isNode)));
/** Whether each condition is one, the server says. */
const conditions = (given: unknown): SegmentDefinition | undefined =>
  isNode(given) && (given as object as { items?: unknown }).items !== undefined
    ? (given as SegmentDefinition)
    : undefined;

/** What of an address the pages of customers read. */
export const CUSTOMERS_SEARCH = {
  q: textUpTo(200),
  tag: id<TagId>(),
  owner: (given: unknown) => noOwner(given) ?? anOwner(given),
  channel: id<ChannelId>(),
  import: id<CustomerTaskId>(),
  segmentUuid: id<SegmentId>(),
  /** Conditions that are not saved. */
  segment: conditions,
  sort: oneOf(SORTS),
  /** In the panel beside the table. */
  customer: id<CustomerId>(),
};
