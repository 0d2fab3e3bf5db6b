import * as contacts from './inbound-contacts.store.ts';

export { contacts };
