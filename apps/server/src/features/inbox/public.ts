import * as branches from './branches.store.ts';
import * as chatTurns from './chat-turns.store.ts';
import * as conversations from './conversation-commands.store.ts';
import * as deliveries from './deliveries.store.ts';
import * as inbound from './inbound-messages.store.ts';
import * as received from './inbound-messages.store.ts';
import * as turns from './turns.store.ts';

export {
  type BranchMessage,
  countMessages,
  insertMessages,
  listBranch,
  listMessages,
} from './all-messages.store.ts';
export { addInboxRoutes } from './all-routes.ts';
export { createAnnounce } from './announce.ts';
export type { EnqueueDelivery, ManifestOf, OutgoingMedia } from './dependencies.ts';
export { type NewMessage, newMessage } from './domain/new-message.ts';
export { createInboxPumps } from './inbox-pump.ts';
export { endApproval, requestTurn } from './request-turn.store.ts';
export type { Suggest } from './rewrite-text.ts';
export { followInbound } from './use-cases/follow-inbound.ts';
export { branches, chatTurns, conversations, deliveries, inbound, received, turns };
