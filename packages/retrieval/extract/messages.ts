import type { ExtractOutcome } from './document.ts';

/** The file itself, or where it is on this machine's disk. */
export type FileSource = { readonly bytes: Uint8Array } | { readonly filePath: string };

/** What the parent asks of its child, once. */
export interface ExtractRequest {
  readonly fileName: string;
  readonly source: FileSource;
  readonly textCharacters: number;
}

export type ChildMessage =
  | { readonly kind: 'progress'; readonly fraction: number }
  | { readonly kind: 'done'; readonly outcome: ExtractOutcome };
