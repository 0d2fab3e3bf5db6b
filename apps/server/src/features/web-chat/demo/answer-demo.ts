import type { Locale } from '@hanasu/contract/accounts';
import type { DemoAnswer } from '@hanasu/contract/demo';
import { detectLanguage } from '@hanasu/models/builtin/detect-language';
import { extractAnswer } from '@hanasu/models/builtin/extractive-model';
import { openGuide } from './guide.ts';

/** Nobody reads along, so no staff is promised. */
const NOT_FOUND = {
  en: "Hanasu's guide has no answer to that.",
  ja: '申し訳ございません。Hanasuのガイドには、その答えがありません。',
  vi: 'Dạ hướng dẫn của Hanasu chưa có câu trả lời cho nội dung này ạ.',
} as const satisfies Record<Locale, string>;

/** Answers from the guide alone, in the language of the question, or `locale` where that can't be told. */
export async function answerDemo(question: string, locale: Locale = 'en'): Promise<DemoAnswer> {
  const language = detectLanguage(question, locale);
  const guide = await openGuide(language);
  const passages = guide.search(question);
  const { text, outcome, cited } = extractAnswer(question, passages, { locale: language });
  if (outcome === 'not_found') return { text: NOT_FOUND[language], sections: [], outcome };
  const sections = passages
    .filter(({ number }) => cited.includes(number))
    .map(({ number, title }) => ({ number, title }));
  return { text, sections, outcome: 'answered' };
}
