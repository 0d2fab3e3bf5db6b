import type { WordsLike } from '../../../i18n/words.ts';
import type * as english from './en.ts';

export const contact = {
  visitor: '訪問者 {{number}}',
} as const satisfies WordsLike<typeof english.contact>;
