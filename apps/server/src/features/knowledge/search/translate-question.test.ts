import type { AccountId } from '@hanasu/contract/ids';
import { createExtractiveModel } from '@hanasu/models/builtin/extractive-model';
import { type FakeProviders, startFakeProviders } from '@hanasu/models/fake/fake-provider-server';
import { createModelRegistry } from '@hanasu/models/registry/model-registry';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { holdBalance } from '../../../testing/hold-balance.ts';
import { hostModelsOnly } from '../../../testing/host-models.ts';
import { tokenLots } from '../../billing/public.ts';
import { createKnowledgeFixture, type KnowledgeFixture } from '../testing/knowledge.fixture.ts';
import { createTranslator } from './prepare-question.ts';

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

const failures: string[] = [];
function translator(apiKey: string | null) {
  const openai = apiKey ? { openai: { apiKey, baseUrl: providers.baseUrls.openai } } : {};
  return createTranslator({
    database: fixture.dependencies.database,
    models: hostModelsOnly(createModelRegistry({ providers: openai, extractive: createExtractiveModel({}) })),
    onModelFailure: ({ reason }) => failures.push(reason),
  });
}

async function newAccount(tokens: number): Promise<AccountId> {
  const accountId = newId<AccountId>();
  await fixture.dependencies.database.system((transaction) =>
    tokenLots.grantTokens(transaction, { accountId, id: newId<string>(), tokens }),
  );
  return accountId;
}
const balanceOf = (accountId: AccountId) =>
  fixture.dependencies.database.system(async (transaction) => {
    const found = await transaction.one<{ balance: number; reserved: number }>(
      `select balance, (select count(*) from token_reservations where account_id = $1) as reserved
       from token_balances where account_id = $1`,
      [accountId],
    );
    return found;
  });

const run = (sql: string, values: readonly unknown[]) =>
  fixture.dependencies.database.system((transaction) => transaction.run(sql, values));

const QUESTION = { text: 'Bãi đỗ xe ở đâu?', to: 'en', urgency: 'turn' } as const;

test('a question is translated by a language model and charged', async () => {
  const accountId = await newAccount(10_000);
  const said = await translator('key')(accountId, QUESTION);
  expect(said).toEqual({ kind: 'done', text: `You asked: "${QUESTION.text}"` });
  expect(JSON.stringify(providers.requests[0]?.body)).toContain('into English');
  const after = await balanceOf(accountId);
  expect(after?.balance).toBeLessThan(10_000);
  expect(after?.reserved).toBe(0);
});

test.each(['err401', 'garbage', 'reset'])('a model that fails (%s) is no translation', async (behaviour) => {
  providers.behave('*', behaviour);
  const accountId = await newAccount(10_000);
  expect(await translator('key')(accountId, QUESTION)).toEqual({ kind: 'skipped', reason: 'failed' });
  expect((await balanceOf(accountId))?.reserved).toBe(0);
  expect(failures.length).toBeGreaterThan(0);
});

test('a question waits while others hold the tokens; it is left as it is when they keep them', async () => {
  const [accountId, crowded] = await Promise.all([newAccount(10_000), newAccount(10_000)]);
  const letGo = await holdBalance(run, accountId);
  await holdBalance(run, crowded);
  const waiting = translator('key')(accountId, QUESTION);
  const refused = translator('key')(crowded, QUESTION);
  await letGo();
  expect(await waiting).toMatchObject({ kind: 'done' });
  expect(await refused).toEqual({ kind: 'skipped', reason: 'busy' });
  expect((await balanceOf(crowded))?.balance).toBe(10_000);
});

test('without tokens no model is asked, and without a model the question stays as it is', async () => {
  const accountId = await newAccount(1);
  expect(await translator('key')(accountId, QUESTION)).toEqual({ kind: 'skipped', reason: 'no_tokens' });
  expect(providers.requests).toEqual([]);
  expect((await balanceOf(accountId))?.balance).toBe(1);
  expect(await translator(null)(accountId, QUESTION)).toEqual({ kind: 'skipped', reason: 'no_model' });
});
