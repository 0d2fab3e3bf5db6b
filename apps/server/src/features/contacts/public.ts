import * as contacts from './inbound-contacts.store.ts';

export { openErased } from './customers/erase-customer.ts';
export { contacts };
