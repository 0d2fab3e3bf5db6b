import type { channelSettings as english } from '../en/channel-settings.ts';
import type { WordsLike } from '../words.ts';

export const channelSettings: WordsLike<typeof english> = {};
