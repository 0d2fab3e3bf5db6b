import type { BenchHanasu } from './hanasu.ts';

const SECTIONS = 1000;
const PER_DOCUMENT = 250;
const INSTRUCTIONS = 'You answer customers.';

/** Long enough that each section is a passage of its own. */
const section = (index: number): string =>
  `## Question ${index}\n\nOur shop ${index} opens at ${index % 12} o'clock and closes late. ${Array.from(
    { length: 30 },
    (_, word) => `Fact ${index * 7 + word} about shop ${index}.`,
  ).join(' ')}`;

const VECTORS = { embeddingModel: 'openai-text-embedding-3-small' };

async function fillKnowledge(
  hanasu: BenchHanasu,
  settings: { readonly embeddingModel?: string } = {},
): Promise<{ uuid: string; chunks: number }> {
  const knowledge = await hanasu.post<{ uuid: string }>('/api/user/knowledge', { name: 'bench', settings });
  for (let from = 0; from < SECTIONS; from += PER_DOCUMENT) {
    const text = Array.from({ length: PER_DOCUMENT }, (_, index) => section(from + index)).join('\n\n');
    await hanasu.post(`/api/user/knowledge/${knowledge.uuid}/document`, { title: `FAQ ${from}`, text });
  }
  const path = `/api/user/knowledge/${knowledge.uuid}/documents`;
  for (;;) {
    const { items } = await hanasu.get<{ items: { status: string; embeddings: number }[] }>(path);
    if (items.some(({ status }) => status === 'failed')) throw new Error('a bench document failed');
    const { vectors } = await hanasu.get<{ vectors: { embedded: number; total: number } }>(
      `/api/user/knowledge/${knowledge.uuid}`,
    );
    const isEmbedded = !settings.embeddingModel || vectors.embedded === vectors.total;
    if (items.every(({ status }) => status === 'ready') && isEmbedded)
      return { uuid: knowledge.uuid, chunks: items.reduce((sum, { embeddings }) => sum + embeddings, 0) };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

export interface BenchBots {
  readonly plain: string;
  readonly knowing: string;
  /** The same with vectors of the fake model. */
  readonly vectors: string;
  /** The model that needs no key, with the same base. */
  readonly builtin: string;
  readonly chunks: number;
}

/** A bot without knowledge, one with a base of about 1,000 passages, and one for the model that needs no key. */
export async function makeBots(hanasu: BenchHanasu): Promise<BenchBots> {
  const knowledge = await fillKnowledge(hanasu);
  const embedded = await fillKnowledge(hanasu, VECTORS);
  const make = async (name: string, serviceUuid: string, knowledgeUuids: string[]) => {
    const bot = { name, serviceUuid, knowledgeUuids, instructions: INSTRUCTIONS };
    return (await hanasu.post<{ uuid: string }>('/api/user/bot', bot)).uuid;
  };
  return {
    plain: await make('plain', 'openai-gpt-4o-mini', []),
    knowing: await make('knowing', 'openai-gpt-4o-mini', [knowledge.uuid]),
    vectors: await make('vectors', 'openai-gpt-4o-mini', [embedded.uuid]),
    builtin: await make('builtin', 'builtin-extractive', [knowledge.uuid]),
    chunks: knowledge.chunks,
  };
}
