import type { ConversationId } from '@hanasu/contract/ids';
import type { Database } from '../../platform/database/database.ts';
import { defineFeature } from '../../platform/feature.ts';
import type { WorkerName } from '../../platform/workers/worker-registry.ts';
import type { ChannelDirectory, OnChannelTrouble } from '../channels/public.ts';
import type { PublishConversationUpdate } from '../conversations/public.ts';
import { createInboundProcessor } from './process-inbound-events.ts';
import { addChannelLogRoutes } from './routes.ts';

interface Context {
  readonly database: Database;
  readonly publishConversationUpdate: PublishConversationUpdate;
  readonly notifyWorker: (name: WorkerName) => void;
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
  readonly onError: (error: unknown) => void;
}

const IDLE_MS = 2_000;

export const messagingFeature = defineFeature<Context, WorkContext>({
  name: 'messaging',
  routes(implement, { database, publishConversationUpdate, notifyWorker }) {
    addChannelLogRoutes(implement, {
      database,
      publishConversationUpdate,
      notifyInboundEvents: () => notifyWorker('inbound-events'),
      notifyDelivery: () => notifyWorker('outbox'),
    });
  },
  workers({ directory, publishConversationUpdate, notifyWorker, onError, ...context }) {
    const processor = createInboundProcessor({
      directory,
      publishConversationUpdate,
      onError,
      database: context.inboundDatabase,
      notifyTurns: () => notifyWorker('turns'),
      notifyDelivery: () => notifyWorker('outbox'),
      waitForThrottle: context.backgroundThrottle.wait,
      onApplied: context.showing.recordLatency,
      abortTurn: context.turnRunner.abortTurn,
      onTrouble: context.publishChannelTrouble,
    });
    return [
      {
        name: 'inbound-events',
        runOnce: processor.runOnce,
        idleMs: IDLE_MS,
        stop: context.showing.stop,
      },
    ];
  },
});
