import * as atStart from './at-start.ts';
import * as behaviour from './behaviour.ts';
import * as builtIn from './built-in.ts';

export type { TurnOnChannel } from './behaviour.ts';
export { type ChannelAdapters, type ChannelDirectory, createChannelDirectory } from './channel-directory.ts';
export { insertDeliveries, releaseDeliveries, requeueDeliveries } from './outbox.store.ts';
export { addChannelRoutes } from './routes.ts';
export { createSandboxes } from './sandboxes.ts';
export type { AskSatisfaction } from './use-cases/ask-satisfaction.ts';
export { createChannelKeepers } from './use-cases/channel-keepers.ts';
export type { WebhookUrl } from './use-cases/connect-dependencies.ts';
export { createDeliverer } from './use-cases/deliver-outbox.ts';
export { planDeliveries } from './use-cases/enqueue-delivery.ts';
export { createReceiveWebhook } from './use-cases/receive-webhook.ts';
export type { OnChannelTrouble } from './use-cases/renew-access.ts';
export { createMailbox } from './use-cases/work-mailbox.ts';
export { addWebhookRoute } from './webhook-route.ts';
export { atStart, behaviour, builtIn };
