import type { inboxWork as english } from '../en/inbox-work.ts';
import type { WordsLike } from '../words.ts';

export const inboxWork: WordsLike<typeof english> = {};
