import { DOCUMENT_QUESTIONS_MAX } from '@hanasu/contract/document-questions';
import { compactText } from '@hanasu/contract/text';

export interface AskablePassage {
  readonly headingPath: readonly string[];
  readonly text: string;
}

/** What is longer is no question that people ask, and no name of a subject. */
const LONGEST_QUESTION = 80;
const LONGEST_SUBJECT = 30;
const SHORTEST = 2;

/** How one asks about a subject. */
const ABOUT = {
  ja: (subject: string) => `${subject}について教えてください`,
  vi: (subject: string) => `Cho tôi hỏi về ${lowerFirst(subject)}`,
  en: (subject: string) => `What should I know about ${lowerFirst(subject)}?`,
} as const;

const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;
const VIETNAMESE = /[ăđơư\u1EA0-\u1EF9]/iu;

/** A heading is in its own language where its letters say so, else in the document's: some have several. */
function languageOf(subject: string, language: string | null): keyof typeof ABOUT {
  if (JAPANESE.test(subject)) return 'ja';
  if (VIETNAMESE.test(subject)) return 'vi';
  return language === 'ja' || language === 'vi' ? language : 'en';
}

/** Names and abbreviations keep their capitals. */
const lowerFirst = (text: string): string =>
  /^\p{Lu}\p{Ll}+( |$)/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;

const isAsked = (line: string): boolean =>
  /[?？]$/.test(line) && line.length >= SHORTEST + 4 && line.length <= LONGEST_QUESTION;
const withoutMarks = (line: string): string =>
  line
    .replace(/^[\s#>*・•|-]+/u, '')
    .replace(/^(Q\d*|問\d*|Hỏi|Question)\s*[.:：．、]\s*/iu, '')
    .replace(/[\s|]+$/u, '');
const numbering = /^\s*(\d+([.-]\d+)*[.)、．]?|第[\d一二三四五六七八九十]+[章条節])\s*/u;

/** Headings that say themselves that they are about something. */
const withoutAbout = (subject: string): string =>
  subject.replace(/(?:について|に関して)$/u, '').replace(/^(?:Về|About)\s+(?=\S)/u, '');

/** What a passage gives to ask, the surest first: headings that ask, lines that ask, its subject. */
function askedIn({ headingPath, text }: AskablePassage, language: string | null): readonly string[][] {
  const subject = withoutAbout((headingPath.at(-1) ?? '').replace(numbering, '').trim());
  const isSubject =
    subject.length >= SHORTEST && subject.length <= LONGEST_SUBJECT && !/[?？]$/.test(subject);
  return [
    headingPath.map(withoutMarks).filter(isAsked),
    text.split('\n').map(withoutMarks).filter(isAsked),
    isSubject ? [ABOUT[languageOf(subject, language)](subject)] : [],
  ];
}

interface OwnQuestion {
  readonly question: string;
  /** The passage that it was taken from, from 0. */
  readonly index: number;
}

/** Each question once, the surest first, and of equally sure ones in the order of the document. */
function ownQuestions(passages: readonly AskablePassage[], language: string | null): OwnQuestion[] {
  const found = passages.map((passage) => askedIn(passage, language));
  // The name of the whole document is the last thing to ask about.
  const parts = passages.filter(({ headingPath }) => headingPath.length > 1);
  const isTitle = (index: number) => {
    const [title, more] = passages[index]?.headingPath ?? [];
    return more === undefined && parts.some(({ headingPath }) => headingPath[0] === title);
  };
  const asked = (kind: number) =>
    found.flatMap((kinds, index) =>
      (kinds[kind] ?? []).map((question) => ({ question: question.toWellFormed(), index })),
    );
  const [subjects = [], titles = []] = [false, true].map((wanted) =>
    asked(2).filter(({ index }) => isTitle(index) === wanted),
  );
  const all = [...asked(0), ...asked(1), ...subjects, ...titles];
  const seen = new Set<string>();
  return all.filter(({ question }) => {
    const key = compactText(question);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

/**
 * Up to three questions of the document's own: those that stand in it word for word, and then its subjects. They are
 * taken from the document as they are, so that they can be answered from it; one that has neither gives none.
 */
export const questionsFrom = (passages: readonly AskablePassage[], language: string | null): string[] =>
  ownQuestions(passages, language)
    .slice(0, DOCUMENT_QUESTIONS_MAX)
    .map(({ question }) => question);

/** The same, taken from the beginning, the middle and the end of the document where each has some. */
export const spreadQuestionsFrom = (
  passages: readonly AskablePassage[],
  language: string | null,
): OwnQuestion[] => pickSpread(ownQuestions(passages, language), passages.length);

/** Three of the items, which come best first: the best of each third of `total` places, then the best of the rest. */
export function pickSpread<Item extends { readonly index: number }>(
  items: readonly Item[],
  total: number,
): Item[] {
  const byThird = new Map<number, Item>();
  for (const item of items) {
    const third = Math.floor((item.index * DOCUMENT_QUESTIONS_MAX) / total);
    if (!byThird.has(third)) byThird.set(third, item);
  }
  const picked = new Set(byThird.values());
  const rest = items.filter((item) => !picked.has(item));
  return [...picked, ...rest]
    .slice(0, DOCUMENT_QUESTIONS_MAX)
    .toSorted((one, other) => one.index - other.index);
}
