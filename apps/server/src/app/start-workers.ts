import type { SegmentId } from '@hanasu/contract/ids';
import { UPDATE_TYPING } from '@hanasu/contract/realtime';
import { createTurnRunner } from '../features/answering/public.ts';
import { openSegments, type SavedSegments } from '../features/contacts/public.ts';
import { type chatTurns, mediaFiles } from '../features/conversations/public.ts';
import { createEraseOne } from '../features/privacy/public.ts';
import { publishOutOfOffice } from '../features/web-chat/public.ts';
import type { AccountTransaction, Database } from '../platform/database/database.ts';
import type {
  ActionKind,
  ConditionKind,
  EraseOneCustomer,
  FindMediaUses,
  HearCustomerEvent,
  SegmentUse,
} from '../platform/feature.ts';
import { NEXT_MAIL_DUE } from '../platform/mail/mail.store.ts';
import { createBackgroundThrottle } from '../platform/workers/background-throttle.ts';
import type { WorkerRegistry } from '../platform/workers/worker-registry.ts';
import type { AppContext } from './context.ts';
import type { OwnEvents } from './events.ts';
import { FEATURES } from './features.ts';

interface WorkOptions {
  /** The publishers of this thread. */
  readonly events: OwnEvents;
  /** What was said is stored through it. */
  readonly inboundDatabase: Database;
}

export type WorkContext = ReturnType<typeof createWorkContext>;

/** What customers say should stand in the inbox sooner. */
const SHOWN_LATE_MS = 80;

/** What workers and jobs are handed. */
export function createWorkContext(context: AppContext, { events, inboundDatabase }: WorkOptions) {
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
    ...kindsOf(context),
    customerListeners: customerListenersOf(context),
    inboundDatabase,
    showing,
    waitForThrottle,
    turnRunner,
    onChatAnswered: ({ accountId, conversationId, origin }: chatTurns.ClaimedTurn) =>
      origin === 'embed'
        ? publishOutOfOffice({ database, chat: answering }, accountId, conversationId)
        : Promise.resolve(),
  };
}

/** What segments can ask of a customer. */
export const conditionsOf = (context: AppContext): readonly ConditionKind[] =>
  FEATURES.flatMap(({ conditions }) => conditions?.(context) ?? []);

/** The saved segments; they ask with the conditions of all features, which are known once the context stands. */
export const openAllSegments = (context: () => AppContext): SavedSegments =>
  openSegments(() => conditionsOf(context()));

/** What rules can do with a customer. */
export const actionsOf = (context: AppContext): readonly ActionKind[] =>
  FEATURES.flatMap(({ actions }) => actions?.(context) ?? []);

/** What segments and rules consist of. */
export const kindsOf = (context: AppContext) => ({
  conditions: conditionsOf(context),
  actions: actionsOf(context),
});

const customerListenersOf = (context: AppContext): readonly HearCustomerEvent[] =>
  FEATURES.flatMap(({ hearCustomerEvent }) => hearCustomerEvent?.(context) ?? []);

/** Where all features use a segment. */
export const findSegmentUses = async (
  transaction: AccountTransaction,
  id: SegmentId,
): Promise<readonly SegmentUse[]> =>
  (await Promise.all(FEATURES.map((feature) => feature.findSegmentUses?.(transaction, id) ?? []))).flat();

/** Which of these files a composed message of any feature still shows. */
const findMediaUses: FindMediaUses = async (transaction, ids) =>
  (await Promise.all(FEATURES.map((feature) => feature.findMediaUses?.(transaction, ids) ?? []))).flat();

/** Erases a customer as each feature does, the highest first. */
export const eraseOne = (): EraseOneCustomer =>
  createEraseOne(FEATURES.flatMap(({ eraseCustomer }) => eraseCustomer ?? []).toReversed());

/** The kinds of work that wait in the queue. */
export const jobKinds = (context: AppContext) => {
  const conditions = conditionsOf(context);
  return FEATURES.flatMap(
    ({ jobs }) => jobs?.(context, { conditions, eraseOne: eraseOne(), findMediaUses }) ?? [],
  );
};

/** Queues what a process that crashed has left; call once the jobs have started. */
export async function recoverInterruptedWork(context: AppContext): Promise<void> {
  for (const { recover } of FEATURES) await recover?.(context);
}

/** Work that waits in the database: events to apply, answers owed, messages to send. */
export function startWorkers(registry: WorkerRegistry, context: WorkContext): void {
  const { mailSender } = context;
  if (mailSender) {
    registry.start([
      { name: 'mails', runOnce: mailSender.runOnce, nextDue: NEXT_MAIL_DUE, stop: () => mailSender.close() },
    ]);
  }
  registry.start([context.jobs.createWorker()]);
  for (const { workers } of FEATURES) registry.start(workers?.(context) ?? []);
}
