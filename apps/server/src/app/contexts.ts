import type { ChannelId, SegmentId } from '@hanasu/contract/ids';
import { UPDATE_TYPING } from '@hanasu/contract/realtime';
import type { SystemView } from '@hanasu/contract/system';
import type { FastifyInstance } from 'fastify';
import { createSingleAnswers, createTurnRunner } from '../features/answering/public.ts';
import { findClickers } from '../features/broadcasts/feature.ts';
import { leftChannels, type WebhookUrl } from '../features/channels/public.ts';
import { type chatTurns, mediaFiles } from '../features/conversations/public.ts';
import { createMenuTaps } from '../features/rich-menus/public.ts';
import { publishOutOfOffice } from '../features/web-chat/public.ts';
import { publishClicksToHooks } from '../features/webhooks/public.ts';
import type { AccountTransaction, Database } from '../platform/database/database.ts';
import type {
  ActionKind,
  ChannelListener,
  ConditionKind,
  CustomerEventListener,
  EraseOneCustomer,
  SegmentUse,
} from '../platform/feature.ts';
import type { Actor } from '../platform/http/context.ts';
import { createBackgroundThrottle } from '../platform/workers/background-throttle.ts';
import type { AppContext } from './context.ts';
import type { OwnEvents } from './events.ts';

/** What segments and rules consist of, of all features. */
interface KindsOfFeatures {
  readonly conditions: readonly ConditionKind[];
  readonly actions: readonly ActionKind[];
}

interface HttpParts extends KindsOfFeatures {
  readonly app: FastifyInstance;
  readonly view: Omit<SystemView, 'registration'>;
  /** Opens the mails that were not sent; null: a mail server is set. */
  readonly outboxCode: string | null;
  readonly webhookUrl: WebhookUrl;
  readonly isHealthy: () => boolean;
  readonly isWorkerReady: () => boolean;
  readonly details: () => readonly string[];
  readonly eraseOne: EraseOneCustomer;
  /** Where all features use a segment. */
  readonly findSegmentUses: (
    transaction: AccountTransaction,
    id: SegmentId,
  ) => Promise<readonly SegmentUse[]>;
  readonly onChannelChange: ChannelListener;
}

export type HttpContext = ReturnType<typeof createHttpContext>;

/** What routes are handed. */
export function createHttpContext(context: AppContext, parts: HttpParts) {
  const { suggest, askBot } = createSingleAnswers(context.answering);
  return {
    ...context,
    ...parts,
    releaseChannelsOf: leftChannels.releaseOf,
    publishClicksToHooks,
    findClickers,
    suggestAnswer: suggest,
    askBot,
    disconnectChannel: (actor: Actor, id: ChannelId) =>
      leftChannels.disconnect({ ...context, ...parts }, actor, id),
  };
}

export interface WorkOptions {
  /** The publishers of this thread. */
  readonly events: OwnEvents;
  /** What was said is stored through it. */
  readonly inboundDatabase: Database;
}

interface WorkParts extends WorkOptions, KindsOfFeatures {
  readonly customerListeners: readonly CustomerEventListener[];
}

export type WorkContext = ReturnType<typeof createWorkContext>;

/** What customers say should stand in the inbox sooner. */
const SHOWN_LATE_MS = 80;

/** What workers are handed. */
export function createWorkContext(context: AppContext, { events, ...parts }: WorkParts) {
  const { database, directory, answering, realtime, notifyWorker, onError } = context;
  // Accepting comes first, then showing what was said to the staff, then answering it.
  const showing = createBackgroundThrottle({ slowMs: SHOWN_LATE_MS });
  const waitForThrottle = async (): Promise<boolean> => {
    const isPressed = await context.backgroundThrottle.wait();
    return (await showing.wait()) || isPressed;
  };
  const turnRunner = createTurnRunner({
    ...answering,
    directory,
    waitForThrottle,
    onError,
    notifyDelivery: () => notifyWorker('outbox'),
    loadMedia: (message, signal) => mediaFiles.loadMedia(context, message, signal),
    publishTyping: (accountId, conversationUuid, active) =>
      realtime.emit(accountId, UPDATE_TYPING, { conversationUuid, active }),
  });
  return {
    ...context,
    ...events,
    ...parts,
    showing,
    waitForThrottle,
    turnRunner,
    menuTaps: createMenuTaps(parts.actions),
    onChatAnswered: ({ accountId, conversationId, origin }: chatTurns.ClaimedTurn) =>
      origin === 'embed'
        ? publishOutOfOffice({ database, chat: answering }, accountId, conversationId)
        : Promise.resolve(),
  };
}
