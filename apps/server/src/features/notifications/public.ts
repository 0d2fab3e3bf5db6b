export { claimLink } from './claim-link.ts';
export { deleteMemberNotifications, deleteNotifications } from './notifications.store.ts';
export { createNotifyTeller } from './tell-people.ts';
export { SEALED_OWN_HOOKS } from './ways.ts';
