import type { BotId, ChannelId, ConversationId, CustomerId, FriendId, UserId } from '@hanasu/contract/ids';
import type { ConversationView, Handling } from '@hanasu/contract/inbox';
import type { AccountTransaction } from '../../platform/database/database.ts';
import { picturePath } from '../../platform/database/picture-path.ts';

/** How long people of a kind of channel can be written to after their last word; null: whenever one likes. */
export type WindowOf = (kind: string) => { readonly freeMs: number; readonly openMs: number } | null;

export const NO_MESSAGE = '00000000-0000-0000-0000-000000000000';

/** `$2` is the person who looks. */
const SELECT = `select c.id, c.handling, c.title, c.waiting_reason as "waitingReason", c.updated_at as "updatedAt",
    c.created_at as "createdAt",
    c.channel_id as "channelId", ch.kind as "channelKind", ch.name as "channelName", ch.sandbox,
    c.bot_id as "botId", b.name as "botName",
    c.friend_id as "friendId", f.name as "friendName", ${picturePath('friend', 'f', 'picture_url')} as "pictureUrl", f.language, f.state,
    f.customer_id as "customerId", c.is_group as "isGroup", c.group_name as "groupName",
    ${picturePath('group', 'c', 'group_picture_url')} as "groupPictureUrl",
    c.operator_id as "operatorId", o.username as "operatorName",
    c.snoozed_until as "snoozedUntil",
    case when c.handling in ('waiting', 'operator') then c.respond_by end as "respondBy",
    case when c.handling in ('waiting', 'operator') then c.waiting_since end as "waitingSince",
    c.last_customer_at as "lastCustomerAt",
    extract(epoch from c.first_response_at - c.first_asked_at)::int as "firstResponseSeconds",
    c.satisfaction_asked_at as "askedAt", c.satisfaction_score as score, c.satisfaction_comment as comment,
    d.text as draft,
    m.text as "lastText", m.sender as "lastSender", m.kind as "lastKind", m.created_at as "lastAt",
    (select count(*)::int from (
       select 1 from messages n
       where n.account_id = c.account_id and n.conversation_id = c.id and n.sender = 'customer'
         and n.id > coalesce(r.message_id, '${NO_MESSAGE}') limit 99) unread_messages) as unread
  from conversations c
    left join channels ch on ch.account_id = c.account_id and ch.id = c.channel_id
    left join bots b on b.account_id = c.account_id and b.id = coalesce(ch.bot_id, c.bot_id)
    left join friends f on f.account_id = c.account_id and f.id = c.friend_id
    left join users o on o.id = c.operator_id
    left join messages m on m.account_id = c.account_id and m.id = c.last_message_id
    left join drafts d on d.account_id = c.account_id and d.conversation_id = c.id and d.user_id = $2
    left join conversation_reads r
      on r.account_id = c.account_id and r.conversation_id = c.id and r.user_id = $2`;

interface ConversationRow {
  readonly id: ConversationId;
  readonly handling: Handling;
  readonly title: string;
  readonly waitingReason: ConversationView['waitingReason'];
  readonly updatedAt: Date;
  readonly createdAt: Date;
  readonly channelId: ChannelId | null;
  readonly channelKind: string | null;
  readonly channelName: string | null;
  readonly sandbox: boolean | null;
  readonly botId: BotId | null;
  readonly botName: string | null;
  readonly friendId: FriendId | null;
  readonly friendName: string | null;
  readonly pictureUrl: string | null;
  readonly language: string | null;
  readonly state: 'following' | 'blocked' | 'unknown' | null;
  readonly customerId: CustomerId | null;
  readonly isGroup: boolean;
  readonly groupName: string | null;
  readonly groupPictureUrl: string | null;
  readonly operatorId: UserId | null;
  readonly operatorName: string | null;
  readonly snoozedUntil: Date | null;
  readonly respondBy: Date | null;
  readonly waitingSince: Date | null;
  readonly lastCustomerAt: Date | null;
  readonly firstResponseSeconds: number | null;
  readonly askedAt: Date | null;
  readonly score: number | null;
  readonly comment: string;
  readonly draft: string | null;
  readonly lastText: string | null;
  readonly lastSender: NonNullable<ConversationView['lastMessage']>['sender'] | null;
  readonly lastKind: NonNullable<ConversationView['lastMessage']>['kind'] | null;
  readonly lastAt: Date | null;
  readonly unread: number;
}

const PREVIEW_LENGTH = 200;

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

function view(row: ConversationRow, windowOf: WindowOf): ConversationView {
  return {
    uuid: row.id,
    handling: row.handling,
    channel: row.channelId
      ? {
          uuid: row.channelId,
          kind: row.channelKind ?? '',
          name: row.channelName ?? '',
          sandbox: row.sandbox ?? false,
        }
      : null,
    bot: row.botId && row.botName !== null ? { uuid: row.botId, name: row.botName } : null,
    friend: row.friendId
      ? {
          uuid: row.friendId,
          name: row.friendName ?? '',
          pictureUrl: row.pictureUrl,
          language: row.language,
          state: row.state ?? 'unknown',
        }
      : null,
    title: row.title,
    operator: row.operatorId ? { uuid: row.operatorId, name: row.operatorName ?? '' } : null,
    waitingReason: row.waitingReason,
    lastMessage: lastMessage(row),
    customerUuid: row.customerId,
    group: row.isGroup ? { name: row.groupName ?? '', pictureUrl: row.groupPictureUrl } : null,
    snoozedUntil: iso(row.snoozedUntil),
    respondBy: iso(row.respondBy),
    waitingSince: iso(row.waitingSince),
    firstResponseSeconds: row.firstResponseSeconds,
    window: windowUntil(row, windowOf),
    satisfaction: row.askedAt
      ? { score: row.score, comment: row.comment, askedAt: row.askedAt.toISOString() }
      : null,
    draft: row.draft,
    unread: row.unread,
    updatedAt: row.updatedAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
  };
}

function lastMessage({
  lastText,
  lastSender,
  lastKind,
  lastAt,
}: ConversationRow): ConversationView['lastMessage'] {
  if (lastText === null || lastSender === null || lastKind === null || lastAt === null) return null;
  return {
    text: lastText.slice(0, PREVIEW_LENGTH),
    sender: lastSender,
    kind: lastKind,
    createdAt: lastAt.toISOString(),
  };
}

/** Who has never written has no window: the vendor decides. */
function windowUntil(row: ConversationRow, windowOf: WindowOf): ConversationView['window'] {
  const window = row.channelKind ? windowOf(row.channelKind) : null;
  if (!window || !row.lastCustomerAt) return null;
  const at = row.lastCustomerAt.getTime();
  return {
    freeUntil: new Date(at + window.freeMs).toISOString(),
    openUntil: new Date(at + window.openMs).toISOString(),
  };
}

/** In the order of `ids`. `userId` null: nobody in particular, so nothing counts as read. */
export async function findConversations(
  transaction: AccountTransaction,
  ids: readonly ConversationId[],
  userId: UserId | null,
  windowOf: WindowOf,
): Promise<ConversationView[]> {
  if (ids.length === 0) return [];
  const rows = await transaction.rows<ConversationRow>(
    `${SELECT} where c.account_id = $1 and c.id = any($3)`,
    [transaction.accountId, userId, ids],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [view(row, windowOf)] : [];
  });
}

export async function findConversation(
  transaction: AccountTransaction,
  id: ConversationId,
  userId: UserId | null,
  windowOf: WindowOf,
): Promise<ConversationView | null> {
  return (await findConversations(transaction, [id], userId, windowOf))[0] ?? null;
}
