import type { FieldWords } from '../../manifests.ts';
import type { GuideWords } from './use-guide-words.ts';
import { en } from './words-en.ts';
import { ja } from './words-ja.ts';
import { vi } from './words-vi.ts';

const wordsOf = ({ botToken, where }: GuideWords) => ({ botToken: { label: botToken, where } });

export const fieldWords: FieldWords = { en: wordsOf(en), ja: wordsOf(ja), vi: wordsOf(vi) };
