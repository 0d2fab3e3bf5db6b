import { lettersOf } from '@hanasu/contract/text';
import { oneLine, proseText } from '../markdown/writer.ts';

/** Heads of columns as people name them, without case, width, spaces and marks. */
const QUESTION = new Set(
  'q question questions faq prompt query 質問 質問文 質問内容 ご質問 よくある質問 問い 問い合わせ お問い合わせ 問 câuhỏi cauhoi hỏi hoi'.split(
    ' ',
  ),
);
const ANSWER = new Set(
  'a answer answers response reply 回答 回答文 回答内容 ご回答 答え 答 お答え câutrảlời cautraloi trảlời traloi đáp dap đápán dapan câuđáp'.split(
    ' ',
  ),
);

export interface QuestionColumns {
  readonly question: number;
  readonly answer: number;
}

/** Which cells of a head name the question and the answer; null when it is the head of another table. */
export function findQuestionColumns(head: readonly string[]): QuestionColumns | null {
  const names = head.map(lettersOf);
  const question = names.findIndex((name) => QUESTION.has(name));
  const answer = names.findIndex((name) => ANSWER.has(name));
  return question === -1 || answer === -1 ? null : { question, answer };
}

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
