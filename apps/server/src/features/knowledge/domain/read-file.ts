import type { ExtractedDocument, ExtractOutcome } from '@hanasu/retrieval/extract/document';
import type { ExtractLimits } from '@hanasu/retrieval/extract/extract-in-child';
import type { FileSource } from '@hanasu/retrieval/extract/messages';

export type { ExtractedDocument, FileSource };

/** Turns an uploaded file into text, safely for whatever the file holds. Stops when the signal says so. */
export type ReadFile = (
  request: FileSource & {
    readonly fileName: string;
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
