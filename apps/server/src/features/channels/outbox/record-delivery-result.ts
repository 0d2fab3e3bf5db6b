import type { AccountId, ConversationId } from '@hanasu/contract/ids';
import { type Database, type SystemTransaction, within } from '../../../platform/database/database.ts';
import { type GroupCommit, groupCommit } from '../../../platform/database/group-commit.ts';
import { retryWhileUnavailable } from '../../../platform/database/unavailable.ts';
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

/** Resolves with false when another worker has taken the row since: then the end is its to write. */
export type WriteEnds = GroupCommit<Ending, boolean>;

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
  readonly takeReadTokens: TakeReadTokens;
  readonly onError: (error: unknown) => void;
}

/**
 * Time in which the database may come back before a result is forgotten: what the vendor said is known here alone, and
 * without it a message that had arrived would count as one in doubt. The lease of a call that can't be repeated is longer
 * (90 s); one that can is asked again under its key when its lease ends first.
 */
const KNOWN_FOR_MS = 30_000;

/** Records the result of a delivery and publishes it. */
export async function recordDeliveryResult(
  { database, publishConversationUpdate, writeResults, takeReadTokens, onError }: DeliveryResultDependencies,
  { channel, row, method, step }: Conclusion,
): Promise<void> {
  if (step.kind === 'again') {
    const messages = step.inPlainWords ? (channel?.adapter.toPlain?.(row.messages) ?? null) : null;
    return retryWhileUnavailable(
      () =>
        database.account(row.accountId, (transaction) =>
          postponeDelivery(transaction, row, { ...step, messages }),
        ),
      KNOWN_FOR_MS,
    );
  }
  const write = () => writeResults.add({ channel, row, method, step });
  if (!(await retryWhileUnavailable(write, KNOWN_FOR_MS))) return;
  publishConversationUpdate(row.accountId, 'delivery', row.conversationId, [row.messageId]);
  // Its handling may have changed, which people are notified of.
  if (step.kind !== 'sent') publishConversationUpdate(row.accountId, 'handling', row.conversationId);
  if (channel && step.kind === 'sent') {
    void markRead(takeReadTokens, channel, row.conversationId).catch(onError);
  }
}

async function writeResults(transaction: SystemTransaction, endings: readonly Ending[]): Promise<boolean[]> {
  const ended = await endDeliveries(transaction, endings.map(endOf));
  const byKey = new Map(ended.map((one) => [takenKey(one), one]));
  const ours = endings.flatMap((ending) => {
    const found = byKey.get(takenKey(ending.row));
    return found ? [{ ...ending, ...found }] : [];
  });
  const failed = ours.filter(({ step }) => step.kind !== 'sent');
  // In this order, as everywhere: channels, then their conversations, then the messages in them.
  await Promise.all([
    ...inOrder(ours, ({ row }) => row.channelId).map((ending) => tellChannel(transaction, ending)),
    ...inOrder(failed, ({ row }) => `${row.accountId}/${row.conversationId}`).map((ending) =>
      askPerson(transaction, ending),
    ),
    ...failed.map(({ row }) =>
      failRest(within(transaction, row.accountId), row.messageId, 'earlier_part_failed'),
    ),
    vendorMessages.updateDeliveries(transaction, ours.map(deliveryOf)),
  ]);
  return endings.map(({ row }) => byKey.has(takenKey(row)));
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
async function tellChannel(
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

interface ReadConversation {
  readonly accountId: AccountId;
  readonly conversationId: ConversationId;
}

/** Gives the token of each conversation once; null: there is none. */
export type TakeReadTokens = GroupCommit<ReadConversation, string | null>;

export const createTakeReadTokens = (database: Database): TakeReadTokens =>
  groupCommit(
    async (keys) => {
      const taken = await database.system((transaction) => threads.takeReadTokens(transaction, keys));
      const tokens = new Map(taken.map(({ conversationId, token }) => [conversationId, token]));
      return keys.map(({ conversationId }) => {
        const token = tokens.get(conversationId) ?? null;
        tokens.delete(conversationId);
        return token;
      });
    },
    { maxBatch: 64, lanes: 1 },
  );

/** Marks the customer's messages as read after an answer was sent. Best effort. */
async function markRead(
  takeReadTokens: TakeReadTokens,
  { adapter, connection, accountId }: OpenChannel,
  conversationId: ConversationId,
): Promise<void> {
  if (!adapter.manifest.capabilities.readMarks || !adapter.markRead) return;
  const token = await takeReadTokens.add({ accountId, conversationId });
  if (token !== null) await adapter.markRead(connection, token);
}
