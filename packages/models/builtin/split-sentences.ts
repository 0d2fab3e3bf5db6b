import { isTableLine, isTableRule, readTable, type TableRow, withoutMarks } from './tables.ts';

/** What belongs together and is said as a whole: rows of a table, points of a list, the answer to a question. */
export interface SentenceGroup {
  readonly kind: 'table' | 'list' | 'answer';
  /** Within its passage. */
  readonly id: number;
  /** What stands above a list. */
  readonly intro: string;
}

/**
 * `lead` introduces what follows it (a heading, a question, a line ending in a colon), `title` the headings below it;
 * neither is an answer.
 */
export interface Sentence {
  text: string;
  kind: 'statement' | 'lead' | 'title';
  /** Of a table. */
  row?: Pick<TableRow, 'labelled' | 'names' | 'cells'>;
  group?: SentenceGroup;
}

/** Questions aside. */
export const ENDS_SENTENCE = /[。.!！…][」』）)"”]*$/u;
const LONGEST_QUOTE = 360;
const SHORTEST_SENTENCE = 10;
const ABBREVIATION =
  /(?<![\p{L}\p{N}])(?:[Mm]rs?|[Mm]s|[Dd]r|[Ss]t|[Nn]o|vs|etc|e\.g|i\.e|TP|Th[Ss]|T[Ss]|PGS|GS|BS|\p{Lu})\.$/u;
/** After 。！？ also a closing bracket, but not before と or って, which carry on the sentence around the quote. */
const BOUNDARY = /(?<=[。！？][」』）]?)(?![」』）]|と|って)|(?<=[.!?…]["”’)]*)\s+(?=["“‘(¿\p{Lu}\p{N}])/u;

/** Not sentences of their own: what ends in an abbreviation, and words such as "Yes." that need the next sentence. */
function goesOnAfter(piece: string): boolean {
  return ABBREVIATION.test(piece) || (piece.length <= SHORTEST_SENTENCE && !isLead(piece));
}

function joinPieces(pieces: readonly string[]): string[] {
  const joined: string[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (last !== undefined && goesOnAfter(last))
      joined[joined.length - 1] = `${last}${/[。！？]$/u.test(last) ? '' : ' '}${piece}`;
    else joined.push(piece);
  }
  return joined;
}

const LINK = /\[[^\]]*\]\([^\s()]*(?:\([^\s()]*\)[^\s()]*)*\)|https?:\/\/[^\s)]+/g;

function shorten(text: string): string {
  if (text.length <= LONGEST_QUOTE) return text;
  // A link is said as a whole or not at all: half an address leads elsewhere.
  const across = [...text.matchAll(LINK)].find(
    ({ index, 0: link }) => index < LONGEST_QUOTE && index + link.length > LONGEST_QUOTE,
  );
  if (across && across.index <= LONGEST_QUOTE / 2) {
    const end = across.index + across[0].length;
    return end === text.length ? text : `${text.slice(0, end)} …`;
  }
  const cut = text.slice(0, across?.index ?? LONGEST_QUOTE);
  const space = across ? -1 : cut.lastIndexOf(' ');
  return `${space > LONGEST_QUOTE / 2 ? cut.slice(0, space) : cut.trimEnd()} …`;
}

function isLead(text: string): boolean {
  return /[?？:：]["”」』）)]*$/u.test(text);
}

const plainLine = (line: string): string =>
  withoutMarks(
    line
      .replace(/^\s*(?:[-*+•・]\s+|\d{1,2}[.)]\s+|>\s+|#{1,6}\s+)/, '')
      .replace(/^(?:[QA]|Hỏi|Đáp|質問|回答)\d*\s*[.:：]\s*/iu, ''),
  );

const HEADING = /^\s{0,3}#{1,6}\s+(.*)$|^\s*\*\*([^*]+)\*\*\s*$/;

function splitLine(line: string): Sentence[] {
  const heading = HEADING.exec(line);
  if (heading) return [{ text: shorten((heading[1] ?? heading[2] ?? '').trim()), kind: 'lead' }];
  return joinPieces(
    plainLine(line)
      .split(BOUNDARY)
      .map((piece) => piece.trim()),
  )
    .filter((text) => text !== '')
    .map((text) => ({ text: shorten(text), kind: isLead(text) ? 'lead' : 'statement' }));
}

/** 【料金】 or ■料金, as people mark headings where no format does. */
const MARKED_HEADING = /^(?:【[^】]+】|[＜《〈][^＞》〉]+[＞》〉]|[■□◆◇▼▽][^■□◆◇▼▽]+)$/u;
/** A line that says or asks something, gives a value or goes on in the next one. */
const SAYS_SOMETHING =
  /[。．.!?！？…、,;:：；|]|\p{N}|(?:です|ます|ません|でした|ました|ください|ない|あり|なし|のみ|可|不可|無休|休業|休診|定休|無料|制|済み?|中)$|\b(?:free|closed|open|available|included|only)$|miễn phí$/iu;
/** は, が or を in the middle of a line makes it a clause: 駐車場は建物の裏にあり. */
const IS_CLAUSE = /\p{L}[はがを](?!じめ)/u;
const NAMES_SUBJECT = /(?:について|とは|方へ|あたって|あたり)$/u;
const LONGEST_HEADING = { cjk: 20, words: 8, characters: 80 } as const;

/** Whether a line may be the heading of what follows it, in a text that marks none. */
function looksLikeHeading(lines: readonly string[], index: number): 'marked' | 'unmarked' | null {
  const line = lines[index]?.trim() ?? '';
  if (line.length > LONGEST_HEADING.characters || !/\p{L}/u.test(line)) return null;
  if (line.startsWith('#') || LIST_ITEM.test(line) || isTableLine(line)) return null;
  const isMarked = MARKED_HEADING.test(line);
  const text = isMarked ? line.replaceAll(/[【】＜＞《》〈〉■□◆◇▼▽]/gu, '').trim() : line;
  const isShort = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
    ? [...text].length <= LONGEST_HEADING.cjk
    : /^\p{Lu}/u.test(text) && text.split(/\s+/).length <= LONGEST_HEADING.words;
  if (!isShort || SAYS_SOMETHING.test(text)) return null;
  if (IS_CLAUSE.test(text) && !NAMES_SUBJECT.test(text)) return null;
  if (isMarked) return 'marked';
  return isWritten(lines[index - 1] ?? '') ? null : 'unmarked';
}

/**
 * Lines that stand above what they are about, as in text files: 料金, and the prices in the next line. The first line of
 * a passage above such a line is a title, as is a heading of the first level above one of the second. Where the
 * headings are Markdown, or short lines stand one below another with blank lines between them, only marked ones are
 * headings: others may be the answer that belongs to the one above.
 */
function readHeadings(lines: readonly string[]): ReadonlyMap<number, 'lead' | 'title'> {
  const headings = new Map<number, 'lead' | 'title'>();
  const isMarkdown = lines.some((line) => /^\s{0,3}#{1,6}\s/.test(line));
  let stacked: number[] = [];
  for (const [index, line] of lines.entries()) {
    if (!isWritten(line)) continue;
    const looks = looksLikeHeading(lines, index);
    if (looks !== null && (looks === 'marked' || !isMarkdown)) {
      stacked.push(index);
      continue;
    }
    const isTitle = /^#\s/.test(line) && /^##\s/.test(lines.slice(index + 1).find(isWritten) ?? '');
    if (isTitle) headings.set(index, 'title');
    for (const [each, kind] of readStack(lines, stacked)) headings.set(each, kind);
    stacked = [];
  }
  return headings;
}

/** What of some short lines, one after the other above a line that is none, are headings. */
function readStack(lines: readonly string[], stacked: readonly number[]): [number, 'lead' | 'title'][] {
  const last = stacked.at(-1);
  if (last === undefined) return [];
  const isMarked = (index: number): boolean => MARKED_HEADING.test(lines[index]?.trim() ?? '');
  const marked = stacked.filter(isMarked);
  const isClear = isMarked(last) || isWritten(lines[last + 1] ?? '');
  // As many marked lines as points of a list.
  if (marked.length > 2) return [];
  const isFirst = lines.findIndex(isWritten) === stacked[0];
  if (!isClear) return stacked.length === 1 && !isFirst ? [[last, 'lead']] : [];
  const above = stacked.slice(0, -1).filter((index) => isMarked(index) || (isFirst && index === stacked[0]));
  return [...above.map((index): [number, 'title'] => [index, 'title']), [last, 'lead']];
}

const isWritten = (line: string): boolean => line.trim() !== '';

const LIST_ITEM = /^\s*(?:[-*+•・]\s+|\d{1,2}[.)]\s+)/;

/** Sentences of a passage in order. Lists, tables, headings and question–answer pairs keep their sense. */
export function splitSentences(passage: string): Sentence[] {
  const lines = unwrap(passage.replace(/\r\n?/g, '\n').split('\n'));
  const headings = readHeadings(lines);
  const sentences: Sentence[] = [];
  for (let index = 0; index < lines.length; ) {
    let end = index;
    while (isTableLine(lines[end] ?? '')) end += 1;
    if (end > index) sentences.push(...rowsOf(lines.slice(index, end), index));
    else {
      const line = lines[index] ?? '';
      const kind = headings.get(index);
      if (kind) sentences.push({ text: shorten(line.replace(/^#\s/, '').trim()), kind });
      else sentences.push(...splitLine(line).map((each) => withGroup(each, lines, { index, headings })));
      end = index + 1;
    }
    index = end;
  }
  return joinAnswers(sentences.filter(({ text }) => /[\p{L}\p{N}]/u.test(text)));
}

const rowsOf = (lines: readonly string[], id: number): Sentence[] =>
  readTable(lines).map(({ said, ...row }) => ({
    text: shorten(said),
    kind: 'statement',
    row,
    group: { kind: 'table', id, intro: '' },
  }));

/** Longer lines are prose that something has wrapped. */
const LONGEST_POINT = 60;
const SENTENCE_END = /[。！？]|[.!?…](?:\s|$)/gu;
/** A sentence that goes on in the next line. */
const GOES_ON = /[はがをにでとのもやへ、,]$/u;

/**
 * First line of a run of short lines that end no sentence: a list without marks, such as prices or days, each in a line
 * of its own. The last one may be a sentence about the others. Null: the line is in none.
 */
function startOfRun(
  lines: readonly string[],
  headings: ReadonlyMap<number, unknown>,
  index: number,
): number | null {
  const isPart = (at: number): boolean => {
    const line = lines[at] ?? '';
    return isWritten(line) && !headings.has(at) && !HEADING.test(line) && !LIST_ITEM.test(line);
  };
  let first = index;
  while (isPart(first - 1)) first -= 1;
  let end = index + 1;
  while (isPart(end)) end += 1;
  const run = lines.slice(first, end).map((line) => line.trim());
  const isList =
    run.length > 1 &&
    run.every((line) => line.length <= LONGEST_POINT && !isLead(line) && !isTableLine(line)) &&
    run.slice(0, -1).every((line) => line.search(SENTENCE_END) < 0 && !GOES_ON.test(line)) &&
    [...(run.at(-1) ?? '').matchAll(SENTENCE_END)].length < 2;
  return isList ? first : null;
}

/** Points of one list have the line above it in common. */
function withGroup(
  sentence: Sentence,
  lines: readonly string[],
  { index, headings }: { readonly index: number; readonly headings: ReadonlyMap<number, unknown> },
): Sentence {
  if (!LIST_ITEM.test(lines[index] ?? '')) {
    const start = startOfRun(lines, headings, index);
    return start === null ? sentence : { ...sentence, group: { kind: 'list', id: start, intro: '' } };
  }
  let first = index;
  // A loose list has empty lines between its points.
  for (let at = index - 1; at >= 0; at -= 1) {
    const line = lines[at] ?? '';
    if (LIST_ITEM.test(line)) first = at;
    else if (line.trim() !== '') break;
  }
  const above = lines.slice(0, first).findLast((line) => line.trim() !== '') ?? '';
  const intro = isLead(above) && !isTableRule(above) ? plainLine(above) : '';
  return { ...sentence, group: { kind: 'list', id: first, intro } };
}

/** Sentences behind a question are its answer. */
function joinAnswers(sentences: readonly Sentence[]): Sentence[] {
  let question = -1;
  return sentences.map((sentence, index) => {
    if (sentence.kind !== 'statement') {
      question = /[?？]["”」』）)]*$/u.test(sentence.text) ? index : -1;
      return sentence;
    }
    if (question < 0 || sentence.group) return sentence;
    return { ...sentence, group: { kind: 'answer', id: question, intro: '' } };
  });
}

/** Text of a PDF breaks lines inside sentences: a line that starts in lower case goes on from the one before. */
function unwrap(lines: readonly string[]): string[] {
  const joined: string[] = [];
  for (const line of lines) {
    const last = joined.at(-1);
    const goesOn =
      last !== undefined && last.trim() !== '' && /^\p{Ll}/u.test(line) && /[\p{L},]$/u.test(last);
    if (goesOn) joined[joined.length - 1] = `${last} ${line}`;
    else joined.push(line);
  }
  return joined;
}
