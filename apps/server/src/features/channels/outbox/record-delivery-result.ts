import type { ConversationId } from '@hanasu/contract/ids';
import { type Database, type SystemTransaction, within } from '../../../platform/database/database.ts';
import { type GroupCommit, groupCommit } from '../../../platform/database/group-commit.ts';
import { retryDeadlocks, retryWhileUnavailable } from '../../../platform/database/unavailable.ts';
import {
  conversationCommands,
  type PublishConversationUpdate,
  threads,
  vendorMessages,
} from '../../conversations/public.ts';
import type { OpenChannel } from '../channel-directory.ts';
import { setAttention, touchOutbound } from '../channels.store.ts';

import { type Step, waitingReason } from './delivery-step.ts';
import {
  type ClaimedDelivery,
  type DeliveryEnd,
  type EndedDelivery,
  endDeliveries,
  failRest,
  postponeDelivery,
  takenKey,
} from './outbox.store.ts';

type End = Exclude<Step, { kind: 'again' }>;

/** What came of a claimed row. */
interface Conclusion<Kind extends Step = Step> {
  /** Null: the channel could not be opened. */
  readonly channel: OpenChannel | null;
  readonly row: ClaimedDelivery;
  readonly method: 'reply' | 'push' | null;
  readonly step: Kind;
}
type Ending = Conclusion<End>;

interface WrittenEnd extends Pick<EndedDelivery, 'isLast'> {
  /** Of the conversation, to be shown as read; each is given once. Null: there is none. */
  readonly readToken: string | null;
}

/** Resolves with null when another worker has taken the row since: then the end is its to write. */
export type WriteEnds = GroupCommit<Ending, WrittenEnd | null>;

/** Writes what became of rows, many in one transaction. */
export const createWriteResults = (database: Database): WriteEnds =>
  groupCommit((endings) => database.system((transaction) => writeResults(transaction, endings)), {
    maxBatch: 64,
    lanes: 2,
  });

export interface DeliveryResultDependencies {
  readonly database: Database;
  readonly publishConversationUpdate: PublishConversationUpdate;
  readonly writeResults: WriteEnds;
  readonly onError: (error: unknown) => void;
}

/**
 * Time in which the database may come back before a result is forgotten: what the vendor said is known here alone, and
 * without it a message that had arrived would count as one in doubt. The lease of a call that can't be repeated is longer
 * (90 s); one that can is asked again under its key when its lease ends first.
 */
const KNOWN_FOR_MS = 30_000;

/** Records the result of a delivery and publishes it. True: nothing of its conversation is on its way any more. */
export async function recordDeliveryResult(
  { database, publishConversationUpdate, writeResults, onError }: DeliveryResultDependencies,
  { channel, row, method, step }: Conclusion,
): Promise<boolean> {
  if (step.kind === 'again') {
    const messages = step.inPlainWords ? (channel?.adapter.toPlain?.(row.messages) ?? null) : null;
    await retryWhileUnavailable(
      () =>
        database.account(row.accountId, (transaction) =>
          postponeDelivery(transaction, row, { ...step, messages }),
        ),
      KNOWN_FOR_MS,
    );
    return false;
  }
  const write = () => retryDeadlocks(() => writeResults.add({ channel, row, method, step }));
  const written = await retryWhileUnavailable(write, KNOWN_FOR_MS);
  if (!written) return false;
  publishConversationUpdate(row.accountId, 'delivery', row.conversationId, [row.messageId]);
  // Its handling may have changed, which people are notified of.
  if (step.kind !== 'sent') publishConversationUpdate(row.accountId, 'handling', row.conversationId);
  if (channel && written.readToken !== null) {
    // Best effort.
    void channel.adapter.markRead?.(channel.connection, written.readToken).catch(onError);
  }
  return written.isLast;
}

async function writeResults(
  transaction: SystemTransaction,
  endings: readonly Ending[],
): Promise<(WrittenEnd | null)[]> {
  const ended = await endDeliveries(transaction, endings.map(endOf));
  const byKey = new Map(ended.map((one) => [takenKey(one), one]));
  const ours = endings.flatMap((ending) => {
    const found = byKey.get(takenKey(ending.row));
    return found ? [{ ...ending, ...found }] : [];
  });
  const failed = ours.filter(({ step }) => step.kind !== 'sent');
  // In this order, as everywhere: channels, then their conversations, then the messages in them.
  const writing = async () => {
    const channels = inOrder(ours, ({ row }) => row.channelId).map((ending) =>
      updateChannel(transaction, ending),
    );
    const tokens = takeReadTokens(transaction, ours);
    await Promise.all([
      ...channels,
      tokens,
      ...inOrder(failed, ({ row }) => `${row.accountId}/${row.conversationId}`).map((ending) =>
        askPerson(transaction, ending),
      ),
      ...failed.map(({ row }) =>
        failRest(within(transaction, row.accountId), row.messageId, 'earlier_part_failed'),
      ),
      vendorMessages.updateDeliveries(transaction, ours.map(deliveryOf)),
    ]);
    return tokens;
  };
  // Asking for a person takes more than one step.
  const tokens = await (failed.length === 0 ? transaction.last(writing) : writing());
  return endings.map(({ row }) => {
    const end = byKey.get(takenKey(row));
    return end ? { isLast: end.isLast, readToken: tokens.get(row.conversationId) ?? null } : null;
  });
}

/** Takes the tokens of conversations that an answer was sent in, where the vendor shows messages as read. */
async function takeReadTokens(
  transaction: SystemTransaction,
  endings: readonly Ending[],
): Promise<ReadonlyMap<ConversationId, string>> {
  const read = endings.filter(
    ({ channel, step }) =>
      step.kind === 'sent' && channel?.adapter.manifest.capabilities.readMarks && channel.adapter.markRead,
  );
  if (read.length === 0) return new Map();
  const taken = await threads.takeReadTokens(
    transaction,
    read.map(({ row }) => row),
  );
  return new Map(taken.map(({ conversationId, token }) => [conversationId, token]));
}

const inOrder = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] =>
  items.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));

const endOf = ({ row, step }: Ending): DeliveryEnd => ({
  row,
  state: step.kind,
  reason: step.kind === 'sent' ? null : step.reason,
  detail: step.kind === 'sent' ? null : step.detail,
  requestId: step.requestId,
});

const deliveryOf = ({
  row,
  channel,
  method,
  step,
  hasMore,
  isPaid,
}: Ending & EndedDelivery): vendorMessages.Delivery => ({
  accountId: row.accountId,
  messageId: row.messageId,
  state: step.kind === 'sent' && hasMore ? 'pending' : step.kind,
  reason: step.kind === 'sent' ? null : step.reason,
  detail: step.kind === 'sent' ? null : step.detail,
  method: method === 'push' && !isPaid ? uncounted(channel) : method,
  vendorMessageIds: step.kind === 'sent' ? step.vendorMessageIds : [],
});

/** Free because it came in time, or because nothing is counted on this channel. */
const uncounted = (channel: OpenChannel | null): 'reply' | null =>
  channel?.adapter.manifest.limits.window ? 'reply' : null;

/** What is the owner's to repair at the vendor. */
const OWNERS = new Set(['credentials_rejected', 'payment_needed']);
async function updateChannel(
  transaction: SystemTransaction,
  { row, step, isQuiet }: Ending & EndedDelivery,
): Promise<void> {
  const scoped = within(transaction, row.accountId);
  if (step.kind === 'sent') return isQuiet ? touchOutbound(scoped, row.channelId) : undefined;
  if (OWNERS.has(step.reason)) await setAttention(scoped, row.channelId, step.detail);
}

/** A customer whose answer may not have arrived is a person's to look after. */
async function askPerson(transaction: SystemTransaction, { row, step }: Ending): Promise<void> {
  if (step.kind === 'sent') return;
  const reason = waitingReason(step);
  await conversationCommands.askForPerson(within(transaction, row.accountId), row.conversationId, reason);
}
