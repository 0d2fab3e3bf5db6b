import * as conversationLock from './conversation-lock.ts';
import * as conversations from './conversations.store.ts';
import * as deliveries from './deliveries.store.ts';
import * as media from './media/media.store.ts';
import * as received from './messages/inbound-messages.store.ts';
import * as branches from './messages/message-tree.store.ts';
import * as messages from './messages/messages.store.ts';
import * as messageSearch from './messages/search.store.ts';
import * as personalData from './personal-data.store.ts';
import * as staff from './staff.store.ts';
import * as chatTurns from './turns/chat-turns.store.ts';
import * as turns from './turns/turns.store.ts';
import * as visitorThreads from './visitor-threads.store.ts';

export { findSendable, markSent } from './chats/attachments.store.ts';
export { loadAttachments } from './chats/attachments.ts';
export {
  findConversation,
  findConversations,
  NO_MESSAGE,
  type WindowOf,
} from './conversation-views.store.ts';
export type { ConversationEvent, PublishConversationEvent, PublishConversationUpdate } from './events.ts';
export { type LoadedMedia, loadMedia, readMedia } from './media/load-media.ts';
export type { WantedMedia } from './media/media-files.ts';
export { outgoingFile } from './media/outgoing-file.ts';
export { confirmMessage } from './messages/echoes.store.ts';
export { ASIDE_PREFIX, EVENT_PREFIX, type NewMessage, newMessage } from './messages/new-message.ts';
export { findWords, queryTerms, snippetOf } from './messages/search-terms.ts';
export { createAnnounce } from './publish-update.ts';
export { endApproval, requestTurn } from './turns/request-turn.store.ts';
export { followInbound } from './update-sla-and-assignment.ts';
export {
  branches,
  chatTurns,
  conversationLock,
  conversations,
  deliveries,
  media,
  messageSearch,
  messages,
  personalData,
  received,
  staff,
  turns,
  visitorThreads,
};
