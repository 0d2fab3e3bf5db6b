import type { ChannelSettings } from '@hanasu/contract/channel-settings';
import type { ChannelId, ConversationId, MessageId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../platform/database/database.ts';
import {
  type Circumstances,
  type ConversationCommand,
  type ConversationState,
  type Said,
  type Transition,
  transition,
} from './conversation-state.ts';

/**
 * Commands on conversations: load for update, decide (`conversation-state.ts`), write. Commands on the way of every
 * message, or for many conversations at once, are single statements instead: those below, `applyInbound`, `closeTurns`,
 * `dropTurn`, `requestTurn`, `takeLate`, `takeWoken` and `releaseConversations`. The test holds them to the rules.
 */

/** What every command needs. `operator`: the column of who has it. */
const stateColumns = (
  operator: string,
): string => `c.id, c.handling as status, c.waiting_reason as "waitingReason",
  ${operator} as "operatorId", c.snoozed_until as "snoozedUntil", c.turn_due_at as "turnDueAt",
  c.answered_through as "answeredThrough", c.failures, c.waiting_since as "waitingSince",
  c.respond_by as "respondBy", c.late_at as "lateAt", c.first_asked_at as "firstAskedAt",
  c.first_response_at as "firstResponseAt", c.taken_at as "takenAt", c.closed_at as "closedAt", now() as now,
  c.channel_id as "channelId", coalesce(ch.settings, '{}') as settings`;

export interface StoredState extends ConversationState {
  readonly id: ConversationId;
  /** Of the transaction. */
  readonly now: Date;
  readonly channelId: ChannelId | null;
  /** Of the channel, without what is absent. */
  readonly settings: Partial<ChannelSettings>;
}

export interface LockedConversation extends StoredState {
  readonly origin: 'channel' | 'chat' | 'public' | 'embed' | 'test';
  /** Kind of the channel; null: there is none. */
  readonly kind: string | null;
  /** Nothing can be sent there until it is connected again. */
  readonly isDisconnected: boolean;
  readonly threadExternalId: string | null;
  readonly operatorName: string | null;
  readonly friendName: string | null;
  readonly friendLanguage: string | null;
  readonly isBlocked: boolean;
  readonly lastCustomerAt: Date | null;
  readonly replyToken: string | null;
  readonly replyTokenExpiresAt: Date | null;
}

/** Who changes a conversation locks it first. */
export const lockConversation = (transaction: AccountTransaction, id: ConversationId) =>
  transaction.one<LockedConversation>(
    `select ${stateColumns('o.user_id')}, c.origin, ch.kind,
       ch.disconnected_at is not null as "isDisconnected", c.thread_external_id as "threadExternalId",
       u.display_name as "operatorName", f.name as "friendName", f.language as "friendLanguage",
       coalesce(f.state = 'blocked', false) as "isBlocked", c.last_customer_at as "lastCustomerAt",
       c.reply_token as "replyToken", c.reply_token_expires_at as "replyTokenExpiresAt"
     from conversations c
       left join channels ch on ch.account_id = c.account_id and ch.id = c.channel_id
       left join friends f on f.account_id = c.account_id and f.id = c.friend_id
       left join memberships o on o.tenant_id = c.account_id and o.user_id = c.operator_id and o.role <> 'viewer'
       left join users u on u.id = o.user_id
     where c.account_id = $1 and c.id = $2 for update of c`,
    [transaction.accountId, id],
  );

/** Applies one command to a conversation that is locked; with it comes what the conversation is now. */
export async function applyCommand<Locked extends StoredState>(
  transaction: AccountTransaction,
  conversation: Locked,
  command: ConversationCommand,
): Promise<{ readonly outcome: Transition['kind']; readonly conversation: Locked }> {
  const said = needsSaid(command) ? await findSaid(transaction, conversation.id) : NOTHING_SAID;
  const result = transition(conversation, command, circumstancesOf(conversation, said));
  if (result.kind !== 'changed') return { outcome: result.kind, conversation };
  await writeChanges(transaction, conversation.id, result.changes);
  return { outcome: 'changed', conversation: { ...conversation, ...result.changes } };
}

/**
 * Applies one command of the product itself to conversations; those that are gone are left out. Returns those that it
 * changed, as they were.
 */
export async function applyCommands(
  transaction: AccountTransaction,
  ids: readonly ConversationId[],
  command: ConversationCommand,
): Promise<StoredState[]> {
  const stored = await transaction.rows<StoredState>(
    `select ${stateColumns('c.operator_id')} from conversations c
       left join channels ch on ch.account_id = c.account_id and ch.id = c.channel_id
     where c.account_id = $1 and c.id = any($2) order by c.id for no key update of c`,
    [transaction.accountId, ids],
  );
  const changed: StoredState[] = [];
  for (const conversation of stored) {
    const { outcome } = await applyCommand(transaction, conversation, command);
    if (outcome === 'changed') changed.push(conversation);
  }
  return changed;
}

const circumstancesOf = ({ now, channelId, settings }: StoredState, said: Said): Circumstances => ({
  now,
  hasChannel: channelId !== null,
  respondWithin: settings.respondWithin ?? { first: null, next: null },
  said,
});

const NOTHING_SAID: Said = { newest: null, newestReply: null, isUnanswered: false };

/** These decide what the bot owes from now on. */
const needsSaid = ({ kind }: ConversationCommand): boolean =>
  kind === 'take-over' || kind === 'give-back' || kind === 'close';

/** Read behind the lock: what was said while it was waited for counts. */
async function findSaid(transaction: AccountTransaction, id: ConversationId): Promise<Said> {
  const said = await transaction.one<Said>(
    `select
       (select m.id from messages m where m.account_id = $1 and m.conversation_id = $2
        order by m.id desc limit 1) as newest,
       (select m.id from messages m where m.account_id = $1 and m.conversation_id = $2
          and m.sender in ('bot', 'operator') and m.kind <> 'note'
        order by m.id desc limit 1) as "newestReply",
       coalesce((select m.sender = 'customer' from messages m where m.account_id = $1 and m.conversation_id = $2
          and (m.kind = 'text' or (m.sender in ('bot', 'operator') and m.kind <> 'note'))
        order by m.id desc limit 1), false) as "isUnanswered"`,
    [transaction.accountId, id],
  );
  return said ?? NOTHING_SAID;
}

const COLUMNS = {
  status: 'handling',
  waitingReason: 'waiting_reason',
  operatorId: 'operator_id',
  snoozedUntil: 'snoozed_until',
  turnDueAt: 'turn_due_at',
  answeredThrough: 'answered_through',
  failures: 'failures',
  waitingSince: 'waiting_since',
  respondBy: 'respond_by',
  lateAt: 'late_at',
  firstAskedAt: 'first_asked_at',
  firstResponseAt: 'first_response_at',
  takenAt: 'taken_at',
  closedAt: 'closed_at',
} as const satisfies Record<keyof ConversationState, string>;

const SHOWN = [
  'status',
  'snoozedUntil',
  'waitingSince',
  'respondBy',
] as const satisfies readonly (keyof ConversationState)[];

async function writeChanges(
  transaction: AccountTransaction,
  id: ConversationId,
  changes: Partial<ConversationState>,
): Promise<void> {
  const assignments = Object.keys(changes).map(
    (name, index) => `${COLUMNS[name as keyof ConversationState]} = $${index + 3}`,
  );
  // What pages show. Of two states of a conversation they keep the one that was changed last.
  if (SHOWN.some((name) => name in changes)) assignments.push('updated_at = now()');
  await transaction.run(
    `update conversations set ${assignments.join(', ')} where account_id = $1 and id = $2`,
    [transaction.accountId, id, ...Object.values(changes)],
  );
}

/** Calls of tools in it that staff have not decided on, or that are being made. */
export async function hasOpenApprovals(
  transaction: AccountTransaction,
  id: ConversationId,
): Promise<boolean> {
  const open = await transaction.one(
    `select 1 from tool_confirmations where account_id = $1 and conversation_id = $2 and confirmer = 'staff'
       and state in ('pending', 'confirmed', 'running') limit 1`,
    [transaction.accountId, id],
  );
  return open !== null;
}

const MINUTES = (which: string): string => `(ch.settings #>> '{respondWithin,${which}}')::int`;

/**
 * A person is wanted, or owes a word: the clock starts unless it runs. Where a person has the conversation it is the
 * next word that is waited for, otherwise the first one, and a new count begins.
 */
export async function startClock(transaction: AccountTransaction, id: ConversationId): Promise<void> {
  await transaction.run(
    `update conversations c set
       waiting_since = coalesce(c.waiting_since, now()),
       first_asked_at = case when n.starts_anew then now() else coalesce(c.first_asked_at, now()) end,
       first_response_at = case when n.starts_anew then null else c.first_response_at end,
       respond_by = case when c.waiting_since is not null then c.respond_by
         when n.starts_anew or c.first_response_at is null then now() + make_interval(mins => n.first)
         else now() + make_interval(mins => n.next) end
     from (select o.id, ${MINUTES('first')} as first, ${MINUTES('next')} as next,
         o.waiting_since is null and o.taken_at is null as starts_anew
       from conversations o left join channels ch on ch.account_id = o.account_id and ch.id = o.channel_id
       where o.account_id = $1 and o.id = $2) n
     where c.account_id = $1 and c.id = $2 and c.id = n.id and c.handling in ('waiting', 'operator')`,
    [transaction.accountId, id],
  );
}

export interface NotedCustomer {
  /** What they wrote ended a snooze. */
  readonly wokeUp: boolean;
  /** A person has the conversation, or is wanted. */
  readonly isPeoples: boolean;
}

/** The customer wrote. Where the bot has the conversation again, whoever gave it back, no clock of people runs on. */
export async function recordCustomerMessage(
  transaction: AccountTransaction,
  id: ConversationId,
  lastMessageId: MessageId,
): Promise<NotedCustomer> {
  const row = await transaction.one<NotedCustomer>(
    `update conversations c set snoozed_until = null,
       waiting_since = case when c.handling in ('waiting', 'operator') then c.waiting_since end,
       respond_by = case when c.handling in ('waiting', 'operator') then c.respond_by end,
       taken_at = case when c.handling in ('waiting', 'operator') then c.taken_at end,
       last_customer_message_id = greatest(c.last_customer_message_id, $3::uuid)
     from (select id, snoozed_until from conversations where account_id = $1 and id = $2 for update) o
     where c.account_id = $1 and c.id = $2 and c.id = o.id
     returning o.snoozed_until is not null as "wokeUp", c.handling in ('waiting', 'operator') as "isPeoples"`,
    [transaction.accountId, id, lastMessageId],
  );
  return row ?? { wokeUp: false, isPeoples: false };
}

/** What the newest line about an event holds, also what nobody is shown; null: there is none. */
export async function findLine(
  transaction: AccountTransaction,
  conversationId: ConversationId,
  event: string,
): Promise<unknown> {
  const row = await transaction.one<{ data: unknown }>(
    `select data from messages where account_id = $1 and conversation_id = $2 and sender = 'system'
       and kind = 'event' and data ->> 'event' = $3 order by id desc limit 1`,
    [transaction.accountId, conversationId, event],
  );
  return row?.data ?? null;
}
