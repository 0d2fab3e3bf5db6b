import type { AccountId, DocumentId } from '@hanasu/contract/ids';
import type { DocumentView } from '@hanasu/contract/knowledge';
import type { KnowledgeLanguage } from '@hanasu/contract/knowledge-settings';
import { detectLanguage } from '@hanasu/models/builtin/detect-language';
import { isDatabaseUnavailable } from '../../../platform/database/unavailable.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { selectLanguage, writeFindings } from '../document-changes.store.ts';
import { type DocumentSource, startReading, writeFailure } from '../documents.store.ts';
import { INTERNAL, OUT_OF_MEMORY, type ReadFailure } from '../domain/read-failures.ts';
import { announceDocument } from './announce-document.ts';
import { createDocumentRun, type DocumentRun } from './document-run.ts';
import { indexDocument } from './index-document.ts';
import { readSource } from './read-source.ts';

const SAMPLE = 4_000;

/** The language that is set for the base, or what the beginning, the middle and the end of the text are written in. */
function documentLanguage(text: string, set: KnowledgeLanguage): DocumentView['language'] {
  if (set !== 'auto') return set;
  const middle = Math.max(0, Math.floor(text.length / 2) - SAMPLE / 2);
  const sample = [text.slice(0, SAMPLE), text.slice(middle, middle + SAMPLE), text.slice(-SAMPLE)].join('\n');
  return /\p{L}/u.test(sample) ? detectLanguage(sample) : null;
}

export interface DocumentKey {
  readonly accountId: AccountId;
  readonly documentId: DocumentId;
}

type Outcome = ReadFailure | { readonly kind: 'ready' } | { readonly kind: 'stopped' };

/**
 * Reads, splits and indexes a document. Running it again replaces what the run before has stored, so a worker may die
 * at any point. Throws only when trying again later makes sense.
 */
export async function processDocument(
  dependencies: KnowledgeDependencies,
  { accountId, documentId }: DocumentKey,
  stop: AbortSignal,
): Promise<void> {
  const source = await dependencies.database.account(accountId, (transaction) =>
    startReading(transaction, documentId),
  );
  if (!source) return;
  const run = createDocumentRun(dependencies, accountId, { documentId, fileKey: source.fileKey }, stop);
  const outcome = await work(dependencies, { accountId, documentId, source, run }).catch((error: unknown) => {
    if (stop.aborted || isWorthRetrying(error)) throw error;
    dependencies.log.error({ err: error, accountId, documentId, code: 'internal' }, 'document not read');
    return isOutOfMemory(error) ? OUT_OF_MEMORY : INTERNAL;
  });
  await run.settle();
  if (outcome.kind === 'failed') await fail(dependencies, { accountId, documentId }, source, outcome);
  else if (outcome.kind === 'stopped' && stop.aborted) throw new Error('the worker is stopping');
}

interface Work extends DocumentKey {
  readonly source: DocumentSource;
  readonly run: DocumentRun;
}

async function work(dependencies: KnowledgeDependencies, { source, run, ...key }: Work): Promise<Outcome> {
  if (!(await run.enter('reading'))) return { kind: 'stopped' };
  const read = await readSource(dependencies, { ...key, source, run });
  await run.settle();
  if (read.kind !== 'ok') return read;
  const { document } = read;
  await dependencies.database.account(key.accountId, async (transaction) => {
    const language = documentLanguage(document.text, await selectLanguage(transaction, source.knowledgeId));
    await writeFindings(transaction, key.documentId, {
      language,
      unreadPages: [...document.unreadPages],
    });
  });
  return indexDocument(dependencies, { ...key, source, run, document });
}

async function fail(
  dependencies: KnowledgeDependencies,
  { accountId, documentId }: DocumentKey,
  { fileKey }: DocumentSource,
  { failure, reason }: ReadFailure,
): Promise<void> {
  const document = await dependencies.database.account(accountId, (transaction) =>
    writeFailure(transaction, documentId, { failure, reason, fileKey }),
  );
  if (document) announceDocument(dependencies, accountId, document);
}

/** Waited too long for a lock (57014, 55P03), or chosen to end a deadlock (40P01). */
const PASSING_STATES: ReadonlySet<unknown> = new Set(['57014', '55P03', '40P01']);

const isWorthRetrying = (error: unknown): boolean =>
  isDatabaseUnavailable(error) ||
  (error instanceof Error && 'code' in error && PASSING_STATES.has(error.code));

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
