import type { VendorMessage } from '@hanasu/channels/spec/sending';
import type { BroadcastSettings } from '@hanasu/contract/broadcast-settings';
import type { BroadcastReason } from '@hanasu/contract/broadcasts';
import type { AccountTransaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { OpenChannel } from '../channels/public.ts';
import { readersOfFriends } from '../message-templates/public.ts';
import { moveBroadcast } from './broadcasts.store.ts';
import * as calls from './calls.store.ts';
import { type Body, composeBody } from './compose-body.ts';
import { findLinks } from './message-links.ts';
import { quietEnd } from './quiet-hours.ts';
import type { QuotaCount } from './quota-count.ts';
import * as store from './recipients.store.ts';
import { findLeftOut, findSettings } from './settings.store.ts';
import { contentsOf, type StartDependencies } from './start-broadcast.ts';
import { unitOf } from './unit-sums.store.ts';

type Composing = Pick<StartDependencies, 'composer' | 'trackedLinks'>;

/** Number of calls for one person each that are begun together. */
const GROUP = 64;
/** The same where a repeat is not safe: so many may stay in doubt after a crash. */
const CAREFUL_GROUP = 4;
/** Interval between looks for friends who have written. */
const WRITERS_EVERY_MS = 15_000;
/** Life that a retry key must have left when it is used. */
const KEY_MARGIN_MS = 60_000;

/** Calls that are written down as begun; `batchKey`: one for all of them. */
export interface Calls {
  readonly kind: 'calls';
  readonly batchKey: string | null;
  /** All get the same. */
  readonly isShared: boolean;
  /** True: recipients who can't be written to now get it when they write. */
  readonly mayWait: boolean;
  readonly troubles: number;
  readonly recipients: readonly Recipient[];
}
export interface Recipient {
  readonly id: string;
  readonly externalId: string;
  readonly retryKey: string;
  readonly isPaid: boolean;
  /** A call before may have arrived. */
  readonly isDoubtful: boolean;
  readonly body: Body;
  /** Name by which the vendor adds up what people do with it; null: none. */
  readonly unit: string | null;
  /** Part of the body that this call sends. */
  readonly messages: readonly VendorMessage[];
  readonly isFirst: boolean;
  /** Nothing is left to be said after it. */
  readonly isLast: boolean;
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
  readonly channel: OpenChannel;
  readonly quota: QuotaCount;
  /** Retry keys of the calls that are being made: their recipients are neither begun nor settled here. */
  readonly inFlight: readonly string[];
}

/** Writes down which calls come next, before they are made. */
export async function begin(
  transaction: AccountTransaction,
  composing: Composing,
  { lane, channel, quota, inFlight }: Place,
): Promise<Begun> {
  const state = await store.lockLane(transaction, lane);
  if (!state) return OVER;
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
  const unsettled = await calls.findUnsettled(transaction, lane, { limit: group, except: inFlight });
  if (unsettled.length > 0)
    return isAhead ? WAIT : settle(transaction, { broadcastId: lane.broadcastId, channel, state, unsettled });
  if (state.state !== 'sending') {
    await store.skipRest(transaction, lane.broadcastId, {
      reason: state.state === 'failed' ? 'message_invalid' : 'stopped',
      channelId: lane.channelId,
    });
    await store.closeLane(transaction, lane);
    return OVER;
  }
  const { window = null } = channel.adapter.manifest.limits;
  const mayWait = window !== null && state.later === 'next_contact';
  if (mayWait) await calls.makeWritersDue(transaction, lane);
  const variant = await calls.nextVariant(transaction, lane);
  const isShared = variant !== null && sharedBody(state, variant) !== null;
  const many =
    isShared && channel.adapter.sendMany ? (channel.adapter.manifest.limits.recipientsPerSend ?? 1) : 1;
  const perMinute = state.peoplePerHour === null ? null : Math.max(1, Math.floor(state.peoplePerHour / 60));
  const size = Math.min(many > 1 ? many : group, perMinute ?? Number.POSITIVE_INFINITY);
  const found = variant === null ? [] : await calls.findPending(transaction, lane, { variant, limit: size });
  // Recipients who have got a part get the rest, however slowly others are begun.
  const due = state.waitMs > 0 ? found.filter(({ step }) => step > 0) : found;
  const [first] = due;
  if (!first && isAhead) return WAIT;
  if (!first) {
    const waits = [await calls.nextDueIn(transaction, lane, { isBegun: state.waitMs > 0 })];
    if (state.waitMs > 0) waits.push(state.waitMs);
    const known = waits.filter((wait) => wait !== null);
    if (mayWait && known.length > 0) known.push(WRITERS_EVERY_MS);
    if (known.length === 0) await store.closeLane(transaction, lane);
    else await store.releaseLane(transaction, lane, { inMs: Math.min(...known), isTrouble: false });
    return OVER;
  }
  const isAlone = many === 1 || first.together === 1;
  const together = isAlone ? group : (first.together ?? many);
  const pending = due
    .filter((one) => one.together === first.together)
    .slice(0, together)
    .map((one) => ({ ...one, isPaid: isPaidNow(channel, one) }));
  const wanted = await withoutLeftOut(transaction, lane, { pending, settings });
  if (wanted.length === 0) return AGAIN;
  const affordable = await quota.affordable(transaction, wanted);
  if (affordable.length === 0) {
    if (isAhead) return WAIT;
    await pause(transaction, lane, 'quota_short');
    return OVER;
  }
  const recipients = await withBodies(transaction, composing, {
    broadcastId: lane.broadcastId,
    channel,
    state,
    mayWait,
    found: affordable,
  });
  if (recipients.length === 0) return AGAIN;
  const batchKey = isAlone ? null : newId();
  await calls.beginCalls(transaction, recipients, batchKey);
  quota.add(recipients);
  if (state.peoplePerHour !== null)
    await store.throttle(transaction, lane.broadcastId, {
      people: recipients.filter(({ isFirst }) => isFirst).length,
      perHour: state.peoplePerHour,
    });
  return { kind: 'calls', batchKey, isShared, mayWait, troubles: state.troubles, recipients };
}

/** Keeps those who still want it and may have it; the others are skipped. */
async function withoutLeftOut(
  transaction: AccountTransaction,
  lane: store.Lane,
  {
    pending,
    settings,
  }: { readonly pending: readonly calls.OpenRecipient[]; readonly settings: BroadcastSettings },
): Promise<readonly calls.OpenRecipient[]> {
  // Recipients who have got a part get the rest.
  const ids = pending.flatMap(({ id, step }) => (step === 0 ? [id] : []));
  const leftOut = await findLeftOut(transaction, lane, { ids, settings });
  if (leftOut.length === 0) return pending;
  await store.endRecipients(
    transaction,
    leftOut.map((one) => ({ ...one, state: 'skipped' })),
  );
  const gone = new Set(leftOut.map(({ id }) => id));
  return pending.filter(({ id }) => !gone.has(id));
}

/** The body that all of the variant get; null: each gets their own. */
const sharedBody = ({ bodies }: store.LaneState, variant: number): Body | null =>
  (bodies[variant] as Body | undefined) ?? null;

/** Reason why a recipient gets nothing any more, by what has changed since the start. */
function unreachableBy(
  { adapter }: OpenChannel,
  { externalId, isBlocked, isWithdrawn, silentMs }: calls.OpenRecipient,
): string | null {
  if (externalId === null) return 'gone';
  if (isBlocked) return 'blocked';
  if (isWithdrawn) return 'no_consent';
  const { window } = adapter.manifest.limits;
  return window && (silentMs === null || silentMs > window.openMs) ? 'window_closed' : null;
}

/** True: sending may be paid by now, because it is free only for a time after they wrote. */
function isPaidNow({ adapter }: OpenChannel, { isPaid, silentMs }: calls.OpenRecipient): boolean {
  const { limits, capabilities } = adapter.manifest;
  if (!limits.window) return isPaid;
  return capabilities.quota && (silentMs === null || silentMs > limits.window.freeMs);
}

/** What one call says of it. */
function partOf(
  { adapter }: OpenChannel,
  { messages }: Body,
  step: number,
): Pick<Recipient, 'messages' | 'isFirst' | 'isLast'> {
  const { messagesPerSend } = adapter.manifest.limits;
  const from = step * messagesPerSend;
  return {
    messages: messages.slice(from, from + messagesPerSend),
    isFirst: step === 0,
    isLast: from + messagesPerSend >= messages.length,
  };
}

/** The same whenever a call is made again: it is a part of the body. */
const unitFor = ({ isCounted }: store.LaneState, id: store.Lane['broadcastId'], variant: number) =>
  isCounted === true ? unitOf(id, variant) : null;

/** Adds the body of each recipient; those who can't get anything are skipped. */
async function withBodies(
  transaction: AccountTransaction,
  { composer, trackedLinks }: Composing,
  {
    broadcastId,
    channel,
    state,
    mayWait,
    found,
  }: {
    readonly mayWait: boolean;
    readonly broadcastId: store.Lane['broadcastId'];
    readonly channel: OpenChannel;
    readonly state: store.LaneState;
    readonly found: readonly calls.OpenRecipient[];
  },
): Promise<Recipient[]> {
  const skipped: store.RecipientEnd[] = [];
  const waiting: string[] = [];
  const recipients: Recipient[] = [];
  const own: { id: string; body: Body }[] = [];
  const contents = contentsOf(state);
  const links = await findLinks(transaction, trackedLinks, { ...state, id: broadcastId });
  const storedFor = (one: calls.OpenRecipient) => (one.body as Body | null) ?? sharedBody(state, one.variant);
  const readers = await readersOfFriends(
    transaction,
    found.flatMap((one) => (storedFor(one) ? [] : (one.friendId ?? []))),
    state.startedBy,
  );
  for (const one of found) {
    const { id, friendId, externalId, retryKey, variant, step } = one;
    const stored = storedFor(one);
    const content = contents[variant];
    const unreachable = unreachableBy(channel, one);
    const composed =
      unreachable === null && stored === null && content
        ? await composeBody(transaction, composer, {
            ...{ broadcastId, content, channel },
            reader: (friendId && readers.get(friendId)) ?? null,
            addressing: { links, trackedLinks, personId: id, variant },
          })
        : null;
    const reason = composed?.kind === 'none' ? composed.reason : unreachable;
    const body = composed?.kind === 'body' ? composed.body : stored;
    // A recipient whose waiting time has ended waits no more.
    if (reason === 'window_closed' && mayWait && one.reason === null && step === 0) {
      waiting.push(id);
      continue;
    }
    if (externalId === null || reason !== null || !body) {
      skipped.push({ id, state: 'skipped', reason: reason ?? 'gone' });
      continue;
    }
    if (composed) own.push({ id, body });
    const { isPaid } = one;
    recipients.push({
      ...{ id, externalId, retryKey, isPaid, isDoubtful: false, body },
      unit: unitFor(state, broadcastId, variant),
      ...partOf(channel, body, step),
    });
  }
  if (skipped.length > 0) await store.endRecipients(transaction, skipped);
  if (waiting.length > 0) await calls.waitForWriting(transaction, waiting);
  if (own.length > 0) await calls.storeBodies(transaction, own);
  return recipients;
}

/** Settles calls that were begun without a known end: made again under their keys, as long as that is safe. */
async function settle(
  transaction: AccountTransaction,
  {
    broadcastId,
    channel,
    state,
    unsettled,
  }: {
    readonly broadcastId: store.Lane['broadcastId'];
    readonly channel: OpenChannel;
    readonly state: store.LaneState;
    readonly unsettled: readonly calls.OpenRecipient[];
  },
): Promise<Begun> {
  const { capabilities, limits } = channel.adapter.manifest;
  const isBatch = unsettled[0]?.isBatch ?? false;
  // A call for many without one of its recipients would be another call.
  const isBroken = isBatch && unsettled.some(({ externalId }) => externalId === null);
  const isRepeatable = ({ keyAgeMs, isRefused, externalId }: calls.OpenRecipient): boolean =>
    state.state === 'sending' &&
    !isBroken &&
    externalId !== null &&
    keyAgeMs < limits.retryKeyLifeMs - KEY_MARGIN_MS &&
    (capabilities.idempotentSend || isRefused);
  const others = unsettled.filter((one) => !isRepeatable(one));
  if (others.length > 0) {
    const doubtful = others.filter(({ isRefused }) => !isRefused);
    await store.endRecipients(
      transaction,
      doubtful.map(({ id }) => ({ id, state: 'unknown', reason: 'no_answer' })),
    );
    await calls.restartCalls(
      transaction,
      others.filter(({ isRefused }) => isRefused).map(({ id }) => id),
    );
    return AGAIN;
  }
  await calls.repeatCalls(
    transaction,
    unsettled.map(({ id }) => id),
  );
  return {
    kind: 'calls',
    batchKey: isBatch ? (unsettled[0]?.retryKey ?? null) : null,
    // Bodies of recipients who get their own are stored.
    isShared: unsettled.every(({ body }) => body === null),
    troubles: state.troubles,
    mayWait: false,
    recipients: unsettled.flatMap(
      ({ id, externalId, retryKey, isRefused, isPaid, variant, step, ...one }) => {
        const body = (one.body as Body | null) ?? sharedBody(state, variant);
        return externalId === null || !body
          ? []
          : [
              {
                id,
                externalId,
                retryKey,
                isPaid,
                isDoubtful: !isRefused,
                body,
                unit: unitFor(state, broadcastId, variant),
                ...partOf(channel, body, step),
              },
            ];
      },
    ),
  };
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
