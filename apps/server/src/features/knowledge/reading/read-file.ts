import type { AccountId, DocumentId, KnowledgeId } from '@hanasu/contract/ids';
import type { ExtractOutcome } from '@hanasu/retrieval/extract/document';
import type { ExtractLimits } from '@hanasu/retrieval/extract/extract-in-child';
import type { FileSource } from '@hanasu/retrieval/extract/messages';

/** Turns an uploaded file into text, safely for whatever the file holds. Stops when the signal says so. */
export type ReadFile = (
  request: FileSource & {
    readonly fileName: string;
    /** Markdown that was typed in, not a file of a stranger. */
    readonly isTyped?: boolean;
    /** Where a web page was found, to which its links are relative. */
    readonly url?: string | undefined;
    readonly signal: AbortSignal;
    readonly onProgress: (fraction: number) => void;
    readonly limits?: Partial<ExtractLimits>;
  },
) => Promise<ExtractOutcome | { readonly kind: 'stopped' }>;

const MIB = 1024 * 1024;

/** Time and memory for a file of this size: a large one is not broken because it takes longer. */
export const limitsFor = (bytes: number): Partial<ExtractLimits> => ({
  milliseconds: Math.min(60_000 + (bytes / MIB) * 6_000, 900_000),
  memoryMb: Math.min(512 + Math.ceil((bytes / MIB) * 4), 1_536),
});

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

/** The document that pictures are pages of. */
export interface PicturedDocument {
  readonly accountId: AccountId;
  readonly knowledgeId: KnowledgeId;
  readonly documentId: DocumentId;
}

/** Text of each picture, as the account pays for it. Null: no model, no tokens, or the model failed. */
export type ReadPictures = (
  document: PicturedDocument,
  pictures: readonly PagePicture[],
  signal: AbortSignal,
) => Promise<readonly { readonly page: number; readonly text: string }[] | null>;
