export { type ChannelAdapters, createChannelDirectory } from './channel-directory.ts';
export { addChannelRoutes } from './routes.ts';
export { createSandboxes } from './sandboxes.ts';
export { deliverOutbox } from './use-cases/deliver-outbox.ts';
export { planDeliveries } from './use-cases/enqueue-delivery.ts';
export { createReceiveWebhook } from './use-cases/receive-webhook.ts';
export { workMailbox } from './use-cases/work-mailbox.ts';
export { addWebhookRoute } from './webhook-route.ts';
