import type { ConversationId, MessageId, UserId } from '@hanasu/contract/ids';
import type { ConversationView } from '@hanasu/contract/inbox';
import type { BulkAction } from '@hanasu/contract/inbox-work';
import { AppError } from '../../platform/app-error.ts';
import type { AccountTransaction } from '../../platform/database/database.ts';
import type { Session } from '../../platform/http/context.ts';
import { conversationLock, conversations, findConversation, staff } from '../conversations/public.ts';
import type { InboxDependencies } from './dependencies.ts';

import { publishChange } from './tell-change.ts';
import { messagingWindow } from './window-of.ts';

type Assignee = UserId | 'next' | 'nobody';

interface Assigned {
  /** Null: nobody has it now. */
  readonly userId: UserId | null;
  /** Null: nothing has changed. */
  readonly line: MessageId | null;
}

/** Gives a conversation to a colleague, to whoever is next, or to nobody. It waits for them until they write. */
export async function assignConversation(
  { database, publishConversationUpdate, manifestOf, tell }: InboxDependencies,
  session: Session,
  id: ConversationId,
  to: Assignee,
): Promise<ConversationView> {
  const { view, assigned } = await database.account(session.accountId, async (transaction) => {
    const conversation = await conversationLock.lockExisting(transaction, id);
    const outcome = await assign(transaction, conversation, await choose(transaction, to), session.userId);
    return {
      assigned: outcome,
      view: await findConversation(transaction, id, session.userId, messagingWindow(manifestOf)),
    };
  });
  if (!view) throw conversationLock.noSuchConversation();
  publishChange(publishConversationUpdate, session.accountId, id, [assigned.line]);
  const { userId, line } = assigned;
  if (line && userId && userId !== session.userId) {
    tell?.({
      kind: 'assigned',
      accountId: session.accountId,
      conversationId: id,
      userId,
      by: session.userId,
    });
  }
  return view;
}

async function choose(transaction: AccountTransaction, to: Assignee): Promise<UserId | null> {
  if (to === 'nobody') return null;
  if (to === 'next') return staff.takeNextOperator(transaction);
  if (await staff.findOperator(transaction, to)) return to;
  throw AppError.field('validation_failed', 'body.to', 'No operator with this id');
}

async function assign(
  transaction: AccountTransaction,
  conversation: conversations.ConversationState,
  userId: UserId | null,
  by: UserId | null,
): Promise<Assigned> {
  const { id, handling } = conversation;
  const from = conversationLock.ownerOf(conversation);
  if ((from?.uuid ?? null) === userId) return { userId, line: null };
  // Who has begun to talk to a person goes on with a person.
  await conversations.setAssignee(transaction, id, {
    operatorId: userId,
    handling: handling === 'operator' && userId ? 'operator' : 'waiting',
  });
  await conversations.startClock(transaction, id);
  const line = await conversationLock.writeLine(transaction, id, 'assigned', {
    from,
    to: userId && (await conversationLock.named(transaction, userId)),
    by: by && (await conversationLock.named(transaction, by)),
  });
  return { userId, line };
}

/**
 * A conversation began to wait: the clock starts, and where the channel gives conversations out in turn it is given
 * to who is next. Null: to nobody. Who calls it tells pages and the person after the commit; what nobody has called
 * it for is found by the inbox's own pump a moment later.
 */
export async function assignWaiting(
  transaction: AccountTransaction,
  conversationId: ConversationId,
): Promise<Assigned | null> {
  await conversations.startClock(transaction, conversationId);
  if (!(await conversations.isGivenOut(transaction, conversationId))) return null;
  const conversation = await conversations.lockConversation(transaction, conversationId);
  if (conversation?.handling !== 'waiting' || conversation.operatorId) return null;
  const userId = await staff.takeNextOperator(transaction);
  return userId ? assign(transaction, conversation, userId, null) : null;
}

const LONGEST_MS = 366 * 24 * 60 * 60 * 1000;

/** Out of the list until then, or until the customer writes; null: back now. */
export async function snoozeConversation(
  { database, publishConversationUpdate, manifestOf }: InboxDependencies,
  session: Session,
  id: ConversationId,
  until: Date | null,
): Promise<ConversationView> {
  const left = until ? until.getTime() - database.now() : 1;
  if (left <= 0 || left > LONGEST_MS) {
    throw AppError.field('validation_failed', 'body.until', 'Give a time in the future, within a year');
  }
  const { view, line } = await database.account(session.accountId, async (transaction) => {
    const { snoozedUntil } = await conversationLock.lockExisting(transaction, id);
    const changes = until !== null || snoozedUntil !== null;
    await conversations.setSnooze(transaction, id, until);
    const by = await conversationLock.named(transaction, session.userId);
    const written = until
      ? await conversationLock.writeLine(transaction, id, 'snoozed', { by, until: until.toISOString() })
      : changes && (await conversationLock.writeLine(transaction, id, 'woken', { by }));
    return {
      line: written || null,
      view: await findConversation(transaction, id, session.userId, messagingWindow(manifestOf)),
    };
  });
  if (!view) throw conversationLock.noSuchConversation();
  publishChange(publishConversationUpdate, session.accountId, id, [line]);
  return view;
}

interface HandlingChange {
  readonly handling: 'bot' | 'operator' | 'closed';
  /** Takes it from the colleague who has it. */
  readonly takeOver: boolean;
}

/** Take over, give back to the bot, or close. */
export async function setHandling(
  {
    database,
    publishConversationUpdate,
    notifyTurns,
    notifyDelivery,
    askSatisfaction,
    manifestOf,
  }: InboxDependencies,
  session: Session,
  id: ConversationId,
  change: HandlingChange,
): Promise<ConversationView> {
  const { view, line, asked } = await database.account(session.accountId, async (transaction) => {
    const conversation = await conversationLock.lockExisting(transaction, id);
    conversationLock.refuseIfTaken(conversation, session.userId, change);
    const written =
      change.handling === 'operator'
        ? await conversationLock.takeConversation(transaction, conversation, session.userId)
        : await letGo(transaction, conversation, session, change.handling);
    const { channelId } = conversation;
    const isClosing = change.handling === 'closed' && conversation.handling !== 'closed';
    const question =
      isClosing && channelId ? await askSatisfaction(transaction, { conversationId: id, channelId }) : null;
    return {
      line: written,
      asked: question,
      view: await findConversation(transaction, id, session.userId, messagingWindow(manifestOf)),
    };
  });
  if (!view) throw conversationLock.noSuchConversation();
  notifyTurns();
  if (asked) notifyDelivery();
  publishChange(publishConversationUpdate, session.accountId, id, [line, asked]);
  return view;
}

async function letGo(
  transaction: AccountTransaction,
  conversation: conversations.ConversationState,
  { userId }: Session,
  handling: 'bot' | 'closed',
): Promise<MessageId | null> {
  const isNew = conversation.handling !== handling;
  await conversations.updateHandling(transaction, conversation.id, {
    handling,
    operatorId: null,
    waitingReason: null,
  });
  if (!isNew) return null;
  const event = handling === 'bot' ? 'given_back' : 'closed';
  return conversationLock.writeLine(transaction, conversation.id, event, {
    by: await conversationLock.named(transaction, userId),
  });
}

const HANDLINGS = { close: 'closed', 'give-back': 'bot', take: 'operator' } as const;

/** The same with many conversations, one after the other: each succeeds or fails for itself. */
export async function changeMany(
  dependencies: InboxDependencies,
  session: Session,
  { uuids, action }: { readonly uuids: readonly ConversationId[]; readonly action: BulkAction },
): Promise<{ done: number; failed: { uuid: ConversationId; code: string }[] }> {
  const failed: { uuid: ConversationId; code: string }[] = [];
  const wanted = new Set(uuids);
  for (const uuid of wanted) {
    try {
      await change(dependencies, session, uuid, action);
    } catch (error) {
      if (!AppError.is(error)) throw error;
      failed.push({ uuid, code: error.code });
    }
  }
  return { done: wanted.size - failed.length, failed };
}

async function change(
  dependencies: InboxDependencies,
  session: Session,
  id: ConversationId,
  action: BulkAction,
): Promise<unknown> {
  switch (action.kind) {
    case 'close':
    case 'give-back':
    case 'take':
      return setHandling(dependencies, session, id, { handling: HANDLINGS[action.kind], takeOver: false });
    case 'assign':
      return assignConversation(dependencies, session, id, action.to);
    case 'snooze':
      return snoozeConversation(dependencies, session, id, action.until ? new Date(action.until) : null);
    case 'read': {
      const isThere = await dependencies.database.account(session.accountId, (transaction) =>
        conversations.markRead(transaction, id, session.userId),
      );
      if (!isThere) throw conversationLock.noSuchConversation();
      return undefined;
    }
    default:
      return action satisfies never;
  }
}
