import type { health as english } from '../en/health.ts';
import type { WordsLike } from '../words.ts';

export const health: WordsLike<typeof english> = {};
