import type { ChannelSettings } from '@hanasu/contract/channel-settings';
import type { ChannelView } from '@hanasu/contract/channels';
import type { AccountId, BotId, ChannelId, GroupId, UserId } from '@hanasu/contract/ids';
import type { AccountTransaction, SystemTransaction } from '../../platform/database/database.ts';
import { picturePath } from '../../platform/database/picture-path.ts';
import {
  ACCESS_DELAYED,
  ACCESS_LAPSES,
  ACCESS_LOST,
  CREDENTIALS_NEEDED,
  readAttention,
} from './attention.ts';

export interface TrafficRow {
  readonly id: ChannelId;
  readonly kind: string;
  readonly name: string;
  readonly sandbox: boolean;
  readonly credentials: Buffer;
  readonly credentialsVersion: number;
  readonly accessLost: boolean;
  readonly isDisconnected: boolean;
  readonly isPaused: boolean;
  readonly batchingDelay: number;
  /** As it is stored; `ChannelSettings` of the contract once it is read. */
  readonly settings: unknown;
}

export const TRAFFIC = `id, kind, name, sandbox, credentials, credentials_version as "credentialsVersion",
  access_lost as "accessLost", disconnected_at is not null as "isDisconnected", paused as "isPaused", batching_delay as "batchingDelay", settings`;

/** Null as well once the account is being erased: nothing is received or sent any more. */
export const findForTraffic = (transaction: AccountTransaction, id: ChannelId) =>
  transaction.one<TrafficRow>(
    `select ${TRAFFIC} from channels where account_id = $1 and id = $2
       and not exists (select from accounts a where a.id = $1 and a.delete_at <= now())`,
    [transaction.accountId, id],
  );

/** All sandbox channels of the installation, to put them back into the fake vendor after a start. */
export const findSandboxes = (transaction: SystemTransaction) =>
  transaction.rows<TrafficRow & { accountId: AccountId }>(
    `select account_id as "accountId", ${TRAFFIC} from channels where sandbox order by created_at`,
  );

/** Who answers on a channel: one bot, a bot group, or none. */
export interface Answerer {
  readonly botId: BotId | null;
  readonly groupId: GroupId | null;
}

export interface ChannelRow extends Answerer {
  readonly id: ChannelId;
  readonly kind: string;
  readonly name: string;
  readonly sandbox: boolean;
  readonly paused: boolean;
  readonly attention: string | null;
  readonly accessDetail: string | null;
  readonly displayName: string | null;
  readonly pictureUrl: string | null;
  readonly batchingDelay: number;
  readonly lastInboundAt: Date | null;
  readonly lastOutboundAt: Date | null;
  readonly failedDeliveries: number;
  readonly unconfirmedDeliveries: number;
  readonly webhookState: ChannelView['health']['webhook'];
  readonly accessLost: boolean;
  readonly disconnectedAt: Date | null;
  readonly accessLapsesAt: Date | null;
  readonly quotaLimit: number | null;
  readonly quotaUsed: number | null;
  readonly quotaAt: Date | null;
  readonly paidThisMonth: number;
  readonly answersToday: number;
  readonly staffRepliesToday: number;
  readonly waiting: number;
  readonly answererState: ChannelView['answererState'];
  readonly createdAt: Date;
  /** Of the webhook of its vendor's app; null: the channel has one of its own. */
  readonly appHookId: string | null;
}

const SELECT = `select c.id, c.kind, c.name, c.sandbox, c.bot_id as "botId", c.group_id as "groupId", c.paused,
    c.attention, c.access_detail as "accessDetail", c.display_name as "displayName", case when not c.sandbox then ${picturePath('channel', 'c', 'picture_url')} end as "pictureUrl", c.batching_delay as "batchingDelay",
    c.last_inbound_at as "lastInboundAt", c.last_outbound_at as "lastOutboundAt", c.created_at as "createdAt",
    c.webhook_state as "webhookState", c.access_lost as "accessLost", c.access_lapses_at as "accessLapsesAt",
    c.disconnected_at as "disconnectedAt",
    c.quota_limit as "quotaLimit", c.quota_used as "quotaUsed", c.quota_at as "quotaAt", c.app_hook_id as "appHookId",
    (select coalesce(sum(p.recipients), 0)::int from outbox p where p.account_id = c.account_id and p.channel_id = c.id and p.paid
       and p.sent_at >= date_trunc('month', now())) as "paidThisMonth",
    coalesce(today.answers, 0) as "answersToday", coalesce(today."staffReplies", 0) as "staffRepliesToday",
    (select count(*)::int from conversations w where w.account_id = c.account_id and w.channel_id = c.id
       and w.handling = 'waiting' and coalesce(w.snoozed_until <= now(), true)) as waiting,
    (select count(distinct o.message_id)::int from outbox o where o.account_id = c.account_id
       and o.channel_id = c.id and o.state = 'failed') as "failedDeliveries",
    (select count(distinct u.message_id)::int from outbox u where u.account_id = c.account_id
       and u.channel_id = c.id and u.state = 'unconfirmed') as "unconfirmedDeliveries",
    (select case when bool_or(b.version > 0 and not b.paused) then 'live' when bool_or(b.version > 0) then 'paused'
         when count(*) > 0 then 'not_published' end
       from bots b where b.account_id = c.account_id and (b.id = c.bot_id or b.id in
         (select m.bot_id from bot_group_members m
           where m.account_id = c.account_id and m.group_id = c.group_id))) as "answererState"
  from channels c left join lateral (
    select count(*) filter (where m.sender = 'bot' and m.outcome is not null)::int as answers,
      count(*) filter (where m.sender = 'operator' and m.kind not in ('note', 'event'))::int as "staffReplies"
    from accounts a, conversations v, messages m,
      lateral (select date_trunc('day', now() at time zone a.time_zone) at time zone a.time_zone as began) day
    where a.id = c.account_id and v.account_id = c.account_id and v.channel_id = c.id
      and v.last_message_at >= day.began
      and m.account_id = c.account_id and m.conversation_id = v.id and m.created_at >= day.began) today on true`;

export const findChannel = (transaction: AccountTransaction, id: ChannelId) =>
  transaction.one<ChannelRow>(`${SELECT} where c.account_id = $1 and c.id = $2`, [transaction.accountId, id]);

export const listPage = (
  transaction: AccountTransaction,
  filter: { q: string | undefined; kind: string | null; limit: number; offset: number },
) =>
  transaction.rows<ChannelRow & { total: number }>(
    `with page as (${SELECT} where c.account_id = $1 and ($2::text is null or c.name ilike '%' || $2 || '%')
       and ($5::text is null or c.kind = $5))
     select page.*, count(*) over ()::int as total from page order by "createdAt" desc limit $3 offset $4`,
    [transaction.accountId, filter.q, filter.limit, filter.offset, filter.kind],
  );

/** Settings as they are stored; absent ones have their default. */
export interface StoredSettings {
  /** JSON */
  readonly settings: string;
  readonly batchingDelay: number;
  /** The account's, for channels that have none of their own. */
  readonly timeZone: string;
}

export interface NewChannel extends Answerer {
  readonly id: ChannelId;
  readonly kind: string;
  readonly name: string;
  readonly sandbox: boolean;
  readonly externalId: string;
  readonly credentials: Buffer;
  /** When access ends unless it is renewed before; null: never. */
  readonly accessLapsesAt: Date | null;
  readonly displayName: string;
  readonly pictureUrl: string | null;
  readonly batchingDelay: number;
  readonly createdBy: UserId | null;
}

/** False: this official account is connected already, here or in another account. */
export async function insertChannel(transaction: AccountTransaction, channel: NewChannel): Promise<boolean> {
  const routed = await transaction.run(
    `insert into channel_routes (kind, external_id, tenant_id, channel_id) values ($1, $2, $3, $4)
     on conflict do nothing`,
    [channel.kind, channel.externalId, transaction.accountId, channel.id],
  );
  if (routed === 0) return false;
  await transaction.run(
    `insert into channels (account_id, id, kind, name, sandbox, external_id, credentials, bot_id, group_id,
       display_name, picture_url, batching_delay, access_lapses_at, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      transaction.accountId,
      channel.id,
      channel.kind,
      channel.name,
      channel.sandbox,
      channel.externalId,
      channel.credentials,
      channel.botId,
      channel.groupId,
      channel.displayName,
      channel.pictureUrl,
      channel.batchingDelay,
      channel.accessLapsesAt,
      channel.createdBy,
    ],
  );
  return true;
}

/** New credentials for a channel of this account that is connected already; null when it isn't this account's. */
export async function reconnectChannel(
  transaction: AccountTransaction,
  channel: NewChannel,
  sealFor: (id: ChannelId) => Buffer,
): Promise<ChannelId | null> {
  const route = await transaction.one<{ id: ChannelId }>(
    'select channel_id as id from channel_routes where kind = $1 and external_id = $2 and tenant_id = $3',
    [channel.kind, channel.externalId, transaction.accountId],
  );
  if (!route) return null;
  await transaction.run(
    `update channels set name = $3, credentials = $4, bot_id = $5, group_id = $6, display_name = $7, picture_url = $8,
       paused = false, credentials_version = credentials_version + 1, access_lost = false, access_lapses_at = $9,
       disconnected_at = null, attention = null, access_detail = null
     where account_id = $1 and id = $2`,
    [
      transaction.accountId,
      route.id,
      channel.name,
      sealFor(route.id),
      channel.botId,
      channel.groupId,
      channel.displayName,
      channel.pictureUrl,
      channel.accessLapsesAt,
    ],
  );
  return route.id;
}

export interface ChannelChange {
  readonly name: string | undefined;
  /** Who answers from now on; undefined: who does. */
  readonly answerer: Answerer | undefined;
  readonly paused: boolean | undefined;
  readonly batchingDelay: number | undefined;
}

export async function updateChannel(
  transaction: AccountTransaction,
  id: ChannelId,
  change: ChannelChange,
): Promise<void> {
  await transaction.run(
    `update channels set name = coalesce($3, name), paused = coalesce($4, paused),
       batching_delay = coalesce($5, batching_delay),
       bot_id = case when $6 then $7 else bot_id end, group_id = case when $6 then $8 else group_id end
     where account_id = $1 and id = $2`,
    [
      transaction.accountId,
      id,
      change.name,
      change.paused,
      change.batchingDelay,
      change.answerer !== undefined,
      change.answerer?.botId,
      change.answerer?.groupId,
    ],
  );
}

/** Access that was lost stays what the owner has to see to. */
export async function setAttention(
  transaction: AccountTransaction,
  id: ChannelId,
  attention: string | null,
): Promise<void> {
  await transaction.run(
    `update channels set attention = case when access_lost then attention else $3 end
     where account_id = $1 and id = $2`,
    [transaction.accountId, id, attention],
  );
}

/** That a channel is used is noted once in a while, not with every message. */
export const isQuietSince = (moment: string): string =>
  `(${moment} is null or ${moment} < now() - interval '5 seconds')`;

/** How the test of the webhook ended, and what the owner has to do about it. */
export async function setWebhookState(
  transaction: AccountTransaction,
  id: ChannelId,
  state: ChannelView['health']['webhook'],
  attention: string | null,
): Promise<void> {
  await transaction.run(
    `update channels set webhook_state = $3, attention = case when access_lost then attention else $4 end
     where account_id = $1 and id = $2`,
    [transaction.accountId, id, state, attention],
  );
}

export async function touchOutbound(transaction: AccountTransaction, id: ChannelId): Promise<void> {
  await transaction.run(
    `update channels set last_outbound_at = now() where account_id = $1 and id = $2
       and ${isQuietSince('last_outbound_at')}`,
    [transaction.accountId, id],
  );
}

/** With everything that hangs on it: friends, conversations, events, outbox. */
export async function deleteChannel(transaction: AccountTransaction, id: ChannelId): Promise<boolean> {
  await transaction.run('delete from channel_routes where channel_id = $1 and tenant_id = $2', [
    id,
    transaction.accountId,
  ]);
  const deleted = await transaction.run('delete from channels where account_id = $1 and id = $2', [
    transaction.accountId,
    id,
  ]);
  return deleted > 0;
}

/** Whether the bot or group is there; it can't be deleted before the transaction ends. */
export async function answererExists(
  transaction: AccountTransaction,
  { botId, groupId }: Answerer,
): Promise<boolean> {
  const row = await transaction.one(
    `select 1 from ${groupId ? 'bot_groups' : 'bots'} where account_id = $1 and id = $2 for key share`,
    [transaction.accountId, groupId ?? botId],
  );
  return row !== null;
}

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

export async function saveSettings(
  transaction: AccountTransaction,
  ids: readonly ChannelId[],
  { batchingDelay, ...settings }: ChannelSettings,
): Promise<void> {
  await transaction.run(
    'update channels set settings = $3, batching_delay = $4 where account_id = $1 and id = any($2)',
    [transaction.accountId, ids, JSON.stringify(settings).replaceAll('\\u0000', ''), batchingDelay],
  );
}

const ALARM_MS = 7 * 24 * 60 * 60 * 1000;
const isSoon = (lapsesAt: Date | null, now: number): boolean =>
  lapsesAt !== null && lapsesAt.getTime() - now < ALARM_MS;

/** Shown beside the product's own sentence about access. */
const vendorMessageOf = ({ attention, accessDetail }: ChannelRow): string | null => {
  const code = readAttention(attention)?.code;
  return code === ACCESS_LOST || code === ACCESS_LAPSES || code === ACCESS_DELAYED ? accessDetail : null;
};

export const channelView = (row: ChannelRow, webhookUrl: string, now: number): ChannelView => ({
  uuid: row.id,
  kind: row.kind,
  name: row.name,
  sandbox: row.sandbox,
  status: row.disconnectedAt
    ? 'disconnected'
    : row.paused
      ? 'paused'
      : row.attention
        ? 'attention'
        : 'connected',
  attention: readAttention(row.attention)?.text ?? null,
  attentionCode: readAttention(row.attention)?.code ?? null,
  vendorMessage: vendorMessageOf(row),
  botUuid: row.botId,
  groupUuid: row.groupId,
  answererState: row.answererState,
  webhookUrl,
  displayName: row.displayName,
  pictureUrl: row.pictureUrl,
  batchingDelay: row.batchingDelay,
  lastInboundAt: iso(row.lastInboundAt),
  lastOutboundAt: iso(row.lastOutboundAt),
  failedDeliveries: row.failedDeliveries,
  unconfirmedDeliveries: row.unconfirmedDeliveries,
  health: {
    webhook: row.webhookState,
    access:
      readAttention(row.attention)?.code === CREDENTIALS_NEEDED
        ? 'unreadable'
        : row.accessLost
          ? 'lost'
          : isSoon(row.accessLapsesAt, now)
            ? 'lapsing'
            : 'ok',
    accessLapsesAt: iso(row.accessLapsesAt),
  },
  quota:
    row.quotaAt && row.quotaUsed !== null
      ? {
          limit: row.quotaLimit,
          used: row.quotaUsed,
          checkedAt: row.quotaAt.toISOString(),
        }
      : null,
  paidThisMonth: row.paidThisMonth,
  today: { answers: row.answersToday, staffReplies: row.staffRepliesToday },
  waiting: row.waiting,
  createdAt: row.createdAt.toISOString(),
});
