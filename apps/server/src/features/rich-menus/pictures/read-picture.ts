import { randomBytes } from 'node:crypto';
import { shownTypeOf } from '@hanasu/contract/file-signatures';
import type { AccountId, LinePictureId } from '@hanasu/contract/ids';
import { LINE_PICTURE_PIXELS } from '@hanasu/contract/menu-pictures';
import { AppError } from '../../../platform/app-error.ts';
import { sharp } from '../../../platform/files/lazy-sharp.ts';
import { newId } from '../../../platform/ids.ts';
import type { UploadRow } from './pictures.store.ts';
import { openPicture } from './render-picture.ts';

/** Stores a picture that was sent here; refuses what can't be read. */
export async function newUpload(accountId: AccountId, bytes: Buffer): Promise<UploadRow> {
  const contentType = typeOf(bytes);
  const id = newId<LinePictureId>();
  return {
    id,
    storageKey: `${accountId}/line/${id}-${randomBytes(16).toString('hex')}`,
    contentType,
    bytes: bytes.length,
    ...(await measure(bytes)),
  };
}

const TAKEN = ['image/jpeg', 'image/png', 'image/webp'];
const HEIC_BRANDS = /^(?:hei[cxms]|hev[cxms]|mif1|msf1)$/;

/** Finds the type of the bytes; refuses others with what to do instead. */
function typeOf(bytes: Buffer): string {
  if (bytes.length === 0) throw AppError.field('file_empty', 'body.file', 'The file is empty');
  if (bytes.toString('latin1', 4, 8) === 'ftyp' && HEIC_BRANDS.test(bytes.toString('latin1', 8, 12)))
    throw unsupported('Pictures of this kind (HEIC) can not be read here; save it as JPEG and upload that');
  const type = shownTypeOf(bytes);
  if (!type || !TAKEN.includes(type)) throw unsupported('Upload a JPEG, PNG or WebP');
  return type;
}
const unsupported = (detail: string) => AppError.field('picture_unsupported', 'body.file', detail);

/** Measures the size as it is seen, of a picture that can be read to its end. */
async function measure(bytes: Buffer): Promise<{ readonly width: number; readonly height: number }> {
  const damaged = () => unsupported('The picture is damaged');
  // Reads the head alone: nothing is unpacked before it is known how much there is.
  const head = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (!head) throw damaged();
  const { width, height } = head.autoOrient;
  if (width * height > LINE_PICTURE_PIXELS)
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
