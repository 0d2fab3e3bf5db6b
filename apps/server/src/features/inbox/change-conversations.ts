import type { ConversationId, MessageId, UserId } from '@hanasu/contract/ids';
import type { ConversationView } from '@hanasu/contract/inbox';
import type { BulkAction } from '@hanasu/contract/inbox-work';
import { AppError } from '../../platform/app-error.ts';
import type { AccountTransaction } from '../../platform/database/database.ts';
import { type ActionCause, type ActionKind, defineAction } from '../../platform/feature.ts';
import type { Session } from '../../platform/http/context.ts';
import { conversationCommands, conversations, type LockedConversation } from '../conversations/public.ts';
import type { InboxDependencies } from './dependencies.ts';
import * as operators from './operators.store.ts';
import { publishChange, publishReadMarks } from './publish-change.ts';
import { messagingWindow } from './window-of.ts';

type Assignee = UserId | 'next' | 'nobody';

interface Assigned {
  /** Null: it is unassigned. */
  readonly userId: UserId | null;
  /** Null: nothing has changed. */
  readonly line: MessageId | null;
}

/** Assigns a conversation to a team member, in turn, or to none. It keeps waiting until they write. */
export async function assignConversation(
  dependencies: InboxDependencies,
  session: Session,
  id: ConversationId,
  to: Assignee,
): Promise<ConversationView> {
  const { view, outcome } = await changeLocked(
    dependencies,
    { session, id },
    async (transaction, conversation) =>
      assign(transaction, conversation, { to: await choose(transaction, to), by: session.userId }),
  );
  const { userId, line } = outcome;
  publishChange(dependencies.publishConversationUpdate, session.accountId, id, [line]);
  if (line && userId && userId !== session.userId) {
    dependencies.publishInboxEvent?.({
      kind: 'assigned',
      accountId: session.accountId,
      conversationId: id,
      userId,
      by: session.userId,
    });
  }
  return view;
}

interface Place {
  readonly session: Session;
  readonly id: ConversationId;
}

/** Locks the conversation and changes it. `view`: as the person of the session sees it then. */
async function changeLocked<Outcome>(
  { database, manifestOf }: InboxDependencies,
  { session, id }: Place,
  change: (transaction: AccountTransaction, conversation: LockedConversation) => Promise<Outcome>,
): Promise<{ outcome: Outcome; view: ConversationView }> {
  const key = { accountId: session.accountId, id };
  return conversationCommands.withLocked(database, key, async (transaction, conversation) => {
    const outcome = await change(transaction, conversation);
    const window = messagingWindow(manifestOf);
    const view = await conversations.findConversation(transaction, id, session.userId, window);
    if (!view) throw conversationCommands.noSuchConversation();
    return { outcome, view };
  });
}

async function choose(transaction: AccountTransaction, to: Assignee): Promise<UserId | null> {
  if (to === 'nobody') return null;
  if (to === 'next') return operators.takeNextOperator(transaction);
  if (await operators.findOperator(transaction, to)) return to;
  throw AppError.field('validation_failed', 'body.to', 'No operator with this id');
}

async function assign(
  transaction: AccountTransaction,
  conversation: LockedConversation,
  { to, by }: { readonly to: UserId | null; readonly by: UserId | null },
): Promise<Assigned> {
  const command = { kind: 'assign', to, by } as const;
  const { line } = await conversationCommands.changeConversation(transaction, conversation, command);
  return { userId: to, line };
}

/**
 * A conversation began to wait: the clock starts, and where the channel gives conversations out in turn it is given
 * to who is next. Null: to nobody. Who calls it tells pages and the person after the commit; what nobody has called
 * it for is found by the worker `inbox-clocks` a moment later.
 */
export async function assignWaiting(
  transaction: AccountTransaction,
  conversationId: ConversationId,
): Promise<Assigned | null> {
  const conversation = await conversationCommands.startWaiting(transaction, conversationId);
  if (conversation?.status !== 'waiting' || conversation.operatorId) return null;
  if (conversation.settings.assignment !== 'round-robin') return null;
  const to = await operators.takeNextOperator(transaction);
  return to ? assign(transaction, conversation, { to, by: null }) : null;
}

const LONGEST_MS = 366 * 24 * 60 * 60 * 1000;

/** Out of the list until then, or until the customer writes; null: back now. */
export async function snoozeConversation(
  dependencies: InboxDependencies,
  session: Session,
  id: ConversationId,
  until: Date | null,
): Promise<ConversationView> {
  const left = until ? until.getTime() - dependencies.database.now() : 1;
  if (left <= 0 || left > LONGEST_MS) {
    throw AppError.field('validation_failed', 'body.until', 'Give a time in the future, within a year');
  }
  const command = { kind: 'snooze', until, by: session.userId } as const;
  const { view, outcome } = await changeLocked(dependencies, { session, id }, (transaction, conversation) =>
    conversationCommands.changeConversation(transaction, conversation, command),
  );
  publishChange(dependencies.publishConversationUpdate, session.accountId, id, [outcome.line]);
  return view;
}

interface HandlingChange {
  readonly handling: 'bot' | 'operator' | 'closed';
  /** Takes it from the colleague who has it. */
  readonly takeOver: boolean;
}

const COMMANDS = { operator: 'take-over', bot: 'give-back', closed: 'close' } as const;

/** Take over, give back to the bot, or close. */
export async function setHandling(
  dependencies: InboxDependencies,
  session: Session,
  id: ConversationId,
  change: HandlingChange,
): Promise<ConversationView> {
  const { publishConversationUpdate, notifyTurns, notifyDelivery, askSatisfaction } = dependencies;
  const { view, outcome } = await changeLocked(
    dependencies,
    { session, id },
    async (transaction, conversation) => {
      const command = { kind: COMMANDS[change.handling], by: session.userId, takeOver: change.takeOver };
      const changed = await conversationCommands.changeConversation(transaction, conversation, command);
      const { channelId } = conversation;
      const isClosing = change.handling === 'closed' && conversation.status !== 'closed';
      const asked =
        isClosing && channelId ? await askSatisfaction(transaction, { conversationId: id, channelId }) : null;
      return { line: changed.line, asked };
    },
  );
  notifyTurns();
  if (outcome.asked) notifyDelivery();
  publishChange(publishConversationUpdate, session.accountId, id, [outcome.line, outcome.asked]);
  return view;
}

/** Takes back that this person has closed it. */
export async function undoClose(
  dependencies: InboxDependencies,
  session: Session,
  id: ConversationId,
): Promise<ConversationView> {
  const { view, outcome } = await changeLocked(
    dependencies,
    { session, id },
    async (transaction, conversation) => {
      const found = await conversationCommands.findFormer(transaction, id, session.userId);
      if (conversation.status !== 'closed' || !found) {
        throw new AppError('conversation_not_closed', 'It has gone on since, or somebody else closed it');
      }
      const former = await withoutWhoLeft(transaction, found);
      const command = { kind: 'reopen', by: session.userId, former } as const;
      return conversationCommands.changeConversation(transaction, conversation, command);
    },
  );
  dependencies.notifyTurns();
  publishChange(dependencies.publishConversationUpdate, session.accountId, id, [outcome.line]);
  return view;
}

/** What somebody had who takes no conversations any more waits for another. */
async function withoutWhoLeft(
  transaction: AccountTransaction,
  former: conversationCommands.FormerState,
): Promise<conversationCommands.FormerState> {
  const { operatorId, status } = former;
  if (!operatorId || (await operators.findOperator(transaction, operatorId))) return former;
  return { ...former, operatorId: null, status: status === 'operator' ? 'waiting' : status };
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
  if (action.kind === 'read') {
    const isRead = (id: ConversationId) => !failed.some(({ uuid }) => uuid === id);
    const conversationUuids = [...wanted].filter(isRead);
    publishReadMarks(dependencies.realtime, session.userId, { conversationUuids, unread: 0 });
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
    case 'undo-close':
      return undoClose(dependencies, session, id);
    case 'assign':
      return assignConversation(dependencies, session, id, action.to);
    case 'snooze':
      return snoozeConversation(dependencies, session, id, action.until ? new Date(action.until) : null);
    case 'read': {
      const isThere = await dependencies.database.account(session.accountId, (transaction) =>
        conversations.markRead(transaction, id, session.userId),
      );
      if (!isThere) throw conversationCommands.noSuchConversation();
      return undefined;
    }
    default:
      return action satisfies never;
  }
}

type ActionDependencies = Pick<
  InboxDependencies,
  'publishConversationUpdate' | 'publishInboxEvent' | 'askSatisfaction' | 'notifyTurns' | 'notifyDelivery'
>;

/** That which the event is about, or else the newest with the customer alone. */
export async function findConversationOf(
  transaction: AccountTransaction,
  { event }: Pick<ActionCause, 'event'>,
): Promise<ConversationId | null> {
  const row = await transaction.one<{ id: ConversationId }>(
    `select c.id from conversations c join friends f on f.account_id = c.account_id and f.id = c.friend_id
     where c.account_id = $1 and f.customer_id = $2 and not c.is_group and c.origin in ('channel', 'embed')
     order by (c.id::text = $3) desc nulls last, c.last_customer_at desc nulls last, c.id desc limit 1`,
    [transaction.accountId, event.customerId, event.data.conversationId ?? null],
  );
  return row?.id ?? null;
}

/** What rules do with conversations: the same as staff, in the name of nobody. */
export const conversationActions = (dependencies: ActionDependencies): readonly ActionKind[] => [
  defineAction({
    kind: 'handling',
    findProblems: async (_transaction, actions) => actions.map(() => null),
    async run(transaction, { handling }, cause) {
      const id = await findConversationOf(transaction, cause);
      if (!id) return { reason: 'no_conversation' };
      if (handling === 'waiting') {
        await conversationCommands.askForPerson(transaction, id, 'rule');
        return {
          after: () => publishChange(dependencies.publishConversationUpdate, transaction.accountId, id),
        };
      }
      return { after: await giveAway(transaction, dependencies, { id, handling }) };
    },
  }),
  defineAction({
    kind: 'assign',
    async findProblems(transaction, actions) {
      const asked = actions.flatMap(({ to }) => (to === 'next' || to === 'nobody' ? [] : [to]));
      const known = new Set<string>();
      for (const userId of asked) if (await operators.findOperator(transaction, userId)) known.add(userId);
      return actions.map(({ to }) =>
        to === 'next' || to === 'nobody' || known.has(to) ? null : 'member_missing',
      );
    },
    async run(transaction, { to }, cause) {
      const id = await findConversationOf(transaction, cause);
      if (!id) return { reason: 'no_conversation' };
      const conversation = await conversationCommands.lockExisting(transaction, id);
      const chosen = to === 'next' ? await operators.takeNextOperator(transaction) : to;
      // Nobody is there: it waits for whoever comes first.
      const userId = chosen === 'nobody' ? null : chosen;
      if (userId === null) await conversationCommands.askForPerson(transaction, id, 'rule');
      const { line } = await assign(transaction, conversation, { to: userId, by: null });
      const { accountId } = transaction;
      return {
        after() {
          publishChange(dependencies.publishConversationUpdate, accountId, id, [line]);
          if (line && userId)
            dependencies.publishInboxEvent?.({
              kind: 'assigned',
              accountId,
              conversationId: id,
              userId,
              by: null,
            });
        },
      };
    },
  }),
];

const RULE_COMMANDS = { bot: 'give-back', closed: 'close' } as const;

async function giveAway(
  transaction: AccountTransaction,
  { publishConversationUpdate, askSatisfaction, notifyTurns, notifyDelivery }: ActionDependencies,
  { id, handling }: { readonly id: ConversationId; readonly handling: keyof typeof RULE_COMMANDS },
): Promise<() => void> {
  const conversation = await conversationCommands.lockExisting(transaction, id);
  const command = { kind: RULE_COMMANDS[handling], by: null, takeOver: true } as const;
  const { line } = await conversationCommands.changeConversation(transaction, conversation, command);
  const { channelId, status } = conversation;
  const isClosing = handling === 'closed' && status !== 'closed';
  const asked =
    isClosing && channelId ? await askSatisfaction(transaction, { conversationId: id, channelId }) : null;
  return () => {
    notifyTurns();
    if (asked) notifyDelivery();
    publishChange(publishConversationUpdate, transaction.accountId, id, [line, asked]);
  };
}
