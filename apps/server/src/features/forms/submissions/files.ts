import type { MultipartFile } from '@fastify/multipart';
import type { EndpointOutput } from '@hanasu/contract/endpoint';
import { shownTypeOf } from '@hanasu/contract/file-signatures';
import {
  FORM_FILE_BYTES,
  FORM_FILE_TYPES,
  FORM_FILES_MAX,
  FormDefinition,
} from '@hanasu/contract/form-definition';
import { FormFileFields, type uploadFormFile } from '@hanasu/contract/form-submissions';
import type { FormFileId, FormId, FormSubmissionId } from '@hanasu/contract/ids';
import type { FastifyRequest } from 'fastify';
import { AppError, orNotFound } from '../../../platform/app-error.ts';
import { consumeAllowance, tryKey } from '../../../platform/database/consume-allowance.ts';
import {
  type AccountTransaction,
  type Database,
  type SystemTransaction,
  within,
} from '../../../platform/database/database.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { sharp } from '../../../platform/files/lazy-sharp.ts';
import type { ScanFile } from '../../../platform/files/scan-file.ts';
import { receiveFile } from '../../../platform/http/receive-file.ts';
import { newId } from '../../../platform/ids.ts';
import * as forms from '../forms.store.ts';
import { CHALLENGE_SECONDS, type FormTokens, isProof } from '../public/form-tokens.ts';
import { fieldsIn } from './answers.ts';
import { withoutMetadata } from './heic-metadata.ts';
import { CROWDED_FILES, requireWaitingPlace, senderOf, WAITING_SHARE } from './limits.ts';

export interface KeepDependencies {
  readonly database: Database;
  readonly files: FileStore;
  readonly tokens: FormTokens;
  readonly requireQuota: (
    transaction: AccountTransaction,
    bytes: number,
    part?: { readonly usedBytes: number; readonly share: number },
  ) => Promise<void>;
  readonly maxUploadBytes: number;
  readonly scan: ScanFile;
}

type FileType = (typeof FORM_FILE_TYPES)[number];

/** Wrong ones are removed, and others are chosen. */
const UPLOADS_PER_PAGE = 3 * FORM_FILES_MAX;

/** Keeps a file for a submission that follows within a day. Nothing is left of what is refused. */
export async function keepFile(
  { database, files, tokens, requireQuota, maxUploadBytes, scan }: KeepDependencies,
  slug: string,
  request: FastifyRequest,
): Promise<EndpointOutput<typeof uploadFormFile>> {
  let content: Buffer = Buffer.alloc(0);
  const limit = Math.min(FORM_FILE_BYTES, maxUploadBytes);
  const { name, fields } = await receiveFile(request, limit, async (part: MultipartFile) => {
    content = await part.toBuffer();
    return content.length;
  });
  const given = FormFileFields.safeParse(fields);
  if (!given.success)
    throw AppError.field(
      'validation_failed',
      'body.field',
      'Send the key of the field, the token and the number',
    );
  const sender = senderOf(request.ip);
  const place = await database.system((transaction) =>
    findPlace(transaction, tokens, { slug, sender, ...given.data }),
  );
  const { type, bytes } = await readContent(content, place.picturesOnly);
  await scan(content);
  const id = newId<FormFileId>();
  const storageKey = `${place.accountId}/forms/${id}`;
  const row: NewFile = {
    id,
    formId: place.id,
    field: given.data.field,
    storageKey,
    name: nameAs(type, name),
    type,
    bytes: bytes.length,
    sender,
  };
  await files.put(storageKey, bytes);
  try {
    await database.account(place.accountId, async (transaction) => {
      const usedBytes = await requireWaitingPlace(transaction, place.id, sender);
      await requireQuota(transaction, bytes.length, { usedBytes, share: WAITING_SHARE });
      await insertFile(transaction, row);
    });
  } catch (error) {
    await files.remove(storageKey);
    throw error;
  }
  return { uuid: id, name: row.name, type, bytes: bytes.length };
}

const ENDINGS = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/heic': ['heic', 'heif'],
  'application/pdf': ['pdf'],
} as const satisfies Record<FileType, readonly string[]>;
const ANY_ENDING = new RegExp(`\\.(?:${Object.values(ENDINGS).flat().join('|')})$`, 'i');

/** The name with an ending of its type: a computer opens what it has stored by the ending, whatever is in it. */
export function nameAs(type: FileType, name: string): string {
  const endings: readonly string[] = ENDINGS[type];
  const isRight = endings.some((ending) => name.toLowerCase().endsWith(`.${ending}`));
  return isRight ? name : `${name.replace(ANY_ENDING, '')}.${endings[0]}`;
}

interface Wanted {
  readonly slug: string;
  readonly field: string;
  readonly token: string;
  readonly number: number;
  readonly sender: string;
}

/** An open form that asks for a file there, from a page that has solved its challenge. */
async function findPlace(
  transaction: SystemTransaction,
  tokens: FormTokens,
  { slug, field, token, number, sender }: Wanted,
) {
  const found = orNotFound(await forms.findPublished(transaction, slug), 'form');
  const own = within(transaction, found.accountId);
  const form = orNotFound(await forms.findForm(own, found.id), 'form');
  if (form.state !== 'open' || form.version === null)
    throw new AppError('not_found', 'There is no such form');
  const challenge = tokens.readChallenge(form.id, token);
  const isOver = challenge && transaction.now() - challenge.issuedAt > CHALLENGE_SECONDS * 1_000;
  if (!challenge || isOver || !isProof(challenge, number))
    throw AppError.field('validation_failed', 'body.token', 'Load the form again and solve its challenge');
  const uses = { times: UPLOADS_PER_PAGE, seconds: 2 * CHALLENGE_SECONDS };
  if ((await consumeAllowance(transaction, tryKey('form-files', challenge.salt), uses)) > 0)
    throw new AppError('rate_limited', 'Too many files were sent; try again later');
  await requireWaitingPlace(own, form.id, sender);
  const version = orNotFound(await forms.findVersion(own, form.id, form.version), 'form');
  const asked = fieldsIn(FormDefinition.parse(version.definition)).find(({ key }) => key === field);
  if (asked?.kind !== 'file')
    throw AppError.field('validation_failed', 'body.field', 'The form asks for no file there');
  return { ...found, picturesOnly: asked.picturesOnly };
}

const unsupported = () =>
  AppError.field(
    'file_type_unsupported',
    'body.file',
    'Send a picture (JPEG, PNG, WebP, HEIC) or a PDF that is not damaged',
  );

/** As the camera of a phone writes it. */
const HEIC_BRANDS = /^(?:hei[cxms]|hev[cxms]|mif1|msf1)$/;

function typeOf(content: Buffer): FileType | null {
  const isHeic =
    content.toString('latin1', 4, 8) === 'ftyp' && HEIC_BRANDS.test(content.toString('latin1', 8, 12));
  const type = isHeic ? 'image/heic' : shownTypeOf(content);
  return FORM_FILE_TYPES.find((one) => one === type) ?? null;
}

/** More than any phone has; what is larger is refused before it is unpacked. */
const MAX_PIXELS = 80_000_000;
const SECONDS = 20;

/**
 * What it is follows from its content. Of pictures only pixels are kept, without the place where they were taken. No
 * decoder of HEIC is at hand, so there the metadata is emptied. PDF is stored as it is.
 */
export async function readContent(
  content: Buffer,
  picturesOnly: boolean,
): Promise<{ readonly type: FileType; readonly bytes: Buffer }> {
  if (content.length === 0) throw AppError.field('file_empty', 'body.file', 'The file is empty');
  const type = typeOf(content);
  if (!type || (picturesOnly && type === 'application/pdf')) throw unsupported();
  if (type === 'application/pdf') return { type, bytes: content };
  if (type === 'image/heic') {
    const bytes = withoutMetadata(content);
    if (!bytes) throw unsupported();
    return { type, bytes };
  }
  const pixels = sharp(content, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .timeout({ seconds: SECONDS })
    .autoOrient();
  const encoded =
    type === 'image/jpeg'
      ? pixels.jpeg({ quality: 90 })
      : type === 'image/png'
        ? pixels.png()
        : pixels.webp({ quality: 90 });
  const bytes = await encoded.toBuffer().catch(() => null);
  if (!bytes) throw unsupported();
  return { type, bytes };
}

interface NewFile {
  readonly id: FormFileId;
  readonly formId: FormId;
  readonly field: string;
  readonly storageKey: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
  readonly sender: string;
}

const insertFile = (transaction: AccountTransaction, file: NewFile): Promise<number> =>
  transaction.run(
    `insert into form_files (account_id, id, form_id, field, storage_key, name, type, bytes, sender)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      transaction.accountId,
      file.id,
      file.formId,
      file.field,
      file.storageKey,
      file.name,
      file.type,
      file.bytes,
      file.sender,
    ],
  );

/** Locks those of these files that wait for a submission of the form from where they were sent, until it has them. */
export const lockWaiting = (
  transaction: AccountTransaction,
  { formId, talkId }: { readonly formId: FormId; readonly talkId: string | null },
  ids: readonly string[],
): Promise<{ id: FormFileId; field: string }[]> =>
  transaction.rows<{ id: FormFileId; field: string }>(
    `select id, field from form_files where account_id = $1 and form_id = $2 and submission_id is null
       and id::text = any($3::text[]) and talk_id is not distinct from $4::uuid order by id for update`,
    [transaction.accountId, formId, ids, talkId],
  );

export const attachFiles = (
  transaction: AccountTransaction,
  id: FormSubmissionId,
  files: readonly FormFileId[],
): Promise<number> =>
  transaction.run(
    `update form_files set submission_id = $2, sender = null where account_id = $1 and id = any($3::uuid[])`,
    [transaction.accountId, id, files],
  );

export const findFile = (
  transaction: AccountTransaction,
  submissionId: FormSubmissionId,
  id: FormFileId,
): Promise<{ storageKey: string; name: string; type: string; bytes: number } | null> =>
  transaction.one<{ storageKey: string; name: string; type: string; bytes: number }>(
    `select storage_key as "storageKey", name, type, bytes from form_files
     where account_id = $1 and submission_id = $2 and id = $3`,
    [transaction.accountId, submissionId, id],
  );

const REMOVED_AT_ONCE = 200;

/**
 * Removes files that were not submitted within a day, or the oldest within an hour where many wait, and those of chats whose form
 * is gone. What a crash leaves of a file still has its row, and goes with the next run.
 */
export async function removeUnsubmittedFiles(
  dependencies: Pick<KeepDependencies, 'database' | 'files'>,
): Promise<void> {
  while ((await removeSomeFiles(dependencies)) === REMOVED_AT_ONCE);
}

/** Answers how many it has removed. */
const removeSomeFiles = ({
  database,
  files,
}: Pick<KeepDependencies, 'database' | 'files'>): Promise<number> =>
  database.system(async (transaction) => {
    const rows = await transaction.rows<{ id: FormFileId; key: string }>(
      `select id, storage_key as key from form_files
       where submission_id is null and case
         when talk_id is null then created_at < now() - interval '1 day'
           or (created_at < now() - interval '1 hour' and (account_id, form_id) in (select account_id, form_id
             from form_files where submission_id is null and talk_id is null group by account_id, form_id
             having count(*) > $2))
         else not exists (select 1 from form_conversations t
           where t.account_id = form_files.account_id and t.id = form_files.talk_id) end
       order by created_at limit $1 for update skip locked`,
      [REMOVED_AT_ONCE, CROWDED_FILES],
    );
    for (const { key } of rows) await files.remove(key);
    await transaction.run(`delete from form_files where submission_id is null and id = any($1::uuid[])`, [
      rows.map(({ id }) => id),
    ]);
    return rows.length;
  });
