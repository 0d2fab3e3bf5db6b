import type { AccountId, CustomerId, ExportId, UserId } from '@hanasu/contract/ids';
import type { ExportView } from '@hanasu/contract/privacy';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';
import { PERSON, type PersonRow } from '../deletion/deletion.store.ts';
import { type ExportedEntity, isOfThread } from './exported-entity.ts';

interface ExportRow extends Omit<ExportView, 'createdAt' | 'expiresAt'> {
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
}

const COLUMNS = `id as uuid, status, progress, size, created_at as "createdAt", expires_at as "expiresAt"`;

const toView = (row: ExportRow): ExportView => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
});
const viewOf = async (row: Promise<ExportRow | null>): Promise<ExportView | null> => {
  const found = await row;
  return found && toView(found);
};

/** No account needs to look further back: files go after a week. */
const LISTED = 50;

export const listExports = async (transaction: AccountTransaction): Promise<ExportView[]> => {
  const rows = await transaction.rows<ExportRow>(
    `select ${COLUMNS} from data_exports where account_id = $1 order by created_at desc, id desc limit $2`,
    [transaction.accountId, LISTED],
  );
  return rows.map(toView);
};

export const findExport = (transaction: AccountTransaction, id: ExportId) =>
  viewOf(
    transaction.one<ExportRow>(`select ${COLUMNS} from data_exports where account_id = $1 and id = $2`, [
      transaction.accountId,
      id,
    ]),
  );

/** Requests for an export of one account wait for each other here. */
export const isExportUnderWay = async (transaction: AccountTransaction): Promise<boolean> => {
  await transaction.run('select 1 from accounts where id = $1 for no key update', [transaction.accountId]);
  const found = await transaction.one(
    `select 1 from data_exports where account_id = $1 and status in ('queued', 'running')`,
    [transaction.accountId],
  );
  return found !== null;
};

export const isExportKept = async (transaction: AccountTransaction): Promise<boolean> =>
  (await transaction.one(`select 1 from data_exports where account_id = $1 and status = 'ready'`, [
    transaction.accountId,
  ])) !== null;

export const insertExport = (
  transaction: AccountTransaction,
  { id, requestedBy }: { id: ExportId; requestedBy: UserId },
) =>
  viewOf(
    transaction.one<ExportRow>(
      `insert into data_exports (account_id, id, requested_by, status) values ($1, $2, $3, 'queued')
       returning ${COLUMNS}`,
      [transaction.accountId, id, requestedBy],
    ),
  );

const OPEN = `account_id = $1 and id = $2 and status in ('queued', 'running')`;

/** Null: it was cancelled or deleted. A second start begins anew. */
export interface Requester extends PersonRow {
  readonly accountName: string;
}

export const startExport = (transaction: AccountTransaction, id: ExportId) =>
  transaction.one<Requester & { startedAt: Date }>(
    `with started as (
       update data_exports set status = 'running', progress = 0 where ${OPEN} returning requested_by
     )
     select ${PERSON}, (select name from accounts where id = $1) as "accountName", now() as "startedAt" from users where id = (select requested_by from started)`,
    [transaction.accountId, id],
  );

/** False: it was cancelled or deleted. */
export const writeProgress = async (
  transaction: AccountTransaction,
  id: ExportId,
  progress: number,
): Promise<boolean> =>
  (await transaction.run(`update data_exports set progress = $3 where ${OPEN}`, [
    transaction.accountId,
    id,
    progress,
  ])) > 0;

/** False: it was cancelled or deleted at the last moment. */
export const completeExport = async (
  transaction: AccountTransaction,
  id: ExportId,
  { size, fileKey, expiresAt }: { size: number; fileKey: string; expiresAt: Date },
): Promise<boolean> =>
  (await transaction.run(
    `update data_exports set status = 'ready', progress = 1, size = $3, file_key = $4, expires_at = $5,
       finished_at = now() where ${OPEN}`,
    [transaction.accountId, id, size, fileKey, expiresAt],
  )) > 0;

export const endExport = (transaction: AccountTransaction, id: ExportId, status: 'failed' | 'cancelled') =>
  transaction.run(`update data_exports set status = $3, finished_at = now() where ${OPEN}`, [
    transaction.accountId,
    id,
    status,
  ]);

export const deleteExport = async (transaction: AccountTransaction, id: ExportId): Promise<boolean> =>
  (await transaction.run('delete from data_exports where account_id = $1 and id = $2', [
    transaction.accountId,
    id,
  ])) > 0;

export const findExpired = (transaction: SystemTransaction, most: number) =>
  transaction.rows<{ accountId: AccountId; id: ExportId }>(
    `select account_id as "accountId", id from data_exports where expires_at <= now() limit $1`,
    [most],
  );

/** All of these accounts; their files are removed with the next pass over expired exports. */
export async function cancelExports(
  transaction: AccountTransaction | SystemTransaction,
  accountIds: readonly AccountId[],
): Promise<void> {
  await transaction.run(
    `update data_exports set status = 'cancelled', expires_at = now(), finished_at = coalesce(finished_at, now())
     where account_id = any($1)`,
    [accountIds],
  );
}

/** Nobody has worked on it for a day, whatever became of its job. */
export const failForsaken = (transaction: SystemTransaction) =>
  transaction.run(
    `update data_exports set status = 'failed', finished_at = now()
     where status in ('queued', 'running') and created_at < now() - interval '1 day'`,
  );

export const readAccount = (transaction: AccountTransaction) =>
  transaction.one<Record<string, unknown>>(
    `select a.id as uuid, a.name, a.time_zone as "timeZone", a.color, a.created_at as "createdAt",
       (select balance from token_balances where account_id = $1) as "tokenBalance"
     from accounts a where a.id = $1`,
    [transaction.accountId],
  );

const KEY = 'key of the row';
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

const upTo = ({ made }: ExportedEntity): string =>
  made ? `and ${made} <= $2` : 'and $2::timestamptz is not null';

export const countEntity = async (
  transaction: AccountTransaction,
  entity: ExportedEntity,
  startedAt: Date,
): Promise<number> => {
  const row = await transaction.one<{ count: number }>(
    `select count(*) as count from ${entity.tables} where ${entity.account} = $1 ${upTo(entity)}`,
    [transaction.accountId, startedAt],
  );
  return row?.count ?? 0;
};

export interface EntityPage {
  readonly lines: readonly Record<string, unknown>[];
  /** Key of the last line; null when there is none. */
  readonly last: readonly string[] | null;
}

/**
 * Taken for a small account, a large one would be sorted whole for each of its pages: the planner is told to walk the
 * primary key instead, which gives the next rows at once.
 */
const walkTheKey = (transaction: AccountTransaction) =>
  transaction.run('set local enable_sort = off; set local enable_bitmapscan = off');

/** Rows after the one whose key is `after`, in the order of the key. */
export async function readPage(
  transaction: AccountTransaction,
  entity: ExportedEntity,
  page: {
    readonly startedAt: Date;
    readonly after: readonly string[] | null;
    readonly most: number;
    /** Null: rows of the whole account. */
    readonly customerId: CustomerId | null;
  },
): Promise<EntityPage> {
  const members = Object.entries(entity.members).map(([name, column]) => `${column} as "${name}"`);
  const key = entity.key.join(', ');
  await walkTheKey(transaction);
  const about = entity.ofCustomer?.('$4') ?? 'false';
  const values = (page.after ?? []).map((_, index) => `$${index + 5}`).join(', ');
  const rows = await transaction.rows<Record<string, unknown> & { [KEY]: string[] }>(
    `select ${members.join(', ')}, array[${key}]::text[] as "${KEY}"
     from ${entity.tables} where ${entity.account} = $1 ${upTo(entity)}
       and ($4::uuid is null${page.customerId ? ` or ${about}` : ''})
       ${page.after ? `and (${key}) > (${values})` : ''}
     order by ${key} limit $3`,
    [transaction.accountId, page.startedAt, page.most, page.customerId, ...(page.after ?? [])],
  );
  const lines = rows.map(({ [KEY]: _, ...line }) => line);
  return { lines, last: rows.at(-1)?.[KEY] ?? null };
}

export const isCustomer = async (transaction: AccountTransaction, id: CustomerId): Promise<boolean> =>
  (await transaction.one(`select 1 from customers where account_id = $1 and id = $2`, [
    transaction.accountId,
    id,
  ])) !== null;

export interface OriginalFile {
  readonly id: string;
  readonly fileName: string | null;
  readonly mediaType: string;
  readonly fileKey: string;
}

export async function readFilePage(
  transaction: AccountTransaction,
  page: {
    readonly startedAt: Date;
    readonly after: string | null;
    readonly most: number;
    readonly customerId: CustomerId | null;
  },
): Promise<OriginalFile[]> {
  await walkTheKey(transaction);
  return transaction.rows<OriginalFile>(
    `select id, file_name as "fileName", media_type as "mediaType", file_key as "fileKey" from (
       select account_id, id, file_name, media_type, file_key, created_at, null::uuid as conversation_id from documents
       union all select account_id, id, name, media_type, file_key, created_at, conversation_id from attachments
       union all select account_id, id, name, content_type, file_key, created_at, conversation_id from media
         where state = 'stored') files
     where account_id = $1 and created_at <= $2 and id > $3 and ($5::uuid is null or ${isOfThread('$5')})
     order by id limit $4`,
    [transaction.accountId, page.startedAt, page.after ?? FIRST_ID, page.most, page.customerId],
  );
}
