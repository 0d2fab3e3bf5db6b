import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { loadRetrievalSets } from '../bench/retrieval-sets.ts';
import { StoredIndex } from './stored-index.fixture.ts';

interface Hit {
  readonly id: string;
  readonly score: number;
  readonly confidence: number;
}
interface Reference {
  add(id: string, chunk: { readonly title: string; readonly text: string }): void;
  search(query: string, options: { readonly k: number }): Hit[];
}

const DATA = process.env.RETRIEVAL_DATA ?? '';
const TITLE =
  'ranks like the measured reference (set RETRIEVAL_DATA to the folder of the sets; skipped without it)';
const QUESTIONS_PER_SET = 60;

it.skipIf(DATA === '')(TITLE, { timeout: 120_000 }, async () => {
  for (const { name, documents, questions } of await loadRetrievalSets(join(DATA, 'dev'))) {
    if (questions.length === 0) continue;
    const reference = await newReference();
    const stored = new StoredIndex();
    const ordinals = [];
    for (let start = 0; start < documents.length; start += 100) {
      ordinals.push(...stored.add(documents.slice(start, start + 100)));
    }
    stored.mergeAny([0, 1]);
    for (const document of documents) reference.add(document.id, document);
    const idOf = new Map(ordinals.map((ordinal, index) => [ordinal, documents[index]?.id]));
    for (const { q } of questions.slice(0, QUESTIONS_PER_SET)) {
      const expected = reference.search(q, { k: 1 })[0];
      const found = stored.search(q, 1)[0];
      expect(found && idOf.get(found.ordinal), `${name}: ${q}`).toBe(expected?.id);
      expect(found?.score).toBeCloseTo(expected?.score ?? 0, 8);
      expect(found?.confidence).toBeCloseTo(expected?.confidence ?? 0, 10);
    }
  }
});

// The reference's stop list imports a file that is not in its folder: it is put beside a copy.
async function newReference(): Promise<Reference> {
  const folder = await mkdtemp(join(tmpdir(), 'retrieval-reference-'));
  try {
    await cp(join(DATA, 'reference'), folder, { recursive: true, mode: 0 });
    await writeFile(
      join(folder, 'text.mjs'),
      "export const fold = (s) => s.normalize('NFD').replace(/[\\u0300-\\u036f]/g, '').replace(/đ/g, 'd').normalize('NFC');",
    );
    const { LexicalIndex } = await import(
      /* @vite-ignore */ pathToFileURL(join(folder, 'reference.mjs')).href
    );
    return new LexicalIndex();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
