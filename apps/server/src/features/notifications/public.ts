export { SEALED_OWN_HOOKS } from './delivery/delivery-methods.ts';
export { claimLink } from './links/links.ts';
export { plainText } from './notification-text.ts';
export { deleteMemberNotifications, deleteNotifications } from './notifications.store.ts';
export { createNotificationPublisher, publishNow, writeNotifications } from './publish-notifications.ts';
export { listPeople } from './settings/settings.store.ts';
