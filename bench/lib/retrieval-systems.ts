import type { ReferenceSearch } from '@hanasu/retrieval/bench/load-reference';
import type { MeasuredQuestion, MeasuredSearch } from '@hanasu/retrieval/bench/measure';
import type { RetrievalSet, SetDocument } from '@hanasu/retrieval/bench/retrieval-sets';
import { indexSet } from './index-set.ts';
import type { KnowledgeBench } from './knowledge-bench.ts';

/** Our search and the reference engine over the same passages. */
export interface RetrievalSystems {
  readonly ours: MeasuredSearch;
  readonly reference: MeasuredSearch;
}

/** Puts all documents into one new base of ours, and into the reference engine. */
export async function openRetrievalSystems(
  bench: KnowledgeBench,
  documents: readonly SetDocument[],
  reference: ReferenceSearch,
): Promise<RetrievalSystems> {
  for (const { id, title, text } of documents) reference.add(id, { title, text });
  return {
    ours: await indexSet(bench, documents),
    reference: (query, limit) => reference.search(query, { k: limit }).map(({ id }) => id),
  };
}

/** At most `most` questions of a set as they are (`clean`), and in each of its variants. */
export function questionsOf(
  { questions, variants }: RetrievalSet,
  most: number,
): [string, MeasuredQuestion[]][] {
  const step = Math.max(1, Math.ceil(questions.length / most));
  const some = questions.filter((_, index) => index % step === 0);
  const asked = (texts: (id: string, q: string) => string | undefined): MeasuredQuestion[] =>
    some.flatMap(({ id, q, pos }) => {
      const text = texts(id, q);
      return text === undefined ? [] : [{ text, relevant: new Set(pos) }];
    });
  const varied = [...variants].map(([variant, texts]): [string, MeasuredQuestion[]] => [
    variant,
    asked((id) => texts.get(id)),
  ]);
  return [['clean', asked((_, q) => q)], ...varied];
}
