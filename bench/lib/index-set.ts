import { readFile } from 'node:fs/promises';
import type { DocumentId } from '@hanasu/contract/ids';
import type { SetDocument } from '@hanasu/retrieval/bench/retrieval-sets';
import type { Chunk } from '@hanasu/retrieval/split/chunk';
import type { KnowledgeDependencies } from '../../apps/server/src/features/knowledge/dependencies.ts';
import { createDocument } from '../../apps/server/src/features/knowledge/documents/store-source.ts';
import { createKnowledge } from '../../apps/server/src/features/knowledge/bases/bases.ts';
import { mergeIndex } from '../../apps/server/src/features/knowledge/indexing/merge-index.ts';
import { processDocument } from '../../apps/server/src/features/knowledge/reading/process-document.ts';
import type { KnowledgeBench } from './knowledge-bench.ts';

const PASSAGES_PER_DOCUMENT = 100;

/**
 * Puts passages into a new base the way uploads get there, except that each passage of the set becomes one chunk:
 * the right answers are known by passage. Returns a search that answers with the ids of the set.
 */
export async function indexSet(
  { feature, accountId, search }: KnowledgeBench,
  documents: readonly SetDocument[],
) {
  const { uuid: knowledgeId } = await createKnowledge(feature, accountId, { name: 'bench' });
  const idOf = new Map<string, string>();
  for (let from = 0; from < documents.length; from += PASSAGES_PER_DOCUMENT) {
    const passages = documents.slice(from, from + PASSAGES_PER_DOCUMENT);
    const text = passages.map((passage) => passage.text).join('\n');
    const dependencies = { ...withoutJobs(feature), text: oneChunkEach(feature, passages) };
    const upload = { title: ' ', fileName: null, bytes: Buffer.from(text || ' ') };
    const document = await createDocument(dependencies, { accountId, knowledgeId }, upload);
    await processDocument(
      dependencies,
      { accountId, documentId: document.uuid },
      new AbortController().signal,
    );
    await mergeIndex(feature, accountId, knowledgeId);
    for (const [position, passage] of passages.entries())
      idOf.set(keyOf(document.uuid, position), passage.id);
  }
  const positions = await positionsOf(feature, accountId);
  return async (query: string, limit: number): Promise<string[]> => {
    const found = await search(knowledgeId, query, limit);
    return found.map(({ embeddingId }) => idOf.get(positions.get(embeddingId) ?? '') ?? '');
  };
}

const keyOf = (documentId: DocumentId, position: number): string => `${documentId} ${position}`;

async function positionsOf(feature: KnowledgeBench['feature'], accountId: KnowledgeBench['accountId']) {
  const rows = await feature.database.account(accountId, (transaction) =>
    transaction.rows<{ id: string; documentId: DocumentId; position: number }>(
      'select id, document_id as "documentId", position from embeddings',
    ),
  );
  return new Map(rows.map(({ id, documentId, position }) => [id, keyOf(documentId, position)]));
}

const withoutJobs = (feature: KnowledgeDependencies): KnowledgeDependencies => ({
  ...feature,
  jobs: () => ({
    send: async () => undefined,
    isReady: () => true,
    stop: async () => undefined,
  }),
  readFile: async (request) => {
    const bytes = 'filePath' in request ? await readFile(request.filePath) : Buffer.from(request.bytes);
    return {
      kind: 'ok',
      document: { title: null, text: bytes.toString('utf8'), pages: null, unreadPages: [] },
    };
  },
});

function oneChunkEach(
  { text }: KnowledgeDependencies,
  passages: readonly SetDocument[],
): KnowledgeDependencies['text'] {
  const chunks: Chunk[] = passages.map((passage, position) => ({
    position,
    headingPath: [passage.title],
    page: null,
    start: 0,
    end: passage.text.length,
    text: passage.text,
  }));
  return {
    ...text,
    run: (task, onProgress) =>
      task.kind === 'split' ? (Promise.resolve(chunks) as never) : text.run(task, onProgress),
  };
}
