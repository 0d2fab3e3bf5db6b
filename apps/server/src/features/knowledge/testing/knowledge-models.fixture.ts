import type { EmbeddingId } from '@hanasu/contract/ids';
import type { KnowledgeModels } from '@hanasu/models/knowledge/knowledge-models';
import type { VectorIndex } from '../vectors/vector-index.ts';

/** Words that mean the same to the model of these tests. */
const MEANINGS = [
  ['wallet', 'purse', 'money'],
  ['car', 'automobile', 'vehicle', 'parking'],
  ['open', 'hours', 'schedule'],
  ['garden', 'flowers'],
] as const;

function vectorOf(text: string): Float32Array {
  const words = text.toLowerCase();
  const counts = MEANINGS.map((same) => same.filter((word) => words.includes(word)).length + 0.01);
  const length = Math.hypot(...counts);
  return Float32Array.from(counts, (count) => count / length);
}

const failed = { kind: 'failed', reason: 'unavailable', detail: 'it is down' } as const;

/** A model that knows a few meanings, and one that likes texts with the word "best"; both can be made to fail. */
export function createFakeKnowledgeModels() {
  const state = { embed: 'ok' as 'ok' | 'down' | 'throws', rerank: 'ok' as 'ok' | 'down' | 'throws' };
  const calls = { embed: 0, rerank: 0 };
  let onCall = (): void => undefined;
  const models: KnowledgeModels = {
    list: () => [
      {
        uuid: 'meanings',
        kind: 'embedding',
        name: 'Meanings',
        provider: 'fake',
        dimensions: 4,
        available: true,
        rate: 1,
        perCall: 0,
        setting: null,
      },
      {
        uuid: 'keyless',
        kind: 'embedding',
        name: 'Keyless',
        provider: 'fake',
        dimensions: 4,
        available: false,
        rate: 1,
        perCall: 0,
        setting: 'FAKE_KEY',
      },
      {
        uuid: 'best-first',
        kind: 'reranker',
        name: 'Best',
        provider: 'fake',
        dimensions: null,
        available: true,
        rate: 1,
        perCall: 0,
        setting: null,
      },
    ],
    estimateCost: (_, texts) => texts.length * 10,
    async embed({ texts }) {
      onCall();
      calls.embed += 1;
      if (state.embed === 'throws') throw new Error('a defect');
      if (state.embed === 'down') return failed;
      return { kind: 'ok', vectors: texts.map(vectorOf), tokens: texts.length * 10, cost: texts.length * 7 };
    },
    async rerank({ texts }) {
      onCall();
      calls.rerank += 1;
      if (state.rerank === 'throws') throw new Error('a defect');
      if (state.rerank === 'down') return failed;
      return {
        kind: 'ok',
        scores: texts.map((text) => (text.includes('best') ? 0.9 : 0.1)),
        tokens: 5,
        cost: 3,
      };
    },
  };
  return {
    models,
    state,
    calls,
    /** Hears of every call of a model when it begins. */
    listen(listener: () => void): void {
      onCall = listener;
    },
  };
}

/** Compares a question with the chunks that are stored now, as the model of these tests understands them. */
export const fakeVectorIndex: VectorIndex = {
  async nearest(transaction, { knowledgeId, query, limit, accept }) {
    const rows = await transaction.rows<{ id: EmbeddingId; ordinal: number; text: string }>(
      'select id, ordinal, text from embeddings where account_id = $1 and knowledge_id = $2 order by id',
      [transaction.accountId, knowledgeId],
    );
    return rows
      .filter(({ id }) => accept?.has(id) ?? true)
      .map(({ id, ordinal, text }) => ({
        embeddingId: id,
        ordinal,
        score: vectorOf(text).reduce((sum, part, at) => sum + part * (query[at] ?? 0), 0),
      }))
      .sort((one, other) => other.score - one.score)
      .slice(0, limit);
  },
};
