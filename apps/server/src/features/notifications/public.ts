export { claimLink } from './claim-link.ts';
export {
  deleteMemberNotifications,
  deleteNotifications,
  removeOldNotifications,
} from './notifications.store.ts';
export { addNotifyRoutes } from './routes.ts';
export { createNotifySender } from './send-notifications.ts';
export { createNotifyTeller } from './tell-people.ts';
export { createAccountWatcher } from './watch-accounts.ts';
export { SEALED_OWN_HOOKS } from './ways.ts';
