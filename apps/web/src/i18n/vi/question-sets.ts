import type { questionSets as english } from '../en/question-sets.ts';
import type { WordsLike } from '../words.ts';

export const questionSets: WordsLike<typeof english> = {};
