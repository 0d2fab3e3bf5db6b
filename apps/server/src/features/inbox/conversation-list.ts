import type { Role } from '@hanasu/contract/accounts';
import type { EndpointRequest } from '@hanasu/contract/endpoint';
import type { BotId, ChannelId, ConversationId, TagId, UserId } from '@hanasu/contract/ids';
import type {
  ConversationOutcome,
  ConversationView,
  listConversations as endpoint,
  Handling,
  Undelivered,
} from '@hanasu/contract/inbox';
import type { AccountTransaction } from '../../platform/database/database.ts';
import type { SavedSegments } from '../contacts/public.ts';
import { conversations, findAbout, happenedIn } from '../conversations/public.ts';

type Query = EndpointRequest<typeof endpoint>['query'];

interface Reader {
  readonly userId: UserId;
  readonly role: Role;
}
interface ListDependencies {
  readonly messagingWindow: conversations.WindowOf;
  readonly segments: SavedSegments;
}

/** One page as this person sees it (unread and drafts are theirs). */
export async function listConversations(
  transaction: AccountTransaction,
  { userId, role }: Reader,
  { page, pageSize, segmentUuid, ...query }: Query,
  { messagingWindow, segments }: ListDependencies,
): Promise<{ items: ConversationView[]; total: number }> {
  const q = query.q || undefined;
  const { ids, total } = await listConversationIds(transaction, userId, {
    found: q ? await findAbout(transaction, q) : null,
    friends: segmentUuid
      ? (await segments.friendsIn(transaction, { id: segmentUuid, role })).where(VALUES + 1)
      : null,
    handling: query.handling,
    channelId: query.channelUuid,
    botId: query.botUuid,
    origin: query.origin,
    open: query.open ?? false,
    mine: query.mine ?? false,
    unread: query.unread ?? false,
    assignee: query.assignee,
    snoozed: query.snoozed ?? false,
    late: query.late ?? false,
    from: query.from,
    to: query.to,
    outcome: query.outcome,
    delivery: query.delivery,
    tagId: query.tagUuid,
    sort: query.sort ?? 'recent',
    limit: pageSize,
    offset: (page - 1) * pageSize,
  });
  return { items: await conversations.findConversations(transaction, ids, userId, messagingWindow), total };
}

interface ConversationFilter {
  /** Only these, which a search has found; null: any. */
  readonly found: readonly ConversationId[] | null;
  /** Only conversations with these, as a list in SQL; null: any. */
  readonly friends: { readonly sql: string; readonly values: readonly unknown[] } | null;
  readonly handling: Handling | undefined;
  readonly channelId: ChannelId | undefined;
  readonly botId: BotId | undefined;
  readonly origin: 'channel' | 'chat' | undefined;
  readonly open: boolean;
  readonly mine: boolean;
  readonly unread: boolean;
  readonly assignee: UserId | 'none' | undefined;
  readonly snoozed: boolean;
  readonly late: boolean;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly outcome: ConversationOutcome | undefined;
  readonly delivery: Undelivered | undefined;
  readonly tagId: TagId | undefined;
  readonly sort: 'recent' | 'waiting';
  readonly limit: number;
  readonly offset: number;
}

// An embedded chat is one of the channels for who works here; trying a bot's draft is nobody's conversation.
const OF_ORIGIN = `c.account_id = $1 and c.origin <> 'test'
  and ($3::text is null or c.origin = $3 or ($3 = 'channel' and c.origin = 'embed'))`;
const IS_SNOOZED = `coalesce(c.snoozed_until > now(), false)`;
const NEEDS_PERSON = `c.handling in ('waiting', 'operator')`;
/** Whose work it is: the bot's and closed ones are nobody's, whoever had them. */
const ASSIGNEE = `case when ${NEEDS_PERSON} then c.operator_id end`;
const IS_MINE = `coalesce(${ASSIGNEE} = $2, false)`;
const IS_OPEN = `c.handling <> 'closed'`;
const IS_LATE = `coalesce(c.respond_by <= now() and ${NEEDS_PERSON}, false)`;
const IS_UNREAD = `coalesce(c.last_customer_message_id > coalesce(r.message_id, '${conversations.NO_MESSAGE}'), false)`;
const READS = `left join conversation_reads r
  on r.account_id = c.account_id and r.conversation_id = c.id and r.user_id = $2`;

/** The same as `matches` of the contract. */
const WHERE = `${OF_ORIGIN}
  and ($4::text is null or c.handling = $4)
  and ($5::uuid is null or c.channel_id = $5)
  and ($6::uuid is null or c.bot_id = $6)
  and (not $7 or ${IS_MINE})
  and (not $8 or ${IS_UNREAD})
  and ($9::text is null or coalesce((${ASSIGNEE})::text, 'none') = $9)
  and (${IS_SNOOZED} = $10 or (not $10 and coalesce($14::text, $15::text, $16::text, $17::text) is not null))
  and (not $11 or ${IS_LATE})
  and ($12::uuid[] is null or c.id = any($12))
  and (not $13 or ${IS_OPEN})
  and ($18::uuid is null or c.friend_id in (select f.id from customer_tags t
    join friends f on f.account_id = t.account_id and f.customer_id = t.customer_id
    where t.account_id = $1 and t.tag_id = $18))
  and ${happenedIn({ from: '$14', to: '$15', outcome: '$16', delivery: '$17' })}`;

/** Of `WHERE`. */
const VALUES = 18;

const ORDERS = {
  recent: 'c.last_message_at desc, c.id desc',
  // As a view says it: who has just begun to wait has no clock yet.
  waiting: `case c.handling when 'waiting' then coalesce(c.waiting_since, c.last_message_at) else c.waiting_since end
    nulls last, c.last_message_at desc, c.id desc`,
} as const;

/** Ids of one page, and how many there are. */
async function listConversationIds(
  transaction: AccountTransaction,
  userId: UserId,
  filter: ConversationFilter,
): Promise<{ ids: ConversationId[]; total: number }> {
  const values = [
    transaction.accountId,
    userId,
    filter.origin,
    filter.handling,
    filter.channelId,
    filter.botId,
    filter.mine,
    filter.unread,
    filter.assignee,
    filter.snoozed,
    filter.late,
    filter.found,
    filter.open,
    filter.from,
    filter.to,
    filter.outcome,
    filter.delivery,
    filter.tagId,
    ...(filter.friends?.values ?? []),
  ];
  const where = filter.friends ? `${WHERE} and c.friend_id in ${filter.friends.sql}` : WHERE;
  const [limit, offset] = [values.length + 1, values.length + 2];
  const rows = await transaction.rows<{ id: ConversationId }>(
    `select c.id from conversations c ${READS} where ${where} order by ${ORDERS[filter.sort]}
     limit $${limit} offset $${offset}`,
    [...values, filter.limit, filter.offset],
  );
  const count = await transaction.one<{ total: number }>(
    `select count(*)::int as total from conversations c ${READS} where ${where}`,
    values,
  );
  return { ids: rows.map((row) => row.id), total: count?.total ?? 0 };
}

/**
 * The same person: a friend of the same customer, or the same visitor of a web site. A group is nobody's own, so that it
 * is neither asked for nor found.
 */
const OTHERS = `from conversations c where c.account_id = $1 and c.id <> $2 and c.origin <> 'test' and not c.is_group
  and c.id in (
    select v.id from conversations own
      join conversations v on v.account_id = own.account_id and v.visitor_id = own.visitor_id
    where own.account_id = $1 and own.id = $2
    union all
    select t.id from conversations own
      join friends f on f.account_id = own.account_id and f.id = own.friend_id
      join friends g on g.account_id = f.account_id and g.customer_id = f.customer_id
      join conversations t on t.account_id = g.account_id and t.channel_id = g.channel_id
        and t.thread_external_id = g.external_id
    where own.account_id = $1 and own.id = $2 and not own.is_group)`;

interface OthersQuery {
  readonly id: ConversationId;
  readonly userId: UserId;
  readonly page: number;
  readonly pageSize: number;
}

export async function listOtherConversations(
  transaction: AccountTransaction,
  { id, userId, page, pageSize }: OthersQuery,
  messagingWindow: conversations.WindowOf,
): Promise<{ items: ConversationView[]; total: number }> {
  const values = [transaction.accountId, id];
  const rows = await transaction.rows<{ id: ConversationId }>(
    `select c.id ${OTHERS} order by ${ORDERS.recent} limit $3 offset $4`,
    [...values, pageSize, (page - 1) * pageSize],
  );
  const count = await transaction.one<{ total: number }>(`select count(*)::int as total ${OTHERS}`, values);
  const ids = rows.map((row) => row.id);
  return {
    items: await conversations.findConversations(transaction, ids, userId, messagingWindow),
    total: count?.total ?? 0,
  };
}

interface HandlingCounts {
  readonly open: number;
  readonly mine: number;
  readonly waiting: number;
  readonly bot: number;
  readonly operator: number;
  readonly closed: number;
  readonly all: number;
  readonly snoozed: number;
  readonly late: number;
  readonly unread: number;
}

/** For the tabs; what is snoozed counts nowhere else. One pass over the account's conversations. */
export async function countByHandling(
  transaction: AccountTransaction,
  userId: UserId,
  origin: 'channel' | 'chat' | undefined,
): Promise<HandlingCounts> {
  const shown = (condition: string): string =>
    `count(*) filter (where not ${IS_SNOOZED} and ${condition})::int`;
  const row = await transaction.one<HandlingCounts>(
    `select ${shown(IS_OPEN)} as open, ${shown(IS_MINE)} as mine,
       ${shown("c.handling = 'waiting'")} as waiting,
       ${shown("c.handling = 'bot'")} as bot,
       ${shown("c.handling = 'operator'")} as operator,
       ${shown("c.handling = 'closed'")} as closed,
       ${shown('true')} as all,
       count(*) filter (where ${IS_SNOOZED})::int as snoozed,
       ${shown(IS_LATE)} as late,
       ${shown(IS_UNREAD)} as unread
     from conversations c ${READS} where ${OF_ORIGIN}`,
    [transaction.accountId, userId, origin],
  );
  if (!row) throw new Error('a count has no row');
  return row;
}
