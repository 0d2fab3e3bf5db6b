import type { AccountId } from '@hanasu/contract/ids';
import type { FileSource } from './read-file.ts';

export interface PagePicture {
  readonly page: number;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** Pictures of the given pages of a file (numbers from 1). Null: there are none to be had. */
export type TakePictures = (
  request: FileSource & {
    readonly fileName: string;
    readonly pages: readonly number[];
    readonly signal: AbortSignal;
  },
) => Promise<readonly PagePicture[] | null>;

/** Text of each picture, as the account pays for it. Null: no model, no tokens, or the model failed. */
export type ReadPictures = (
  accountId: AccountId,
  pictures: readonly PagePicture[],
  signal: AbortSignal,
) => Promise<readonly { readonly page: number; readonly text: string }[] | null>;
