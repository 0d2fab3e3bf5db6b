import { createRandom } from './mixed-text.ts';

const DIMENSIONS = 64;
/** Share of a vector that passages of one article have in common. */
const TOPIC = 0.6;

export interface SimulatedMeaning {
  /** The nearest passages for a question whose answer is at `answer`; null: it has none in the base. */
  nearest(answer: number | null, limit: number): { readonly key: number; readonly score: number }[];
}

/**
 * Vectors as a model of a given strength would make them, independent of the words: a question's vector is its answer's
 * plus noise, with more noise for some questions than for others.
 */
export function simulateMeaning(topics: readonly string[], noise: number): SimulatedMeaning {
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
