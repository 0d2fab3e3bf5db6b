import * as conversationCommands from './conversation-commands.ts';
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
export { applyCommands, applyInbound, type LockedConversation } from './conversation-commands.store.ts';
export { askForPerson, endApproval, updateSlaAndAssignment } from './conversation-commands.ts';
export { botMayAnswer, type StatusChange, statusAfterInbound } from './conversation-state.ts';
export {
  findConversation,
  findConversations,
  NO_MESSAGE,
  type WindowOf,
} from './conversation-views.store.ts';
export { confirmMessage } from './deliveries.store.ts';
export type { ConversationEvent, PublishConversationEvent, PublishConversationUpdate } from './events.ts';
export type { WantedMedia } from './media/media-files.ts';
export { type LoadedMedia, loadMedia, outgoingFile, readMedia } from './media/read-media.ts';
export { ASIDE_PREFIX, EVENT_PREFIX, type NewMessage, newMessage } from './messages/new-message.ts';
export { findWords, queryTerms, snippetOf } from './messages/search-terms.ts';
export { createPublishConversationUpdate } from './publish-update.ts';
export { requestTurn } from './turns/chat-turns.store.ts';
export {
  branches,
  chatTurns,
  conversationCommands,
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
