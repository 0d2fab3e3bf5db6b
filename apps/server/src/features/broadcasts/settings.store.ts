import {
  type BroadcastSettings,
  DEFAULT_RESUME_WORDS,
  DEFAULT_UNSUBSCRIBE_WORDS,
} from '@hanasu/contract/broadcast-settings';
import type { ChannelId, TagId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../platform/database/database.ts';

interface SettingsRow {
  readonly capBroadcasts: number | null;
  readonly capDays: number | null;
  readonly quietFrom: string | null;
  readonly quietUntil: string | null;
  readonly unsubscribeWords: string[] | null;
  readonly resumeWords: string[] | null;
  readonly tagId: TagId | null;
  readonly timeZone: string;
}

/** Finds the settings for all broadcasts of the account. */
export async function findSettings(transaction: AccountTransaction): Promise<BroadcastSettings> {
  const row = await transaction.one<SettingsRow>(
    `select s.cap_broadcasts as "capBroadcasts", s.cap_days as "capDays", s.quiet_from as "quietFrom",
       s.quiet_until as "quietUntil", s.unsubscribe_words as "unsubscribeWords", s.resume_words as "resumeWords",
       s.tag_id as "tagId", a.time_zone as "timeZone"
     from accounts a left join broadcast_settings s on s.account_id = a.id where a.id = $1`,
    [transaction.accountId],
  );
  if (!row) throw new Error('the account is gone');
  const { capBroadcasts, capDays, quietFrom, quietUntil, timeZone } = row;
  return {
    cap: capBroadcasts === null || capDays === null ? null : { broadcasts: capBroadcasts, days: capDays },
    quiet: quietFrom === null || quietUntil === null ? null : { from: quietFrom, until: quietUntil },
    unsubscribeWords: row.unsubscribeWords ?? [...DEFAULT_UNSUBSCRIBE_WORDS],
    resumeWords: row.resumeWords ?? [...DEFAULT_RESUME_WORDS],
    tagUuid: row.tagId,
    timeZone,
  };
}

export const saveSettings = (
  transaction: AccountTransaction,
  { cap, quiet, unsubscribeWords, resumeWords, tagUuid }: Omit<BroadcastSettings, 'timeZone'>,
) =>
  transaction.run(
    `insert into broadcast_settings (account_id, cap_broadcasts, cap_days, quiet_from, quiet_until, unsubscribe_words,
       resume_words, tag_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (account_id) do update set cap_broadcasts = excluded.cap_broadcasts, cap_days = excluded.cap_days,
       quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until,
       unsubscribe_words = excluded.unsubscribe_words, resume_words = excluded.resume_words, tag_id = excluded.tag_id,
       updated_at = now()`,
    [
      transaction.accountId,
      cap?.broadcasts ?? null,
      cap?.days ?? null,
      quiet?.from ?? null,
      quiet?.until ?? null,
      unsubscribeWords,
      resumeWords,
      tagUuid,
    ],
  );

/** Locks the settings until the transaction ends, also where they have no row yet. */
export const lockSettings = (transaction: AccountTransaction) =>
  transaction.run(`select pg_advisory_xact_lock(hashtextextended('broadcast settings' || $1::text, 0))`, [
    transaction.accountId,
  ]);

export const isTagInUse = async (transaction: AccountTransaction, id: TagId): Promise<boolean> =>
  (await transaction.one<{ id: TagId }>(
    `select id from tags where account_id = $1 and id = $2 and archived_at is null`,
    [transaction.accountId, id],
  )) !== null;

/** SQL of those who have had as many broadcasts as they may: `cap` of them within `days`. */
export const cappedSql = ({ cap, days }: { readonly cap: string; readonly days: string }): string =>
  `select g.customer_id from broadcasts b
     join broadcast_deliveries r on r.account_id = b.account_id and r.broadcast_id = b.id
     join friends g on g.account_id = r.account_id and g.id = r.friend_id
   where ${cap}::int is not null and b.account_id = $1 and b.started_at is not null
     and (b.finished_at is null or b.finished_at > now() - make_interval(days => ${days}))
     and r.state in ('sending', 'accepted', 'unknown')
     and coalesce(r.ended_at, r.first_call_at) > now() - make_interval(days => ${days})
   group by g.customer_id having count(distinct r.broadcast_id) >= ${cap}`;

/** Finds, of those who are about to be sent to, who has unsubscribed or reached the cap since the start. */
export async function findLeftOut(
  transaction: AccountTransaction,
  { broadcastId, channelId }: { readonly broadcastId: string; readonly channelId: ChannelId },
  {
    ids,
    settings: { cap, tagUuid },
  }: { readonly ids: readonly string[]; readonly settings: BroadcastSettings },
): Promise<{ id: string; reason: string }[]> {
  if (!cap && !tagUuid) return [];
  // Another broadcast of the account may be about to send to the same people on another channel.
  if (cap)
    await transaction.run(`select pg_advisory_xact_lock(hashtextextended('broadcast cap' || $1::text, 0))`, [
      transaction.accountId,
    ]);
  return transaction.rows<{ id: string; reason: string }>(
    `with asked as materialized (
       select r.id, f.customer_id from broadcast_recipients r
         join friends f on f.account_id = r.account_id and f.id = r.friend_id
       where r.account_id = $1 and r.broadcast_id = $2 and r.channel_id = $3 and r.id = any($4::uuid[])),
     capped as materialized (
       select g.customer_id from friends g
         join broadcast_deliveries r on r.account_id = g.account_id and r.friend_id = g.id
       where $6::int is not null and g.account_id = $1 and g.customer_id in (select customer_id from asked)
         and r.broadcast_id <> $2 and r.state in ('sending', 'accepted', 'unknown')
         and coalesce(r.ended_at, r.first_call_at) > now() - make_interval(days => $7)
       group by g.customer_id having count(distinct r.broadcast_id) >= $6),
     judged as (
       select id, case when exists (select from customer_tags x where x.account_id = $1 and x.customer_id = asked.customer_id
             and x.tag_id = $5) then 'unsubscribed'
           when customer_id in (select customer_id from capped) then 'frequency_cap' end as reason
       from asked)
     select id, reason from judged where reason is not null`,
    [transaction.accountId, broadcastId, channelId, ids, tagUuid, cap?.broadcasts ?? null, cap?.days ?? null],
  );
}

/** Makes lanes due that wait for the end of quiet hours, because these have changed. */
export const makeLanesDue = (transaction: AccountTransaction) =>
  transaction.run(
    `update broadcast_channels set next_at = now() where account_id = $1 and is_open and troubles = 0`,
    [transaction.accountId],
  );
