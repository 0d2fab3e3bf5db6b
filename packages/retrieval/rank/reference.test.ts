import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadReference } from '../bench/load-reference.ts';
import { measure } from '../bench/measure.ts';
import { loadRetrievalSets } from '../bench/retrieval-sets.ts';
import { StoredIndex } from './stored-index.fixture.ts';

const DATA = process.env.RETRIEVAL_DATA ?? '';
const TITLE =
  'ranks at least as well as the measured reference (set RETRIEVAL_DATA to the folder of the sets; skipped without it)';
const QUESTIONS_PER_SET = 150;
/** Percent points of a mean over a thousand questions. */
const NOISE = 0.2;

it.skipIf(DATA === '')(TITLE, { timeout: 120_000 }, async () => {
  const newReference = await loadReference(DATA);
  let difference = 0;
  let sets = 0;
  for (const { documents, questions } of await loadRetrievalSets(join(DATA, 'dev'))) {
    if (questions.length === 0) continue;
    const reference = newReference();
    const stored = new StoredIndex();
    const ordinals = [];
    for (let start = 0; start < documents.length; start += 100) {
      ordinals.push(...stored.add(documents.slice(start, start + 100)));
    }
    stored.mergeAny([0, 1]);
    for (const document of documents) reference.add(document.id, document);
    const idOf = new Map(ordinals.map((ordinal, index) => [ordinal, documents[index]?.id ?? '']));
    const step = Math.ceil(questions.length / QUESTIONS_PER_SET);
    const asked = questions
      .filter((_, index) => index % step === 0)
      .map(({ q, pos }) => ({ text: q, relevant: new Set(pos) }));
    const search = (query: string, limit: number) =>
      stored.search(query, limit).map(({ ordinal }) => idOf.get(ordinal) ?? '');
    const ours = await measure(search, asked);
    const theirs = await measure((query, k) => reference.search(query, { k }).map(({ id }) => id), asked);
    difference += ours.mrrAt10 - theirs.mrrAt10;
    sets++;
  }
  expect(sets).toBeGreaterThan(0);
  expect(difference / sets).toBeGreaterThan(-NOISE);
});
