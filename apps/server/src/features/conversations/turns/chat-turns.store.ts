import type { AccountId, BotId, ConversationId, MessageId, UserId, VisitorId } from '@hanasu/contract/ids';
import type { Handling } from '@hanasu/contract/inbox';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { HAS_REPORT } from './has-report.ts';
import type { ChatOrigin, ConversationKey } from './turns.store.ts';

/** SQL of turns of chats: beginning, running again, ending, and what was streamed of them. */

export interface ChatTurnKey {
  readonly accountId: AccountId;
  /** Id of the answer. */
  readonly id: MessageId;
}

export interface NewChatTurn extends ChatTurnKey, ConversationKey {
  readonly botId: BotId;
  readonly questionId: MessageId;
  readonly parentId: MessageId | null;
  readonly isRegenerated: boolean;
  readonly isAnonymous: boolean;
  readonly askedBy: UserId | VisitorId | null;
  readonly requestId: string | null;
}

export async function insertChatTurns(
  transaction: SystemTransaction,
  turns: readonly NewChatTurn[],
): Promise<void> {
  if (turns.length === 0) return;
  await transaction.run(
    `insert into chat_turns (account_id, id, conversation_id, bot_id, question_id, parent_id, is_regenerated, is_anonymous, asked_by,
       request_id)
     select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::boolean[],
       $8::boolean[], $9::uuid[], $10::uuid[])`,
    [
      ...keyArrays(turns),
      turns.map((turn) => turn.conversationId),
      turns.map((turn) => turn.botId),
      turns.map((turn) => turn.questionId),
      turns.map((turn) => turn.parentId),
      turns.map((turn) => turn.isRegenerated),
      turns.map((turn) => turn.isAnonymous),
      turns.map((turn) => turn.askedBy),
      turns.map((turn) => turn.requestId),
    ],
  );
}

const keyArrays = (keys: readonly ChatTurnKey[]) => [
  keys.map((key) => key.accountId),
  keys.map(({ id }) => id),
];

export interface Request {
  readonly accountId: AccountId;
  readonly askedBy: UserId | VisitorId | null;
  readonly requestId: string | null;
}

export interface StoredTurn extends ChatTurnKey, ConversationKey {
  readonly questionId: MessageId;
  readonly attempt: number;
  readonly isEnded: boolean;
}

const STORED = `t.account_id as "accountId", t.id, t.conversation_id as "conversationId", t.question_id as "questionId",
  t.attempt, t.ended_at is not null as "isEnded"`;

/** Turns of questions that the same caller has sent before. */
export async function findRequested(
  transaction: SystemTransaction,
  requests: readonly Request[],
): Promise<(StoredTurn & { readonly requestId: string; readonly askedBy: string })[]> {
  const marked = requests.filter(({ askedBy, requestId }) => askedBy && requestId);
  if (marked.length === 0) return [];
  return transaction.rows(
    `select ${STORED}, t.request_id as "requestId", t.asked_by as "askedBy"
     from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as k(a, b, r)
     join chat_turns t on t.account_id = k.a and t.asked_by = k.b and t.request_id = k.r`,
    [
      marked.map(({ accountId }) => accountId),
      marked.map(({ askedBy }) => askedBy),
      marked.map(({ requestId }) => requestId),
    ],
  );
}

/** A turn of a conversation, or its newest. */
export const findChatTurn = (
  transaction: SystemTransaction,
  { accountId, conversationId }: ConversationKey,
  id: MessageId | null,
) =>
  transaction.one<StoredTurn>(
    `select ${STORED} from chat_turns t
     where t.account_id = $1 and t.conversation_id = $2 and ($3::uuid is null or t.id = $3)
     order by t.id desc limit 1`,
    [accountId, conversationId, id],
  );

export interface ClaimedTurn extends ChatTurnKey, ConversationKey {
  readonly attempt: number;
  readonly botId: BotId;
  readonly questionId: MessageId;
  readonly parentId: MessageId | null;
  readonly isRegenerated: boolean;
  /** Nothing new was asked: the customer hears what became of a call that waited for consent. */
  readonly isReport: boolean;
  /** As `OwedTurn.hasReport`. */
  readonly hasReport: boolean;
  readonly isAnonymous: boolean;
  readonly origin: ChatOrigin;
  readonly handling: Handling;
  /** Somebody has answered since: a person, or the bot after it was given the conversation back. */
  readonly isAnswered: boolean;
}

/** Takes turns that nobody runs any more; each is leased to `owner`, and what an earlier run has sent is void. */
export async function claimChatTurns(
  transaction: SystemTransaction,
  owner: string,
  limit: number,
  leaseSeconds: number,
): Promise<ClaimedTurn[]> {
  // Both are locked, so that a turn that ends at this moment is seen to have ended.
  const claimed = await transaction.rows<ClaimedTurn>(
    `with taken as (
       select t.account_id, t.id, t.conversation_id from chat_turns t
       join conversations c on c.account_id = t.account_id and c.id = t.conversation_id
       where t.ended_at is null and (c.lease_until is null or c.lease_until < now())
       order by t.created_at limit $2 for update of c, t skip locked),
     leased as (
       update conversations c set lease_owner = $1, lease_until = now() + make_interval(secs => $3)
       from taken where c.account_id = taken.account_id and c.id = taken.conversation_id
       returning c.account_id, c.id as conversation_id, taken.id, c.origin, c.handling)
     update chat_turns t set attempt = t.attempt + 1 from leased l
     where t.account_id = l.account_id and t.id = l.id
     returning t.account_id as "accountId", t.id, t.conversation_id as "conversationId", t.attempt, t.bot_id as "botId",
       t.question_id as "questionId", t.parent_id as "parentId", t.is_regenerated as "isRegenerated", t.is_report as "isReport",
       ${HAS_REPORT('t.account_id', 't.conversation_id')} as "hasReport",
       t.is_anonymous as "isAnonymous", l.origin,
       l.handling, l.origin = 'embed' and not t.is_report and exists (select from messages m where m.account_id = t.account_id
         and m.conversation_id = t.conversation_id and m.id > t.question_id
         and m.sender in ('bot', 'operator') and m.kind = 'text') as "isAnswered"`,
    [owner, limit, leaseSeconds],
  );
  if (claimed.length > 0)
    await transaction.run(
      `delete from chat_parts p using unnest($1::uuid[], $2::uuid[]) as k(a, i)
       where p.account_id = k.a and p.turn_id = k.i`,
      keyArrays(claimed),
    );
  return claimed;
}

export interface LeasedTurn extends ChatTurnKey, ConversationKey {
  readonly owner: string;
}

const ownedArrays = (turns: readonly LeasedTurn[]) => [
  ...keyArrays(turns),
  turns.map(({ conversationId }) => conversationId),
  turns.map(({ owner }) => owner),
];
const OWNED = 'unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[]) as k(a, i, c, o)';

/** The turns that are still the owner's, and whether somebody has stopped them. */
export const extendLeases = (
  transaction: SystemTransaction,
  turns: readonly LeasedTurn[],
  leaseSeconds: number,
) =>
  transaction.rows<{ id: MessageId; wantsStop: boolean }>(
    `with held as (
       select c.account_id, c.id, k.i from conversations c join ${OWNED}
         on c.account_id = k.a and c.id = k.c and c.lease_owner = k.o
       order by c.account_id, c.id for update of c),
     extended as (update conversations c set lease_until = now() + make_interval(secs => $5)
       from held where c.account_id = held.account_id and c.id = held.id)
     select t.id, t.wants_stop as "wantsStop" from held
     join chat_turns t on t.account_id = held.account_id and t.id = held.i and t.ended_at is null`,
    [...ownedArrays(turns), leaseSeconds],
  );

/** They are run again at once, by whoever is there. */
export async function giveUpLeases(
  transaction: SystemTransaction,
  turns: readonly LeasedTurn[],
): Promise<void> {
  await transaction.run(
    `update conversations c set lease_owner = null, lease_until = null from ${OWNED}
     where c.account_id = k.a and c.id = k.c and c.lease_owner = k.o`,
    ownedArrays(turns),
  );
}

/** A turn that nobody needs to run any more. */
export async function dropChatTurn(transaction: SystemTransaction, turn: LeasedTurn): Promise<void> {
  await giveUpLeases(transaction, [turn]);
  await transaction.run('update chat_turns set ended_at = now() where account_id = $1 and id = $2', [
    turn.accountId,
    turn.id,
  ]);
}

/** Whoever runs it hears of it within seconds. */
export const askToStop = (transaction: SystemTransaction, { accountId, conversationId }: ConversationKey) =>
  transaction.run(
    `update chat_turns set wants_stop = true
     where account_id = $1 and conversation_id = $2 and ended_at is null`,
    [accountId, conversationId],
  );

export interface PartsRow extends ChatTurnKey {
  readonly attempt: number;
  readonly sequence: number;
  /** JSON without NUL and halves of surrogate pairs. */
  readonly parts: string;
}

const PARTS = `insert into chat_parts (account_id, turn_id, attempt, sequence, parts)
  select n.a, n.i, n.n, n.s, n.p from unnest($1::uuid[], $2::uuid[], $3::int[], $4::int[], $5::jsonb[])
    as n(a, i, n, s, p)`;
const partsArrays = (rows: readonly PartsRow[]) => [
  ...keyArrays(rows),
  rows.map(({ attempt }) => attempt),
  rows.map(({ sequence }) => sequence),
  rows.map(({ parts }) => parts),
];

/** Of runs that have been followed by another, nothing is kept. */
export async function insertParts(transaction: SystemTransaction, rows: readonly PartsRow[]): Promise<void> {
  if (rows.length === 0) return;
  await transaction.run(
    `${PARTS} join chat_turns t on t.account_id = n.a and t.id = n.i and t.attempt = n.n
     on conflict do nothing`,
    partsArrays(rows),
  );
}

/** Ends turns with the last of what was sent, in the transaction that stores their answers. */
export async function endChatTurns(
  transaction: SystemTransaction,
  turns: readonly ChatTurnKey[],
  rows: readonly PartsRow[],
): Promise<void> {
  if (turns.length === 0) return;
  await Promise.all([
    insertParts(transaction, rows),
    transaction.run(
      `update chat_turns t set ended_at = now() from unnest($1::uuid[], $2::uuid[]) as k(a, i)
       where t.account_id = k.a and t.id = k.i`,
      keyArrays(turns),
    ),
  ]);
}

export interface SentParts {
  readonly attempt: number;
  readonly isEnded: boolean;
  /** Rows of parts, in order. */
  readonly rows: readonly { readonly sequence: number; readonly parts: readonly unknown[] }[];
}

/** What the present run has sent after `since.sequence`, or all of it when `since` is an earlier run. */
export async function readSent(
  transaction: SystemTransaction,
  { accountId, id }: ChatTurnKey,
  since: { readonly attempt: number; readonly sequence: number },
): Promise<SentParts | null> {
  // In this order: what was sent before the end is there when the end is seen.
  const [turn, rows] = await Promise.all([
    transaction.one<{ attempt: number; isEnded: boolean }>(
      `select attempt, ended_at is not null as "isEnded" from chat_turns where account_id = $1 and id = $2`,
      [accountId, id],
    ),
    transaction.rows<{ attempt: number; sequence: number; parts: unknown[] }>(
      `select p.attempt, p.sequence, p.parts from chat_parts p
       where p.account_id = $1 and p.turn_id = $2 and (p.attempt <> $3 or p.sequence > $4)
       order by p.attempt, p.sequence`,
      [accountId, id, since.attempt, since.sequence],
    ),
  ]);
  return turn && { ...turn, rows: rows.filter(({ attempt }) => attempt === turn.attempt) };
}

/** What browsers may still come back for is kept. */
const KEPT_MINUTES = 5;

export const removeOldChatTurns = (transaction: SystemTransaction): Promise<number> =>
  transaction.run(`delete from chat_turns where ended_at < now() - make_interval(mins => $1)`, [
    KEPT_MINUTES,
  ]);

/**
 * The bot has something to tell though nothing new was asked. On a channel the turn is due at once; a chat gets a turn
 * that whoever is free runs. A conversation that a person has, or that is closed, gets none: false.
 */
export async function requestTurn(
  transaction: AccountTransaction,
  id: ConversationId,
  botId: BotId,
): Promise<boolean> {
  const { accountId } = transaction;
  const due = await transaction.run(
    `update conversations set turn_due_at = coalesce(turn_due_at, now())
     where account_id = $1 and id = $2 and origin = 'channel' and channel_id is not null
       and handling in ('bot', 'waiting')`,
    [accountId, id],
  );
  if (due > 0) return true;
  const begun = await transaction.run(
    `insert into chat_turns (account_id, id, conversation_id, bot_id, question_id, parent_id, is_regenerated, is_report)
     select c.account_id, $3, c.id, $4, m.id, c.head_id, true, true from conversations c
     cross join lateral (select id from messages where account_id = c.account_id and conversation_id = c.id
       and sender = 'customer' and kind = 'text' order by id desc limit 1) m
     where c.account_id = $1 and c.id = $2 and c.origin <> 'channel' and c.handling in ('bot', 'waiting')`,
    [accountId, id, newId<MessageId>(), botId],
  );
  return begun > 0;
}
