export { forgetCannedAuthor } from './canned-replies.ts';
export { findConversationOf } from './change-conversations.ts';
export type { ManifestOf } from './dependencies.ts';
export { deleteOperatorData } from './operators.store.ts';
