import * as branches from './branches.store.ts';
import * as chatTurns from './chat-turns.store.ts';
import * as conversations from './conversations.store.ts';
import * as deliveries from './deliveries.store.ts';
import * as inbound from './inbound.store.ts';
import * as received from './received.store.ts';
import * as turns from './turns.store.ts';

export { createAnnounce } from './announce.ts';
export type { EnqueueDelivery, ManifestOf, OutgoingMedia } from './dependencies.ts';
export { type NewMessage, newMessage } from './domain/new-message.ts';
export { createInboxPumps } from './inbox-pump.ts';
export {
  type BranchMessage,
  countMessages,
  insertMessages,
  listBranch,
  listMessages,
} from './messages.store.ts';
export { endApproval, requestTurn } from './request-turn.store.ts';
export { addInboxRoutes } from './routes.ts';
export { followInbound } from './use-cases/follow-inbound.ts';
export type { Suggest } from './use-cases/suggest-reply.ts';
export { branches, chatTurns, conversations, deliveries, inbound, received, turns };
