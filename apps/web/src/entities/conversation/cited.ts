import type { Citation } from '@hanasu/contract/chat';

/** Those that the text points to; the others were found but not used. */
export const citedOf = (text: string, citations: readonly Citation[]): Citation[] =>
  citations.filter(({ number }) => text.includes(`[${number}]`));
