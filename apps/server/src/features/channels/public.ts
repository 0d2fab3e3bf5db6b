import * as webChannels from './connect/change-for-features.store.ts';
import * as channelLog from './log/log.store.ts';

export { SEALED_ACCESS, setAccountState } from './access/access.store.ts';
export { createRecoveryFiles } from './access/recovery-files.ts';
export type { OnChannelTrouble } from './access/renew-access.ts';
export {
  type ChannelAdapters,
  type ChannelDirectory,
  createChannelDirectory,
  type OpenChannel,
} from './channel-directory.ts';
export { findChannel, saveSettings, touchInbound } from './channels.store.ts';
export { deleteChannel } from './connect/change-channel.ts';
export { restoreSandboxAccounts } from './connect/sandboxes.ts';
export { adoptApps } from './connect/set-up-webhook.ts';
export type { WebhookUrl } from './connect/store-channel.ts';
export { redactPayload } from './log/redact-payload.ts';
export { confirmCalls, findRecentCalls, type RecentCall } from './outbox/confirm-echoes.store.ts';
export { insertDeliveries, releaseDeliveries, requeueDeliveries } from './outbox/outbox.store.ts';
export { hasPushQuota, planDeliveries } from './outbox/plan-deliveries.ts';
export {
  type ApplyingChannel,
  findApplyingChannel,
  findOpenEvents,
  findOpenThreads,
  hasLaterTurn,
  lockThread,
  markDone,
  purgeStored,
  purgeThread,
  type StoredEvent,
  type StoredSettings,
  type ThreadKey,
} from './webhook/events.store.ts';
export { channelLog, webChannels };
