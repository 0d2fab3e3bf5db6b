export { SEALED_OWN_HOOKS } from './delivery/delivery-methods.ts';
export { claimLink } from './links/links.ts';
export { deleteMemberNotifications, deleteNotifications } from './notifications.store.ts';
export { createNotificationPublisher } from './publish-notifications.ts';
