import type { documents as english } from '../en/documents.ts';
import type { WordsLike } from '../words.ts';

export const documents: WordsLike<typeof english> = {};
