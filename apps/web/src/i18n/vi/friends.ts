import type { friends as english } from '../en/friends.ts';
import type { WordsLike } from '../words.ts';

export const friends: WordsLike<typeof english> = {};
