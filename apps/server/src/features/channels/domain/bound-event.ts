import { createHash } from 'node:crypto';
import type { InboundEvent } from '@hanasu/channels/spec/channel';

/** Far above what any vendor uses, far below what a database index can hold. */
const LONGEST_ID = 255;

/**
 * The event with ids that can be stored: one that can't must not cost the other events of its call. Long ids become
 * their hash, so that duplicates still meet; an event of somebody with an impossible id is an event of nobody.
 */
export function boundEvent<Event extends InboundEvent>(event: Event): Event {
  const { what } = event;
  const isOfSomebody = isShort(event.friendExternalId) && isShort(event.threadExternalId);
  return {
    ...event,
    vendorEventId: shortened(event.vendorEventId),
    friendExternalId: isOfSomebody ? event.friendExternalId : null,
    threadExternalId: isOfSomebody ? event.threadExternalId : null,
    what: 'vendorMessageId' in what ? { ...what, vendorMessageId: shortened(what.vendorMessageId) } : what,
  };
}

const isShort = (id: string | null): boolean => id === null || id.length <= LONGEST_ID;

const shortened = (id: string): string =>
  isShort(id) ? id : `hash-${createHash('sha256').update(id).digest('hex')}`;
