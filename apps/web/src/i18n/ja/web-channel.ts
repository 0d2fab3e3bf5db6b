import type { webChannel as english } from '../en/web-channel.ts';
import type { WordsLike } from '../words.ts';

export const webChannel: WordsLike<typeof english> = {};
