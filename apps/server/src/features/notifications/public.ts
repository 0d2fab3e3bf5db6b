export { SEALED_OWN_HOOKS } from './delivery/delivery-methods.ts';
export { createNotifySender } from './delivery/send-notifications.ts';
export { claimLink } from './links/links.ts';
export {
  deleteMemberNotifications,
  deleteNotifications,
  removeOldNotifications,
} from './notifications.store.ts';
export { createNotifyTeller } from './publish-notifications.ts';
export { addNotifyRoutes } from './routes.ts';
export { createAccountWatcher } from './watch-accounts.ts';
