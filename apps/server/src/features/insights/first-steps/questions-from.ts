export interface Passage {
  readonly headingPath: readonly string[];
  readonly text: string;
}

const MOST = 3;
/** What is longer is no question that people ask, and no name of a subject. */
const LONGEST_QUESTION = 80;
const LONGEST_SUBJECT = 30;
const SHORTEST = 2;

/** How one asks about a subject in the language of the document. */
const ABOUT = {
  ja: (subject: string) => `${subject}について教えてください`,
  vi: (subject: string) => `Cho tôi hỏi về ${lowerFirst(subject)}`,
  en: (subject: string) => `What should I know about ${lowerFirst(subject)}?`,
} as const;

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

/**
 * Up to three questions of the document's own: those that stand in it word for word, and then its subjects. They are
 * taken from the document as they are, so that they can be answered from it; one that has neither gives none.
 */
export function questionsFrom(passages: readonly Passage[], language: string | null): string[] {
  const asked = passages.flatMap(({ text }) => text.split('\n').map(withoutMarks).filter(isAsked));
  const about = ABOUT[language === 'ja' || language === 'vi' ? language : 'en'];
  const subjects = passages.flatMap(({ headingPath }) => {
    const subject = (headingPath.at(-1) ?? '').replace(numbering, '').trim();
    return subject.length >= SHORTEST && subject.length <= LONGEST_SUBJECT && !/[?？]$/.test(subject)
      ? [about(subject)]
      : [];
  });
  const headed = passages.flatMap(({ headingPath }) => headingPath.map(withoutMarks).filter(isAsked));
  return [...new Set([...headed, ...asked, ...subjects])].slice(0, MOST).map((each) => each.toWellFormed());
}
