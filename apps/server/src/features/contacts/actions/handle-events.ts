import { ACTION_DEPTH_MAX, ACTIONS_PER_MINUTE, type RunReason } from '@hanasu/contract/actions';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import type {
  ActionKind,
  ActionOutcome,
  CustomerEventListener,
  ShowCustomer,
} from '../../../platform/feature.ts';
import type { Realtime } from '../../../platform/realtime/realtime.ts';
import { createLeasedWorker, type LeasedWorker } from '../../../platform/workers/leased-worker.ts';
import {
  type ClaimedEvent,
  claimEvents,
  endEvent,
  holdEvent,
  NEXT_CUSTOMER_EVENT_DUE,
  notePlanned,
} from '../customers/customer-events.store.ts';
import { findCustomer } from '../customers/customers.store.ts';
import { publishCustomers } from '../customers/publish-customers.ts';
import { hiddenFields } from '../fields/fields.store.ts';
import { isMeant } from '../segments/saved-segments.ts';
import type { SegmentLanguage } from '../segments/segment-language.ts';
import { findListening, noteBroken } from './rules.store.ts';
import * as runs from './runs.store.ts';
import { findActionProblems, findRuleProblems, readAction, readActions } from './saved-rules.ts';

export interface EventDependencies {
  readonly database: Database;
  readonly language: SegmentLanguage;
  /** Of all features. */
  readonly actions: readonly ActionKind[];
  readonly listeners: readonly CustomerEventListener[];
  readonly realtime: Pick<Realtime, 'emit'>;
  readonly onError: (error: unknown) => void;
}

const AT_ONCE = 8;
/** Much longer than an event takes; what a killed process held is taken up after it. */
const LEASE_SECONDS = 60;
/** Before each further try of what failed, in seconds; then it is given up. */
const PAUSES = [5, 30, 120, 600];

/** Handles what happened with customers: of each customer one after the other, of several at once. */
export function createEventHandler(dependencies: EventDependencies): LeasedWorker {
  const { database, onError } = dependencies;
  return createLeasedWorker<ClaimedEvent>({
    name: 'customer-events',
    nextDue: NEXT_CUSTOMER_EVENT_DUE,
    concurrency: AT_ONCE,
    async claim({ limit }) {
      const claim = { limit, leaseSeconds: LEASE_SECONDS };
      return {
        items: await database.system((transaction) => claimEvents(transaction, claim)),
        nextIn: null,
      };
    },
    run: (event) => handleEvent(dependencies, event),
    keyOf: ({ customerId, id }) => `${customerId}/${id}`,
    onError,
  });
}

async function handleEvent(dependencies: EventDependencies, event: ClaimedEvent): Promise<void> {
  const { database, onError } = dependencies;
  const { accountId } = event;
  try {
    if (!(await planEvent(dependencies, event))) return;
  } catch (error) {
    onError(error);
    const pause = PAUSES[Math.min(event.attempts, PAUSES.length) - 1] ?? 0;
    await database.account(accountId, (transaction) => endEvent(transaction, event, pause));
    return;
  }
  const waiting = await database.account(accountId, (transaction) => runs.findWaiting(transaction, event.id));
  for (const run of waiting) {
    const pause = await tryRun(dependencies, event, run);
    if (pause === null) continue;
    // What comes after it waits, too: they are done in their order.
    await database.account(accountId, (transaction) => endEvent(transaction, event, pause));
    return;
  }
  await database.account(accountId, (transaction) => endEvent(transaction, event, null));
}

/**
 * Tells who listens, and decides once what is to be done: whatever is changed later, that is done. False: somebody else has
 * the event.
 */
async function planEvent(dependencies: EventDependencies, event: ClaimedEvent): Promise<boolean> {
  const { database, listeners } = dependencies;
  const after: (() => void)[] = [];
  const isHeld = await database.account(event.accountId, async (transaction) => {
    const isThere = await runs.keepCustomer(transaction, event.customerId);
    const held = isThere ? await holdEvent(transaction, event) : null;
    if (!held || held.planned) return held !== null;
    for (const hear of listeners) {
      const told = await hear(transaction, event, showTo(transaction, event));
      if (told) after.push(told);
    }
    const { id: eventId, customerId } = event;
    await runs.insertRuns(transaction, { eventId, customerId }, await plan(transaction, dependencies, event));
    await notePlanned(transaction, eventId);
    return true;
  });
  for (const tell of after) tell();
  return isHeld;
}

const showTo =
  (transaction: AccountTransaction, { customerId }: ClaimedEvent): ShowCustomer =>
  async (role) =>
    findCustomer(transaction, customerId, await hiddenFields(transaction, role));

async function plan(
  transaction: AccountTransaction,
  dependencies: EventDependencies,
  { id, customerId }: ClaimedEvent,
): Promise<runs.PlannedRun[]> {
  const planned: runs.PlannedRun[] = [];
  for (const rule of await findListening(transaction, id)) {
    const problems = await findRuleProblems(transaction, dependencies, rule);
    const isBroken = problems.length > 0;
    if (isBroken !== (rule.brokenAt !== null)) await noteBroken(transaction, rule.id, isBroken);
    if (isBroken || !(await isMeant(transaction, dependencies.language, { ...rule, customerId }))) continue;
    const actions = readActions(rule.actions);
    planned.push(...actions.map((action, position) => ({ ruleId: rule.id, position, action })));
  }
  return planned;
}

/** Seconds until it is tried again; null: it is done, or given up. */
async function tryRun(
  dependencies: EventDependencies,
  event: ClaimedEvent,
  run: runs.WaitingRun,
): Promise<number | null> {
  const { database, onError } = dependencies;
  try {
    const after = await database.account(event.accountId, (transaction) =>
      carryOut(transaction, dependencies, { event, run }),
    );
    after?.();
    publishCustomers(dependencies, event.accountId, [event.customerId]);
    return null;
  } catch (error) {
    onError(error);
    const pause = PAUSES[run.attempts] ?? null;
    await database.account(event.accountId, (transaction) =>
      pause === null
        ? runs.endRun(transaction, run.id, { state: 'failed', reason: 'error' })
        : runs.noteTry(transaction, run.id),
    );
    return pause;
  }
}

/** Does it in the transaction that notes that it is done. Answers what is called after the commit. */
async function carryOut(
  transaction: AccountTransaction,
  { actions }: EventDependencies,
  { event, run }: { readonly event: ClaimedEvent; readonly run: runs.WaitingRun },
): Promise<(() => void) | undefined> {
  if (!(await runs.keepCustomer(transaction, event.customerId)))
    throw new Error('the customer is another one now');
  if (!(await runs.lockRun(transaction, run.id))) return undefined;
  const cut = await findCircle(transaction, event, run);
  if (cut) {
    await runs.endRun(transaction, run.id, { state: 'cut', reason: cut });
    return undefined;
  }
  await runs.setCause(transaction, event);
  const outcome = await perform(transaction, actions, { event, run });
  const reason = 'reason' in outcome ? outcome.reason : null;
  await runs.endRun(transaction, run.id, { state: reason ? 'failed' : 'done', reason });
  return 'after' in outcome ? outcome.after : undefined;
}

async function perform(
  transaction: AccountTransaction,
  actions: readonly ActionKind[],
  { event, run }: { readonly event: ClaimedEvent; readonly run: runs.WaitingRun },
): Promise<ActionOutcome> {
  const action = readAction(run.action);
  const [reason = null] = await findActionProblems(transaction, actions, [action]);
  if (reason) return { reason };
  const kind = actions.find((one) => one.kind === action.kind);
  if (!kind || action.kind === 'unreadable') return { reason: 'unknown' };
  const rule = { id: run.ruleId, name: run.ruleName };
  return kind.run(transaction, action, { event, rule, key: run.id, show: showTo(transaction, event) });
}

/** Why it is not done: it would go round in circles. */
async function findCircle(
  transaction: AccountTransaction,
  event: ClaimedEvent,
  run: runs.WaitingRun,
): Promise<RunReason | null> {
  if (event.depth >= ACTION_DEPTH_MAX) return 'depth';
  const done = await runs.countLastMinute(transaction, run, event.customerId);
  return done >= ACTIONS_PER_MINUTE ? 'often' : null;
}
