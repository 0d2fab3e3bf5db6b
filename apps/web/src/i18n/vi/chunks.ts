import type { chunks as english } from '../en/chunks.ts';
import type { WordsLike } from '../words.ts';

export const chunks: WordsLike<typeof english> = {};
