import type { ConversationId } from '@hanasu/contract/ids';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import { defineFeature } from '../../platform/feature.ts';
import type { BackgroundThrottle } from '../../platform/workers/background-throttle.ts';
import { HOURLY, scheduledJob } from '../../platform/workers/jobs.ts';
import type { WorkerName } from '../../platform/workers/worker-registry.ts';
import type { FormTalk, MenuTaps } from '../automations/public.ts';
import type { ChannelDirectory, OnChannelTrouble } from '../channels/public.ts';
import type { PublishConversationUpdate } from '../conversations/public.ts';
import type { MessageComposer } from '../message-templates/public.ts';
import { eraseCustomer, NEXT_EVENT_DUE } from './events.store.ts';
import { createLogCleaner } from './log/log.store.ts';
import { addChannelLogRoutes } from './log/routes.ts';
import { createInboundProcessor } from './process-inbound-events.ts';
import { addWebhookRoute, createReceiveWebhook } from './webhook/receive-webhook.ts';

interface Context {
  readonly database: Database;
  readonly publishConversationUpdate: PublishConversationUpdate;
  readonly notifyWorker: (name: WorkerName, inMs?: number) => void;
}

interface HttpContext extends Context {
  readonly app: FastifyInstance;
  readonly directory: ChannelDirectory;
  readonly publishChannelTrouble: OnChannelTrouble;
  /** Vendors' calls are accepted before anything else. */
  readonly backgroundThrottle: BackgroundThrottle;
  readonly logger: FastifyBaseLogger;
}

interface WorkContext extends Context {
  /** Connections of its own: what was said is stored without queueing behind the answers. */
  readonly inboundDatabase: Database;
  readonly directory: ChannelDirectory;
  readonly publishChannelTrouble: OnChannelTrouble;
  readonly turnRunner: { abortTurn(conversationId: ConversationId): void };
  readonly backgroundThrottle: { wait(): Promise<boolean> };
  /** Answers wait while what was said stands in the inbox late. */
  readonly showing: { recordLatency(milliseconds: number): void; stop(): void };
  readonly formTalk: FormTalk;
  readonly menuTaps: MenuTaps;
  readonly composer: MessageComposer;
  readonly onError: (error: unknown) => void;
}

export const messagingFeature = defineFeature<HttpContext, WorkContext, Pick<Context, 'database'>>({
  name: 'messaging',
  eraseCustomer,
  async routes(implement, { app, database, directory, publishConversationUpdate, notifyWorker, ...context }) {
    const { logger } = context;
    addChannelLogRoutes(implement, {
      database,
      publishConversationUpdate,
      notifyInboundEvents: () => notifyWorker('inbound-events'),
      notifyDelivery: () => notifyWorker('outbox'),
    });
    const receiveWebhook = createReceiveWebhook({
      database,
      directory,
      onStored: () => notifyWorker('inbound-events'),
      onTrouble: context.publishChannelTrouble,
      onSecretWrong: (channel) =>
        logger.warn(channel, 'the secret of a webhook is wrong; its calls are refused'),
      onError: (error) => logger.error(error),
      onUnsigned: (dropped) => logger.warn(dropped, 'unsigned calls of a webhook were dropped'),
      onRefused: (refused) => logger.warn(refused, 'calls to the webhook of an app were refused'),
    });
    await addWebhookRoute(app, receiveWebhook, context.backgroundThrottle);
  },
  workers({ directory, publishConversationUpdate, notifyWorker, onError, ...context }) {
    const processor = createInboundProcessor({
      directory,
      publishConversationUpdate,
      onError,
      database: context.inboundDatabase,
      notifyTurns: (inMs) => notifyWorker('turns', inMs),
      notifyDelivery: () => notifyWorker('outbox'),
      waitForThrottle: context.backgroundThrottle.wait,
      onApplied: context.showing.recordLatency,
      formTalk: context.formTalk,
      menuTaps: context.menuTaps,
      composer: context.composer,
      abortTurn: context.turnRunner.abortTurn,
      onTrouble: context.publishChannelTrouble,
    });
    return [
      {
        name: 'inbound-events',
        runOnce: processor.runOnce,
        nextDue: NEXT_EVENT_DUE,
        stop: context.showing.stop,
      },
    ];
  },
  jobs: ({ database }) => [scheduledJob('clean-inbound-events', HOURLY, createLogCleaner(database))],
});
