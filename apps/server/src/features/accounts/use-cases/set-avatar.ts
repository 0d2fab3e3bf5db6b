import { randomBytes } from 'node:crypto';
import type { UserId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import { portraitOf } from '../../../platform/files/portrait.ts';
import { type AvatarNeeds, avatarFile, replaceAvatar } from '../avatar-files.ts';

/** 32 characters that nobody guesses. */
const KEY_BYTES = 24;

/** Makes a picture of what was uploaded and keeps that; the one before goes. */
export async function setAvatar(needs: AvatarNeeds, userId: UserId, bytes: Uint8Array): Promise<void> {
  if (bytes.length === 0) throw AppError.field('file_empty', 'body.file', 'The file is empty');
  const picture = await portraitOf(bytes);
  if (!picture) throw AppError.field('image_invalid', 'body.file', 'Not a readable PNG, JPEG or WebP');
  const key = randomBytes(KEY_BYTES).toString('base64url');
  await needs.files.put(avatarFile(key), picture);
  await replaceAvatar(needs, userId, key);
}
