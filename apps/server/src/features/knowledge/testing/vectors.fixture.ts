import type { AccountId, EmbeddingId, KnowledgeId } from '@hanasu/contract/ids';
import { type FakeProviders, startFakeProviders } from '@hanasu/models/fake/fake-provider-server';
import { createKnowledgeModels } from '@hanasu/models/knowledge/create-knowledge-models';
import { CompatibleEndpoints } from '@hanasu/models/providers/compatible-endpoint';
import { newId } from '../../../platform/ids.ts';
import { tokenLots } from '../../billing/public.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { createKnowledgeFixture } from './knowledge.fixture.ts';

/** Costs something, and nothing. */
export const PAID = 'openai-text-embedding-3-small-512';
export const FREE = 'compatible-own-e5';

/** The feature with models of the fake providers, and an account that has tokens. */
export async function createVectorFixture(changes: Partial<KnowledgeDependencies> = {}) {
  const fake: FakeProviders = await startFakeProviders();
  const models = createKnowledgeModels({
    providers: { openai: { apiKey: 'key', baseUrl: fake.baseUrls.openai } },
    compatible: CompatibleEndpoints.parse([
      {
        name: 'own',
        baseUrl: fake.baseUrls.compatible,
        models: [{ kind: 'embedding', id: 'e5', textTokens: 512 }],
      },
    ]),
    pause: async () => undefined,
  });
  const fixture = await createKnowledgeFixture({ knowledgeModels: models, ...changes });
  const { database } = fixture.dependencies;
  const { accountId } = fixture;
  await database.system((transaction) =>
    tokenLots.grantTokens(transaction, { accountId, id: newId<string>(), tokens: 1_000_000 }),
  );
  return {
    ...fixture,
    fake,
    /** One document, a chunk for each text, read and put into the index but embedded only by `runJobs`. */
    async addTexts(knowledgeId: KnowledgeId, texts: readonly string[]): Promise<void> {
      const body = texts.map((text, index) => `# Part ${index}\n\n${text}`).join('\n\n');
      await fixture.addText(accountId, knowledgeId, 'Guide', body);
    },
    rows: <Row>(sql: string, values: readonly unknown[] = []): Promise<Row[]> =>
      database.account(accountId, (transaction) => transaction.rows<Row>(sql, values)),
    /** What the model finds for a text, best first. */
    async near(knowledgeId: KnowledgeId, model: string, text: string, limit = 3): Promise<string[]> {
      const embedded = await models.embed({ model, purpose: 'query', texts: [text] });
      if (embedded.kind !== 'ok') throw new Error(embedded.detail);
      const [query = new Float32Array()] = embedded.vectors;
      return database.snapshot(accountId, async (transaction) => {
        const found = await fixture.dependencies.vectors.nearest(transaction, {
          knowledgeId,
          model,
          query,
          limit,
        });
        const rows = await transaction.rows<{ id: EmbeddingId; text: string }>(
          'select id, text from embeddings where knowledge_id = $1',
          [knowledgeId],
        );
        const texts = new Map(rows.map((row) => [row.id, row.text]));
        return found.map(({ embeddingId }) => texts.get(embeddingId) ?? '');
      });
    },
    balance: async (account: AccountId = accountId): Promise<number> => {
      const [row] = await database.account(account, (transaction) =>
        transaction.rows<{ balance: number }>('select balance from token_balances'),
      );
      return row?.balance ?? 0;
    },
    async close() {
      await fixture.close();
      await fake.close();
    },
  };
}
export type VectorFixture = Awaited<ReturnType<typeof createVectorFixture>>;
