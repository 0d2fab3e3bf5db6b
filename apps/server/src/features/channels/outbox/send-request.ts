import type { ChannelManifest } from '@hanasu/channels/spec/manifest';
import type { SendOutcome, SendRequest, SentCheck } from '@hanasu/channels/spec/sending';
import { type ChannelSettings, DEFAULT_CHANNEL_SETTINGS } from '@hanasu/contract/channel-settings';
import type { AccountId, ConversationId } from '@hanasu/contract/ids';
import { type Database, within } from '../../../platform/database/database.ts';
import { type GroupCommit, groupCommit } from '../../../platform/database/group-commit.ts';
import { threads } from '../../conversations/public.ts';
import type { ChannelDirectory, OpenChannel } from '../channel-directory.ts';
import type { RecordedSend } from '../log/record-requests.ts';
import { findGroupSize, quotaLeft } from '../quota.store.ts';
import type { Unsent } from './delivery-step.ts';
import { ASKED_AGAIN, type BeginningCall, beginCalls, type ClaimedDelivery } from './outbox.store.ts';

/** Bytes of a stored file of the account; null: it is gone. */
export type ReadMedia = (accountId: AccountId, mediaId: string) => Promise<Buffer | null>;

/** Longer than an adapter's time-out for one call, so that a live worker is never overtaken. */
const LEASE_SECONDS = 15;
/** Where being overtaken would send a message twice, and files are uploaded before it. */
const CAREFUL_LEASE_SECONDS = 90;
/** What has to be left of a careful lease when the call begins. */
const CALL_TAKES_MS = 60_000;

export const leaseSecondsOf = ({ adapter }: OpenChannel): number =>
  adapter.manifest.capabilities.idempotentSend ? LEASE_SECONDS : CAREFUL_LEASE_SECONDS;

type Begun =
  | { readonly kind: 'begun' }
  /** Another worker has the row. */
  | { readonly kind: 'taken' }
  /** No call is made: the vendor would refuse it, or it would cost what is kept. */
  | { readonly kind: 'refused'; readonly end: Unsent };

/** Records the start of calls, many in one transaction: no call is made before that is committed. */
export type BeginCalls = GroupCommit<BeginningCall, boolean>;

export const createBeginCalls = (database: Database): BeginCalls =>
  groupCommit(
    (calls) => database.system((transaction) => transaction.last(() => beginCalls(transaction, calls))),
    { maxBatch: 64, lanes: 2 },
  );

interface BeginDependencies {
  readonly database: Database;
  readonly beginCalls: BeginCalls;
}

/** Writes that a call begins, unless it is not to be made now. */
export async function beginIfAllowed(
  { database, beginCalls: begins }: BeginDependencies,
  channel: OpenChannel,
  row: ClaimedDelivery,
  method: 'reply' | 'push',
): Promise<Begun> {
  const lastCustomerAt = row.lastCustomerAt?.getTime() ?? null;
  const cost = sendCost(channel.adapter.manifest, { method, lastCustomerAt, now: database.now() });
  // What may have arrived already is only asked for again, under its key: that is neither late nor counted.
  const isFirst = row.previousState === 'pending';
  if (isFirst && cost === 'closed') return refused('window_closed', 'Too long ago that the customer wrote');
  const recipients = cost === 'paid' ? await countRecipients(database, channel, row) : 1;
  const call = { row, method, isPaid: cost === 'paid', recipients, leaseSeconds: leaseSecondsOf(channel) };
  // Whoever asks again may know more than was read of the quota: there the vendor decides.
  if (!isFirst || cost !== 'paid' || row.reason === ASKED_AGAIN) return begunOf(await begins.add(call));
  // Alone: of many that look together, each would find the same left.
  return database.system(async (transaction) => {
    const left = await quotaLeft(within(transaction, row.accountId), channel.id);
    const counted = { keep: keepOf(channel), isByPerson: row.isByPerson, recipients };
    if (isQuotaShort(left, counted)) {
      return refused('quota_short', `Only ${left} more messages may be sent this month`);
    }
    const [isOurs] = await beginCalls(transaction, [call]);
    return begunOf(isOurs === true);
  });
}

const begunOf = (isOurs: boolean): Begun => ({ kind: isOurs ? 'begun' : 'taken' });

/** Share of the quota that is reserved for staff. */
export const keepOf = ({ settings }: Pick<OpenChannel, 'settings'>): number =>
  (settings as Partial<ChannelSettings> | null)?.keepQuota ?? DEFAULT_CHANNEL_SETTINGS.keepQuota;

const refused = (reason: string, detail: string): Begun => ({
  kind: 'refused',
  end: { kind: 'failed', reason, detail, requestId: null },
});

interface CallDependencies {
  readonly directory: ChannelDirectory;
  readonly readMedia?: ReadMedia;
}

/**
 * The call itself; refused access is renewed. Null: it came too late to be made safely, so the row is looked
 * at again when its lease is over.
 */
export async function sendVendorRequest(
  { directory, readMedia }: CallDependencies,
  channel: OpenChannel,
  row: ClaimedDelivery,
  method: 'reply' | 'push',
  leaseEndsAt: number,
): Promise<SendOutcome | null> {
  const request = requestOf(row, method, readMedia);
  if (isTooLate(channel, leaseEndsAt)) return null;
  let current = channel;
  let outcome = await current.adapter.send(current.connection, request);
  for (let renewals = 0; renewals < MOST_RENEWALS && isRenewable(outcome); renewals += 1) {
    const renewed = await directory.renewed(row.accountId, current.id, current.credentialsVersion);
    if (renewed === null) return outcome;
    // Nothing was sent by the refused call, so the row may wait.
    if (isTooLate(channel, leaseEndsAt)) return { ...outcome, retryable: true };
    current = renewed;
    outcome = await current.adapter.send(current.connection, request);
  }
  return outcome;
}

/** Two: what another process renewed some time ago may be as dead by now as what is remembered here. */
const MOST_RENEWALS = 2;

const isRenewable = (outcome: SendOutcome): outcome is SendOutcome & { kind: 'rejected' } =>
  outcome.kind === 'rejected' && outcome.reason === 'credentials_rejected' && outcome.renewable === true;

/** A worker that was held up knows by the monotonic clock that another may have taken its row. */
const isTooLate = ({ adapter }: OpenChannel, leaseEndsAt: number): boolean =>
  !adapter.manifest.capabilities.idempotentSend && performance.now() + CALL_TAKES_MS > leaseEndsAt;

function requestOf(
  row: ClaimedDelivery,
  method: 'reply' | 'push',
  readMedia: ReadMedia | undefined,
): RecordedSend {
  const how: SendRequest['how'] =
    method === 'reply' ? { method, replyToken: row.replyToken ?? '' } : { method, retryKey: row.retryKey };
  const { recipient: to, messages, accountId } = row;
  return {
    to,
    messages,
    how,
    about: { outboxId: row.id, conversationId: row.conversationId, messageId: row.messageId },
    readMedia: async (mediaId) => (await readMedia?.(accountId, mediaId)) ?? null,
  };
}

/** Vendors' clocks may be behind ours. */
const CLOCKS_MS = 60_000;

export const checkSent = async (
  { adapter, connection }: OpenChannel,
  { recipient: to, messages, firstAttemptAt }: ClaimedDelivery,
  now: number,
): Promise<SentCheck> => {
  const since = (firstAttemptAt?.getTime() ?? now) - CLOCKS_MS;
  return (await adapter.findSent?.(connection, { to, messages, since })) ?? 'unknown';
};

interface Target {
  readonly conversationId: ConversationId;
  readonly recipient: string;
}

/**
 * As how many messages the vendor counts a push: one, or one for each member of a group. The vendor is asked when
 * nobody knows; when it doesn't say, the largest group that can be is assumed, so that what is kept stays kept.
 */
async function countRecipients(
  database: Database,
  { accountId, adapter, connection }: OpenChannel,
  { conversationId, recipient }: Target,
): Promise<number> {
  const most = adapter.manifest.limits.groupMembers;
  if (most === undefined) return 1;
  const known = await database.account(accountId, (transaction) =>
    findGroupSize(transaction, conversationId),
  );
  if (!known?.isGroup) return 1;
  if (known.people !== null) return Math.max(1, known.people);
  const size = await adapter.groupSize?.(connection, recipient);
  if (size?.kind !== 'known') return most;
  await database.account(accountId, (transaction) =>
    threads.saveGroupSize(transaction, conversationId, size.people),
  );
  return Math.max(1, size.people);
}

/** `free`: not counted; `paid`: counted by the vendor; `closed`: the vendor would refuse it. */
type SendCost = 'free' | 'paid' | 'closed';

/** What one call costs on its channel now. Someone of whom no word is known: the vendor decides. */
export function sendCost(
  { limits, capabilities }: Pick<ChannelManifest, 'limits' | 'capabilities'>,
  call: { readonly method: 'reply' | 'push'; readonly lastCustomerAt: number | null; readonly now: number },
): SendCost {
  if (call.method === 'reply') return 'free';
  if (limits.window === null) return capabilities.quota ? 'paid' : 'free';
  if (call.lastCustomerAt === null) return 'free';
  const since = call.now - call.lastCustomerAt;
  if (since <= limits.window.freeMs) return 'free';
  return since <= limits.window.openMs ? 'paid' : 'closed';
}

/** What is kept of the quota for staff, and as how many messages the call is counted. */
interface Counted {
  readonly keep: number;
  readonly isByPerson: boolean;
  readonly recipients: number;
}

/**
 * Whether a call that is counted would eat into what is kept. Staff may use that up; it is kept for them. `left`
 * null: not known, or without end.
 */
export const isQuotaShort = (left: number | null, { keep, isByPerson, recipients }: Counted): boolean =>
  left !== null && left - recipients < (isByPerson ? 0 : keep);
