import type { CustomerWords } from '@hanasu/contract/customer-words/en';
import type { ScoredSentence } from './score-sentences.ts';
import { ENDS_SENTENCE } from './split-sentences.ts';

/** What is said of one place of a passage: a sentence, or lines that belong together. */
export interface Quote {
  readonly passage: number;
  readonly lines: readonly string[];
  readonly form: 'sentence' | 'rows' | 'points';
  /** What stands above the points. */
  readonly intro: string;
}

/** A table or list up to this length is said as a whole. */
const MOST_ROWS = 12;
/** Who asks for one row says something that only this row has: at least this share of the question's weight. */
const LEAST_OWN = 0.14;
const AS_MUCH_OWN = 0.62;
/** The question above an answer covers at least this share, so that all of the answer is meant. */
const LEAST_OF_LEAD = 0.3;
const LONGEST_ANSWER = 300;

/** Quotes of the chosen sentences, each with what belongs to it; `all`: every sentence of the passages. */
export function toQuotes(chosen: readonly ScoredSentence[], all: readonly ScoredSentence[]): Quote[] {
  const quotes: Quote[] = [];
  const said = new Set<ScoredSentence>();
  for (const sentence of chosen) {
    if (said.has(sentence)) continue;
    const quoted = wholeOf(sentence, all);
    for (const each of quoted.sentences) said.add(each);
    quotes.push(toQuote(quoted));
  }
  return joinNeighbours(quotes, chosen);
}

interface Whole {
  readonly sentence: ScoredSentence;
  readonly sentences: readonly ScoredSentence[];
}

function wholeOf(sentence: ScoredSentence, all: readonly ScoredSentence[]): Whole {
  const { group } = sentence;
  const members = all
    .filter((other) => group && other.passage === sentence.passage && other.group?.kind === group.kind)
    .filter((other) => other.group?.id === group?.id)
    .toSorted((one, other) => one.position - other.position);
  if (!group || members.length === 0) return { sentence, sentences: [sentence] };
  if (group.kind === 'answer') return { sentence, sentences: answerOf(sentence, members) };
  return { sentence, sentences: rowsOf(sentence, members) };
}

function answerOf(sentence: ScoredSentence, members: readonly ScoredSentence[]): readonly ScoredSentence[] {
  const length = members.reduce((sum, { text }) => sum + text.length + 1, 0);
  return sentence.leadCoverage >= LEAST_OF_LEAD && length <= LONGEST_ANSWER ? members : [sentence];
}

/** The rows that were asked for; all of them when the question is about the table. */
function rowsOf(sentence: ScoredSentence, members: readonly ScoredSentence[]): readonly ScoredSentence[] {
  const most = Math.max(...members.map(({ ownCoverage }) => ownCoverage));
  const wanted = members.filter(({ ownCoverage }) => ownCoverage >= most * AS_MUCH_OWN);
  if (most >= LEAST_OWN && wanted.length <= Math.max(1, members.length / 2)) return wanted;
  return members.length <= MOST_ROWS ? members : [sentence];
}

function toQuote({ sentence, sentences }: Whole): Quote {
  const { passage, group } = sentence;
  const lines = sentences.map(({ text }) => oneLine(text));
  if (group?.kind === 'table') return { passage, lines, form: 'rows', intro: '' };
  if (group?.kind === 'list' && lines.length > 1)
    return { passage, lines, form: 'points', intro: oneLine(group.intro) };
  return { passage, lines: [joined(lines)], form: 'sentence', intro: '' };
}

/** Sentences that follow one another in the document are said as one. */
function joinNeighbours(quotes: readonly Quote[], chosen: readonly ScoredSentence[]): Quote[] {
  const [first, ...others] = chosen.toSorted((one, other) => one.position - other.position);
  const isRun =
    first !== undefined &&
    others.every(
      ({ passage, position, group }, index) =>
        !group && passage === first.passage && position === first.position + index + 1,
    );
  const isPlain = quotes.every(({ form }) => form === 'sentence') && !first?.group;
  if (quotes.length < 2 || !isRun || !isPlain) return [...quotes];
  const lines = quotes.flatMap((quote) => quote.lines);
  const line = joined(lines);
  if (line.length > LONGEST_ANSWER) return [...quotes];
  // What ends no sentence stood in a line of its own: one price or one day in each.
  const isProse = lines.slice(0, -1).every((each) => ENDS_SENTENCE.test(each));
  return [{ passage: first.passage, lines: isProse ? [line] : lines, form: 'sentence', intro: '' }];
}

const ENDS_JAPANESE = /[。！？」』）]$/u;

const joined = (lines: readonly string[]): string =>
  lines.reduce((text, line) => `${text}${text === '' || ENDS_JAPANESE.test(text) ? '' : ' '}${line}`, '');

/** A `[1]` of the document itself would read as one of our citations. */
const oneLine = (text: string): string =>
  text
    .replace(/\s*\n\s*/g, ' ')
    .replace(/\[(\d+)\]/g, '\\[$1\\]')
    .trim();

/** Two spaces before its end break a line in Markdown. */
const BREAK = '  \n';

/** Markdown as a person of the shop would write it; `lead` stands above it, or what fits the number of quotes. */
export function sayQuotes(quotes: readonly Quote[], words: CustomerWords, lead: string | null): string {
  const [only, ...others] = quotes;
  if (!only) return '';
  if (others.length === 0) return [lead, sayOne(only)].filter((part) => part !== null).join('\n\n');
  const points = quotes.flatMap(({ lines, passage }) =>
    lines.map((line, index) => `- ${line}${index === lines.length - 1 ? ` [${passage}]` : ''}`),
  );
  return `${lead ?? words.lead}\n\n${points.join('\n')}`;
}

function sayOne({ lines, passage, form, intro }: Quote): string {
  if (form !== 'points') return `${lines.join(BREAK)} [${passage}]`;
  const points = lines.map((line) => `- ${line}`).join('\n');
  return `${intro === '' ? '' : `${intro}\n\n`}${points} [${passage}]`;
}
