import type { AccountId, DocumentId } from '@hanasu/contract/ids';
import type { DocumentStatus } from '@hanasu/contract/knowledge';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { writeProgress } from '../documents/documents.store.ts';
import { publishDocumentUpdate } from '../documents/publish-document-update.ts';

/** Progress of one reading of a document, and the signal that it is no longer needed. */
export interface DocumentRun {
  /** Aborted when the document was deleted, was queued again, or the worker must stop. */
  readonly signal: AbortSignal;
  /** Writes the stage at once; false: stop quietly. */
  enter(status: DocumentStatus): Promise<boolean>;
  /** Writes now and then; `fraction` is of the current stage. */
  report(fraction: number): void;
  /** Resolves when no write is under way. */
  settle(): Promise<void>;
}

const WRITE_EVERY_MS = 500;
/** Where in the whole each stage begins. */
const STAGES = {
  queued: 0,
  reading: 0,
  splitting: 0.6,
  embedding: 0.65,
  ready: 1,
  failed: 1,
  stopped: 0,
} as const;
const STAGE_END = { ...STAGES, reading: STAGES.splitting, splitting: STAGES.embedding, embedding: 0.98 };

export function createDocumentRun(
  dependencies: Pick<KnowledgeDependencies, 'database' | 'realtime' | 'now' | 'log'>,
  {
    accountId,
    document: { documentId, fileKey },
  }: {
    readonly accountId: AccountId;
    readonly document: { readonly documentId: DocumentId; readonly fileKey: string };
  },
  stop: AbortSignal,
): DocumentRun {
  const { database, now, log } = dependencies;
  const gone = new AbortController();
  let stage: DocumentStatus = 'reading';
  let lastWrite = now();
  let writing: Promise<void> = Promise.resolve();
  let isWriting = false;

  async function write(progress: number): Promise<void> {
    lastWrite = now();
    const document = await database.account(accountId, (transaction) =>
      writeProgress(transaction, documentId, { status: stage, progress, fileKey }),
    );
    if (document) publishDocumentUpdate(dependencies, accountId, document);
    else gone.abort();
  }

  return {
    signal: AbortSignal.any([stop, gone.signal]),
    async enter(status) {
      await writing;
      stage = status;
      await write(STAGES[status]);
      return !gone.signal.aborted && !stop.aborted;
    },
    report(fraction) {
      if (isWriting || now() - lastWrite < WRITE_EVERY_MS) return;
      isWriting = true;
      const progress = STAGES[stage] + fraction * (STAGE_END[stage] - STAGES[stage]);
      writing = write(progress)
        // The next stage meets the same fault and reports it; progress alone is not worth failing for.
        .catch((err: unknown) => log.warn({ err, documentId }, 'storing progress failed'))
        .finally(() => {
          isWriting = false;
        });
    },
    settle: () => writing,
  };
}
