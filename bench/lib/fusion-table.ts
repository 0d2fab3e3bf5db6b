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
import { some } from './chunking-table.ts';
import { type SimulatedMeaning, simulateMeaning } from './simulated-meaning.ts';

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
