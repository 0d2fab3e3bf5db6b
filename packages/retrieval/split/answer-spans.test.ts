import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { splitDocument } from './split.ts';

/** Folder whose `dev` holds `chunk-articles.{docs,queries}.jsonl`; evaluation data that is not part of the repository. */
const folder = process.env.RETRIEVAL_DATA;

interface Article {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}
interface Answer {
  readonly doc: string;
  readonly start: number;
  readonly end: number;
}

function readRows<Row>(name: string): Row[] {
  const lines = readFileSync(`${folder}/dev/${name}`, 'utf8').trim().split('\n');
  return lines.map((line): Row => JSON.parse(line));
}

it.skipIf(!folder)('keeps nearly every answer whole in one chunk', () => {
  const articles = new Map(
    readRows<Article>('chunk-articles.docs.jsonl').map((article) => [article.id, article]),
  );
  const answers = readRows<Answer>('chunk-articles.queries.jsonl');
  const chunks = new Map(
    [...articles].map(([id, article]) => [id, splitDocument({ ...article, pages: null }, {})]),
  );
  const whole = answers.filter(({ doc, start, end }) =>
    chunks.get(doc)?.some((chunk) => chunk.start <= start && chunk.end >= end),
  );
  expect(answers.length).toBeGreaterThan(0);
  expect(whole.length / answers.length).toBeGreaterThan(0.995);
});
