import { QuestionRow } from '@hanasu/contract/documents';
import { z } from 'zod';

const Rows = z.array(QuestionRow).min(1);

/** Rows as they are kept: JSON, so that they can be edited again. */
export const packRows = (rows: readonly QuestionRow[]): Buffer => Buffer.from(JSON.stringify(rows), 'utf8');

/** Null when it is something else. */
export function readRows(json: string): QuestionRow[] | null {
  try {
    const parsed = Rows.safeParse(JSON.parse(json));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** One heading and its answer for each row: the splitter keeps each together. */
export const questionsToText = (rows: readonly QuestionRow[]): string =>
  rows.map(({ question, answer }) => `## ${oneLine(question)}\n\n${withoutHeadings(answer)}\n`).join('\n');

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
/** A line that begins with `#` would look like the next question. */
const withoutHeadings = (text: string): string =>
  text.trim().replaceAll(/^([ \t]{0,3})(#{1,6}[ \t])/gm, '$1\\$2');
