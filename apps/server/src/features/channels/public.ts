import { keepOf, sendCost } from './outbox/send-request.ts';
import { countPaidByBroadcasts, findAllowance, quotaLeft } from './quota.store.ts';
import { readQuota } from './quota.ts';

export { sealedAccess } from './access/recovery-files.ts';
export type { OnChannelTrouble } from './access/renew-access.ts';
export {
  type ChannelAdapters,
  type ChannelDirectory,
  createChannelDirectory,
  type OpenChannel,
} from './channel-directory.ts';
export { type StoredSettings, saveSettings } from './channels.store.ts';
export { leftChannels } from './connect/release-channels.ts';
export type { WebhookUrl } from './connect/store-channel.ts';
export { type ChangedBy, setWebChannel } from './connect/web-channel.ts';
export { updateHealth } from './health.store.ts';
export { confirmEcho } from './outbox/confirm-echo.ts';
export { insertDeliveries, requeueDeliveries } from './outbox/outbox.store.ts';

export { findObstacle, type Obstacle, planDeliveries } from './outbox/plan-deliveries.ts';
/** Quota of messages this month, and what they cost. */
export const channelQuota = {
  keepOf,
  sendCost,
  read: readQuota,
  left: quotaLeft,
  allowance: findAllowance,
  paidByBroadcasts: countPaidByBroadcasts,
};
