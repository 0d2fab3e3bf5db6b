import type { FormAnswers, SubmissionView } from '@hanasu/contract/form-submissions';
import type {
  ChannelId,
  CustomerFieldId,
  CustomerId,
  FormFileId,
  FormId,
  FormSubmissionId,
  FriendId,
} from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { ErasedCustomer } from '../../../platform/feature.ts';
import { removeTalksOf } from '../chat/form-conversations.store.ts';
import {
  ANSWERS,
  filteredVersions,
  type SubmissionFilter,
  valuesOf,
  versions,
  WHERE,
} from './submission-filter.ts';

interface SubmissionRow {
  readonly id: FormSubmissionId;
  readonly formId: FormId;
  readonly formName: string;
  readonly version: number;
  readonly answers: SubmissionView['answers'];
  readonly files: readonly {
    readonly field: string;
    readonly uuid: FormFileId;
    readonly name: string;
    readonly type: string;
    readonly bytes: number;
  }[];
  readonly language: SubmissionView['language'];
  readonly source: SubmissionView['source'];
  readonly identity: SubmissionView['identity'];
  readonly customerId: CustomerId | null;
  readonly customerName: string | null;
  readonly channelId: ChannelId | null;
  readonly channelName: string | null;
  readonly state: SubmissionView['state'];
  readonly note: string;
  readonly duplicateOf: FormSubmissionId | null;
  readonly kept: string[];
  readonly createdAt: Date;
}

const TABLES = `form_submissions s
    join v on v.form_id = s.form_id and v.number = s.version
    join forms o on o.account_id = s.account_id and o.id = s.form_id
    left join customer_merges m on m.account_id = s.account_id and m.merged_id = s.customer_id
    left join customers c on c.account_id = s.account_id and c.id = coalesce(m.kept_id, s.customer_id)
    left join friends f on f.account_id = s.account_id and f.id = s.friend_id
    left join channels h on h.account_id = s.account_id and h.id = f.channel_id`;
const COLUMNS = `s.id, s.form_id as "formId", o.name as "formName", s.version, ${ANSWERS} as answers,
    coalesce((select json_agg(json_build_object('field', x.field, 'uuid', x.id, 'name', x.name, 'type', x.type,
        'bytes', x.bytes) order by x.created_at, x.id)
      from form_files x where x.account_id = s.account_id and x.submission_id = s.id), '[]') as files,
    s.language, s.source, s.identity, c.id as "customerId", c.shown_name as "customerName", h.id as "channelId",
    h.name as "channelName", s.state, s.note, s.duplicate_of as "duplicateOf", s.kept, s.created_at as "createdAt"`;

/** The versions of the submissions in `$3`. */
const VERSIONS_OF_IDS = versions(`(form_id, number) in (select x.form_id, x.version from form_submissions x
    where x.account_id = $1 and x.id = any($3::uuid[]))`);

function view(row: SubmissionRow): SubmissionView {
  const files: SubmissionView['files'] = {};
  for (const { field, ...file } of row.files) files[field] = [...(files[field] ?? []), file];
  return {
    uuid: row.id,
    form: { uuid: row.formId, name: row.formName },
    version: row.version,
    answers: row.answers,
    files,
    language: row.language,
    source: row.source,
    identity: row.identity,
    customer: row.customerId && { uuid: row.customerId, name: row.customerName ?? '' },
    channel: row.channelId && { uuid: row.channelId, name: row.channelName ?? '' },
    state: row.state,
    note: row.note,
    duplicateOf: row.duplicateOf,
    kept: row.kept,
    createdAt: row.createdAt.toISOString(),
  };
}

/** Newest first. */
export async function listSubmissions(
  transaction: AccountTransaction,
  filter: SubmissionFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ items: SubmissionView[]; total: number }> {
  const page = await transaction.one<{ total: number; ids: FormSubmissionId[] }>(
    `with ${filteredVersions(filter)}, found as materialized (select s.id, s.created_at from ${TABLES} where ${WHERE})
     select (select count(*)::int from found) as total,
       array(select id from found order by created_at desc, id desc limit $13 offset $14) as ids`,
    [transaction.accountId, ...valuesOf(filter), limit, offset],
  );
  if (!page || page.ids.length === 0) return { items: [], total: page?.total ?? 0 };
  const rows = await transaction.rows<SubmissionRow>(
    `with ${VERSIONS_OF_IDS} select ${COLUMNS} from ${TABLES} where s.account_id = $1 and s.id = any($3::uuid[])
     order by s.created_at desc, s.id desc`,
    [transaction.accountId, filter.hidden, page.ids],
  );
  return { items: rows.map(view), total: page.total };
}

/** Oldest first, after the place of the page before. */
export async function submissionsAfter(
  transaction: AccountTransaction,
  filter: SubmissionFilter,
  { after, limit }: { readonly after: FormSubmissionId | null; readonly limit: number },
): Promise<SubmissionView[]> {
  const rows = await transaction.rows<SubmissionRow>(
    `with ${filteredVersions(filter)} select ${COLUMNS} from ${TABLES} where ${WHERE} and ($13::uuid is null or (s.created_at, s.id) >
       (select z.created_at, z.id from form_submissions z where z.account_id = $1 and z.id = $13))
     order by s.created_at, s.id limit $14`,
    [transaction.accountId, ...valuesOf(filter), after, limit],
  );
  return rows.map(view);
}

export async function findSubmission(
  transaction: AccountTransaction,
  id: FormSubmissionId,
  hidden: readonly CustomerFieldId[],
): Promise<SubmissionView | null> {
  const row = await transaction.one<SubmissionRow>(
    `with ${VERSIONS_OF_IDS} select ${COLUMNS} from ${TABLES} where s.account_id = $1 and s.id = any($3::uuid[])`,
    [transaction.accountId, hidden, [id]],
  );
  return row && view(row);
}

/** What is null stays. */
export const updateSubmission = (
  transaction: AccountTransaction,
  id: FormSubmissionId,
  { state, note }: { readonly state: string | null; readonly note: string | null },
): Promise<number> =>
  transaction.run(
    `update form_submissions set state = coalesce($3, state), note = coalesce($4, note)
     where account_id = $1 and id = $2`,
    [transaction.accountId, id, state, note],
  );

/** Answers the files that go after the commit. */
export async function deleteSubmissions(
  transaction: AccountTransaction,
  ids: readonly FormSubmissionId[],
): Promise<string[]> {
  const values = [transaction.accountId, ids];
  const files = await transaction.rows<{ key: string }>(
    `select storage_key as key from form_files where account_id = $1 and submission_id = any($2::uuid[])`,
    values,
  );
  await transaction.run(
    `delete from form_submissions where account_id = $1 and id = any($2::uuid[])`,
    values,
  );
  return files.map(({ key }) => key);
}

/** Of those, too, who were merged into them. */
export async function eraseCustomer(
  transaction: AccountTransaction,
  { id, friends }: ErasedCustomer,
): Promise<readonly string[]> {
  const sent = await removeTalkFiles(transaction, friends);
  await removeTalksOf(transaction, { friends });
  const rows = await transaction.rows<{ id: FormSubmissionId }>(
    `select s.id from form_submissions s where s.account_id = $1 and (s.customer_id = $2 or s.friend_id = any($3::uuid[])
       or s.customer_id in (select x.merged_id from customer_merges x where x.account_id = $1 and x.kept_id = $2))
     order by s.id for update`,
    [transaction.accountId, id, friends.map((friend) => friend.id)],
  );
  const submitted = await deleteSubmissions(
    transaction,
    rows.map((row) => row.id),
  );
  return [...sent, ...submitted];
}

/** Of forms that they were asked in chats and have not sent; the storage keys. */
async function removeTalkFiles(
  transaction: AccountTransaction,
  friends: ErasedCustomer['friends'],
): Promise<string[]> {
  const rows = await transaction.rows<{ key: string }>(
    `delete from form_files f using form_conversations t where f.account_id = $1 and t.account_id = $1
       and t.id = f.talk_id and t.friend_id = any($2::uuid[]) and f.submission_id is null
     returning f.storage_key as key`,
    [transaction.accountId, friends.map(({ id }) => id)],
  );
  return rows.map(({ key }) => key);
}

/** What was answered under this key before. */
export const findByKey = (
  transaction: AccountTransaction,
  formId: FormId,
  key: string,
): Promise<{ id: FormSubmissionId; createdAt: Date } | null> =>
  transaction.one<{ id: FormSubmissionId; createdAt: Date }>(
    `select id, created_at as "createdAt" from form_submissions where account_id = $1 and form_id = $2 and key = $3`,
    [transaction.accountId, formId, key],
  );

/** What a person who was proven answered last; what came by a link alone may be somebody else's. */
export async function findProvenAnswers(
  transaction: AccountTransaction,
  formId: FormId,
  customerId: CustomerId,
): Promise<FormAnswers> {
  const row = await transaction.one<{ answers: FormAnswers }>(
    `select answers from form_submissions where account_id = $1 and form_id = $2 and customer_id = $3
       and identity = 'signed' order by created_at desc, id desc limit 1`,
    [transaction.accountId, formId, customerId],
  );
  return row?.answers ?? {};
}

export async function countOfPerson(
  transaction: AccountTransaction,
  formId: FormId,
  customerId: CustomerId,
): Promise<number> {
  const row = await transaction.one<{ count: number }>(
    `select count(*)::int as count from form_submissions s where s.account_id = $1 and s.form_id = $2
       and (s.customer_id = $3
         or s.customer_id in (select x.merged_id from customer_merges x where x.account_id = $1 and x.kept_id = $3))`,
    [transaction.accountId, formId, customerId],
  );
  return row?.count ?? 0;
}

/** How many chose each day and time, by field. */
export const countSlots = (
  transaction: AccountTransaction,
  formId: FormId,
  keys: readonly string[],
): Promise<{ key: string; at: string; count: number }[]> =>
  transaction.rows<{ key: string; at: string; count: number }>(
    `select k.key, s.answers ->> k.key as at, count(*)::int as count
     from unnest($3::text[]) as k(key) join form_submissions s on s.account_id = $1 and s.form_id = $2
     where s.answers ->> k.key is not null group by 1, 2`,
    [transaction.accountId, formId, keys],
  );

export interface NewSubmission {
  readonly id: FormSubmissionId;
  readonly formId: FormId;
  readonly version: number;
  readonly key: string;
  readonly answers: FormAnswers;
  readonly language: string;
  readonly source: SubmissionView['source'];
  readonly identity: SubmissionView['identity'];
  readonly customerId: CustomerId | null;
  readonly friendId: FriendId | null;
  readonly kept: readonly string[];
  readonly fingerprint: string;
}

/** The first one with the same answers within a day is what it is a duplicate of. Answers when it was stored. */
export async function insertSubmission(transaction: AccountTransaction, made: NewSubmission): Promise<Date> {
  const row = await transaction.one<{ createdAt: Date }>(
    `insert into form_submissions (account_id, id, form_id, version, key, answers, language, source, identity,
       customer_id, friend_id, kept, fingerprint, duplicate_of)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, (select d.id from form_submissions d
       where d.account_id = $1 and d.form_id = $3 and d.fingerprint = $13 and d.created_at > now() - interval '1 day'
       order by d.created_at, d.id limit 1))
     returning created_at as "createdAt"`,
    [
      transaction.accountId,
      made.id,
      made.formId,
      made.version,
      made.key,
      JSON.stringify(made.answers),
      made.language,
      made.source,
      made.identity,
      made.customerId,
      made.friendId,
      made.kept,
      made.fingerprint,
    ],
  );
  if (!row) throw new Error('the submission just stored is not there');
  return row.createdAt;
}
