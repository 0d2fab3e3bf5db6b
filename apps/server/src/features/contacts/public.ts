import * as contacts from './inbound-contacts.store.ts';

export { openErased } from './customers/erase-customer.ts';
export { openSegments, type SavedSegments } from './segments/saved-segments.ts';
export { contacts };
