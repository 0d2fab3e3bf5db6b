import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { shownTypeOf } from '@hanasu/contract/file-signatures';
import { AccountId, LinePictureId } from '@hanasu/contract/ids';
import * as contract from '@hanasu/contract/menu-pictures';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import sharp from 'sharp';
import { z } from 'zod';
import { AppError, orNotFound } from '../../../platform/app-error.ts';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import type { Actor } from '../../../platform/http/context.ts';
import type { Implement } from '../../../platform/http/implement.ts';
import { readFileField } from '../../../platform/http/read-file-field.ts';
import { newId } from '../../../platform/ids.ts';
import { deleteUploads, findUploads, insertUpload, lockUnused, type UploadRow } from './pictures.store.ts';
import { createDraw, openPicture, uploadsOf } from './render-picture.ts';

export interface PictureDependencies {
  readonly database: Database;
  readonly files: FileStore;
  readonly requireQuota: (transaction: AccountTransaction, bytes: number) => Promise<void>;
  readonly maxUploadBytes: number;
}

/** Room for the form around the file. */
const FORM_BYTES = 64 * 1024;

export function addPictureRoutes(
  implement: Implement,
  { app, ...dependencies }: PictureDependencies & { readonly app: FastifyInstance },
): void {
  const { database, files, maxUploadBytes } = dependencies;
  implement(
    contract.uploadPicture,
    (_input, { session, request }) => keepUpload(dependencies, session, request),
    {
      bodyLimit: Math.min(maxUploadBytes, contract.LINE_PICTURE_UPLOAD_BYTES) + FORM_BYTES,
      parseBody: false,
    },
  );
  implement(contract.drawPicture, async ({ body: { source, width, height } }, { session }) => {
    const uploads = await database.account(session.accountId, (transaction) =>
      uploadsOf(transaction, source),
    );
    if (!uploads) throw new AppError('picture_missing', 'A picture that this one is made of was deleted');
    const { isTooHeavy, ...drawn } = await createDraw(files, uploads)(source, { width, height });
    return {
      url: `data:${drawn.contentType};base64,${drawn.bytes.toString('base64')}`,
      width: drawn.width,
      height: drawn.height,
      bytes: drawn.bytes.length,
      missing: [...drawn.missing],
      tooHeavy: isTooHeavy,
    };
  });
  addUploadRoute(app, dependencies);
}

const TAKEN = ['image/jpeg', 'image/png', 'image/webp'];
const HEIC_BRANDS = /^(?:hei[cxms]|hev[cxms]|mif1|msf1)$/;

/** What the bytes are; refuses with what to do instead. */
function typeOf(bytes: Buffer): string {
  if (bytes.length === 0) throw AppError.field('file_empty', 'body.file', 'The file is empty');
  if (bytes.toString('latin1', 4, 8) === 'ftyp' && HEIC_BRANDS.test(bytes.toString('latin1', 8, 12)))
    throw unsupported('Pictures of this kind (HEIC) can not be read here; save it as JPEG and upload that');
  const type = shownTypeOf(bytes);
  if (!type || !TAKEN.includes(type)) throw unsupported('Upload a JPEG, PNG or WebP');
  return type;
}
const unsupported = (detail: string) => AppError.field('picture_unsupported', 'body.file', detail);

/** Size as it is seen, of a picture that can be read to its end. */
async function measure(bytes: Buffer): Promise<{ readonly width: number; readonly height: number }> {
  const damaged = () => unsupported('The picture is damaged');
  // Of the head alone: nothing is unpacked before it is known how much there is.
  const head = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (!head) throw damaged();
  const { width, height } = head.autoOrient;
  if (width * height > contract.LINE_PICTURE_PIXELS)
    throw AppError.field(
      'picture_too_large',
      'body.file',
      `The picture has ${width} × ${height} pixels; at most 50 megapixels are taken`,
    );
  const isReadable = await openPicture(bytes)
    .resize(8, 8, { fit: 'fill' })
    .toBuffer()
    .then(
      () => true,
      () => false,
    );
  if (!isReadable) throw damaged();
  return { width, height };
}

async function keepUpload(
  { database, files, requireQuota, maxUploadBytes }: PictureDependencies,
  session: Actor,
  request: FastifyRequest,
): Promise<contract.PictureFile> {
  const limit = Math.min(maxUploadBytes, contract.LINE_PICTURE_UPLOAD_BYTES);
  const { bytes } = await readFileField(request, limit);
  const contentType = typeOf(bytes);
  const id = newId<LinePictureId>();
  const row: UploadRow = {
    id,
    storageKey: `${session.accountId}/line/${id}-${randomBytes(16).toString('hex')}`,
    contentType,
    bytes: bytes.length,
    ...(await measure(bytes)),
  };
  await files.put(row.storageKey, bytes);
  try {
    await database.account(session.accountId, async (transaction) => {
      await requireQuota(transaction, row.bytes);
      await insertUpload(transaction, { ...row, createdBy: session.userId });
    });
  } catch (error) {
    await files.remove(row.storageKey);
    throw error;
  }
  const { width, height } = row;
  const url = `/api/line-picture/${session.accountId}/${id}/${signatureOf(row)}`;
  return { uuid: id, width, height, bytes: row.bytes, contentType, url };
}

/** The key is random and never told, so nobody can guess it. */
const signatureOf = ({ storageKey }: UploadRow): string =>
  createHash('sha256').update(storageKey).digest('hex').slice(0, 32);

const Params = z.object({
  account: AccountId,
  id: LinePictureId,
  signature: z.string().regex(/^[0-9a-f]{32}$/),
});
const DAY_SECONDS = 24 * 60 * 60;

/** Uploads as they came, for whoever was told the address: `<img>` sends no token. */
function addUploadRoute(app: FastifyInstance, { database, files }: PictureDependencies): void {
  app.get('/api/line-picture/:account/:id/:signature', { schema: { hide: true } }, async (request, reply) => {
    const { data } = Params.safeParse(request.params);
    const [row] = data
      ? await database.account(data.account, (transaction) => findUploads(transaction, [data.id]))
      : [];
    const isTold = data && row && timingSafeEqual(Buffer.from(data.signature), Buffer.from(signatureOf(row)));
    const content = orNotFound(isTold ? await files.getStream(row.storageKey) : null, 'picture');
    return reply
      .type(row?.contentType ?? '')
      .headers({
        'cache-control': `private, max-age=${DAY_SECONDS}, immutable`,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      })
      .send(content);
  });
}

/** For a schedule. What a crash leaves of them still has its row, and goes with the next run. */
export const removeUnusedUploads = ({
  database,
  files,
}: Pick<PictureDependencies, 'database' | 'files'>): Promise<void> =>
  database.system(async (transaction) => {
    const unused = await lockUnused(transaction);
    for (const { key } of unused) await files.remove(key);
    await deleteUploads(
      transaction,
      unused.map(({ id }) => id),
    );
  });
