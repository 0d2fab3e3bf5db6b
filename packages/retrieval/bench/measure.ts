/** A question with the ids of its right answers. */
export interface MeasuredQuestion {
  readonly text: string;
  readonly relevant: ReadonlySet<string>;
}

/** Shares are percent; MRR counts the first 10 places; times are milliseconds of one search. */
export interface Measurement {
  readonly questions: number;
  readonly recallAt1: number;
  readonly recallAt5: number;
  readonly mrrAt10: number;
  readonly p50: number;
  readonly p95: number;
}

/** A search to measure: the ids of the best documents, best first. */
export type MeasuredSearch = (query: string, limit: number) => Promise<readonly string[]> | readonly string[];

const PLACES = 10;

/** Asks every question once, one after the other. */
export async function measure(
  search: MeasuredSearch,
  questions: readonly MeasuredQuestion[],
): Promise<Measurement> {
  const places: number[] = [];
  const times: number[] = [];
  for (const { text, relevant } of questions) {
    const started = performance.now();
    const ids = await search(text, PLACES);
    times.push(performance.now() - started);
    places.push(ids.slice(0, PLACES).findIndex((id) => relevant.has(id)));
  }
  times.sort((one, other) => one - other);
  return {
    questions: questions.length,
    recallAt1: percent(places.map((place) => (place === 0 ? 1 : 0))),
    recallAt5: percent(places.map((place) => (place >= 0 && place < 5 ? 1 : 0))),
    mrrAt10: percent(places.map((place) => (place >= 0 ? 1 / (place + 1) : 0))),
    p50: times[Math.floor(times.length * 0.5)] ?? 0,
    p95: times[Math.floor(times.length * 0.95)] ?? 0,
  };
}

function percent(values: readonly number[]): number {
  return (100 * values.reduce((sum, value) => sum + value, 0)) / (values.length || 1);
}
