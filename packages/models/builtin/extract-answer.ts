import { customerWords } from '@hanasu/contract/customer-words/customer-words';
import { type AnswerLanguage, detectLanguage, guessLanguage } from './detect-language.ts';
import { inWordsOf } from './question-signs.ts';
import { sayQuotes, toQuotes } from './quote.ts';
import { type BuiltinPassage, type ScoredSentence, scoreSentences } from './score-sentences.ts';
import { recogniseSmallTalk } from './small-talk.ts';

/**
 * Below this confidence of the best passage the question is taken as "not in the documents". Measured on nine sets
 * (facts on retrieval, score ÷ attainable maximum): 0.20 keeps 88 % of answerable questions, 0.25 78 %, 0.30 68 %.
 * The lowest, because the sentences have to pass `LEAST_COVERAGE` as well.
 */
export const LEAST_CONFIDENCE = 0.2;
/**
 * A passage that stands this far above the next one is trusted with less: chance finds several passages alike. It
 * decides in small bases, where a short question often has but one word in common with its answer, and changes
 * nothing in large ones (refused and falsely answered within 0.7 points on six sets).
 */
const OUTSTANDING = [
  { confidence: 0.05, ratio: 3 },
  { confidence: 0.12, ratio: 2 },
] as const;
/** As little is enough where one sentence has most of what was asked. */
const PLAIN = { confidence: 0.05, coverage: 0.45 } as const;
/**
 * Share of the question's weight that the best sentence must cover. English questions have more words that the
 * answer doesn't repeat, Japanese ones share characters by chance.
 */
const LEAST_COVERAGE = { en: 0.17, vi: 0.28, ja: 0.25 } as const satisfies Record<AnswerLanguage, number>;
const MOST_QUOTES = 3;
/** A further sentence is quoted when it is about as good as the best one. */
const FURTHER_QUOTE_RATIO = 0.62;
const SAME_SENTENCE = 0.6;

export interface ExtractedAnswer {
  text: string;
  /** `answered_partly`: the text ends with the questions for which there is no answer, and a line break. */
  outcome: 'answered' | 'answered_partly' | 'not_found' | 'small_talk';
  language: AnswerLanguage;
  /** Numbers of the passages that are quoted. */
  cited: number[];
}

function overlap(a: ScoredSentence, b: ScoredSentence): number {
  let shared = 0;
  for (const term of a.terms.keys()) if (b.terms.has(term)) shared += 1;
  return shared / (Math.min(a.terms.size, b.terms.size) || 1);
}

function chooseQuotes(sentences: readonly ScoredSentence[], leastCoverage: number): ScoredSentence[] {
  const best = sentences[0];
  if (!best || best.coverage < leastCoverage) return [];
  const chosen: ScoredSentence[] = [];
  for (const sentence of sentences) {
    if (chosen.length === MOST_QUOTES || sentence.score < best.score * FURTHER_QUOTE_RATIO) break;
    if (chosen.every((other) => overlap(sentence, other) < SAME_SENTENCE)) chosen.push(sentence);
  }
  // Neighbours read in the order of their passage; the passage with the best sentence comes first.
  const rank = (sentence: ScoredSentence) => chosen.findIndex(({ passage }) => passage === sentence.passage);
  return chosen.toSorted((a, b) => rank(a) - rank(b) || a.position - b.position);
}

/** What the best of some passages must reach for its answer to be trusted, 0..1; their order doesn't matter. */
export function leastConfidence(confidences: readonly number[]): number {
  const [best = 0, next = 0] = confidences.toSorted((a, b) => b - a);
  const reached = OUTSTANDING.find(({ confidence, ratio }) => best >= confidence && best >= next * ratio);
  return reached?.confidence ?? LEAST_CONFIDENCE;
}

function isTrusted(passages: readonly BuiltinPassage[], coverage: number): boolean {
  const confidences = passages.map(({ confidence }) => confidence);
  const best = Math.max(0, ...confidences);
  return best >= leastConfidence(confidences) || (best >= PLAIN.confidence && coverage >= PLAIN.coverage);
}

/** Little above what is trusted at all, and the words fit little better. */
const UNSURE = { confidence: 1.15, coverage: 1.4 } as const;

interface Spoken {
  readonly locale?: AnswerLanguage | undefined;
  readonly always?: AnswerLanguage | undefined;
  readonly tone?: string | undefined;
}

/**
 * Answers from passages by quoting a few of their sentences, or a small table as a whole, with `[n]`, in the question's
 * language (`locale` where that is not clear), or always in `always`. Says that it isn't there instead of quoting
 * something unrelated.
 */
export function extractAnswer(
  question: string,
  passages: readonly BuiltinPassage[],
  { locale, always, tone }: Spoken = {},
): ExtractedAnswer {
  const talk = recogniseSmallTalk(question);
  if (talk) {
    // "Hello" and "thanks" are said in every language.
    const said = talk.language === 'en' ? detectLanguage(question, locale ?? 'en') : talk.language;
    const language = always ?? said;
    return { text: customerWords(language, tone)[talk.kind], outcome: 'small_talk', language, cited: [] };
  }
  const language = always ?? detectLanguage(question, locale);
  const words = customerWords(language, tone);
  const least = LEAST_COVERAGE[guessLanguage(question, locale)];
  const found = passages.map(({ title, text }) => `${title}\n${text}`).join('\n');
  const sentences = scoreSentences(inWordsOf(found, question), passages);
  const chosen = isTrusted(passages, sentences[0]?.coverage ?? 0) ? chooseQuotes(sentences, least) : [];
  const quotes = toQuotes(chosen, sentences);
  if (quotes.length === 0) return { text: words.notFound, outcome: 'not_found', language, cited: [] };
  const cited = [...new Set(quotes.map(({ passage }) => passage))];
  const lead = isUnsure(passages, sentences[0], least) ? words.unsureLead : null;
  return { text: sayQuotes(quotes, words, lead), outcome: 'answered', language, cited };
}

function isUnsure(
  passages: readonly BuiltinPassage[],
  best: ScoredSentence | undefined,
  leastCoverage: number,
): boolean {
  const confidences = passages.map(({ confidence }) => confidence);
  const isDoubtful = Math.max(...confidences) < leastConfidence(confidences) * UNSURE.confidence;
  return isDoubtful && (best?.coverage ?? 0) < leastCoverage * UNSURE.coverage;
}

/** One of several questions, with what was found for it. */
export interface QuestionWithPassages {
  /** With what leads up to it. */
  readonly text: string;
  /** The sentence that asks: it stands above its answer. */
  readonly question: string;
  readonly passages: readonly BuiltinPassage[];
  /** What a person has written as the answer. */
  readonly written?: string | undefined;
}

/** Two spaces before its end break a line in Markdown. */
const BREAK = '  \n';
const LONGEST_HEAD = 120;

/** Answers each of several questions apart, below its words; what is answered alike is said once. */
export function extractAnswers(
  questions: readonly QuestionWithPassages[],
  spoken: Spoken = {},
): ExtractedAnswer {
  const [only, ...others] = questions;
  if (only && others.length === 0 && only.written === undefined)
    return extractAnswer(only.text, only.passages, spoken);
  const answers = questions.map(({ text, question, passages, written }) => ({
    head: headOf(question),
    ...(written === undefined
      ? extractAnswer(text, passages, spoken)
      : { text: written, outcome: 'answered' as const, cited: [] }),
  }));
  const found = answers.filter(({ outcome }) => outcome !== 'not_found');
  const unanswered = answers.filter(({ outcome }) => outcome === 'not_found').map(({ head }) => head);
  const language =
    spoken.always ?? detectLanguage(questions.map(({ text }) => text).join('\n'), spoken.locale);
  if (found.length === 0) {
    const { notFound } = customerWords(language, spoken.tone);
    return { text: notFound, outcome: 'not_found', language, cited: [] };
  }
  const blocks = [...Map.groupBy(found, ({ text }) => text)].map(([text, alike]) =>
    [...alike.map(({ head }) => head), text].join(BREAK),
  );
  if (unanswered.length > 0) blocks.push(`${unanswered.join(BREAK)}${BREAK}`);
  return {
    text: blocks.join('\n\n'),
    outcome: unanswered.length > 0 ? 'answered_partly' : 'answered',
    language,
    cited: [...new Set(found.flatMap(({ cited }) => cited))],
  };
}

/** What a customer wrote is no Markdown, and no mark of ours. */
function headOf(question: string): string {
  const line = question.replaceAll(/\s+/g, ' ').trim();
  const letters = [...line];
  const short = letters.length > LONGEST_HEAD ? `${letters.slice(0, LONGEST_HEAD).join('')}…` : line;
  return `**${short.replaceAll(/[\\`*_[\]<>#~|]/g, String.raw`\$&`)}**`;
}
