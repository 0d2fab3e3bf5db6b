import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ReferenceIndex } from '@hanasu/retrieval/bench/reference-index';
import { splitDocument } from '@hanasu/retrieval/split/split';

interface Article {
  readonly id: string;
  readonly lang: string;
  readonly title: string;
  readonly text: string;
}
interface Question {
  readonly lang: string;
  readonly q: string;
  readonly doc: string;
  readonly start: number;
  readonly end: number;
}
interface Piece {
  readonly start: number;
  readonly end: number;
  readonly headingPath: readonly string[];
}

const CHARACTERS = 1000;
const SPLITTERS: Readonly<Record<string, (article: Article) => readonly Piece[]>> = {
  ours: ({ text, title }) => splitDocument({ text, title, pages: null }),
  'fixed 1,000 characters': ({ text }) =>
    Array.from({ length: Math.ceil(text.length / CHARACTERS) }, (_, index) => ({
      start: index * CHARACTERS,
      end: Math.min(text.length, (index + 1) * CHARACTERS),
      headingPath: [],
    })),
};
/** Chunks looked at for one question. */
const DEPTH = 50;

/** How often the words that answer a question are whole in one of the best chunks, by language and splitter. */
export async function chunkingRows(folder: string, most: number) {
  const articles = await readRows<Article>(folder, 'docs');
  const questions = await readRows<Question>(folder, 'queries');
  const languages = [...new Set(articles.map(({ lang }) => lang))].sort();
  return languages.flatMap((lang) =>
    Object.entries(SPLITTERS).map(([name, split]) => ({
      language: lang,
      splitter: name,
      ...measured(
        articles.filter((article) => article.lang === lang),
        some(
          questions.filter((question) => question.lang === lang),
          most,
        ),
        split,
      ),
    })),
  );
}

function measured(
  articles: readonly Article[],
  questions: readonly Question[],
  split: (article: Article) => readonly Piece[],
) {
  const index = new ReferenceIndex<number>();
  const pieces = articles.flatMap((article) => split(article).map((piece) => ({ article, ...piece })));
  for (const [id, { article, start, end, headingPath }] of pieces.entries()) {
    index.add(id, { title: [article.title, ...headingPath].join(' '), text: article.text.slice(start, end) });
  }
  const places = questions.map(({ q, doc, start, end }) => {
    const found = index.search(q, DEPTH).flatMap(({ id }) => pieces[id] ?? []);
    const place = found.findIndex(
      (piece) => piece.article.id === doc && piece.start <= start && piece.end >= end,
    );
    const read = found.slice(0, place + 1).reduce((sum, piece) => sum + piece.end - piece.start, 0);
    return { place, read };
  });
  const share = (isHit: (one: (typeof places)[number]) => boolean) =>
    (100 * places.filter((one) => one.place >= 0 && isHit(one)).length) / places.length;
  return {
    chunks: pieces.length,
    questions: questions.length,
    'hit@1': share(({ place }) => place < 1),
    'hit@5': share(({ place }) => place < 5),
    'within 2,000 characters': share(({ read }) => read <= 2000),
    'within 5,000 characters': share(({ read }) => read <= 5000),
  };
}

export const some = <Item>(items: readonly Item[], most: number): Item[] => {
  const step = Math.max(1, Math.ceil(items.length / most));
  return items.filter((_, index) => index % step === 0);
};

async function readRows<Row>(folder: string, part: string): Promise<Row[]> {
  const text = await readFile(join(folder, `chunk-articles.${part}.jsonl`), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}
