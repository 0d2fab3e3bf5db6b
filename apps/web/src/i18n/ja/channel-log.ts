import type { channelLog as english } from '../en/channel-log.ts';
import type { WordsLike } from '../words.ts';

export const channelLog: WordsLike<typeof english> = {};
