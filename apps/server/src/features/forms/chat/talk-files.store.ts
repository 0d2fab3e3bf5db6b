import type { AccountId, FormFileId, FormId, MediaId, MessageId } from '@hanasu/contract/ids';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';
import type { FileProblem } from './field-problems.ts';

/** Most messages with files of one form that wait at a time: each is fetched and read, and no form needs more. */
const WAITING_MAX = 20;

interface Expected {
  readonly talkId: string;
  readonly files: readonly { readonly id: MessageId; readonly field: string }[];
}

/** Runs in the transaction that stores the messages: takes their files as answers once they are here. */
export const expectFiles = (transaction: AccountTransaction, { talkId, files }: Expected): Promise<number> =>
  transaction.run(
    `insert into form_talk_files (account_id, message_id, talk_id, field)
     select $1, n.id, $2, n.field from unnest($3::uuid[], $4::text[]) with ordinality as n(id, field, place)
     where n.place + (select count(*) from form_talk_files w where w.account_id = $1 and w.talk_id = $2) <= $5
     on conflict do nothing`,
    [transaction.accountId, talkId, files.map(({ id }) => id), files.map(({ field }) => field), WAITING_MAX],
  );

export interface SentFile {
  readonly accountId: AccountId;
  readonly messageId: MessageId;
  readonly talkId: string;
  readonly field: string;
  readonly attempts: number;
  /** File that the vendor gave; null: it gave none, and it will not. */
  readonly mediaId: MediaId | null;
  readonly name: string;
  readonly bytes: number;
}

/** Claims files whose bytes are here, or will never be, for as long as it may take to read one. */
export const claimSentFiles = (
  transaction: SystemTransaction,
  most: number,
  leaseSeconds: number,
): Promise<SentFile[]> =>
  transaction.rows<SentFile>(
    `with due as (
       select w.account_id, w.message_id, m.state, m.id, m.name, m.bytes from form_talk_files w
         left join media m on m.account_id = w.account_id and m.message_id = w.message_id
       where w.next_attempt_at <= now() and m.state is distinct from 'waiting'
       order by w.next_attempt_at, w.message_id limit $1 for update of w skip locked)
     update form_talk_files f set attempts = f.attempts + 1, next_attempt_at = now() + make_interval(secs => $2)
     from due where f.account_id = due.account_id and f.message_id = due.message_id
     returning f.account_id as "accountId", f.message_id as "messageId", f.talk_id as "talkId", f.field, f.attempts,
       case when due.state = 'stored' then due.id end as "mediaId", coalesce(due.name, '') as name,
       coalesce(due.bytes, 0)::int as bytes`,
    [most, leaseSeconds],
  );

/** SQL expression for `nextDue` of a worker. */
export const NEXT_SENT_FILE_DUE =
  '(select next_attempt_at from form_talk_files where next_attempt_at is not null order by next_attempt_at limit 1)';

/** Whether any is on its way. */
export const hasSentFiles = async (transaction: SystemTransaction): Promise<boolean> =>
  (await transaction.one(`select 1 from form_talk_files where next_attempt_at is not null limit 1`)) !== null;

export const postponeSentFile = (
  transaction: AccountTransaction,
  messageId: MessageId,
  seconds: number,
): Promise<number> =>
  transaction.run(
    `update form_talk_files set next_attempt_at = now() + make_interval(secs => $3)
     where account_id = $1 and message_id = $2`,
    [transaction.accountId, messageId, seconds],
  );

/** False: it was taken back meanwhile, or dealt with. */
export const settleSentFile = async (
  transaction: AccountTransaction,
  messageId: MessageId,
  problem: FileProblem | null,
): Promise<boolean> =>
  (await transaction.run(
    `update form_talk_files set next_attempt_at = null, problem = $3
     where account_id = $1 and message_id = $2 and next_attempt_at is not null`,
    [transaction.accountId, messageId, problem],
  )) > 0;

/** Takes the results of all files of a field, in the order in which they were sent; null: some are on their way. */
export async function takeSettled(
  transaction: AccountTransaction,
  talkId: string,
  field: string,
): Promise<FileProblem[] | null> {
  const values = [transaction.accountId, talkId, field];
  const open = await transaction.one(
    `select 1 from form_talk_files where account_id = $1 and talk_id = $2 and field = $3
       and next_attempt_at is not null limit 1`,
    values,
  );
  if (open) return null;
  const rows = await transaction.rows<{ messageId: MessageId; problem: FileProblem | null }>(
    `delete from form_talk_files where account_id = $1 and talk_id = $2 and field = $3
     returning message_id as "messageId", problem`,
    values,
  );
  return rows
    .toSorted((one, other) => (one.messageId < other.messageId ? -1 : 1))
    .flatMap(({ problem }) => problem ?? []);
}

/** Drops the file of a message that the customer took back. Its bytes go with the form. */
export async function dropSentFile(transaction: AccountTransaction, messageId: MessageId): Promise<void> {
  const values = [transaction.accountId, messageId];
  await transaction.run(`delete from form_talk_files where account_id = $1 and message_id = $2`, values);
  const file = await transaction.one<{ talkId: string | null; field: string }>(
    `select talk_id as "talkId", field from form_files
     where account_id = $1 and id = $2 and submission_id is null`,
    values,
  );
  if (!file?.talkId) return;
  await transaction.run(
    `update form_conversations set answers = case when jsonb_array_length(answers -> $4) > 1
         then jsonb_set(answers, array[$4], (answers -> $4) - $3) else answers - $4 end
     where account_id = $1 and id = $2 and jsonb_typeof(answers -> $4) = 'array' and answers -> $4 ? $3`,
    [transaction.accountId, file.talkId, messageId, file.field],
  );
}

export interface ChatFile {
  readonly id: FormFileId;
  readonly formId: FormId;
  readonly talkId: string;
  readonly field: string;
  readonly storageKey: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
}

/** Inserted before its bytes are stored, so that what a crash leaves has a row. A repeat adds no second row. */
export const insertChatFile = (transaction: AccountTransaction, file: ChatFile): Promise<number> =>
  transaction.run(
    `insert into form_files (account_id, id, form_id, field, talk_id, storage_key, name, type, bytes)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (account_id, id) do nothing`,
    [
      transaction.accountId,
      file.id,
      file.formId,
      file.field,
      file.talkId,
      file.storageKey,
      file.name,
      file.type,
      file.bytes,
    ],
  );
