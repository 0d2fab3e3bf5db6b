import { createBot } from '@hanasu/contract/bots';
import { type FakeProviders, startFakeProviders } from '@hanasu/models/fake/fake-provider-server';
import type { Person } from './api.ts';
import { type RunningHanasu, startHanasu } from './start-hanasu.ts';
import { test as base } from './test.ts';

interface WorkerFixtures {
  /** A model that repeats the question; how fast and whether is up to the test. */
  models: FakeProviders;
  /** The server of these tests; others are untouched when it crashes. */
  server: RunningHanasu;
}

/** Tests on a server of their own whose language model is played. */
export const test = base.extend<{ baseURL: string }, WorkerFixtures>({
  models: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
    async ({}, use) => {
      const models = await startFakeProviders();
      await use(models);
      await models.close();
    },
    { scope: 'worker', auto: true, timeout: 120_000 },
  ],
  server: [
    async ({ models }, use) => {
      const hanasu = await startHanasu({
        OPENAI_API_KEY: 'key',
        OPENAI_BASE_URL: models.baseUrls.openai,
      });
      // Workers with this fixture run no other tests.
      process.env.HANASU_E2E_URL = hanasu.url;
      process.env.HANASU_E2E_OUTBOX = hanasu.outbox;
      await use(hanasu);
      await hanasu.stop();
    },
    { scope: 'worker', auto: true, timeout: 120_000 },
  ],
});

/** A bot on the played model. */
export const addPlayedBot = (person: Person) =>
  person.call(createBot, {
    body: {
      name: 'Front desk',
      serviceUuid: 'openai-gpt-4o-mini',
      answerOnlyFromKnowledge: false,
      greeting: 'Welcome to the inn. What would you like to know?',
      settings: { suggestedQuestions: ['When is breakfast?', 'Is there parking?'] },
    },
  });
