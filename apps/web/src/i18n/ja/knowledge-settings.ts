import type { knowledgeSettings as english } from '../en/knowledge-settings.ts';
import type { WordsLike } from '../words.ts';

export const knowledgeSettings: WordsLike<typeof english> = {};
