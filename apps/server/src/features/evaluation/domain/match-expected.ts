import type { DocumentId } from '@hanasu/contract/ids';
import type { Expected } from '@hanasu/contract/question-sets';
import { compactText } from '@hanasu/contract/text';

export interface MatchedPassage {
  readonly documentId: DocumentId;
  readonly headingPath: readonly string[];
  readonly text: string;
}

/** A passage this short says too little to count as a part of what is expected. */
const PART_LENGTH = 40;

/**
 * Tells whether a passage is right. By its words when there are any: it contains them, or is itself a part of them,
 * because passages may be cut smaller than they were when the question was written. Else by its document.
 */
export function createMatcher(expected: Expected): (passage: MatchedPassage) => boolean {
  const wanted = compactText(expected.text);
  if (wanted === '') return ({ documentId }) => documentId === expected.documentUuid;
  return ({ headingPath, text }) => {
    const own = compactText(text);
    if (own.includes(wanted) || compactText([...headingPath, text].join('')).includes(wanted)) return true;
    return own.length >= PART_LENGTH && wanted.includes(own);
  };
}

/** From 1; null: none of them is right. */
export function rankOf(expected: Expected, passages: readonly MatchedPassage[]): number | null {
  const index = passages.findIndex(createMatcher(expected));
  return index < 0 ? null : index + 1;
}
