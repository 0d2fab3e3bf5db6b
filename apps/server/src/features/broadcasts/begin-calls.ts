import type { BroadcastReason } from '@hanasu/contract/broadcasts';
import type { AccountTransaction } from '../../platform/database/database.ts';
import type { OpenChannel } from '../channels/public.ts';
import { type Composing, isPaidNow, type Recipient, settle, withBodies } from './begin-each.ts';
import {
  beginShared,
  recipientsPerCall,
  type SharedCall,
  settleShared,
  sharedBody,
  withoutLeftOut,
} from './begin-shared.ts';
import { moveBroadcast } from './broadcasts.store.ts';
import * as calls from './calls.store.ts';
import { quietEnd } from './quiet-hours.ts';
import { paidOf, type QuotaCount } from './quota-count.ts';
import * as store from './recipients.store.ts';
import { findSettings } from './settings.store.ts';
import { findOpenCalls, groupIntoCall, type OpenCall } from './shared-calls.store.ts';

/** Number of calls for one person each that are begun together. */
const GROUP = 64;
/** The same where a repeat is not safe: so many may stay in doubt after a crash. */
const CAREFUL_GROUP = 4;
/** Interval between looks for friends who have written. */
const WRITERS_EVERY_MS = 15_000;
/** Number of calls for many that are begun together. */
const SHARED_GROUP = 6;

/** Calls that are written down as begun. */
export interface Calls {
  readonly kind: 'calls';
  /** All get the same. */
  readonly isShared: boolean;
  /** True: recipients who can't be written to now get it when they write. */
  readonly mayWait: boolean;
  readonly troubles: number;
  /** Calls for many. */
  readonly shared: readonly SharedCall[];
  /** Each is called alone. */
  readonly recipients: readonly Recipient[];
}
export type Begun =
  | Calls
  /** Recipients were settled without a call. */
  | { readonly kind: 'again' }
  /** What comes next can't be said before the calls that are being made have ended. */
  | { readonly kind: 'wait' }
  /** Nothing more is done here; the lane is free. */
  | { readonly kind: 'over' };

const AGAIN: Begun = { kind: 'again' };
const WAIT: Begun = { kind: 'wait' };
const OVER: Begun = { kind: 'over' };

interface Place {
  readonly lane: store.Lane;
  /** As it was locked in this transaction. */
  readonly state: store.LaneState;
  readonly channel: OpenChannel;
  readonly quota: QuotaCount;
  /** Retry keys of the calls that are being made: their recipients are neither begun nor settled here. */
  readonly inFlight: readonly string[];
}

/** Writes down which calls come next, before they are made. */
export async function begin(
  transaction: AccountTransaction,
  composing: Composing,
  { lane, state, channel, quota, inFlight }: Place,
): Promise<Begun> {
  const isAhead = inFlight.length > 0;
  // Only more of the same is begun ahead.
  if (isAhead && (state.state !== 'sending' || state.waitMs > 0)) return WAIT;
  if (state.state === 'paused') {
    await store.releaseLane(transaction, lane, { inMs: 0, isTrouble: false });
    return OVER;
  }
  const settings = await findSettings(transaction);
  const now = transaction.now();
  const quiet = state.state === 'sending' ? quietEnd(settings, new Date(now)) : null;
  if (quiet) {
    if (isAhead) return WAIT;
    await store.releaseLane(transaction, lane, { inMs: quiet.getTime() - now, isTrouble: false });
    return OVER;
  }
  const { capabilities } = channel.adapter.manifest;
  const group = capabilities.idempotentSend ? GROUP : CAREFUL_GROUP;
  const open = await findOpenCalls(transaction, lane, { limit: SHARED_GROUP, except: inFlight });
  const unsettledCall = open.find((call) => call.state === 'sending');
  if (unsettledCall) {
    if (isAhead) return WAIT;
    const again = await settleShared(transaction, { lane, state, channel }, unsettledCall);
    return again ? { ...NONE, isShared: true, troubles: state.troubles, shared: [again] } : AGAIN;
  }
  const { window = null } = channel.adapter.manifest.limits;
  const mayWait = window !== null && state.later === 'next_contact';
  const next = { lane, channel, quota, state, settings, mayWait, isAhead };
  const hasCalls = state.state === 'sending' && open.length > 0 && state.waitMs <= 0;
  // Others wait until these are made, where that is soon.
  if (hasCalls && state.peoplePerHour === null) return beginNextShared(transaction, next, open);
  const unsettled = await calls.findUnsettled(transaction, lane, { limit: group, except: inFlight });
  if (unsettled.length > 0) {
    if (isAhead) return WAIT;
    const { broadcastId } = lane;
    const recipients = await settle(transaction, { broadcastId, channel, state, unsettled });
    // Bodies of recipients who get their own are stored.
    const isShared = unsettled.every(({ body }) => body === null);
    return recipients ? { ...NONE, isShared, troubles: state.troubles, recipients } : AGAIN;
  }
  if (state.state !== 'sending') {
    await store.skipRest(transaction, lane.broadcastId, {
      reason: state.state === 'failed' ? 'message_invalid' : 'stopped',
      channelId: lane.channelId,
    });
    await store.closeLane(transaction, lane);
    return OVER;
  }
  if (mayWait) await calls.makeWritersDue(transaction, lane);
  const { dueVariant, untriedVariant } = await calls.findLooseWork(transaction, lane);
  if (dueVariant === null && hasCalls) return beginNextShared(transaction, next, open);
  const variant = dueVariant ?? untriedVariant;
  const begun =
    variant === null ? null : await beginLoose(transaction, composing, { ...next, variant, group });
  if (begun) return begun;
  if (hasCalls) return beginNextShared(transaction, next, open);
  return isAhead ? WAIT : leave(transaction, next);
}

interface Next extends Omit<Place, 'inFlight'> {
  readonly settings: Awaited<ReturnType<typeof findSettings>>;
  readonly mayWait: boolean;
  /** Other calls are being made. */
  readonly isAhead: boolean;
}

const NONE = { kind: 'calls', mayWait: false, shared: [], recipients: [] } as const;

async function beginNextShared(
  transaction: AccountTransaction,
  { lane, state, isAhead, ...place }: Next,
  open: readonly OpenCall[],
): Promise<Begun> {
  const some = state.peoplePerHour === null ? open : open.slice(0, 1);
  const shared = await beginShared(transaction, { lane, state, ...place }, some);
  if (!shared) return quotaShort(transaction, lane, isAhead);
  if (shared.length === 0) return AGAIN;
  await throttle(transaction, lane, {
    peoplePerHour: state.peoplePerHour,
    people: shared.reduce((sum, { to }) => sum + to.length, 0),
  });
  return { ...NONE, isShared: true, troubles: state.troubles, shared };
}

async function quotaShort(
  transaction: AccountTransaction,
  lane: store.Lane,
  isAhead: boolean,
): Promise<Begun> {
  if (isAhead) return WAIT;
  await pause(transaction, lane, 'quota_short');
  return OVER;
}

async function throttle(
  transaction: AccountTransaction,
  { broadcastId }: store.Lane,
  { peoplePerHour: perHour, people }: { readonly peoplePerHour: number | null; readonly people: number },
): Promise<void> {
  if (perHour !== null) await store.throttle(transaction, broadcastId, { people, perHour });
}

/** Leaves a lane in which nothing can be begun now. */
async function leave(transaction: AccountTransaction, { lane, state, mayWait }: Next): Promise<Begun> {
  const waits = [await calls.nextDueIn(transaction, lane, { isBegun: state.waitMs > 0 })];
  if (state.waitMs > 0) waits.push(state.waitMs);
  const known = waits.filter((wait) => wait !== null);
  if (mayWait && known.length > 0) known.push(WRITERS_EVERY_MS);
  if (known.length === 0) await store.closeLane(transaction, lane);
  else await store.releaseLane(transaction, lane, { inMs: Math.min(...known), isTrouble: false });
  return OVER;
}

/** Begins calls for recipients who are in no call for many; those who may be in one are put there. Null: none is due. */
async function beginLoose(
  transaction: AccountTransaction,
  composing: Composing,
  { variant, group, ...next }: Next & { readonly variant: number; readonly group: number },
): Promise<Begun | null> {
  const { lane, channel, quota, state, settings, mayWait, isAhead } = next;
  const isShared = sharedBody(state, variant) !== null;
  const many = isShared ? recipientsPerCall(channel, state.peoplePerHour) : null;
  const perMinute =
    state.peoplePerHour === null
      ? Number.POSITIVE_INFINITY
      : Math.max(1, Math.floor(state.peoplePerHour / 60));
  const limit = many ?? Math.min(group, perMinute);
  const found = await calls.findPending(transaction, lane, { variant, limit });
  // Recipients who have got a part get the rest, however slowly others are begun.
  const due = state.waitMs > 0 ? found.filter(({ step }) => step > 0) : found;
  const [first] = due;
  if (!first) return null;
  const alike = due.filter((one) => one.together === first.together);
  if (many !== null && first.together !== 1) {
    const ids = alike.slice(0, first.together ?? many).map(({ id }) => id);
    await groupIntoCall(transaction, lane, { variant, ids });
    return AGAIN;
  }
  const pending = alike.slice(0, group).map((one) => ({ ...one, isPaid: isPaidNow(channel, one) }));
  const wanted = await withoutLeftOut(transaction, lane, { pending, settings });
  if (wanted.length === 0) return AGAIN;
  const affordable = await quota.affordable(transaction, wanted);
  if (affordable.length === 0) return quotaShort(transaction, lane, isAhead);
  const recipients = await withBodies(transaction, composing, {
    broadcastId: lane.broadcastId,
    channel,
    state,
    mayWait,
    found: affordable,
  });
  if (recipients.length === 0) return AGAIN;
  await calls.beginCalls(transaction, recipients);
  quota.add(paidOf(recipients));
  await throttle(transaction, lane, {
    peoplePerHour: state.peoplePerHour,
    people: recipients.filter(({ isFirst }) => isFirst).length,
  });
  return { kind: 'calls', isShared, mayWait, troubles: state.troubles, shared: [], recipients };
}

/** Why it stops: until a person has done something, or for good where its words are refused. */
export type StopReason = Exclude<BroadcastReason, 'by_person' | 'not_ready' | 'winner_wanted'>;

export async function pause(
  transaction: AccountTransaction,
  lane: store.Lane,
  reason: StopReason,
): Promise<void> {
  const state = reason === 'message_invalid' ? 'failed' : 'paused';
  await moveBroadcast(transaction, lane.broadcastId, { state, reason });
  await store.releaseLane(transaction, lane, { inMs: 0, isTrouble: false });
}
