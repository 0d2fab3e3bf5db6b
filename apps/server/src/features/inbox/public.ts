export { forgetCannedAuthor } from './canned-replies.ts';
export { findConversationOf } from './change-conversations.ts';
export type { ManifestOf } from './dependencies.ts';
export { deletePresence } from './operators.store.ts';
