import type { AccountId } from '@hanasu/contract/ids';
import { extractInChild } from '@hanasu/retrieval/extract/extract-in-child';
import { buildPdf } from '@hanasu/retrieval/extract/testing/pdf-builder';
import { expect, onTestFinished, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { createJobs, type StartableJobs } from '../../platform/workers/jobs.ts';
import { readKnowledge } from './bases/bases.ts';
import { readDocument } from './documents/documents.ts';
import { createDocument } from './documents/store-source.ts';
import { knowledgeJobs } from './jobs.ts';
import { processDocument } from './reading/process-document.ts';
import { searchKnowledge } from './search/search-knowledge.ts';
import { createKnowledgeFixture } from './testing/knowledge.fixture.ts';

test('many documents at once become searchable and few segments', async () => {
  let jobs: StartableJobs | null = null;
  const fixture = await createKnowledgeFixture({
    jobs: () => {
      if (!jobs) throw new Error('no jobs yet');
      return jobs;
    },
  });
  const { dependencies } = fixture;
  jobs = createJobs({ url: fixture.url, onError: () => undefined });
  await jobs.start(knowledgeJobs(dependencies));
  onTestFinished(async () => {
    await jobs?.stop();
    await fixture.close();
  });
  const accountId = newId<AccountId>();
  const base = await fixture.addBase(accountId);
  for (let n = 0; n < 20; n++)
    await fixture.addText(accountId, base, `Page ${n}`, `Notice number ${n}: wombat.`);
  await expect
    .poll(() => readKnowledge(dependencies, accountId, base))
    .toMatchObject({ ready: 20, embeddings: 20 });
  const segments = () =>
    dependencies.database.account(accountId, (transaction) =>
      transaction.rows('select id from index_segments'),
    );
  await expect.poll(async () => (await segments()).length).toBeLessThan(8);
  const search = { accountId, knowledgeIds: [base], query: 'wombat', limit: 50 };
  expect(await searchKnowledge(dependencies, search)).toHaveLength(20);
});

test('a PDF is read in a process of its own, and its passages know their page', async () => {
  const fixture = await createKnowledgeFixture({ readFile: extractInChild });
  onTestFinished(() => fixture.close());
  const { dependencies } = fixture;
  const accountId = newId<AccountId>();
  const knowledgeId = await fixture.addBase(accountId);
  const good = buildPdf({
    pages: [['We open at nine.'], ['返品は三十日以内に承ります。'], ['Giao hàng miễn phí.']],
  });
  const broken = good.subarray(0, good.length / 3);
  const documents = [];
  for (const [fileName, bytes] of [
    ['good.pdf', good],
    ['broken.pdf', broken],
  ] as const) {
    const upload = { title: fileName, fileName, bytes };
    const { uuid } = await createDocument(dependencies, { accountId, knowledgeId }, upload);
    await processDocument(dependencies, { accountId, documentId: uuid }, new AbortController().signal);
    documents.push(await readDocument(dependencies, { accountId, knowledgeId, documentId: uuid }));
  }
  expect(documents).toMatchObject([
    { status: 'ready', pages: 3 },
    { status: 'failed', failure: 'broken' },
  ]);
  const search = { accountId, knowledgeIds: [knowledgeId], query: '返品', limit: 1 };
  expect(await searchKnowledge(dependencies, search)).toMatchObject([
    { title: 'good.pdf', page: expect.any(Number) },
  ]);
});
