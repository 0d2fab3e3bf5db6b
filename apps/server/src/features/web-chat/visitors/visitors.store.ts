import type { AccountId, BotId, ChannelId, ConversationId, VisitorId } from '@hanasu/contract/ids';
import type { Handling } from '@hanasu/contract/inbox';
import type { VisitorCitation, VisitorMessage } from '@hanasu/contract/visitors';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';
import type { ErasedCustomer } from '../../../platform/feature.ts';

interface VisitorKey {
  readonly accountId: AccountId;
  readonly botId: BotId;
  readonly visitorId: VisitorId;
}

/** Stored name of a visitor who gave none: four digits of their id. `visitorNumber` reads it to show it in each language. */
export const SHOWN_NAME = `coalesce(nullif(v.name, ''), 'Visitor ' || lpad((abs(hashtext(v.id::text)) % 10000)::text, 4, '0'))`;

export interface SeenVisitor {
  readonly id: VisitorId;
  /** What staff see. */
  readonly name: string;
  /** It is the one their site has signed. */
  readonly isNamed: boolean;
  /** The id that their site has of them and has signed; null: none. */
  readonly signedId: string | null;
}

/** Remembers a visitor who writes. */
export async function seeVisitor(transaction: SystemTransaction, key: VisitorKey): Promise<SeenVisitor> {
  const row = await transaction.one<SeenVisitor>(
    `insert into visitors as v (account_id, id, bot_id) values ($1, $2, $3)
     on conflict (account_id, id) do update set last_seen_at = now()
     returning v.id, ${SHOWN_NAME} as name, coalesce(v.name <> '', false) as "isNamed",
       v.external_id as "signedId"`,
    [key.accountId, key.visitorId, key.botId],
  );
  if (!row) throw new Error('a visitor was neither found nor made');
  return row;
}

/** The visitor whom a site knows by this id; `visitorId` is taken when they come for the first time. */
export async function knowVisitor(
  transaction: SystemTransaction,
  key: VisitorKey & { readonly externalId: string; readonly name: string | null },
): Promise<VisitorId> {
  const row = await transaction.one<{ id: VisitorId }>(
    `insert into visitors as v (account_id, id, bot_id, external_id, name) values ($1, $2, $3, $4, $5)
     on conflict (account_id, bot_id, external_id)
       do update set last_seen_at = now(), name = coalesce(excluded.name, v.name)
     returning id`,
    [key.accountId, key.visitorId, key.botId, key.externalId, key.name],
  );
  if (!row) throw new Error('a visitor was neither found nor made');
  return row.id;
}

/** Whether a site has signed this visitor in. */
export const isKnownVisitor = async (transaction: SystemTransaction, key: VisitorKey): Promise<boolean> =>
  (await transaction.one(
    `select 1 as one from visitors where account_id = $1 and id = $2 and bot_id = $3 and external_id is not null`,
    [key.accountId, key.visitorId, key.botId],
  )) !== null;

const TOOL_REASONS = ['tool_approval', 'tool_unclear', 'tool_failed'];
/** Reasons of which the visitor was told, or which they gave; of others they know nothing. */
const WAITED_FOR = [
  ...['handed_over', 'keyword', 'bad_feedback', 'not_text', 'not_found', 'failures', 'model_failed'],
  ...[
    'no_tokens',
    'no_budget',
    'busy',
    'paused',
    'not_published',
    'key_refused',
    'key_budget',
    'prompt_too_long',
  ],
  ...TOOL_REASONS,
];

/** Newest of the visitor's conversations with the bot. */
export const lastConversation = (transaction: SystemTransaction, key: VisitorKey) =>
  transaction.one<{
    id: ConversationId;
    isBusy: boolean;
    channelId: ChannelId | null;
    handling: Handling;
    /** As the visitor knows it. */
    shownHandling: 'bot' | 'waiting' | 'person';
    showsNames: boolean;
  }>(
    `select c.id, c.channel_id as "channelId", c.handling, (coalesce(c.lease_until > now(), false) or exists (select from chat_turns t
         where t.account_id = c.account_id and t.conversation_id = c.id and t.ended_at is null)) as "isBusy",
       case when c.handling = 'operator' then 'person'
         when c.handling = 'waiting' and c.waiting_reason = any($4) then 'waiting' else 'bot' end as "shownHandling",
       coalesce((ch.settings #>> '{look,showSender}')::boolean, false) as "showsNames"
     from conversations c left join channels ch on ch.account_id = c.account_id and ch.id = c.channel_id
     where c.account_id = $1 and c.visitor_id = $2 and c.bot_id = $3 and c.origin = 'embed'
     order by c.last_message_at desc limit 1`,
    [key.accountId, key.visitorId, key.botId, WAITED_FOR],
  );

interface SaidRow {
  readonly id: VisitorMessage['uuid'];
  readonly sender: 'customer' | 'bot' | 'operator';
  /** What the person is called. */
  readonly by: string | null;
  readonly isText: boolean;
  /** A quick reply was tapped. */
  readonly isTap: boolean;
  /** Of a bot: `answer` to a question, or the question for a score. */
  readonly role: 'answer' | 'score' | null;
  /** Stored with a message that offers some. */
  readonly quickReplies: unknown;
  /** Bubbles of a composed message. */
  readonly bubbles: unknown;
  /** The bot knew what to say. */
  readonly isAnswered: boolean;
  readonly text: string;
  readonly citations: VisitorCitation[];
  readonly createdAt: Date;
}

/** What was said, oldest first; notes among colleagues and events are not. */
export async function saidIn(
  transaction: SystemTransaction,
  accountId: AccountId,
  conversationId: ConversationId,
  most: number,
): Promise<SaidRow[]> {
  const rows = await transaction.rows<SaidRow>(
    `select m.id, m.sender, u.display_name as by, m.kind in ('text', 'postback') as "isText",
       m.kind = 'postback' as "isTap",
       case when m.sender <> 'bot' then null when m.data ->> 'satisfaction' = 'true' then 'score'
         when m.outcome is not null then 'answer' end as role,
       m.data -> 'quickReplies' as "quickReplies", m.data -> 'bubbles' as bubbles, coalesce(m.outcome in ('answered', 'curated'), false) as "isAnswered",
       case when m.kind in ('text', 'postback') then m.text else '' end as text, m.citations, m.created_at as "createdAt"
     from messages m left join users u on u.id = m.operator_id
     where m.account_id = $1 and m.conversation_id = $2
       and (m.kind = 'text' and m.text <> '' and m.sender in ('customer', 'bot', 'operator')
         or m.kind = 'postback' and m.sender = 'customer'
         or m.kind in ('image', 'video', 'audio', 'file') and m.sender = 'operator')
     order by m.id desc limit $3`,
    [accountId, conversationId, most],
  );
  return rows.reverse();
}

/** Who they are on web sites, where a friend's id is the visitor's. */
export async function eraseCustomer(
  transaction: AccountTransaction,
  { friends }: ErasedCustomer,
): Promise<readonly string[]> {
  await transaction.run(`delete from visitors where account_id = $1 and id::text = any($2::text[])`, [
    transaction.accountId,
    friends.map(({ externalId }) => externalId),
  ]);
  return [];
}
