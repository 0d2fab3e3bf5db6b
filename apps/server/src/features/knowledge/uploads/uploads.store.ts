import type { UploadView } from '@hanasu/contract/documents';
import type { AccountId, KnowledgeId, UploadId } from '@hanasu/contract/ids';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';

/** A file that is being sent in parts. */
export interface UploadRow extends Omit<UploadView, 'createdAt'> {
  readonly knowledgeId: KnowledgeId;
  readonly sha256: string;
  readonly tags: readonly string[];
  readonly createdAt: Date;
}

const COLUMNS = `id as uuid, knowledge_id as "knowledgeId", file_name as "fileName", folder, bytes, received, sha256, tags,
  result, created_at as "createdAt"`;

export const selectUpload = (transaction: AccountTransaction, id: UploadId): Promise<UploadRow | null> =>
  transaction.one(`select ${COLUMNS} from uploads where account_id = $1 and id = $2`, [
    transaction.accountId,
    id,
  ]);

type NewUpload = Pick<UploadRow, 'knowledgeId' | 'fileName' | 'folder' | 'bytes' | 'sha256' | 'tags'>;

/** One that was begun for the same file and is not through. */
export const selectBegun = (
  transaction: AccountTransaction,
  file: Omit<NewUpload, 'tags'>,
): Promise<UploadRow | null> =>
  transaction.one(
    `update uploads set updated_at = now() where account_id = $1 and id = (
       select id from uploads where account_id = $1 and knowledge_id = $2 and sha256 = $3 and file_name = $4
         and folder = $5 and bytes = $6 and result is null order by created_at limit 1)
     returning ${COLUMNS}`,
    [transaction.accountId, file.knowledgeId, file.sha256, file.fileName, file.folder, file.bytes],
  );

/** `result` is there when nothing has to be sent. Null when the base does not exist (any more). */
export const insertUpload = (
  transaction: AccountTransaction,
  upload: NewUpload & { readonly id: UploadId; readonly result: UploadView['result'] },
): Promise<UploadRow | null> =>
  transaction.one(
    `insert into uploads (account_id, id, knowledge_id, file_name, folder, bytes, received, sha256, tags, result)
     select k.account_id, $3, k.id, $4, $5, $6, $7, $8, $9, $10::jsonb
     from knowledges k where k.account_id = $1 and k.id = $2 for key share
     returning ${COLUMNS}`,
    [
      transaction.accountId,
      upload.knowledgeId,
      upload.id,
      upload.fileName,
      upload.folder,
      upload.bytes,
      upload.result ? upload.bytes : 0,
      upload.sha256,
      upload.tags,
      upload.result && JSON.stringify(upload.result),
    ],
  );

/** Counts a part that was kept. Null when another request was first, or the upload is gone. */
export const writeReceived = (
  transaction: AccountTransaction,
  id: UploadId,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<UploadRow | null> =>
  transaction.one(
    `update uploads set received = $4, updated_at = now()
     where account_id = $1 and id = $2 and received = $3 returning ${COLUMNS}`,
    [transaction.accountId, id, from, to],
  );

/** What became of it; the first to say so is right. */
export const writeResult = (
  transaction: AccountTransaction,
  id: UploadId,
  result: NonNullable<UploadView['result']>,
): Promise<UploadRow | null> =>
  transaction.one(
    `update uploads set result = coalesce(result, $3::jsonb), updated_at = now()
     where account_id = $1 and id = $2 returning ${COLUMNS}`,
    [transaction.accountId, id, JSON.stringify(result)],
  );

/** False when there is none. */
export const deleteUploadRow = async (transaction: AccountTransaction, id: UploadId): Promise<boolean> =>
  (await transaction.run('delete from uploads where account_id = $1 and id = $2', [
    transaction.accountId,
    id,
  ])) > 0;

export async function selectUploadIds(
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
): Promise<UploadId[]> {
  const rows = await transaction.rows<{ id: UploadId }>(
    'select id from uploads where account_id = $1 and knowledge_id = $2',
    [transaction.accountId, knowledgeId],
  );
  return rows.map(({ id }) => id);
}

/** Takes uploads of all accounts out that nothing has come of for so many hours. */
export const takeAbandoned = (
  transaction: SystemTransaction,
  hours: number,
  limit: number,
): Promise<{ readonly accountId: AccountId; readonly id: UploadId }[]> =>
  transaction.rows(
    `delete from uploads where (account_id, id) in (
       select account_id, id from uploads where updated_at < now() - make_interval(hours => $1) limit $2)
     returning account_id as "accountId", id`,
    [hours, limit],
  );
