import type { notify as english } from '../en/notify.ts';
import type { WordsLike } from '../words.ts';

export const notify: WordsLike<typeof english> = {};
