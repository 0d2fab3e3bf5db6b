import type { VendorMessage } from '@hanasu/channels/spec/sending';
import type { AccountTransaction } from '../../platform/database/database.ts';
import type { OpenChannel } from '../channels/public.ts';
import { readersOfFriends } from '../message-templates/public.ts';
import { KEY_MARGIN_MS, sharedBody, unitFor, unreachableBy } from './begin-shared.ts';
import * as calls from './calls.store.ts';
import { type Body, composeBody } from './compose-body.ts';
import { findLinks } from './message-links.ts';
import * as store from './recipients.store.ts';
import { contentsOf, type StartDependencies } from './start-broadcast.ts';

export type Composing = Pick<StartDependencies, 'composer' | 'trackedLinks'>;

/** Someone who is called alone. */
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

/** The same where a channel may be written to for a time only. */
function unreachableOn({ adapter }: OpenChannel, one: calls.OpenRecipient): string | null {
  const { window } = adapter.manifest.limits;
  const isClosed = window && (one.silentMs === null || one.silentMs > window.openMs);
  return unreachableBy(one) ?? (isClosed ? 'window_closed' : null);
}

/** True: sending may be paid by now, because it is free only for a time after they wrote. */
export function isPaidNow({ adapter }: OpenChannel, { isPaid, silentMs }: calls.OpenRecipient): boolean {
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

/** Adds the body of each recipient; those who can't get anything are skipped. */
export async function withBodies(
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
    const unreachable = unreachableOn(channel, one);
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

/**
 * Settles calls that were begun without a known end: they are made again under their keys, as long as that is safe. Null:
 * some were settled without a call.
 */
export async function settle(
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
): Promise<Recipient[] | null> {
  const { capabilities, limits } = channel.adapter.manifest;
  const isRepeatable = ({ keyAgeMs, isRefused, externalId }: calls.OpenRecipient): boolean =>
    state.state === 'sending' &&
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
    return null;
  }
  await calls.repeatCalls(
    transaction,
    unsettled.map(({ id }) => id),
  );
  return unsettled.flatMap(({ id, externalId, retryKey, isRefused, isPaid, variant, step, ...one }) => {
    const body = (one.body as Body | null) ?? sharedBody(state, variant);
    if (externalId === null || !body) return [];
    const unit = unitFor(state, broadcastId, variant);
    return [
      {
        id,
        externalId,
        retryKey,
        isPaid,
        isDoubtful: !isRefused,
        body,
        unit,
        ...partOf(channel, body, step),
      },
    ];
  });
}
