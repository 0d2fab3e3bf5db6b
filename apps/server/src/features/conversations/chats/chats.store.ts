import type { ChatView } from '@hanasu/contract/chats';
import type { BotId, ConversationId, GroupId, MessageId, UserId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';

/** A chat is a conversation of a person with a bot. Those from before people were noted belong to everybody. */
const OWN = `c.account_id = $1 and c.origin in ('chat', 'test') and (c.user_id = $2 or c.user_id is null)`;

const SELECT = `select c.id, c.title, c.bot_id as "botId", b.name as "botName", c.group_id as "groupId",
    c.head_id as "headId", c.last_message_id as "lastMessageId", c.last_message_at as "lastMessageAt",
    c.created_at as "createdAt", (coalesce(c.lease_until > now(), false) or exists (select from chat_turns t
      where t.account_id = c.account_id and t.conversation_id = c.id and t.ended_at is null)) as "isAnswering",
    (select count(*)::int from chat_shares s
     where s.tenant_id = c.account_id and s.conversation_id = c.id and s.revoked_at is null) as shares
  from conversations c left join bots b on b.account_id = c.account_id and b.id = c.bot_id`;

export interface ChatRow {
  readonly id: ConversationId;
  readonly title: string;
  readonly botId: BotId | null;
  readonly botName: string | null;
  readonly groupId: GroupId | null;
  readonly headId: MessageId | null;
  readonly lastMessageId: MessageId | null;
  readonly lastMessageAt: Date;
  readonly createdAt: Date;
  readonly isAnswering: boolean;
  readonly shares: number;
}

export const chatView = (row: ChatRow): ChatView => ({
  uuid: row.id,
  title: row.title,
  bot: row.botId && row.botName !== null ? { uuid: row.botId, name: row.botName } : null,
  groupUuid: row.groupId,
  shares: row.shares,
  lastMessageAt: row.lastMessageAt.toISOString(),
  createdAt: row.createdAt.toISOString(),
});

export interface ChatFilter {
  readonly q: string | undefined;
  readonly botId: BotId | undefined;
  readonly groupId: GroupId | undefined;
  readonly limit: number;
  readonly offset: number;
}

const WHERE = `${OWN} and c.origin = 'chat'
  and ($3::uuid is null or c.bot_id = $3 and c.group_id is null)
  and ($4::uuid is null or c.group_id = $4)
  and ($5::text is null or c.title ilike '%' || $5 || '%' or exists (
    select 1 from messages m where m.account_id = c.account_id and m.conversation_id = c.id
      and m.text ilike '%' || $5 || '%'))`;

/** One page of a person's chats, last one first. `%` and `_` in the search are letters like any other. */
export async function listPage(
  transaction: AccountTransaction,
  userId: UserId,
  filter: ChatFilter,
): Promise<{ rows: ChatRow[]; total: number }> {
  const values = [
    transaction.accountId,
    userId,
    filter.botId,
    filter.groupId,
    filter.q?.replaceAll(/[\\%_]/g, '\\$&'),
  ];
  const rows = await transaction.rows<ChatRow>(
    `${SELECT} where ${WHERE} order by c.last_message_at desc, c.id desc limit $6 offset $7`,
    [...values, filter.limit, filter.offset],
  );
  const count = await transaction.one<{ total: number }>(
    `select count(*)::int as total from conversations c where ${WHERE}`,
    values,
  );
  return { rows, total: count?.total ?? 0 };
}

export const findChat = (transaction: AccountTransaction, userId: UserId, id: ConversationId) =>
  transaction.one<ChatRow>(`${SELECT} where ${OWN} and c.id = $3`, [transaction.accountId, userId, id]);

export const lockChat = (transaction: AccountTransaction, userId: UserId, id: ConversationId) =>
  transaction.one<ChatRow>(`${SELECT} where ${OWN} and c.id = $3 for update of c`, [
    transaction.accountId,
    userId,
    id,
  ]);

export async function renameChat(
  transaction: AccountTransaction,
  id: ConversationId,
  title: string,
): Promise<void> {
  await transaction.run('update conversations set title = $3 where account_id = $1 and id = $2', [
    transaction.accountId,
    id,
    title,
  ]);
}

export async function setHead(
  transaction: AccountTransaction,
  id: ConversationId,
  head: MessageId,
): Promise<void> {
  await transaction.run('update conversations set head_id = $3 where account_id = $1 and id = $2', [
    transaction.accountId,
    id,
    head,
  ]);
}

/** Messages, attachments and share links go with it; returns the keys of the files. */
export async function deleteChat(transaction: AccountTransaction, id: ConversationId): Promise<string[]> {
  const files = await transaction.rows<{ key: string }>(
    'select file_key as key from attachments where account_id = $1 and conversation_id = $2',
    [transaction.accountId, id],
  );
  await transaction.run('delete from conversations where account_id = $1 and id = $2', [
    transaction.accountId,
    id,
  ]);
  return files.map(({ key }) => key);
}

/** False: there is no such answer. */
export async function rateMessage(
  transaction: AccountTransaction,
  id: MessageId,
  feedback: object | null,
): Promise<ConversationId | null> {
  const row = await transaction.one<{ conversationId: ConversationId }>(
    `update messages set feedback = $3 where account_id = $1 and id = $2 and sender = 'bot'
     returning conversation_id as "conversationId"`,
    [transaction.accountId, id, feedback && JSON.stringify(feedback)],
  );
  return row?.conversationId ?? null;
}

/** Newest message of the branch that goes on from here by its newest messages. */
export async function findTip(transaction: AccountTransaction, from: MessageId): Promise<MessageId> {
  const row = await transaction.one<{ id: MessageId }>(
    `with recursive down as (
       select m.account_id, m.conversation_id, m.id, 1 as depth from messages m where m.account_id = $1 and m.id = $2
       union all
       select n.account_id, n.conversation_id, n.id, d.depth + 1 from down d cross join lateral (
         select c.account_id, c.conversation_id, c.id from messages c
         where c.account_id = d.account_id and c.conversation_id = d.conversation_id and c.parent_id = d.id
         order by c.id desc limit 1) n)
     select id from down order by depth desc limit 1`,
    [transaction.accountId, from],
  );
  return row?.id ?? from;
}
