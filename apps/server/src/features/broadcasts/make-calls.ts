import { setTimeout as sleep } from 'node:timers/promises';
import type { SendManyOutcome, SendOutcome } from '@hanasu/channels/spec/sending';
import type { ChannelId } from '@hanasu/contract/ids';
import { runInLanes } from '../../platform/workers/run-in-lanes.ts';
import type { ChannelDirectory, OpenChannel } from '../channels/public.ts';
import type { Calls, Recipient, StopReason } from './begin-calls.ts';
import type { RecipientEnd } from './recipients.store.ts';

/** A small part of what a channel may do at once (`MOST_PER_CHANNEL`): answers go first. */
const CALLS_AT_ONCE = 4;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

/** Share of what the vendor takes in a second; the rest is for answers. */
const SHARE = 2 / 3;

export type TakeTurn = (channel: OpenChannel) => Promise<unknown>;

/** Calls on a channel come one after the other, as far apart as its vendor wants them. */
export function createTurns(): TakeTurn {
  const nextAt = new Map<ChannelId, number>();
  return async ({ id, adapter }) => {
    const { sendsPerSecond } = adapter.manifest.limits;
    if (!sendsPerSecond) return;
    const now = performance.now();
    for (const [other, at] of nextAt) if (at < now) nextAt.delete(other);
    const at = nextAt.get(id) ?? now;
    nextAt.set(id, at + 1_000 / (sendsPerSecond.all * SHARE));
    if (at > now) await sleep(at - now);
  };
}

export interface CallDependencies {
  readonly directory: Pick<ChannelDirectory, 'renewed'>;
  readonly takeTurn: TakeTurn;
}

/** Results for the recipients and the broadcast. */
export interface Result {
  readonly ends: RecipientEnd[];
  /** Recipients whom the vendor has certainly not taken. */
  readonly refused: string[];
  /** Recipients who get it when they write. */
  readonly later: string[];
  /** Recipients who have got a part, and wait for the next. */
  readonly next: string[];
  /** Calls to make under another key: with one recipient left out, or fewer at once. */
  readonly restarts: { readonly ids: readonly string[]; readonly together: number | null }[];
  /** Time until it is tried again; null: there is no trouble. */
  waitMs: number | null;
  stop: StopReason | null;
}

const emptyResult = (): Result => ({
  ends: [],
  refused: [],
  later: [],
  next: [],
  restarts: [],
  waitMs: null,
  stop: null,
});

/** Makes the calls that were begun. */
export const makeCalls = (
  dependencies: CallDependencies,
  channel: OpenChannel,
  begun: Calls,
): Promise<Result> => (begun.batchKey ? callForAll : callForEach)(dependencies, channel, begun);

async function callForAll(
  dependencies: CallDependencies,
  channel: OpenChannel,
  { batchKey, recipients, troubles }: Calls,
): Promise<Result> {
  const result = emptyResult();
  const [first] = recipients;
  if (!first || batchKey === null) return result;
  const outcome = await withAccess(dependencies, channel, ({ adapter, connection }) => {
    if (!adapter.sendMany) throw new Error('the channel sends to one at a time');
    return adapter.sendMany(connection, {
      to: recipients.map(({ externalId }) => externalId),
      messages: first.messages,
      retryKey: batchKey,
      unit: first.unit,
    });
  });
  if (outcome.kind === 'recipient-refused') {
    result.restarts.push(...apart(recipients, outcome.recipient));
    return result;
  }
  for (const recipient of recipients)
    note(result, recipient, { channel, outcome, troubles, isShared: true, mayWait: false });
  return result;
}

/**
 * Splits a refused call. A refusal of all gives up no recipient: the one whom the vendor has named is called alone, and
 * only that call says whether they are unknown. Without a name, half of them are called at once.
 */
function apart(recipients: readonly Recipient[], named: string | null): Result['restarts'] {
  const idsOf = (some: readonly Recipient[]) => some.map(({ id }) => id);
  const suspects = recipients.filter(({ externalId }) => externalId === named);
  if (suspects.length === 0) return [{ ids: idsOf(recipients), together: Math.ceil(recipients.length / 2) }];
  const others = recipients.filter(({ externalId }) => externalId !== named);
  return [
    { ids: idsOf(suspects), together: 1 },
    { ids: idsOf(others), together: null },
  ];
}

async function callForEach(
  dependencies: CallDependencies,
  channel: OpenChannel,
  { recipients, ...how }: Calls,
): Promise<Result> {
  const result = emptyResult();
  await runInLanes(recipients, CALLS_AT_ONCE, async (recipient) => {
    const { externalId: to, retryKey, isDoubtful, unit, messages: said } = recipient;
    // The others would fail the same way; a call in doubt stays so.
    if (result.stop !== null || result.waitMs !== null) {
      if (!isDoubtful) result.refused.push(recipient.id);
      return;
    }
    await dependencies.takeTurn(channel);
    const outcome = await withAccess(dependencies, channel, ({ adapter, connection }) =>
      adapter.send(connection, { to, messages: said, how: { method: 'push', retryKey, unit } }),
    );
    note(result, recipient, { channel, outcome, ...how });
  });
  return result;
}

/** Makes the call, and once more where new access may help. */
async function withAccess<Outcome extends SendOutcome | SendManyOutcome>(
  { directory }: CallDependencies,
  channel: OpenChannel,
  call: (channel: OpenChannel) => Promise<Outcome>,
): Promise<Outcome> {
  const outcome = await call(channel);
  const isRenewable =
    outcome.kind === 'rejected' && outcome.reason === 'credentials_rejected' && outcome.renewable === true;
  if (!isRenewable) return outcome;
  const renewed = await directory.renewed(channel.accountId, channel.id, channel.credentialsVersion);
  return renewed ? call(renewed) : outcome;
}

type OneOutcome = Exclude<SendOutcome | SendManyOutcome, { readonly kind: 'recipient-refused' }>;

function note(
  result: Result,
  { id, isDoubtful, isFirst, isLast }: Recipient,
  {
    channel,
    outcome,
    troubles,
    isShared,
    mayWait,
  }: {
    readonly mayWait: boolean;
    readonly channel: OpenChannel;
    readonly outcome: OneOutcome;
    readonly troubles: number;
    readonly isShared: boolean;
  },
): void {
  const wait = (ms = 0): void => {
    const own = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(troubles, 10));
    result.waitMs = Math.max(result.waitMs ?? 0, own, ms);
  };
  switch (outcome.kind) {
    case 'sent':
      if (!isLast) result.next.push(id);
      else result.ends.push({ id, state: 'accepted', reason: null, requestId: outcome.requestId });
      return;
    case 'unknown':
      if (channel.adapter.manifest.capabilities.idempotentSend) wait();
      else result.ends.push({ id, state: 'unknown', reason: 'no_answer' });
      return;
    case 'reply-token-invalid':
      result.ends.push({ id, state: 'failed', reason: 'vendor_error' });
      return;
    case 'rejected': {
      const { reason, retryable, retryAfterMs, requestId } = outcome;
      const stop = STOPPING[reason];
      const isWhole = reason === 'message_invalid' && isShared;
      if (retryable) wait(retryAfterMs);
      else if (stop) result.stop = stop;
      else if (isWhole) result.stop = 'message_invalid';
      if (retryable || stop) {
        if (!isDoubtful) result.refused.push(id);
        return;
      }
      if (reason === 'window_closed' && !isDoubtful && isFirst) {
        if (mayWait) result.later.push(id);
        else result.ends.push({ id, state: 'skipped', reason, requestId });
        return;
      }
      // A refused repeat says nothing about the call before it.
      result.ends.push({ id, state: isDoubtful ? 'unknown' : 'failed', reason, requestId });
      return;
    }
    default:
      outcome satisfies never;
  }
}

type Reason = Extract<SendOutcome, { readonly kind: 'rejected' }>['reason'];
/** Reasons that all other recipients would meet, too, until a person has done something. */
const STOPPING: Readonly<Partial<Record<Reason, Result['stop']>>> = {
  quota_exceeded: 'quota_short',
  credentials_rejected: 'credentials_rejected',
  payment_needed: 'payment_needed',
};
