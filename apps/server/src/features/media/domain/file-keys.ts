import { randomBytes } from 'node:crypto';
import type { AccountId, MediaId } from '@hanasu/contract/ids';

/** Enough that no address can be guessed: the key is what addresses are signed with. */
const SECRET_BYTES = 24;

/** Everything of one file lies in a folder of its own, whose name nobody outside knows. */
export const newFileKey = (accountId: AccountId, mediaId: MediaId): string =>
  `${accountId}/media/${mediaId}-${randomBytes(SECRET_BYTES).toString('hex')}/original`;

export const folderOf = (fileKey: string): string => fileKey.slice(0, fileKey.lastIndexOf('/'));

export const thumbnailKeyOf = (fileKey: string): string => `${folderOf(fileKey)}/small`;

/** A picture in a form that a vendor takes. */
export const sendableKeyOf = (fileKey: string, mostBytes: number): string =>
  `${folderOf(fileKey)}/send-${mostBytes}`;
