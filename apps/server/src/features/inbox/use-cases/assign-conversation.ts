import type { ConversationId, MessageId, UserId } from '@hanasu/contract/ids';
import type { ConversationView } from '@hanasu/contract/inbox';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { Session } from '../../../platform/http/context.ts';
import { isGivenOut, startClock } from '../clock.store.ts';
import { findConversation } from '../conversation-views.store.ts';
import { type ConversationState, lockConversation, setAssignee } from '../conversations.store.ts';
import type { InboxDependencies } from '../dependencies.ts';
import { findOperator, takeNextOperator } from '../presence.store.ts';
import { windowOf } from '../window-of.ts';
import { lockExisting, named, noSuchConversation, ownerOf, writeLine } from './owned-conversation.ts';
import { tellChange } from './tell-change.ts';

export type Assignee = UserId | 'next' | 'nobody';

interface Assigned {
  /** Null: nobody has it now. */
  readonly userId: UserId | null;
  /** Null: nothing has changed. */
  readonly line: MessageId | null;
}

/** Gives a conversation to a colleague, to whoever is next, or to nobody. It waits for them until they write. */
export async function assignConversation(
  { database, announce, manifestOf, tell }: InboxDependencies,
  session: Session,
  id: ConversationId,
  to: Assignee,
): Promise<ConversationView> {
  const { view, assigned } = await database.account(session.accountId, async (transaction) => {
    const conversation = await lockExisting(transaction, id);
    const outcome = await assign(transaction, conversation, await choose(transaction, to), session.userId);
    return {
      assigned: outcome,
      view: await findConversation(transaction, id, session.userId, windowOf(manifestOf)),
    };
  });
  if (!view) throw noSuchConversation();
  tellChange(announce, session.accountId, id, [assigned.line]);
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
  if (to === 'next') return takeNextOperator(transaction);
  if (await findOperator(transaction, to)) return to;
  throw AppError.field('validation_failed', 'body.to', 'Nobody who can take conversations has this id');
}

async function assign(
  transaction: AccountTransaction,
  conversation: ConversationState,
  userId: UserId | null,
  by: UserId | null,
): Promise<Assigned> {
  const { id, handling } = conversation;
  const from = ownerOf(conversation);
  if ((from?.uuid ?? null) === userId) return { userId, line: null };
  // Who has begun to talk to a person goes on with a person.
  await setAssignee(transaction, id, {
    operatorId: userId,
    handling: handling === 'operator' && userId ? 'operator' : 'waiting',
  });
  await startClock(transaction, id);
  const line = await writeLine(transaction, id, 'assigned', {
    from,
    to: userId && (await named(transaction, userId)),
    by: by && (await named(transaction, by)),
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
  await startClock(transaction, conversationId);
  if (!(await isGivenOut(transaction, conversationId))) return null;
  const conversation = await lockConversation(transaction, conversationId);
  if (conversation?.handling !== 'waiting' || conversation.operatorId) return null;
  const userId = await takeNextOperator(transaction);
  return userId ? assign(transaction, conversation, userId, null) : null;
}
