import type { ExtractedDocument, ExtractOutcome } from '@hanasu/retrieval/extract/document';

export type { ExtractedDocument };

/** Turns the bytes of an uploaded file into text, safely for whatever the file holds. Stops when the signal says so. */
export type ReadFile = (request: {
  readonly bytes: Uint8Array;
  readonly fileName: string;
  readonly signal: AbortSignal;
  readonly onProgress: (fraction: number) => void;
}) => Promise<ExtractOutcome | { readonly kind: 'stopped' }>;
