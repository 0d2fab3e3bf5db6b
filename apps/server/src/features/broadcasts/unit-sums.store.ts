import type { UnitSum } from '@hanasu/contract/broadcast-sums';
import type { AccountId, BroadcastId, ChannelId } from '@hanasu/contract/ids';
import type { AccountTransaction, SystemTransaction } from '../../platform/database/database.ts';
import { IS_LANE, type Lane, laneKey } from './recipients.store.ts';

/** The name of a variant at a vendor that counts: at most 28 of letters, digits and `_`, the same for all time. */
export const unitOf = (id: BroadcastId, variant: number): string =>
  `${BigInt(`0x${id.replaceAll('-', '')}`).toString(36)}_${String.fromCharCode('a'.charCodeAt(0) + variant)}`;

const VARIANTS = `coalesce(jsonb_array_length(b.ab_test -> 'shares'), 1)`;

/** Counts the names that it needs there; null: that is settled. */
export async function wantedUnits(transaction: AccountTransaction, lane: Lane): Promise<number | null> {
  const row = await transaction.one<{ variants: number }>(
    `select ${VARIANTS} as variants from broadcast_channels l
       join broadcasts b on b.account_id = l.account_id and b.id = l.broadcast_id
     where l.account_id = $1 and l.broadcast_id = $2 and l.channel_id = $3 and l.is_counted is null`,
    laneKey(lane),
  );
  return row?.variants ?? null;
}

/** Set once, before the first call: the name is a part of what is sent. */
export const setCounted = (transaction: AccountTransaction, lane: Lane, isCounted: boolean) =>
  transaction.run(
    `update broadcast_channels set is_counted = $4::boolean, sums_at = case when $4 then now() + interval '1 day' end
     where ${IS_LANE} and is_counted is null`,
    [...laneKey(lane), isCounted],
  );

export interface CountedLane {
  readonly accountId: AccountId;
  readonly broadcastId: BroadcastId;
  readonly channelId: ChannelId;
  readonly since: Date;
  readonly variants: number;
}

/** Time for which the vendor changes its numbers, and a day for the last of them. */
const COUNTED_FOR = `interval '15 days'`;

/** Claims numbers that are due, of each channel as many as its vendor answers in an hour; due again a day later. */
export const claimSums = (transaction: SystemTransaction, perChannel: number) =>
  transaction.rows<CountedLane>(
    `with due as (select account_id, broadcast_id, channel_id,
         row_number() over (partition by account_id, channel_id order by sums_at, broadcast_id) as place
       from broadcast_channels where sums_at <= now())
     update broadcast_channels l
       set sums_at = case when b.started_at > now() - ${COUNTED_FOR} then now() + interval '1 day' end
     from due join broadcasts b on b.account_id = due.account_id and b.id = due.broadcast_id
     where l.account_id = due.account_id and l.broadcast_id = due.broadcast_id and l.channel_id = due.channel_id
       and due.place <= $1
     returning l.account_id as "accountId", l.broadcast_id as "broadcastId", l.channel_id as "channelId",
       coalesce(b.started_at, b.created_at) as since, ${VARIANTS} as variants`,
    [perChannel],
  );

/** `isWhole`: the vendor has sent all of them; else they are asked for again within the hour. */
export const storeSums = (
  transaction: AccountTransaction,
  { broadcastId, channelId }: CountedLane,
  { sums, isWhole }: { readonly sums: readonly UnitSum[]; readonly isWhole: boolean },
) =>
  transaction.run(
    `update broadcast_channels set
       sums = case when $5 then $4::jsonb else sums end,
       sums_at = case when $5 or sums_at is null then sums_at else now() + interval '1 hour' end
     where account_id = $1 and broadcast_id = $2 and channel_id = $3`,
    [transaction.accountId, broadcastId, channelId, JSON.stringify(sums), isWhole],
  );

export interface ChannelSums {
  readonly channelId: ChannelId;
  readonly isCounted: boolean;
  readonly sums: readonly UnitSum[];
}

/** Finds the sums of its channels whose vendor counts. */
export const findSums = (transaction: AccountTransaction, id: BroadcastId) =>
  transaction.rows<ChannelSums>(
    `select channel_id as "channelId", is_counted as "isCounted", sums from broadcast_channels
     where account_id = $1 and broadcast_id = $2 and is_counted is not null order by position`,
    [transaction.accountId, id],
  );
