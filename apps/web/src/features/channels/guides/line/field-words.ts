import type { FieldWords } from '../../manifests.ts';
import type { GuideWords } from './use-guide-words.ts';
import { en } from './words-en.ts';
import { ja } from './words-ja.ts';
import { vi } from './words-vi.ts';

const wordsOf = ({ channelId, channelSecret, channelAccessToken, assertionKey, where }: GuideWords) => ({
  channelId: { label: channelId, where: where.channelId },
  channelSecret: { label: channelSecret, where: where.channelSecret },
  channelAccessToken: { label: channelAccessToken, where: where.channelAccessToken },
  assertionKey: { label: assertionKey, where: where.assertionKey },
});

export const fieldWords: FieldWords = { en: wordsOf(en), ja: wordsOf(ja), vi: wordsOf(vi) };
