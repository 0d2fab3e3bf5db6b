export { findSendable, markSent } from './attachments.store.ts';
export { addChatRoutes } from './routes.ts';
export { loadAttachments } from './use-cases/load-attachments.ts';
export { removeOrphans } from './use-cases/remove-orphans.ts';
