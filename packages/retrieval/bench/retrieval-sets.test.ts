import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadRetrievalSets } from './retrieval-sets.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'retrieval-sets-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('joins the parts of a set and keeps variants by name', async () => {
  const row = (value: object) => `${JSON.stringify(value)}\n`;
  const document = { id: 'd1', lang: 'en', base: 'b', title: '', text: 'one' };
  await writeFile(join(folder, 'en-faq.corpus.0.jsonl'), row(document));
  await writeFile(join(folder, 'en-faq.corpus.1.jsonl'), row({ ...document, id: 'd2' }));
  await writeFile(
    join(folder, 'en-faq.queries.jsonl'),
    row({ id: 'q1', lang: 'en', q: 'one?', pos: ['d1'] }),
  );
  await writeFile(join(folder, 'en-faq.variants.jsonl'), row({ id: 'q1', typo: 'oen?' }));
  await writeFile(join(folder, 'distractors-en.corpus.jsonl'), row({ ...document, id: 'x1' }));
  const [distractors, faq] = await loadRetrievalSets(folder);
  expect(distractors).toMatchObject({ name: 'distractors-en', questions: [] });
  expect(faq?.documents.map(({ id }) => id)).toEqual(['d1', 'd2']);
  expect(faq?.questions[0]?.pos).toEqual(['d1']);
  expect(faq?.variants.get('typo')?.get('q1')).toBe('oen?');
});
