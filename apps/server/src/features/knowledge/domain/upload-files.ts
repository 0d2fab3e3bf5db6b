import type { AccountId, UploadId } from '@hanasu/contract/ids';

/** Folder of the parts of an upload in the file store. */
export const uploadFolder = (accountId: AccountId, id: UploadId): string => `${accountId}/uploads/${id}`;

const DIGITS = 12;
/** Key of the part that begins at an offset; in the order of their names, parts are in order. */
export const partKey = (accountId: AccountId, id: UploadId, offset: number): string =>
  `${uploadFolder(accountId, id)}/${String(offset).padStart(DIGITS, '0')}`;
