import type { AccountId, ChannelId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import { type GroupCommit, groupCommit } from '../../../platform/database/group-commit.ts';
import type { ChannelDirectory } from '../channel-directory.ts';
import { boundEvent } from '../domain/bound-event.ts';
import { insertEvents, type ReceivedEvents } from '../events.store.ts';
import { createSignatureWatch, type SignatureWatchDependencies } from './watch-signatures.ts';

export interface WebhookCall {
  readonly accountId: AccountId;
  readonly channelId: ChannelId;
  readonly rawBody: Buffer;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Resolves when the events are stored; the vendor may be told 200 then and not before. */
export type ReceiveWebhook = (call: WebhookCall) => Promise<void>;

interface ReceiveDependencies extends Omit<SignatureWatchDependencies, 'now'> {
  readonly directory: ChannelDirectory;
  /** Called after the commit. */
  readonly onStored: () => void;
  /** A call that was not signed was dropped; at most once a minute for each channel, with how many there were. */
  readonly onUnsigned: (call: { readonly channel: ChannelId; readonly calls: number }) => void;
}

const MAX_CALLS_TOGETHER = 200;

/** Signature, then storing; nothing else happens before the vendor is answered. */
export function createReceiveWebhook(dependencies: ReceiveDependencies): ReceiveWebhook {
  const { database, directory, onStored, onUnsigned } = dependencies;
  const signatures = createSignatureWatch({ ...dependencies, now: Date.now });
  const unsigned = countUnsigned(onUnsigned);
  const store: GroupCommit<ReceivedEvents, void> = groupCommit(
    async (calls) => {
      await database.system((transaction) => insertEvents(transaction, calls));
      return calls.map(() => undefined);
    },
    { maxBatch: MAX_CALLS_TOGETHER, lanes: 2 },
  );

  return async ({ accountId, channelId, rawBody, headers }) => {
    const channel = await directory.find(accountId, channelId);
    if (!channel) throw new AppError('not_found', 'There is no such channel');
    // Vendors send again: nothing is lost if somebody gives the channel its credentials soon.
    if (channel.isUnreadable)
      throw new AppError('channel_needs_credentials', 'The channel needs its credentials again');
    if (!channel.adapter.verifyWebhook(channel.connection, rawBody, headers)) {
      signatures.failed(channel, rawBody);
      if (channel.adapter.manifest.capabilities.acceptsUnsigned) return unsigned(channelId);
      throw new AppError('signature_invalid', 'The signature does not match the body');
    }
    signatures.passed(channelId);
    const parsed = channel.adapter.parseWebhook(rawBody);
    if (parsed.kind === 'malformed') throw new AppError('malformed_body', parsed.detail);
    if (parsed.events.length === 0) return;
    const events = parsed.events.map(boundEvent);
    await store.add({ accountId, channelId, events, receivedAt: new Date(database.now()) });
    onStored();
  };
}

const TELL_EVERY_MS = 60_000;
const CHANNELS_COUNTED = 1_000;

/** Anybody may send what is not signed: it must not fill the log. */
function countUnsigned(tell: ReceiveDependencies['onUnsigned']): (channel: ChannelId) => void {
  const counted = new Map<ChannelId, { toldAt: number; calls: number }>();
  return (channel) => {
    const count = counted.get(channel) ?? { toldAt: 0, calls: 0 };
    count.calls += 1;
    if (Date.now() - count.toldAt >= TELL_EVERY_MS) {
      tell({ channel, calls: count.calls });
      count.toldAt = Date.now();
      count.calls = 0;
    }
    if (counted.size >= CHANNELS_COUNTED) counted.clear();
    counted.set(channel, count);
  };
}
