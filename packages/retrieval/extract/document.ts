import type { DocumentFailure, DocumentWarning } from '@hanasu/contract/knowledge';

/** A page of the source: UTF-16 offsets into `text`, end exclusive; pages follow each other without a gap. */
export interface PageSpan {
  readonly number: number;
  readonly start: number;
  readonly end: number;
}

/** What was read from a file. `text` is markdown or plain text with `\n` line breaks. */
export interface ExtractedDocument {
  readonly title: string | null;
  readonly text: string;
  /** Null when the source has no pages. The slides of a presentation are its pages. */
  readonly pages: readonly PageSpan[] | null;
  /** Numbers of pages that are pictures only, so that none of their text could be read. */
  readonly unreadPages: readonly number[];
  /** What the owner should look at, although the document was read. */
  readonly warnings?: readonly DocumentWarning[];
  /** What the file itself says, such as `ja` or `en-us`; null when it says nothing. */
  readonly language?: string | null;
  /** `questions`: every section is one question, `## question`, with its answer. */
  readonly kind?: 'document' | 'questions';
}

export type ExtractOutcome =
  | { readonly kind: 'ok'; readonly document: ExtractedDocument }
  /** `reason` is one plain sentence that says what the person can do. */
  | {
      readonly kind: 'failed';
      readonly failure: DocumentFailure;
      readonly reason: string;
      /** Pages that are pictures, when that is the failure. */
      readonly unreadPages?: readonly number[];
    };

const REASONS = {
  empty: 'There is no text in this file; check that it is the right one.',
  encrypted: 'This file is protected by a password; save a copy without the password and upload that.',
  scanned_only:
    'This PDF has only pictures of its pages and no text; run text recognition (OCR) on it and upload the result.',
  broken:
    'This file is damaged and cannot be opened; export it again from where it was made and upload that.',
  too_large_inside:
    'There is more text in this file than one document may hold; split it into smaller files.',
  wrong_type:
    'This kind of file cannot be read; save it as PDF, Word, Excel, PowerPoint, OpenDocument, EPUB, a web page, CSV, JSON, Markdown or plain text.',
  timed_out:
    'Reading this file took too long; split it into smaller files or export it again as a simpler one.',
  out_of_memory:
    'Reading this file needs more memory than is allowed; split it into smaller files or make its images smaller.',
  internal: 'The file could not be read because of a fault on the server; try again in a moment.',
} as const satisfies Record<DocumentFailure, string>;

/** The outcome for a failure, with the usual sentence unless a better one is at hand. */
export function failed(failure: DocumentFailure, reason?: string): ExtractOutcome & { kind: 'failed' } {
  return { kind: 'failed', failure, reason: reason ?? REASONS[failure] };
}

/** A document with what most formats do not have left empty. */
export function documentOf(
  read: Pick<ExtractedDocument, 'title' | 'text'> & Partial<ExtractedDocument>,
): ExtractedDocument {
  return { pages: null, unreadPages: [], warnings: [], language: null, kind: 'document', ...read };
}
