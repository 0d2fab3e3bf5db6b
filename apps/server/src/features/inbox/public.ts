import * as inbound from './inbound.store.ts';
import * as turns from './turns.store.ts';

export { type Announce, createAnnounce } from './announce.ts';
export { newMessage } from './domain/new-message.ts';
export { type Delivery, insertMessages, purgeMessage, updateDelivery } from './messages.store.ts';
export { addInboxRoutes } from './routes.ts';
export type { EnqueueDelivery } from './use-cases/send-operator-message.ts';
export { inbound, turns };
