import type { Locale } from '@hanasu/contract/accounts';
import { useWords } from '../../../../i18n/use-words.ts';
import type { WordsLike } from '../../../../i18n/words.ts';
import { en } from './words-en.ts';
import { ja } from './words-ja.ts';
import { vi } from './words-vi.ts';

export type GuideWords = WordsLike<typeof en>;

const WORDS: Readonly<Record<Locale, GuideWords>> = { en, ja, vi };

/** The words of this guide, which come with it alone, in the language in use. */
export const useGuideWords = (): GuideWords => WORDS[useWords().locale];
