import type { FormSettings } from '@hanasu/contract/form-definition';
import type { FormState } from '@hanasu/contract/forms';
import type {
  AccountId,
  ChannelId,
  ConversationId,
  FormId,
  FriendId,
  MessageId,
  UserId,
} from '@hanasu/contract/ids';
import type { AccountTransaction, SystemTransaction } from '../../platform/database/database.ts';
import { containing, type PageRange } from '../../platform/database/page-range.ts';
import type { VersionRow } from '../../platform/database/version-view.ts';

export interface FormRow {
  readonly id: FormId;
  readonly name: string;
  readonly slug: string;
  readonly state: FormState;
  readonly version: number | null;
  readonly hasChanges: boolean;
  /** As it was stored; `readSettings` adds what came later. */
  readonly settings: FormSettings;
  readonly accountName: string;
  readonly logoKey: string | null;
  readonly accountColor: string | null;
  readonly total: number;
  readonly fresh: number;
  readonly linksFrom: Date;
  readonly createdBy: UserId | null;
  readonly createdByName: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly archivedAt: Date | null;
}
export interface FormWithDraftRow extends FormRow {
  readonly draft: unknown;
  readonly revision: number;
}

/** By the database's time. */
const STATE = `case when f.version is null then 'draft' when f.closed_at is not null or f.archived_at is not null then 'closed'
  when (f.settings ->> 'from')::timestamptz > now() then 'early'
  when (f.settings ->> 'until')::timestamptz <= now() then 'over'
  when n.total >= (f.settings ->> 'total')::int then 'full' else 'open' end`;
const COLUMNS = `f.id, f.name, f.slug, ${STATE} as state, f.version, f.has_changes as "hasChanges", f.settings, a.name as "accountName", a.logo_key as "logoKey", a.color as "accountColor",
    n.total, n.fresh,
    f.links_from as "linksFrom", f.created_by as "createdBy", u.display_name as "createdByName",
    f.created_at as "createdAt", f.updated_at as "updatedAt", f.archived_at as "archivedAt"`;
const TABLES = `forms f join accounts a on a.id = f.account_id left join users u on u.id = f.created_by
    cross join lateral (select count(*)::int as total, count(*) filter (where s.state = 'new')::int as fresh
      from form_submissions s where s.account_id = f.account_id and s.form_id = f.id) n`;

/** Newest first. */
export async function listForms(
  transaction: AccountTransaction,
  { isArchived, q, limit, offset }: PageRange & { readonly isArchived: boolean },
): Promise<{ rows: FormRow[]; total: number }> {
  const where = `f.account_id = $1 and (f.archived_at is not null) = $2 and ($3::text is null or f.name ilike $3)`;
  const values = [transaction.accountId, isArchived, containing(q)];
  const rows = await transaction.rows<FormRow>(
    `select ${COLUMNS} from ${TABLES} where ${where} order by f.created_at desc, f.id desc limit $4 offset $5`,
    [...values, limit, offset],
  );
  const counted = await transaction.one<{ total: number }>(
    `select count(*)::int as total from forms f where ${where}`,
    values,
  );
  return { rows, total: counted?.total ?? 0 };
}

export const findForm = (transaction: AccountTransaction, id: FormId): Promise<FormWithDraftRow | null> =>
  transaction.one<FormWithDraftRow>(
    `select ${COLUMNS}, f.draft, f.revision from ${TABLES} where f.account_id = $1 and f.id = $2`,
    [transaction.accountId, id],
  );

/** Of these forms those that exist: whether they take submissions now. */
export async function findOpenForms(
  transaction: AccountTransaction,
  ids: readonly FormId[],
): Promise<ReadonlyMap<FormId, boolean>> {
  const rows = await transaction.rows<{ id: FormId; state: FormState }>(
    `select f.id, ${STATE} as state from ${TABLES} where f.account_id = $1 and f.id = any($2::uuid[])`,
    [transaction.accountId, ids],
  );
  return new Map(rows.map(({ id, state }) => [id, state === 'open']));
}

/** Who changes a form, or sends one that has limits, does so after the other. */
export const lockForm = async (transaction: AccountTransaction, id: FormId): Promise<boolean> =>
  (await transaction.one(`select 1 from forms where account_id = $1 and id = $2 for no key update`, [
    transaction.accountId,
    id,
  ])) !== null;

/** Whose the page with this address is; null: no form that was published has it. */
export const findPublished = (
  transaction: SystemTransaction,
  slug: string,
): Promise<{ accountId: AccountId; id: FormId } | null> =>
  transaction.one<{ accountId: AccountId; id: FormId }>(
    `select account_id as "accountId", id from forms where slug = $1 and version is not null`,
    [slug],
  );

/** One after the other, so that two at once cannot exceed the limit. */
export async function lockAndCount(transaction: AccountTransaction): Promise<number> {
  await transaction.run(`select pg_advisory_xact_lock(hashtextextended('forms' || $1::text, 0))`, [
    transaction.accountId,
  ]);
  const row = await transaction.one<{ count: number }>(
    `select count(*)::int as count from forms where account_id = $1`,
    [transaction.accountId],
  );
  return row?.count ?? 0;
}

interface NewForm {
  readonly id: FormId;
  readonly name: string;
  readonly slug: string;
  readonly draft: unknown;
  readonly settings: FormSettings;
  readonly userId: UserId;
}

/** Throws what `takenName` reads. */
export const insertForm = (
  transaction: AccountTransaction,
  { id, name, slug, draft, settings, userId }: NewForm,
): Promise<number> =>
  transaction.run(
    `insert into forms (account_id, id, name, slug, draft, settings, created_by) values ($1, $2, $3, $4, $5, $6, $7)`,
    [transaction.accountId, id, name, slug, JSON.stringify(draft), JSON.stringify(settings), userId],
  );

interface ChangedForm {
  readonly id: FormId;
  /** What is null stays. */
  readonly name: string | null;
  readonly slug: string | null;
  readonly draft: unknown;
  readonly settings: FormSettings | null;
  readonly isClosed: boolean | null;
  readonly isArchived: boolean | null;
}

export const updateForm = (
  transaction: AccountTransaction,
  { id, name, slug, draft, settings, isClosed, isArchived }: ChangedForm,
): Promise<number> =>
  transaction.run(
    `update forms f set name = coalesce($3, f.name), slug = coalesce($4, f.slug), draft = coalesce($5::jsonb, f.draft),
       settings = coalesce($6::jsonb, f.settings),
       closed_at = case when $7::boolean is null then f.closed_at when $7 then coalesce(f.closed_at, now()) end,
       archived_at = case when $8::boolean is null then f.archived_at when $8 then coalesce(f.archived_at, now()) end,
       revision = f.revision + case when $5::jsonb is null then 0 else 1 end,
       has_changes = case when $5::jsonb is null then f.has_changes else $5::jsonb is distinct from
         (select v.definition from form_versions v
          where v.account_id = $1 and v.form_id = $2 and v.number = f.version) end,
       updated_at = now()
     where f.account_id = $1 and f.id = $2`,
    [
      transaction.accountId,
      id,
      name,
      slug,
      draft === null ? null : JSON.stringify(draft),
      settings && JSON.stringify(settings),
      isClosed,
      isArchived,
    ],
  );

/** Which of the two that have to be distinct is taken; null: it was something else. */
export function takenName(error: unknown): 'name' | 'slug' | null {
  const constraint = error instanceof Error && 'constraint' in error ? error.constraint : null;
  if (constraint === 'forms_name') return 'name';
  return constraint === 'forms_slug' ? 'slug' : null;
}

/** With its versions, submissions and the rows of their files. */
export async function deleteForm(transaction: AccountTransaction, id: FormId): Promise<string[]> {
  const files = await transaction.rows<{ key: string }>(
    `select storage_key as key from form_files where account_id = $1 and form_id = $2`,
    [transaction.accountId, id],
  );
  await transaction.run(`delete from forms where account_id = $1 and id = $2`, [transaction.accountId, id]);
  return files.map(({ key }) => key);
}

export async function publishDraft(
  transaction: AccountTransaction,
  id: FormId,
  userId: UserId,
): Promise<void> {
  await transaction.run(
    `with published as (update forms set version = coalesce(version, 0) + 1, has_changes = false, updated_at = now()
       where account_id = $1 and id = $2 returning version, draft)
     insert into form_versions (account_id, form_id, number, definition, published_by)
     select $1, $2, version, draft, $3 from published`,
    [transaction.accountId, id, userId],
  );
}

export const findVersion = (
  transaction: AccountTransaction,
  id: FormId,
  number: number,
): Promise<VersionRow | null> =>
  transaction.one<VersionRow>(
    `select v.number, v.definition, v.published_by as "publishedBy", u.display_name as "publishedByName",
       v.created_at as "createdAt"
     from form_versions v left join users u on u.id = v.published_by
     where v.account_id = $1 and v.form_id = $2 and v.number = $3`,
    [transaction.accountId, id, number],
  );

/** The newest first. */
export async function listVersions(
  transaction: AccountTransaction,
  id: FormId,
  { limit, offset }: PageRange,
): Promise<{ rows: VersionRow[]; total: number }> {
  const rows = await transaction.rows<VersionRow>(
    `select v.number, v.definition, v.published_by as "publishedBy", u.display_name as "publishedByName",
       v.created_at as "createdAt"
     from form_versions v left join users u on u.id = v.published_by
     where v.account_id = $1 and v.form_id = $2 order by v.number desc limit $3 offset $4`,
    [transaction.accountId, id, limit, offset],
  );
  const counted = await transaction.one<{ total: number }>(
    `select count(*)::int as total from form_versions where account_id = $1 and form_id = $2`,
    [transaction.accountId, id],
  );
  return { rows, total: counted?.total ?? 0 };
}

/** Signed links from before are no longer taken. */
export const endLinks = (transaction: AccountTransaction, id: FormId): Promise<number> =>
  transaction.run(
    `update forms set links_from = now(), updated_at = now() where account_id = $1 and id = $2`,
    [transaction.accountId, id],
  );

/** Of all versions, the newest first; of a form that was never published its draft. */
export const findDefinitions = (
  transaction: AccountTransaction,
  id: FormId,
): Promise<{ definition: unknown }[]> =>
  transaction.rows<{ definition: unknown }>(
    `select definition from (
       select v.definition, v.number from form_versions v where v.account_id = $1 and v.form_id = $2
       union all select f.draft, null from forms f where f.account_id = $1 and f.id = $2 and f.version is null) d
     order by number desc nulls last`,
    [transaction.accountId, id],
  );

/** The newest with a friend alone. */
export async function findConversation(
  transaction: AccountTransaction,
  friendId: FriendId,
): Promise<ConversationId | null> {
  const row = await transaction.one<{ id: ConversationId }>(
    `select id from conversations where account_id = $1 and friend_id = $2 and not is_group
       and origin in ('channel', 'embed')
     order by last_customer_at desc nulls last, id desc limit 1`,
    [transaction.accountId, friendId],
  );
  return row?.id ?? null;
}

/** The friend with this id at the vendor; null: nobody knows them on this channel. */
export async function findFriendBy(
  transaction: AccountTransaction,
  channelId: ChannelId,
  externalId: string,
): Promise<FriendId | null> {
  const row = await transaction.one<{ id: FriendId }>(
    `select id from friends where account_id = $1 and channel_id = $2 and external_id = $3`,
    [transaction.accountId, channelId, externalId],
  );
  return row?.id ?? null;
}

/** Whom a conversation is with; null: a group, or nobody known. */
export async function findFriendIn(
  transaction: AccountTransaction,
  id: ConversationId,
): Promise<FriendId | null> {
  const row = await transaction.one<{ friendId: FriendId | null }>(
    `select friend_id as "friendId" from conversations where account_id = $1 and id = $2 and not is_group`,
    [transaction.accountId, id],
  );
  return row?.friendId ?? null;
}

interface LinkedForm {
  readonly messageId: MessageId;
  readonly formId: FormId;
  readonly friendId: FriendId;
  readonly slug: string;
  readonly sentAt: Date;
  /** They have sent it since. */
  readonly isSent: boolean;
}

/** Published forms whose links were sent in a conversation with one friend. */
export const listLinkedForms = (transaction: AccountTransaction, id: ConversationId): Promise<LinkedForm[]> =>
  transaction.rows<LinkedForm>(
    `select m.id as "messageId", f.id as "formId", c.friend_id as "friendId", f.slug, m.created_at as "sentAt",
       exists (select from form_submissions s where s.account_id = f.account_id and s.form_id = f.id
         and s.friend_id = c.friend_id and s.created_at >= m.created_at) as "isSent"
     from conversations c
       join messages m on m.account_id = c.account_id and m.conversation_id = c.id
       join forms f on f.account_id = m.account_id and f.id::text = m.data ->> 'formLink' and f.version is not null
     where c.account_id = $1 and c.id = $2 and c.friend_id is not null and not c.is_group
       and m.sender in ('bot', 'operator')`,
    [transaction.accountId, id],
  );

/** The channel proves who writes, or the web site that has signed its visitor in. */
export const isProvenInChat = async (transaction: AccountTransaction, id: FriendId): Promise<boolean> =>
  (await transaction.one(
    `select 1 as one from friends f join channels h on h.account_id = f.account_id and h.id = f.channel_id
     where f.account_id = $1 and f.id = $2 and (h.kind <> 'web' or f.signed_id is not null)`,
    [transaction.accountId, id],
  )) !== null;

/** Their web site has said who they are. */
export const isSignedIn = async (transaction: AccountTransaction, id: FriendId): Promise<boolean> =>
  (await transaction.one(
    `select 1 as one from friends where account_id = $1 and id = $2 and signed_id is not null`,
    [transaction.accountId, id],
  )) !== null;
