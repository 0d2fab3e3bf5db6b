import type { SegmentId } from '@hanasu/contract/ids';
import { openSegments, type SavedSegments } from '../features/contacts/public.ts';
import { createEraseOne } from '../features/privacy/public.ts';
import type { AccountTransaction } from '../platform/database/database.ts';
import type {
  ActionKind,
  ChannelListener,
  ConditionKind,
  CustomerEventListener,
  EraseOneCustomer,
  FindMediaUses,
  SegmentUse,
} from '../platform/feature.ts';
import { NEXT_MAIL_DUE } from '../platform/mail/mail.store.ts';
import type { WorkerRegistry } from '../platform/workers/worker-registry.ts';
import type { AppContext } from './context.ts';
import { createWorkContext, type WorkOptions } from './contexts.ts';
import { FEATURES } from './features.ts';

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

const customerListenersOf = (context: AppContext): readonly CustomerEventListener[] =>
  FEATURES.flatMap(({ listenToCustomerEvents }) => listenToCustomerEvents?.(context) ?? []);

/** Where all features use a segment. */
export const findSegmentUses = async (
  transaction: AccountTransaction,
  id: SegmentId,
): Promise<readonly SegmentUse[]> =>
  (await Promise.all(FEATURES.map((feature) => feature.findSegmentUses?.(transaction, id) ?? []))).flat();

/** Calls every feature that listens to channels, the lowest first. */
export const onChannelChange: ChannelListener = async (transaction, change) => {
  for (const { listenToChannels } of FEATURES) await listenToChannels?.(transaction, change);
};

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
export function startWorkers(
  registry: WorkerRegistry,
  context: AppContext,
  { without = [], ...options }: WorkOptions & { readonly without?: readonly string[] | undefined },
): void {
  const work = createWorkContext(context, {
    ...options,
    ...kindsOf(context),
    customerListeners: customerListenersOf(context),
  });
  const { mailSender } = work;
  if (mailSender) {
    registry.start([
      { name: 'mails', runOnce: mailSender.runOnce, nextDue: NEXT_MAIL_DUE, stop: () => mailSender.close() },
    ]);
  }
  registry.start([work.jobs.createWorker()]);
  for (const { workers } of FEATURES) {
    registry.start((workers?.(work) ?? []).filter(({ name }) => !without.includes(name)));
  }
}
