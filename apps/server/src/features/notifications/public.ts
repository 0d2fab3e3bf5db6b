export { SEALED_OWN_HOOKS } from './delivery/delivery-methods.ts';
export { quietUntil } from './delivery/quiet-hours.ts';
export { claimLink } from './links/links.ts';
export { plainText } from './notification-text.ts';
export { deleteMemberNotifications, deleteNotifications } from './notifications.store.ts';
export { createNotificationPublisher, publishNow, writeNotifications } from './publish-notifications.ts';
export type { NotificationEvent } from './resolve-recipients.ts';
export { listPeople } from './settings/settings.store.ts';
