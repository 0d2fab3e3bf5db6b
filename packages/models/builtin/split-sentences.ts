/** `lead` introduces what follows it (a heading, a question, a line ending in a colon) and is no answer by itself. */
export interface Sentence {
  text: string;
  kind: 'statement' | 'lead';
}

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
    if (last !== undefined && goesOnAfter(last)) joined[joined.length - 1] = `${last} ${piece}`;
    else joined.push(piece);
  }
  return joined;
}

function shorten(text: string): string {
  if (text.length <= LONGEST_QUOTE) return text;
  const cut = text.slice(0, LONGEST_QUOTE);
  const space = cut.lastIndexOf(' ');
  return `${space > LONGEST_QUOTE / 2 ? cut.slice(0, space) : cut} …`;
}

function cells(line: string): string[] {
  return line
    .replace(/^\s*\||\|\s*$/g, '')
    .split('|')
    .map((cell) => cell.trim());
}

/** A table row reads as `Header: cell; Header: cell`, so it makes sense without its table. */
function readTableRow(row: string, header: readonly string[]): string {
  return cells(row)
    .map((cell, index) => (header[index] ? `${header[index]}: ${cell}` : cell))
    .join('; ');
}

function isLead(text: string): boolean {
  return /[?？:：]["”」』）)]*$/u.test(text);
}

function splitLine(line: string): Sentence[] {
  const heading = /^\s{0,3}#{1,6}\s+(.*)$/.exec(line) ?? /^\s*\*\*([^*]+)\*\*\s*$/.exec(line);
  if (heading) return [{ text: shorten(heading[1]?.trim() ?? ''), kind: 'lead' }];
  const plain = line
    .replace(/^\s*(?:[-*+•・]\s+|\d{1,2}[.)]\s+|>\s+)/, '')
    .replace(/^(?:[QA]|Hỏi|Đáp|質問|回答)\s*[.:：]\s*/iu, '')
    .replace(/\*\*|__/g, '')
    .trim();
  return joinPieces(plain.split(BOUNDARY).map((piece) => piece.trim()))
    .filter((text) => text !== '')
    .map((text) => ({ text: shorten(text), kind: isLead(text) ? 'lead' : 'statement' }));
}

const isTableLine = (line: string) => /^\s*\|.*\|\s*$/.test(line);
const isTableRule = (line: string) => /^\s*\|[\s:|-]+\|\s*$/.test(line);

/** Sentences of a passage in order. Lists, tables, headings and question–answer pairs keep their sense. */
export function splitSentences(passage: string): Sentence[] {
  const lines = unwrap(passage.replace(/\r\n?/g, '\n').split('\n'));
  const sentences: Sentence[] = [];
  let header: string[] = [];
  for (const [index, line] of lines.entries()) {
    if (!isTableLine(line)) {
      header = [];
      sentences.push(...splitLine(line));
    } else if (isTableRule(line)) continue;
    else if (isTableRule(lines[index + 1] ?? '')) header = cells(line);
    else sentences.push({ text: shorten(readTableRow(line, header)), kind: 'statement' });
  }
  return sentences.filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
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
