export { findSendable, markSent } from './attachments.store.ts';
export { loadAttachments, removeOrphans } from './attachments.ts';
export { addChatRoutes } from './routes.ts';
