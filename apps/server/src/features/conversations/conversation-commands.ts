import {
  type AccountId,
  type ChannelId,
  type ConversationId,
  type FriendId,
  MessageId,
  UserId,
} from '@hanasu/contract/ids';
import { ConversationView, Handling } from '@hanasu/contract/inbox';
import type { WaitingReason } from '@hanasu/contract/waiting-reasons';
import { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { AccountTransaction, Database } from '../../platform/database/database.ts';
import {
  applyCommand,
  applyCommands,
  findLine,
  hasOpenApprovals,
  type LockedConversation,
  lockConversation,
  recordCustomerMessage,
  startClock,
} from './conversation-commands.store.ts';
import {
  type ConversationCommand,
  type ConversationState,
  FORMER,
  isColleagues,
  type StatusChange,
} from './conversation-state.ts';
import { findUserName } from './conversations.store.ts';
import { insertMessages } from './messages/messages.store.ts';
import { handoverLines, type LineEvent, newLine } from './thread-lines.ts';

interface Named {
  readonly uuid: UserId;
  readonly name: string;
}

export const noSuchConversation = () => new AppError('not_found', 'Conversation not found');

export async function lockExisting(
  transaction: AccountTransaction,
  id: ConversationId,
): Promise<LockedConversation> {
  const conversation = await lockConversation(transaction, id);
  if (!conversation || conversation.origin === 'test') throw noSuchConversation();
  return conversation;
}

interface ConversationKey {
  readonly accountId: AccountId;
  readonly id: ConversationId;
}

/** Opens a transaction that locks the conversation. Requests wait for each other before they take a connection. */
export const withLocked = <T>(
  database: Pick<Database, 'account' | 'inQueue'>,
  { accountId, id }: ConversationKey,
  run: (transaction: AccountTransaction, conversation: LockedConversation) => Promise<T>,
): Promise<T> =>
  database.inQueue({ accountId, key: id }, () =>
    database.account(accountId, async (transaction) => run(transaction, await lockExisting(transaction, id))),
  );

const named = async (transaction: AccountTransaction, userId: UserId): Promise<Named> => ({
  uuid: userId,
  name: await findUserName(transaction, userId),
});

const ownerOf = ({ operatorId, operatorName }: LockedConversation): Named | null =>
  operatorId ? { uuid: operatorId, name: operatorName ?? '' } : null;

/** For what only who has the conversation may do; commands look for themselves. */
export function refuseIfTaken(
  conversation: LockedConversation,
  userId: UserId,
  { takeOver }: { readonly takeOver: boolean },
): void {
  if (!takeOver && isColleagues(conversation, userId)) throw taken(conversation);
}

const taken = ({ operatorName }: LockedConversation) =>
  new AppError('conversation_taken', `${operatorName} has this conversation`);

/** Writes a line for staff; it is never sent and doesn't move the conversation in the list. */
export async function writeLine(
  transaction: AccountTransaction,
  conversationId: ConversationId,
  event: LineEvent,
  data: Readonly<Record<string, unknown>> = {},
): Promise<MessageId> {
  const line = newLine({ accountId: transaction.accountId, conversationId }, event, data);
  await insertMessages(transaction, [line]);
  return line.id;
}

/** What people do with a conversation, and the product in their stead; each leaves a line in the thread. */
type StaffCommand = ConversationCommand & {
  kind: 'take-over' | 'give-back' | 'close' | 'reopen' | 'assign' | 'snooze';
};

interface Changed {
  readonly conversation: LockedConversation;
  /** Null: nothing that people should read has changed. */
  readonly line: MessageId | null;
}

export async function changeConversation(
  transaction: AccountTransaction,
  before: LockedConversation,
  command: StaffCommand,
): Promise<Changed> {
  const { outcome, conversation } = await applyCommand(transaction, before, command);
  if (outcome === 'refused') throw taken(before);
  const line = outcome === 'changed' ? await writeLineOf(transaction, before, command) : null;
  return { conversation, line };
}

/** Starts the clock of a conversation that waits; null: it is gone. */
export async function startWaiting(
  transaction: AccountTransaction,
  id: ConversationId,
): Promise<LockedConversation | null> {
  const found = await lockConversation(transaction, id);
  return found && (await applyCommand(transaction, found, { kind: 'start-clock' })).conversation;
}

/** A person has written to the customer, who waits no longer. */
export async function recordReply(
  transaction: AccountTransaction,
  conversation: LockedConversation,
): Promise<void> {
  await applyCommand(transaction, conversation, { kind: 'record-reply' });
}

/** The product gives them back, whoever has them. */
export async function giveBack(
  transaction: AccountTransaction,
  ids: readonly ConversationId[],
): Promise<void> {
  await applyCommands(transaction, ids, { kind: 'give-back', by: null, takeOver: true });
}

/** Something could not be done that a person may know a way for. Whoever has the conversation already keeps it. */
export async function askForPerson(
  transaction: AccountTransaction,
  id: ConversationId,
  reason: WaitingReason,
): Promise<void> {
  const changed = await applyCommands(transaction, [id], { kind: 'ask-for-person', reason });
  const place = { accountId: transaction.accountId, conversationId: id };
  const to: StatusChange = { status: 'waiting', waitingReason: reason };
  await insertMessages(
    transaction,
    changed.flatMap(({ status }) => handoverLines(place, status, to)),
  );
}

/** Staff have decided on what a conversation waited for: the bot has it again, unless it waits for something else. */
export async function endApproval(transaction: AccountTransaction, id: ConversationId): Promise<void> {
  if (await hasOpenApprovals(transaction, id)) return;
  const [changed] = await applyCommands(transaction, [id], { kind: 'end-approval' });
  if (changed) await writeLine(transaction, id, 'given_back', { by: null, cause: 'approval' });
}

/** What closing changes. */
const CHANGED_BY_CLOSING = [
  'status',
  'waitingReason',
  'operatorId',
  'snoozedUntil',
  'turnDueAt',
  'answeredThrough',
  'waitingSince',
  'respondBy',
  'takenAt',
  'closedAt',
] as const satisfies readonly (keyof ConversationState)[];
export type FormerState = Pick<ConversationState, (typeof CHANGED_BY_CLOSING)[number]>;

/** Kept in the line that says it was closed, so that closing can be taken back. */
const formerOf = (conversation: LockedConversation): Partial<FormerState> =>
  Object.fromEntries(CHANGED_BY_CLOSING.map((name) => [name, conversation[name]]));

const MaybeDate = z.coerce.date().nullable();
const Former = z.object({
  status: Handling,
  waitingReason: ConversationView.shape.waitingReason,
  operatorId: UserId.nullable(),
  snoozedUntil: MaybeDate,
  turnDueAt: MaybeDate,
  answeredThrough: MessageId.nullable(),
  waitingSince: MaybeDate,
  respondBy: MaybeDate,
  takenAt: MaybeDate,
  closedAt: MaybeDate,
}) satisfies z.ZodType<FormerState>;

/** How a conversation was before this person closed it; null: somebody else did, or it was closed by itself. */
export async function findFormer(
  transaction: AccountTransaction,
  id: ConversationId,
  by: UserId,
): Promise<FormerState | null> {
  const line = await findLine(transaction, id, 'closed' satisfies LineEvent);
  const closed = z.object({ by: z.object({ uuid: z.literal(by) }), [FORMER]: Former }).safeParse(line);
  return closed.data?.[FORMER] ?? null;
}

async function writeLineOf(
  transaction: AccountTransaction,
  before: LockedConversation,
  command: StaffCommand,
): Promise<MessageId | null> {
  const { id } = before;
  const name = async (userId: UserId | null) => userId && (await named(transaction, userId));
  switch (command.kind) {
    case 'take-over': {
      const from = before.operatorId === command.by ? null : ownerOf(before);
      return writeLine(transaction, id, 'taken_over', { from, to: await name(command.by) });
    }
    case 'give-back':
      if (before.status === 'bot') return null;
      return writeLine(transaction, id, 'given_back', { by: await name(command.by) });
    case 'close':
      if (before.status === 'closed') return null;
      return writeLine(transaction, id, 'closed', { by: await name(command.by), [FORMER]: formerOf(before) });
    case 'reopen':
      return writeLine(transaction, id, 'reopened', { by: await name(command.by) });
    case 'assign':
      return writeLine(transaction, id, 'assigned', {
        from: ownerOf(before),
        to: await name(command.to),
        by: await name(command.by),
      });
    case 'snooze': {
      const { by, until } = command;
      if (until) {
        return writeLine(transaction, id, 'snoozed', { by: await name(by), until: until.toISOString() });
      }
      return before.snoozedUntil && writeLine(transaction, id, 'woken', { by: await name(by) });
    }
    default:
      return command satisfies never;
  }
}

export interface InboundMessages {
  readonly conversationId: ConversationId;
  readonly channelId: ChannelId;
  readonly friendId: FriendId | null;
  readonly customerMessages: readonly MessageId[];
}

/**
 * After a customer wrote: the clock of a person who owes an answer, the end of a snooze. To whom the conversation goes
 * is decided a moment later by the worker `inbox-clocks`, so that a webhook never waits for it. Returns the line that
 * says that a snooze has ended, to be published after the commit; null: there was none.
 */
export async function updateSlaAndAssignment(
  transaction: AccountTransaction,
  { conversationId, customerMessages }: InboundMessages,
): Promise<MessageId | null> {
  const newest = customerMessages.toSorted().at(-1);
  if (!newest) return null;
  const { wokeUp, isPeoples } = await recordCustomerMessage(transaction, conversationId, newest);
  if (isPeoples) await startClock(transaction, conversationId);
  return wokeUp ? writeLine(transaction, conversationId, 'woken', { by: null }) : null;
}
