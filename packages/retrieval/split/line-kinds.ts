/** What one line of markdown or plain text looks like by itself. All checks are linear in the line. */

const HEADING_LIMIT = 300;

export interface HeadingLine {
  readonly level: number;
  readonly title: string;
}

/** ATX heading (CommonMark 4.2), or null. */
export function readAtxHeading(line: string): HeadingLine | null {
  const match = /^ {0,3}(#{1,6})(?:[ \t]+|$)/.exec(line);
  if (!match || line.length > HEADING_LIMIT) return null;
  const title = line
    .slice(match[0].length)
    .trim()
    .replace(/(?:^|[ \t])#+$/, '')
    .trim();
  return { level: match[1]?.length ?? 1, title };
}

/** Level of a setext underline (CommonMark 4.3), or null. */
export function readSetextLevel(line: string): 1 | 2 | null {
  const mark = line.trim();
  if (/^ {4}|^\t/.test(line)) return null;
  if (/^=+$/.test(mark)) return 1;
  return /^-+$/.test(mark) ? 2 : null;
}

/** Whether a line can be the text above a setext underline. */
export function canBeSetextTitle(line: string): boolean {
  return line.length <= HEADING_LIMIT && !/^ {4}|^\t/.test(line) && !line.trimStart().startsWith('>');
}

/** Opening code fence (CommonMark 4.5), or null. */
export function readFence(line: string): { readonly mark: string; readonly length: number } | null {
  const match = /^[ \t]*(`{3,}|~{3,})/.exec(line);
  const run = match?.[1];
  if (!run) return null;
  const mark = run.charAt(0);
  if (mark === '`' && line.slice(match[0].length).includes('`')) return null;
  return { mark, length: run.length };
}

/** Whether a line closes the fence: the same mark, at least as long, and nothing else. */
export function closesFence(
  line: string,
  fence: { readonly mark: string; readonly length: number },
): boolean {
  const trimmed = line.trim();
  if (trimmed.length < fence.length) return false;
  for (const character of trimmed) if (character !== fence.mark) return false;
  return true;
}

/** Delimiter row under a table's head, as in GFM: `| --- | :-: |`. */
export function isTableDelimiter(line: string): boolean {
  return line.includes('|') && line.includes('-') && /^[|:\- \t]+$/.test(line.trim());
}

const BULLET =
  /^([ \t\u3000]*)(?:[-*+](?=[ \t])|[・●○■□◆◇▶►•‣※]|\d{1,9}[.)](?=[ \t])|[(（]\d{1,3}[)）]|[①-⑳])/;

/** Indentation of a list item, or null when the line is none. */
export function readListIndent(line: string): number | null {
  const match = BULLET.exec(line);
  if (!match || isThematicBreak(line)) return null;
  return indentOf(match[1] ?? '');
}

export function indentOf(line: string): number {
  let width = 0;
  for (const character of line) {
    if (character === ' ') width += 1;
    else if (character === '\u3000') width += 2;
    else if (character === '\t') width += 4;
    else break;
  }
  return width;
}

export function isThematicBreak(line: string): boolean {
  const mark = line.trim().replaceAll(/[ \t]/g, '');
  return mark.length >= 3 && /^(?:-+|\*+|_+)$/.test(mark);
}

const QUESTION =
  /^[ \t\u3000]*(?:\*\*|__)?(?:Q|Ｑ|問|質問|Question|Hỏi|Câu hỏi)[ \t]*\d{0,4}(?:\*\*|__)?[ \t]*[:：.．、)）]/i;
const ANSWER =
  /^[ \t\u3000]*(?:\*\*|__)?(?:A|Ａ|答|回答|答え|Answer|Đáp|Trả lời)[ \t]*\d{0,4}(?:\*\*|__)?[ \t]*[:：.．、)）]/i;

export function isQuestion(line: string): boolean {
  return QUESTION.test(line);
}

export function isAnswer(line: string): boolean {
  return ANSWER.test(line);
}
