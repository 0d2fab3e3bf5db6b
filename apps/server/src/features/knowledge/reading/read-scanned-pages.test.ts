import type { AccountId, DocumentId, KnowledgeId } from '@hanasu/contract/ids';
import { createExtractiveModel } from '@hanasu/models/builtin/extractive-model';
import { type FakeProviders, startFakeProviders } from '@hanasu/models/fake/fake-provider-server';
import { createModelRegistry } from '@hanasu/models/registry/model-registry';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { heldOpen, holdBalance, untilCallWaits } from '../../../testing/hold-balance.ts';
import { hostModelsOnly } from '../../../testing/host-models.ts';
import { tokenLots } from '../../billing/public.ts';
import { createKnowledgeFixture, type KnowledgeFixture } from '../testing/knowledge.fixture.ts';
import { createPictureReader } from './read-scanned-pages.ts';

let providers: FakeProviders;
let fixture: KnowledgeFixture;
beforeAll(async () => {
  [providers, fixture] = await Promise.all([startFakeProviders(), createKnowledgeFixture()]);
});
afterAll(async () => {
  await providers.close();
  await fixture.close();
});
beforeEach(() => providers.reset());

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const pages = [{ page: 3, mediaType: 'image/png' as const, bytes: PIXEL }];

async function newAccount(tokens: number): Promise<AccountId> {
  const accountId = newId<AccountId>();
  await fixture.dependencies.database.system((transaction) =>
    tokenLots.grantTokens(transaction, { accountId, id: newId<string>(), tokens }),
  );
  return accountId;
}
const run = (sql: string, values: readonly unknown[]) =>
  fixture.dependencies.database.system((transaction) => transaction.run(sql, values));
const read = (accountId: AccountId, signal = new AbortController().signal) =>
  createPictureReader({
    database: fixture.dependencies.database,
    models: hostModelsOnly(
      createModelRegistry({
        providers: { openai: { apiKey: 'key', baseUrl: providers.baseUrls.openai } },
        extractive: createExtractiveModel({}),
      }),
    ),
    onModelFailure: () => undefined,
  })({ accountId, knowledgeId: newId<KnowledgeId>(), documentId: newId<DocumentId>() }, pages, signal);

test('a page waits while answers hold the balance, and is read when they are done', async () => {
  const accountId = await newAccount(1_000_000);
  const letGo = await holdBalance(run, accountId);
  let isRead = false;
  const reading = read(accountId).then((found) => {
    isRead = true;
    return found;
  });
  await untilCallWaits(heldOpen(fixture.dependencies.database), accountId);
  expect([isRead, providers.requests.length]).toEqual([false, 0]);
  await letGo();
  expect(await reading).toMatchObject([{ page: 3 }]);
  expect(providers.requests).toHaveLength(1);
});

test('a wait ends when the document is no longer wanted', async () => {
  const accountId = await newAccount(1_000_000);
  await holdBalance(run, accountId);
  const stop = new AbortController();
  const reading = read(accountId, stop.signal);
  stop.abort();
  expect(await reading).toBeNull();
  expect(providers.requests).toEqual([]);
});

test('with a spent balance no model is asked, at once', async () => {
  expect(await read(await newAccount(10))).toBeNull();
  expect(providers.requests).toEqual([]);
});
