import type { DocumentType } from './document-types.ts';

export type DetectedType =
  | { readonly kind: 'ok'; readonly type: DocumentType }
  /** `detail` is one plain sentence for the person who chose the file. */
  | {
      readonly kind: 'unsupported';
      readonly detail: string;
      readonly failure: 'wrong_type' | 'encrypted' | 'broken' | 'too_large_inside';
    };
