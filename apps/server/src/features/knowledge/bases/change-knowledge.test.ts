import type { AccountId, KnowledgeId, SessionId, UserId } from '@hanasu/contract/ids';
import type { KnowledgeSettings } from '@hanasu/contract/knowledge-settings';
import { createKnowledgeModels } from '@hanasu/models/knowledge/create-knowledge-models';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '../../../platform/http/context.ts';
import { newId } from '../../../platform/ids.ts';
import { readDocuments } from '../documents/documents.ts';
import { EMBED_KNOWLEDGE } from '../job-names.ts';
import { searchKnowledge } from '../search/search-knowledge.ts';
import { createKnowledgeFixture, type KnowledgeFixture } from '../testing/knowledge.fixture.ts';
import { createFakeKnowledgeModels } from '../testing/knowledge-models.fixture.ts';
import { changeKnowledge, createKnowledge } from './bases.ts';

const embeddings = () => fixture.sent.filter(({ name }) => name === EMBED_KNOWLEDGE).length;
const told: string[] = [];
let fixture: KnowledgeFixture;
beforeAll(async () => {
  fixture = await createKnowledgeFixture({
    knowledgeModels: createFakeKnowledgeModels().models,
    onKnowledgeChanged: (_, knowledgeId, cause) => {
      told.push(`${knowledgeId} ${cause}`);
      throw new Error('a listener with a defect');
    },
  });
});
afterAll(() => fixture.close());

const ownerOf = (accountId: AccountId): Actor => ({
  accountId,
  address: '192.0.2.1',
  role: 'owner',
  sessionId: newId<SessionId>(),
  userId: newId<UserId>(),
});
const change = (accountId: AccountId, id: KnowledgeId, settings: Partial<KnowledgeSettings>) =>
  changeKnowledge(fixture.dependencies, { actor: ownerOf(accountId), id }, { settings });

async function baseWithText() {
  const accountId = newId<AccountId>();
  const knowledgeId = await fixture.addBase(accountId);
  await fixture.addText(accountId, knowledgeId, 'Shop', 'We are open from nine to five.');
  await fixture.runJobs();
  return { accountId, knowledgeId };
}

test('other passage sizes read all documents again, searchable meanwhile; the listener’s defect harms nobody', async () => {
  const { accountId, knowledgeId } = await baseWithText();
  const find = async () =>
    (
      await searchKnowledge(fixture.dependencies, {
        accountId,
        knowledgeIds: [knowledgeId],
        query: 'open',
        limit: 3,
      })
    ).length;
  const statuses = async () => {
    const page = { page: 1, pageSize: 20, status: undefined };
    const { items } = await readDocuments(fixture.dependencies, { accountId, knowledgeId }, page);
    return items.map(({ status }) => status);
  };
  const view = await change(accountId, knowledgeId, { chunkTokens: 120 });
  expect(view.settings).toMatchObject({ chunkTokens: 120, overlapPercent: 15 });
  expect(await statuses()).toEqual(['queued']);
  expect(fixture.events.at(-1)?.document.status).toBe('queued');
  expect(await find()).toBe(1);
  await fixture.runJobs();
  expect(await statuses()).toEqual(['ready']);
  expect(await find()).toBe(1);
  expect(told).toContain(`${knowledgeId} settings`);
  const [entry] = await fixture.dependencies.database.account(accountId, (transaction) =>
    transaction.rows<{ action: string; data: object }>('select action, data from audit_events'),
  );
  expect(entry).toMatchObject({ action: 'knowledge.changed', data: { fields: 'chunkTokens', documents: 1 } });
});

test('the same again, a name and other settings read nothing again', async () => {
  const { accountId, knowledgeId } = await baseWithText();
  await change(accountId, knowledgeId, { chunkTokens: 340, language: 'en', translate: false });
  await changeKnowledge(
    fixture.dependencies,
    { actor: ownerOf(accountId), id: knowledgeId },
    { name: 'Shop' },
  );
  expect(fixture.sent).toEqual([]);
  expect(told.filter((one) => one.startsWith(knowledgeId))).toHaveLength(1);
});

test('another model starts the embedding, and one that is not there is refused', async () => {
  const { accountId, knowledgeId } = await baseWithText();
  const view = await change(accountId, knowledgeId, { embeddingModel: 'meanings', reranker: 'best-first' });
  expect(view.vectors).toMatchObject({ next: 'meanings', total: 1, embedded: 0 });
  expect(embeddings()).toBe(1);
  await change(accountId, knowledgeId, { embeddingModel: 'meanings', language: 'ja' });
  expect(embeddings()).toBe(1);
  const wrong: Partial<KnowledgeSettings>[] = [
    { embeddingModel: 'keyless' },
    { embeddingModel: 'best-first' },
    { reranker: 'meanings' },
    { reranker: 'nobody' },
  ];
  for (const settings of wrong) {
    const refused = { code: 'knowledge_model_unknown' };
    await expect(change(accountId, knowledgeId, settings)).rejects.toMatchObject(refused);
    await expect(
      createKnowledge(fixture.dependencies, accountId, { name: 'New', settings }),
    ).rejects.toMatchObject(refused);
  }
});

test('a model whose key went missing does not keep other settings from being saved', async () => {
  const { accountId, knowledgeId } = await baseWithText();
  await change(accountId, knowledgeId, { embeddingModel: 'meanings' });
  const keyless = { ...fixture.dependencies, knowledgeModels: createKnowledgeModels({ providers: {} }) };
  const settings = { embeddingModel: 'meanings', overlapPercent: 0 };
  const view = await changeKnowledge(keyless, { actor: ownerOf(accountId), id: knowledgeId }, { settings });
  expect(view.settings).toMatchObject(settings);
});

test('another account’s base does not exist', async () => {
  const { knowledgeId } = await baseWithText();
  const theirs = change(newId<AccountId>(), knowledgeId, { language: 'en' });
  await expect(theirs).rejects.toMatchObject({ code: 'not_found' });
});
