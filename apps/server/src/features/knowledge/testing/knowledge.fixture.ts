import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccountId, DocumentId, KnowledgeId } from '@hanasu/contract/ids';
import type { DocumentView } from '@hanasu/contract/knowledge';
import { createKnowledgeModels } from '@hanasu/models/knowledge/create-knowledge-models';
import { pino } from 'pino';
import { openDatabase } from '../../../platform/database/database.ts';
import { createDiskFileStore } from '../../../platform/files/file-store.ts';
import { newId } from '../../../platform/ids.ts';
import type { Jobs } from '../../../platform/workers/jobs.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { createKnowledge } from '../bases/bases.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { createDocument } from '../documents/store-source.ts';
import { createBlockCache } from '../indexing/block-cache.ts';
import { mergeIndex } from '../indexing/merge-index.ts';
import { createTextThread } from '../indexing/text-thread.ts';
import { EMBED_KNOWLEDGE, MERGE_INDEX, PROCESS_DOCUMENT } from '../job-names.ts';
import { processDocument } from '../reading/process-document.ts';
import type { ReadFile } from '../reading/read-file.ts';
import { embedKnowledge } from '../vectors/embed-knowledge.ts';
import { createMemoryIndex } from '../vectors/memory-index.ts';
import { createVectorArena } from '../vectors/vector-arena.ts';
import { createVectorCache } from '../vectors/vector-cache.ts';

/** Reads text files in process: for tests that are not about files. */
export const readPlainText: ReadFile = async (request) => {
  const bytes = 'filePath' in request ? readFileSync(request.filePath) : Buffer.from(request.bytes);
  return {
    kind: 'ok',
    document: { title: null, text: bytes.toString('utf8'), pages: null, unreadPages: [] },
  };
};

interface Sent {
  readonly name: string;
  readonly payload: {
    readonly accountId: AccountId;
    readonly documentId: DocumentId;
    readonly knowledgeId: KnowledgeId;
  };
}

/** The feature on a database of its own. Jobs wait until `runJobs`; events are kept in `events`. */
export async function createKnowledgeFixture(changes: Partial<KnowledgeDependencies> = {}) {
  const testDatabase = await createTestDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'hanasu-knowledge-'));
  const database = openDatabase({ url: testDatabase.url, poolSize: 6, onError: () => undefined });
  const text = createTextThread();
  const sent: Sent[] = [];
  const events: { accountId: AccountId; event: string; document: DocumentView }[] = [];
  const dependencies: KnowledgeDependencies = {
    database,
    files: createDiskFileStore(folder),
    jobs: () => waitingJobs(sent),
    realtime: {
      emit: (accountId, event, payload) => {
        const { document } = payload as { document: DocumentView };
        events.push({ accountId, event, document });
      },
    },
    log: pino({ level: 'silent' }),
    now: () => performance.now(),
    maxUploadBytes: 1024 * 1024,
    requireQuota: async () => undefined,
    readFile: readPlainText,
    text,
    blocks: createBlockCache(1024 * 1024),
    knowledgeModels: createKnowledgeModels({ providers: {} }),
    vectors: createMemoryIndex(createVectorCache(createVectorArena(16 * 1024 * 1024))),
    vectorEngine: () => null,
    previews: new Map(),
    ...changes,
  };

  async function runJobs(): Promise<void> {
    for (let job = sent.shift(); job; job = sent.shift()) {
      const { accountId, documentId, knowledgeId } = job.payload;
      if (job.name === PROCESS_DOCUMENT) {
        await processDocument(dependencies, { accountId, documentId }, new AbortController().signal);
      } else if (job.name === MERGE_INDEX) await mergeIndex(dependencies, accountId, knowledgeId);
      else if (job.name === EMBED_KNOWLEDGE)
        await embedKnowledge(dependencies, { accountId, knowledgeId }, new AbortController().signal);
    }
  }

  return {
    dependencies,
    url: testDatabase.url,
    sent,
    events,
    runJobs,
    accountId: newId<AccountId>(),
    addBase: async (accountId: AccountId, name = 'Guide') =>
      (await createKnowledge(dependencies, accountId, { name })).uuid,
    addText: async (accountId: AccountId, knowledgeId: KnowledgeId, title: string, body: string) => {
      const upload = { title, fileName: null, bytes: Buffer.from(body) };
      return (await createDocument(dependencies, { accountId, knowledgeId }, upload)).uuid;
    },
    /** Where the source of a document is kept. */
    fileKeyOf: (accountId: AccountId, id: string): Promise<string> =>
      database.account(accountId, async (transaction) => {
        const row = await transaction.one<{ key: string }>(
          'select file_key as key from documents where account_id = $1 and id = $2',
          [accountId, id],
        );
        return row?.key ?? '';
      }),
    async close() {
      await text.close();
      await database.close();
      await testDatabase.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
export type KnowledgeFixture = Awaited<ReturnType<typeof createKnowledgeFixture>>;

const waitingJobs = (sent: Sent[]): Jobs => ({
  send: async (_transaction, name, payload) => {
    sent.push({ name, payload: payload as unknown as Sent['payload'] });
  },
  isReady: () => true,
  stop: async () => undefined,
});
