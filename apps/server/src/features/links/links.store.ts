import type { AccountId, CustomerId, FriendId, TrackedLinkId } from '@hanasu/contract/ids';
import type { LinkOwnerKind } from '@hanasu/contract/links';
import type { AccountTransaction, SystemTransaction } from '../../platform/database/database.ts';
import { containing, type PageRange } from '../../platform/database/page-range.ts';

/** The owner that links are counted for. */
export interface LinkOwner {
  readonly kind: LinkOwnerKind;
  readonly id: string;
}

export interface NewLink {
  readonly id: string;
  readonly code: string;
  readonly part: string;
  readonly url: string;
}

/** In use. */
export interface KeptLink {
  readonly part: string;
  readonly url: string;
  readonly code: string;
}

/** Finds the links in use. */
export const findOwnLinks = (transaction: AccountTransaction, owner: LinkOwner): Promise<KeptLink[]> =>
  transaction.rows<KeptLink>(
    `select owner_part as part, url, code from tracked_links
     where account_id = $1 and owner_kind = $2 and owner_id = $3 and expires_at is null`,
    [transaction.accountId, owner.kind, owner.id],
  );

/** Keeps one link for each place and address: an existing one keeps its code. */
export const keepLinks = (
  transaction: AccountTransaction,
  owner: LinkOwner,
  links: readonly NewLink[],
): Promise<KeptLink[]> =>
  transaction.rows<KeptLink>(
    `insert into tracked_links (account_id, id, code, owner_kind, owner_id, owner_part, url)
     select $1, n.id, n.code, $2, $3, n.part, n.url
     from unnest($4::uuid[], $5::text[], $6::text[], $7::text[]) as n(id, code, part, url)
     on conflict (account_id, owner_kind, owner_id, owner_part, md5(url)) do update set expires_at = null
     returning owner_part as part, url, code`,
    [
      transaction.accountId,
      owner.kind,
      owner.id,
      links.map(({ id }) => id),
      links.map(({ code }) => code),
      links.map(({ part }) => part),
      links.map(({ url }) => url),
    ],
  );

/** Ends links whose owner is deleted: phones may show them for a while. */
export const endLinks = (
  transaction: AccountTransaction,
  { kind, id }: LinkOwner,
  days: number,
): Promise<number> =>
  transaction.run(
    `update tracked_links set expires_at = now() + $4 * interval '1 day'
     where account_id = $1 and owner_kind = $2 and owner_id = $3 and expires_at is null`,
    [transaction.accountId, kind, id, days],
  );

export interface FoundLink {
  readonly accountId: AccountId;
  readonly id: TrackedLinkId;
  readonly url: string;
  readonly ownerKind: LinkOwnerKind;
  readonly ownerId: string;
}

/** Finds the link of a code, for any visitor. */
export const findLink = (transaction: SystemTransaction, code: string): Promise<FoundLink | null> =>
  transaction.one<FoundLink>(
    `select account_id as "accountId", id, url, owner_kind as "ownerKind", owner_id as "ownerId" from tracked_links
     where code = $1 and (expires_at is null or expires_at > now())`,
    [code],
  );

export interface NewClick {
  readonly accountId: AccountId;
  readonly id: string;
  readonly linkId: TrackedLinkId;
  /** Null: not known. */
  readonly friendId: FriendId | null;
  readonly at: Date;
}

export interface WrittenClick {
  readonly id: string;
  readonly accountId: AccountId;
  readonly linkId: TrackedLinkId;
  readonly url: string;
  readonly ownerKind: LinkOwnerKind;
  readonly ownerId: string;
  readonly ownerPart: string;
  readonly friendId: FriendId | null;
  readonly customerId: CustomerId | null;
  readonly at: Date;
}

/** Inserts clicks of links that are still there. */
export const insertClicks = (
  transaction: SystemTransaction,
  clicks: readonly NewClick[],
): Promise<WrittenClick[]> =>
  transaction.rows<WrittenClick>(
    `with written as (insert into tracked_clicks (account_id, id, link_id, friend_id, created_at)
       select l.account_id, n.id, l.id, f.id, n.at
       from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::uuid[]) as n(account_id, id, link_id, at, friend_id)
         join tracked_links l on l.account_id = n.account_id and l.id = n.link_id
         left join friends f on f.account_id = n.account_id and f.id = n.friend_id
       returning account_id, id, link_id, friend_id, created_at)
     select w.id, w.account_id as "accountId", w.link_id as "linkId", l.url, l.owner_kind as "ownerKind",
       l.owner_id as "ownerId", l.owner_part as "ownerPart", w.friend_id as "friendId", f.customer_id as "customerId",
       w.created_at as at
     from written w join tracked_links l on l.account_id = w.account_id and l.id = w.link_id
       left join friends f on f.account_id = w.account_id and f.id = w.friend_id order by w.created_at, w.id`,
    [
      clicks.map(({ accountId }) => accountId),
      clicks.map(({ id }) => id),
      clicks.map(({ linkId }) => linkId),
      clicks.map(({ at }) => at),
      clicks.map(({ friendId }) => friendId),
    ],
  );

export interface LinkRow {
  readonly id: TrackedLinkId;
  readonly code: string;
  readonly url: string;
  readonly ownerKind: LinkOwnerKind;
  readonly ownerId: string;
  readonly ownerPart: string;
  readonly clicks: number;
  readonly people: number;
  readonly lastClickAt: Date | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
}

export async function listLinks(
  transaction: AccountTransaction,
  { ownerId, q, limit, offset }: PageRange & { readonly ownerId: string | null },
): Promise<{ rows: LinkRow[]; total: number }> {
  const where = `l.account_id = $1 and ($2::uuid is null or l.owner_id = $2) and ($3::text is null or l.url ilike $3)`;
  const values = [transaction.accountId, ownerId, containing(q)];
  const rows = await transaction.rows<LinkRow>(
    `select l.id, l.code, l.url, l.owner_kind as "ownerKind", l.owner_id as "ownerId", l.owner_part as "ownerPart",
       c.clicks, c.people, c.last as "lastClickAt", l.created_at as "createdAt", l.expires_at as "expiresAt"
     from tracked_links l cross join lateral (
       select count(*)::int as clicks, count(distinct k.friend_id)::int as people, max(k.created_at) as last
       from tracked_clicks k where k.account_id = l.account_id and k.link_id = l.id) c
     where ${where} order by l.created_at desc, l.id desc limit $4 offset $5`,
    [...values, limit, offset],
  );
  const counted = await transaction.one<{ total: number }>(
    `select count(*)::int as total from tracked_links l where ${where}`,
    values,
  );
  return { rows, total: counted?.total ?? 0 };
}

/** Deletes a few expired links at a time, with their clicks. */
export const deleteExpired = (transaction: SystemTransaction): Promise<number> =>
  transaction.run(
    `delete from tracked_links l using (select account_id, id from tracked_links
       where expires_at <= now() order by expires_at limit 200 for update skip locked) gone
     where l.account_id = gone.account_id and l.id = gone.id`,
  );
