import * as branches from './branches.store.ts';
import * as inbound from './inbound.store.ts';
import * as received from './received.store.ts';
import * as turns from './turns.store.ts';

export { type Announce, createAnnounce } from './announce.ts';
export { conversationExists, updateHandling } from './conversations.store.ts';
export { newMessage } from './domain/new-message.ts';
export {
  type BranchMessage,
  countMessages,
  type Delivery,
  insertMessages,
  listBranch,
  listMessages,
  updateDelivery,
} from './messages.store.ts';
export { addInboxRoutes } from './routes.ts';
export { followInbound } from './use-cases/follow-inbound.ts';
export type { EnqueueDelivery } from './use-cases/send-operator-message.ts';
export { branches, inbound, received, turns };
