import type { FieldWords } from '../../manifests.ts';
import type { GuideWords } from './use-guide-words.ts';
import { en } from './words-en.ts';
import { ja } from './words-ja.ts';
import { vi } from './words-vi.ts';

const wordsOf = ({ appId, appSecret, webhookSecret, where }: GuideWords) => ({
  appId: { label: appId, where: where.appId },
  appSecret: { label: appSecret, where: where.appSecret },
  webhookSecret: { label: webhookSecret, where: where.webhookSecret },
});

export const fieldWords: FieldWords = { en: wordsOf(en), ja: wordsOf(ja), vi: wordsOf(vi) };
