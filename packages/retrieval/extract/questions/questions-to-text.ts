import { oneLine, proseText } from '../markdown/writer.ts';

/** One row of a table of questions and answers. */
export interface QuestionRow {
  readonly question: string;
  readonly answer: string;
  /** The row's other cells with the names of their columns. */
  readonly details?: readonly { readonly name: string; readonly value: string }[];
}

/** Longer headings are not read as such. */
const HEADING_MAX = 240;

/** A section for each row, so that every question stays with its answer: `## question`, then the answer. */
export function questionsToText(rows: readonly QuestionRow[]): string {
  return rows
    .map(questionToText)
    .filter((text) => text !== '')
    .join('\n\n');
}

/** Empty when the row has neither question nor answer. */
export function questionToText({ question, answer, details = [] }: QuestionRow): string {
  const title = oneLine(question);
  const parts = [
    title.length > HEADING_MAX ? proseText(question) : '',
    proseText(answer),
    ...details.map(({ name, value }) => proseText(name === '' ? value : `${oneLine(name)}: ${value}`)),
  ].filter((part) => part !== '');
  if (title === '' && parts.length === 0) return '';
  const heading = title.length > HEADING_MAX ? `${title.slice(0, HEADING_MAX - 1).toWellFormed()}…` : title;
  return [`## ${heading || '…'}`, ...parts].join('\n\n');
}
