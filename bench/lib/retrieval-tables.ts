import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ReferenceIndex } from '@hanasu/retrieval/bench/reference-index';
import type { RetrievalSet } from '@hanasu/retrieval/bench/retrieval-sets';
import {
  EVEN_FUSION,
  type FusionSample,
  fuse,
  leadsOf,
  learnFusionWeights,
  passageConfidence,
} from '@hanasu/retrieval/rank/fuse';
import { splitDocument } from '@hanasu/retrieval/split/split';
import { createRandom } from './mixed-text.ts';

/** Noise of the simulated models, from strong to weak. */
const STRENGTHS = [0.45, 0.6, 0.8, 1.1, 1.6] as const;
const DEPTH = 50;

interface Asked {
  readonly set: RetrievalSet;
  readonly words: ReferenceIndex<number>;
  readonly questions: readonly { readonly text: string; readonly answers: readonly number[] }[];
}

/** Each set with its passages in a plain index and at most so many of its questions. */
export function askable(sets: readonly RetrievalSet[], most: number): Asked[] {
  return sets
    .filter(({ questions }) => questions.length > 0)
    .map((set) => {
      const words = new ReferenceIndex<number>();
      for (const [key, document] of set.documents.entries()) words.add(key, document);
      const keys = new Map(set.documents.map(({ id }, key) => [id, key]));
      const questions = some(set.questions, most).map(({ q, pos }) => ({
        text: q,
        answers: pos.flatMap((id) => keys.get(id) ?? []),
      }));
      return { set, words, questions };
    });
}

function samplesOf({ words, questions }: Asked, model: SimulatedMeaning): FusionSample<number>[] {
  return questions.map(({ text, answers }) => ({
    words: words.search(text, DEPTH).map(({ id, ...hit }) => ({ key: id, ...hit })),
    meaning: model.nearest(answers[0] ?? null, DEPTH),
    relevant: new Set(answers),
  }));
}

/** Words, simulated meaning and both, MRR@10; the weights are learned on every other question, measured on the rest. */
export function fusionRows(asked: readonly Asked[]) {
  return asked.flatMap((one) =>
    STRENGTHS.map((noise) => {
      const topics = one.set.documents.map(({ base }) => base);
      const samples = samplesOf(one, simulateMeaning(topics, noise));
      const weights = learnFusionWeights(samples.filter((_, index) => index % 2 === 0));
      const measured = samples.filter((_, index) => index % 2 === 1);
      const mrr = (meaning: number) => mean(measured.map((sample) => reciprocalRank(sample, meaning)));
      const [words, meaning, even, learned] = [0, 1, EVEN_FUSION.meaning, weights.meaning].map(mrr);
      const better = Math.max(words ?? 0, meaning ?? 0);
      return {
        set: one.set.name,
        noise: `${noise}`,
        words: words ?? 0,
        meaning: meaning ?? 0,
        'both, even': even ?? 0,
        'over the better': (even ?? 0) - better,
        'both, learned': learned ?? 0,
        'learned over the better': (learned ?? 0) - better,
        share: `${weights.meaning}`,
      };
    }),
  );
}

function reciprocalRank(sample: FusionSample<number>, meaning: number): number {
  const fused = fuse({ ...sample, weights: { meaning } });
  const place = fused.slice(0, 10).findIndex(({ key }) => sample.relevant.has(key));
  return place < 0 ? 0 : 100 / (place + 1);
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / (values.length || 1);

/**
 * How well the best passage's confidence tells questions with an answer from those without (area under the ROC curve,
 * percent): questions of other sets of the language, and the same questions with their answers taken out.
 */
export function confidenceRows(asked: readonly Asked[]) {
  return asked.map(({ set, words, questions }) => {
    const of = (text: string, without: ReadonlySet<number>) => {
      const list = words.search(text, DEPTH).filter(({ id }) => !without.has(id));
      const confidences = list.map(({ confidence }) => confidence);
      const [confidence = 0] = confidences;
      const [lead = 0] = leadsOf(confidences);
      return { before: confidence, after: passageConfidence({ words: { confidence, lead }, meaning: null }) };
    };
    const none: ReadonlySet<number> = new Set();
    const answerable = questions.map(({ text }) => of(text, none));
    const gone = questions.map(({ text, answers }) => of(text, new Set(answers)));
    const others = asked.filter(
      (other) => other.set !== set && other.set.name.slice(0, 2) === set.name.slice(0, 2),
    );
    const off = others.flatMap((other) => some(other.questions, 60).map(({ text }) => of(text, none)));
    const area = (from: 'before' | 'after', wrong: typeof gone) =>
      100 *
      areaUnder(
        answerable.map((one) => one[from]),
        wrong.map((one) => one[from]),
      );
    const passing = (list: typeof gone) =>
      (100 * list.filter(({ after }) => after >= 0.5).length) / (list.length || 1);
    return {
      set: set.name,
      'answer gone, before': area('before', gone),
      'answer gone, now': area('after', gone),
      'off topic, before': area('before', off),
      'off topic, now': area('after', off),
      'kept at 0.5': passing(answerable),
      'gone passes': passing(gone),
      'off topic passes': passing(off),
    };
  });
}

function areaUnder(right: readonly number[], wrong: readonly number[]): number {
  let won = 0;
  for (const one of right) for (const other of wrong) won += one > other ? 1 : one === other ? 0.5 : 0;
  return won / (right.length * wrong.length || 1);
}

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

const some = <Item>(items: readonly Item[], most: number): Item[] => {
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

const DIMENSIONS = 64;
/** Share of a vector that passages of one article have in common. */
const TOPIC = 0.6;

interface SimulatedMeaning {
  /** The nearest passages for a question whose answer is at `answer`; null: it has none in the base. */
  nearest(answer: number | null, limit: number): { readonly key: number; readonly score: number }[];
}

/**
 * Vectors as a model of a given strength would make them, independent of the words: a question's vector is its answer's
 * plus noise, with more noise for some questions than for others.
 */
function simulateMeaning(topics: readonly string[], noise: number): SimulatedMeaning {
  const uniform = createRandom(5);
  const normal = (): number => {
    const radius = Math.sqrt(-2 * Math.log((uniform(1e9) + 0.5) / 1e9));
    return radius * Math.cos((2 * Math.PI * uniform(1e9)) / 1e9);
  };
  const random = () => unit(Float64Array.from({ length: DIMENSIONS }, normal));
  const shared = new Map([...new Set(topics)].map((topic) => [topic, random()]));
  const vectors = topics.map((topic) => mix(random(), shared.get(topic), TOPIC / Math.sqrt(1 - TOPIC ** 2)));
  return {
    nearest(answer, limit) {
      const spread = 2 * noise * Math.exp(normal() / 2);
      const query = answer === null ? random() : mix(random(), vectors[answer], 1 / spread);
      return vectors
        .map((vector, key) => ({ key, score: dot(vector, query) }))
        .sort((one, other) => other.score - one.score)
        .slice(0, limit);
    },
  };
}

const dot = (one: Float64Array, other: Float64Array): number =>
  one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);

const unit = (vector: Float64Array): Float64Array => {
  const length = Math.sqrt(dot(vector, vector));
  return vector.map((value) => value / length);
};

const mix = (one: Float64Array, other: Float64Array | undefined, share: number): Float64Array =>
  unit(one.map((value, index) => value + share * (other?.[index] ?? 0)));
