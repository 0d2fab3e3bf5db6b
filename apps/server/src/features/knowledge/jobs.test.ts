import type { AccountId } from '@hanasu/contract/ids';
import { expect, onTestFinished, test, vi } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { type Jobs, startJobs } from '../../platform/jobs/jobs.ts';
import { knowledgeJobs } from './jobs.ts';
import { createKnowledgeFixture } from './testing/knowledge.fixture.ts';
import { readKnowledge } from './use-cases/read-knowledges.ts';
import { searchKnowledge } from './use-cases/search-knowledge.ts';

test('many documents at once become searchable and few segments', async () => {
  let jobs: Jobs | null = null;
  const fixture = await createKnowledgeFixture({
    jobs: () => {
      if (!jobs) throw new Error('no jobs yet');
      return jobs;
    },
  });
  const { dependencies } = fixture;
  jobs = await startJobs({ url: fixture.url, onError: () => undefined }, knowledgeJobs(dependencies));
  onTestFinished(async () => {
    await jobs?.stop();
    await fixture.close();
  });
  const accountId = newId<AccountId>();
  const base = await fixture.addBase(accountId);
  for (let n = 0; n < 20; n++)
    await fixture.addText(accountId, base, `Page ${n}`, `Notice number ${n}: wombat.`);
  await vi.waitFor(async () => {
    expect(await readKnowledge(dependencies, accountId, base)).toMatchObject({ ready: 20, embeddings: 20 });
    const segments = await dependencies.database.account(accountId, (transaction) =>
      transaction.rows('select id from index_segments'),
    );
    expect(segments.length).toBeLessThan(8);
  }, 25_000);
  const search = { accountId, knowledgeIds: [base], query: 'wombat', limit: 50 };
  expect(await searchKnowledge(dependencies, search)).toHaveLength(20);
});
