import * as conversationCommands from './conversation-commands.ts';
import * as conversations from './conversations.store.ts';
import * as media from './media/message-media.store.ts';
import * as mediaFiles from './media/read-media.ts';
import * as messageTree from './messages/message-tree.store.ts';
import * as messages from './messages/messages.store.ts';
import * as vendorMessages from './messages/vendor-messages.store.ts';
import * as personalData from './personal-data.store.ts';
import * as threads from './threads.store.ts';
import * as chatTurns from './turns/chat-turns.store.ts';
import * as turns from './turns/turns.store.ts';

export { EARLIEST_UNANSWERED, EVIDENCE, happenedIn, OF_INBOX } from './activity.ts';
export { findSendable, loadAttachments, markSent } from './chats/attachments.ts';
export type { LockedConversation } from './conversation-commands.store.ts';
export { botMayAnswer, type StatusChange, statusAfterInbound } from './conversation-state.ts';
export type { ConversationEvent, PublishConversationEvent, PublishConversationUpdate } from './events.ts';
export { createKeptMedia, type KeptMedia, type KeptMediaStore } from './media/kept-media.ts';
export type { WantedMedia } from './media/media-files.ts';
export { findAbout, findSaidWords, snippetOf } from './messages/search.store.ts';
export { NEXT_DUE } from './next-due.ts';
export { createPublishConversationUpdate } from './publish-update.ts';
export {
  chatTurns,
  conversationCommands,
  conversations,
  media,
  mediaFiles,
  messages,
  messageTree,
  personalData,
  threads,
  turns,
  vendorMessages,
};
