import type { websites as english } from '../en/websites.ts';
import type { WordsLike } from '../words.ts';

export const websites: WordsLike<typeof english> = {};
