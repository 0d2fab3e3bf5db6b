import { createHash, timingSafeEqual } from 'node:crypto';
import { AccountId, LinePictureId } from '@hanasu/contract/ids';
import * as contract from '@hanasu/contract/menu-pictures';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError, orNotFound } from '../../../platform/app-error.ts';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import type { Actor } from '../../../platform/http/context.ts';
import type { Implement } from '../../../platform/http/implement.ts';
import { readFileField } from '../../../platform/http/read-file-field.ts';
import { deleteUploads, findUploads, insertUpload, lockUnused, type UploadRow } from './pictures.store.ts';
import { newUpload } from './read-picture.ts';
import { createDraw, previewLane, uploadsOf } from './render-picture.ts';

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
  implement(contract.drawPicture, async ({ body: { source, width, height } }, { session, reply }) => {
    const uploads = await database.account(session.accountId, (transaction) =>
      uploadsOf(transaction, source),
    );
    if (!uploads) throw new AppError('picture_missing', 'A picture that this one is made of was deleted');
    const lane = previewLane(session.accountId, whileConnected(reply));
    const draw = createDraw(files, uploads);
    const [picture] = await lane((signal) => draw(source, [{ width, height }], signal));
    if (!picture) throw new Error('no picture was drawn');
    const { isTooHeavy, ...drawn } = picture;
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

/** Ends when the caller has gone. */
function whileConnected(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort(new AppError('rate_limited', 'The caller has gone')));
  return gone.signal;
}

async function keepUpload(
  { database, files, requireQuota, maxUploadBytes }: PictureDependencies,
  session: Actor,
  request: FastifyRequest,
): Promise<contract.PictureFile> {
  const limit = Math.min(maxUploadBytes, contract.LINE_PICTURE_UPLOAD_BYTES);
  const { bytes } = await readFileField(request, limit);
  const row = await newUpload(session.accountId, bytes);
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
  const { id, width, height, contentType } = row;
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
