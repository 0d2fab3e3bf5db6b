import { join } from 'node:path';
import { env } from 'node:process';
import { loadRetrievalSets } from '@hanasu/retrieval/bench/retrieval-sets';
import { mixedMarkdown } from './mixed-text.ts';

/** A passage of a base and its title. */
export interface ScalePassage {
  readonly title: string;
  readonly text: string;
}

/** A prime: steps through all passages in an order of its own. */
const STRIDE = 7919;

export interface ScaleTexts {
  /** `count` passages, the same for the same number; repeated when there are fewer different ones. */
  passages(count: number): ScalePassage[];
  readonly questions: readonly string[];
}

/** Text in three languages: of the retrieval sets where `RETRIEVAL_DATA` names them, else made up. */
export async function loadScaleTexts(): Promise<ScaleTexts> {
  const sets = env.RETRIEVAL_DATA ? await loadRetrievalSets(join(env.RETRIEVAL_DATA, 'dev')) : [];
  const real = sets.flatMap((set) => set.documents);
  const documents = real.length > 0 ? real : madeUp();
  const asked = sets.flatMap((set) => every(set.questions, 25).map(({ q }) => q));
  const questions = asked.length > 0 ? asked : every(documents, 25).map(({ text }) => text.slice(20, 70));
  return { questions, passages: (count) => chosen(documents, count) };
}

const every = <Item>(items: readonly Item[], count: number): Item[] => {
  const step = Math.max(1, Math.ceil(items.length / count));
  return items.filter((_, index) => index % step === 0);
};

function madeUp(): ScalePassage[] {
  return mixedMarkdown(4_000_000)
    .split('\n## ')
    .map((section) => ({ title: section.slice(0, 30), text: section.slice(0, 900) }));
}

/** Passages of all sets in turns, so that a part of them holds every language. */
function chosen(documents: readonly ScalePassage[], count: number): ScalePassage[] {
  return Array.from({ length: count }, (_, index) => {
    const { title, text } = documents[(index * STRIDE) % documents.length] ?? { title: '', text: '' };
    return { title, text: text.slice(0, 1200) };
  });
}
