import { setTimeout as sleep } from 'node:timers/promises';
import type { SendManyOutcome, SendOutcome } from '@hanasu/channels/spec/sending';
import type { ChannelId } from '@hanasu/contract/ids';
import { runInLanes } from '../../platform/workers/run-in-lanes.ts';
import type { ChannelDirectory, OpenChannel } from '../channels/public.ts';
import type { Calls, StopReason } from './begin-calls.ts';
import type { Recipient } from './begin-each.ts';
import type { SharedCall } from './begin-shared.ts';
import type { RecipientEnd } from './recipients.store.ts';

/** A small part of what a channel may do at once (`MOST_PER_CHANNEL`): answers go first. */
const CALLS_AT_ONCE = 4;
/** Time in which calls for many of one round begin. After it the state is read again: it may have been stopped. */
const SHARED_MS = 2_000;
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
  /** Aborted: no call is made any more. */
  readonly signal: AbortSignal;
}

/** What became of a call: it is settled, refused for now (`refused`) or in doubt (`open`), or it goes on. */
type Fate =
  | ({ readonly kind: 'ended' } & Omit<RecipientEnd, 'id' | 'messageId'>)
  | { readonly kind: 'next' | 'later' | 'refused' | 'open' };

/** What became of a call for many. */
export interface SharedResult {
  readonly call: SharedCall;
  /** `split`: the vendor has taken none, as it does not know `named`; null: it does not say whom. */
  readonly fate:
    | Fate
    | { readonly kind: 'split'; readonly named: string | null }
    /** It was not made: others had to wait too long, or would fail the same way. */
    | { readonly kind: 'unmade' };
}

/** Results for the recipients and the broadcast. */
export interface Result {
  readonly shared: SharedResult[];
  readonly ends: RecipientEnd[];
  /** Recipients whom the vendor has certainly not taken. */
  readonly refused: string[];
  /** Recipients who get it when they write. */
  readonly later: string[];
  /** Recipients who have got a part, and wait for the next. */
  readonly next: string[];
  /** Time until it is tried again; null: there is no trouble. */
  waitMs: number | null;
  stop: StopReason | null;
}

const emptyResult = (): Result => ({
  shared: [],
  ends: [],
  refused: [],
  later: [],
  next: [],
  waitMs: null,
  stop: null,
});

/** Makes the calls that were begun. */
export async function makeCalls(
  dependencies: CallDependencies,
  channel: OpenChannel,
  begun: Calls,
): Promise<Result> {
  const result = emptyResult();
  const endsAt = performance.now() + SHARED_MS;
  for (const call of begun.shared) {
    const isCut = performance.now() >= endsAt || dependencies.signal.aborted;
    // The others would fail the same way, or it may have been stopped since; a call in doubt stays so.
    const unmade = isCut || result.stop !== null || result.waitMs !== null;
    const fate = unmade
      ? ({ kind: call.isDoubtful ? 'open' : 'unmade' } as const)
      : await callMany(dependencies, channel, { call, result, begun });
    result.shared.push({ call, fate });
  }
  await runInLanes(begun.recipients, CALLS_AT_ONCE, (recipient) =>
    callOne(dependencies, channel, { recipient, result, begun }),
  );
  return result;
}

async function callMany(
  dependencies: CallDependencies,
  channel: OpenChannel,
  {
    call: { to, body, retryKey, unit, isDoubtful },
    result,
    begun,
  }: { readonly call: SharedCall; readonly result: Result; readonly begun: Calls },
): Promise<SharedResult['fate']> {
  const outcome = await withAccess(dependencies, channel, ({ adapter, connection }) => {
    if (!adapter.sendMany) throw new Error('the channel sends to one at a time');
    return adapter.sendMany(connection, { to, messages: body.messages, retryKey, unit });
  });
  if (outcome.kind === 'recipient-refused') return { kind: 'split', named: outcome.recipient };
  return judge(result, { isDoubtful, isFirst: true, isLast: true }, { channel, outcome, ...begun });
}

async function callOne(
  dependencies: CallDependencies,
  channel: OpenChannel,
  {
    recipient,
    result,
    begun,
  }: { readonly recipient: Recipient; readonly result: Result; readonly begun: Calls },
): Promise<void> {
  const { id, externalId: to, retryKey, isDoubtful, unit, messages: said } = recipient;
  // The others would fail the same way; a call in doubt stays so.
  if (result.stop !== null || result.waitMs !== null) {
    if (!isDoubtful) result.refused.push(id);
    return;
  }
  await dependencies.takeTurn(channel);
  const outcome = await withAccess(dependencies, channel, ({ adapter, connection }) =>
    adapter.send(connection, { to, messages: said, how: { method: 'push', retryKey, unit } }),
  );
  const fate = judge(result, recipient, { channel, outcome, ...begun });
  if (fate.kind === 'ended') result.ends.push({ id, ...fate });
  else if (fate.kind !== 'open') result[fate.kind].push(id);
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
type Rejected = Extract<SendOutcome, { readonly kind: 'rejected' }>;

interface Judged extends Pick<Calls, 'troubles' | 'isShared' | 'mayWait'> {
  readonly channel: OpenChannel;
}

/** What the outcome means for the call; what it means for the others stands in `result`. */
function judge(
  result: Result,
  one: Pick<Recipient, 'isDoubtful' | 'isFirst' | 'isLast'>,
  { outcome, ...how }: Judged & { readonly outcome: OneOutcome },
): Fate {
  switch (outcome.kind) {
    case 'sent':
      if (!one.isLast) return { kind: 'next' };
      return { kind: 'ended', state: 'accepted', reason: null, requestId: outcome.requestId };
    case 'unknown':
      if (!how.channel.adapter.manifest.capabilities.idempotentSend)
        return { kind: 'ended', state: 'unknown', reason: 'no_answer' };
      delay(result, how.troubles);
      return { kind: 'open' };
    case 'reply-token-invalid':
      return { kind: 'ended', state: 'failed', reason: 'vendor_error' };
    case 'rejected':
      return judgeRejected(result, one, { outcome, ...how });
    default:
      return outcome satisfies never;
  }
}

function delay(result: Result, troubles: number, ms = 0): void {
  const own = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(troubles, 10));
  result.waitMs = Math.max(result.waitMs ?? 0, own, ms);
}

function judgeRejected(
  result: Result,
  { isDoubtful, isFirst }: Pick<Recipient, 'isDoubtful' | 'isFirst'>,
  {
    outcome: { reason, retryable, retryAfterMs, requestId },
    troubles,
    isShared,
    mayWait,
  }: Judged & { readonly outcome: Rejected },
): Fate {
  const stop = STOPPING[reason];
  if (retryable) delay(result, troubles, retryAfterMs);
  else if (stop) result.stop = stop;
  else if (reason === 'message_invalid' && isShared) result.stop = 'message_invalid';
  if (retryable || stop) return { kind: isDoubtful ? 'open' : 'refused' };
  if (reason === 'window_closed' && !isDoubtful && isFirst)
    return mayWait ? { kind: 'later' } : { kind: 'ended', state: 'skipped', reason, requestId };
  // A refused repeat says nothing about the call before it.
  return { kind: 'ended', state: isDoubtful ? 'unknown' : 'failed', reason, requestId };
}

/** Reasons that all other recipients would meet, too, until a person has done something. */
const STOPPING: Readonly<Partial<Record<Rejected['reason'], Result['stop']>>> = {
  quota_exceeded: 'quota_short',
  credentials_rejected: 'credentials_rejected',
  payment_needed: 'payment_needed',
};
