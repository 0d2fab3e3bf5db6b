import { fuse as fuseLists } from '@hanasu/retrieval/rank/fuse';

/** A chunk that a stage found. `confidence` 0..1, comparable across bases. */
export interface Ranked {
  readonly key: string;
  readonly score: number;
  readonly confidence: number;
}

/** What words and meaning found of one base, best first each. */
export interface ToFuse {
  readonly words: readonly Ranked[];
  /** Cosines. */
  readonly meaning: readonly { readonly key: string; readonly score: number }[];
}

/** Fewer near chunks say nothing about how much the nearest stands out. */
const ENOUGH_NEAR = 8;
/** In standard deviations over the mean of the near ones: from here on a chunk stands out, and when it fully does. */
const OUTLIER = { from: 2, span: 4 } as const;
/** Meaning alone is never trusted more: chance always finds something near. */
const MOST_BY_MEANING = 0.5;

/**
 * One order out of two, best first (`bench retrieval --only fusion`). A chunk is trusted as far as the better of both
 * trusts it. Words alone stay as they are.
 */
export function fuse({ words, meaning }: ToFuse): Ranked[] {
  if (meaning.length === 0) return [...words];
  const trusted = new Map(words.map(({ key, confidence }) => [key, confidence]));
  const near = outliers(meaning);
  return fuseLists({ words, meaning }).map(({ key, score }) => ({
    key,
    score,
    confidence: Math.max(trusted.get(key) ?? 0, near.get(key) ?? 0),
  }));
}

type Scored = ToFuse['meaning'][number];

/** Cosines of different models don't compare; how far a chunk stands above the other near ones does. */
function outliers(list: readonly Scored[]): Map<string, number> {
  if (list.length < ENOUGH_NEAR) return new Map();
  const mean = list.reduce((sum, { score }) => sum + score, 0) / list.length;
  const deviation = Math.sqrt(list.reduce((sum, { score }) => sum + (score - mean) ** 2, 0) / list.length);
  if (deviation === 0) return new Map();
  return new Map(
    list.map(({ key, score }) => {
      const out = ((score - mean) / deviation - OUTLIER.from) / OUTLIER.span;
      return [key, MOST_BY_MEANING * Math.min(1, Math.max(0, out))];
    }),
  );
}

/** Share of their word triples that two texts must have in common to say the same. */
const NEARLY = 0.85;

/**
 * Which of some passages, best first, repeat a better one: nearly the same words under the same heading, and exactly
 * the same numbers, since a price list differs in nothing else.
 */
export function nearDuplicates(
  passages: readonly { readonly headingPath: readonly string[]; readonly text: string }[],
): ReadonlySet<number> {
  const kept: Print[] = [];
  const repeated = new Set<number>();
  for (const [index, passage] of passages.entries()) {
    const print = printOf(passage);
    if (kept.some((other) => isNearly(print, other))) repeated.add(index);
    else kept.push(print);
  }
  return repeated;
}

interface Print {
  readonly heading: string;
  readonly numbers: string;
  readonly normal: string;
  /** Made when heading and numbers are those of another passage, which is seldom. */
  triples?: ReadonlySet<string>;
}

function printOf({ headingPath, text }: { headingPath: readonly string[]; text: string }): Print {
  const normal = text.normalize('NFKC').toLowerCase();
  return {
    heading: headingPath.at(-1)?.trim() ?? '',
    numbers: (normal.match(/\d+/g) ?? []).join(' '),
    normal,
  };
}

function triplesOf(print: Print): ReadonlySet<string> {
  if (print.triples) return print.triples;
  const words = print.normal.match(WORD) ?? [];
  const triples = new Set<string>();
  for (let at = 0; at < Math.max(1, words.length - 2); at++) triples.add(words.slice(at, at + 3).join(' '));
  print.triples = triples;
  return triples;
}

/** Words of scripts with spaces, single characters of those without. */
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}]+/gu;

function isNearly(one: Print, other: Print): boolean {
  if (one.heading !== other.heading || one.numbers !== other.numbers) return false;
  const [ours, theirs] = [triplesOf(one), triplesOf(other)];
  const [small, large] = ours.size <= theirs.size ? [ours, theirs] : [theirs, ours];
  if (small.size < large.size * NEARLY) return false;
  let shared = 0;
  for (const triple of small) if (large.has(triple)) shared += 1;
  return shared >= NEARLY * (small.size + large.size - shared);
}

/** How likely a passage holds the answer once a reranker has read it together with the question. */
export const rerankedConfidence = (before: number, reranked: number): number => (before + reranked) / 2;
