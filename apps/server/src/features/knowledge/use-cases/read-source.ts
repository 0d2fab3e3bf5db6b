import type { AccountId, DocumentId } from '@hanasu/contract/ids';
import { documentOf } from '@hanasu/retrieval/extract/document';
import { questionsToText } from '@hanasu/retrieval/extract/questions/questions';
import type { KnowledgeDependencies } from '../dependencies.ts';
import type { DocumentSource } from '../documents.store.ts';
import { readRows } from '../domain/question-rows.ts';
import { INTERNAL } from '../domain/read-failures.ts';
import { type FileSource, limitsFor, type ReadFile } from '../domain/read-file.ts';
import type { DocumentRun } from './document-run.ts';
import { readScannedPages } from './read-scanned-pages.ts';

type Read = Awaited<ReturnType<ReadFile>>;

interface Work {
  readonly accountId: AccountId;
  readonly documentId: DocumentId;
  readonly source: DocumentSource;
  readonly run: DocumentRun;
}

/** Larger files are read from where they are. */
const IN_MEMORY_BYTES = 1024 * 1024;

/** Text of what a document was made from: rows as they are, files by a process of its own, scanned pages by a model. */
export async function readSource(dependencies: KnowledgeDependencies, work: Work): Promise<Read> {
  const { files, log } = dependencies;
  const { source, run, accountId, documentId } = work;
  const size = await files.size(source.fileKey);
  if (size === null) {
    log.error({ accountId, documentId, code: 'internal' }, 'uploaded file is not in the store');
    return INTERNAL;
  }
  if (source.kind === 'questions') return readQuestions(await files.get(source.fileKey));
  const path = size > IN_MEMORY_BYTES ? files.pathOf(source.fileKey) : null;
  const from: FileSource = path ? { filePath: path } : { bytes: await files.get(source.fileKey) };
  const file = { ...from, fileName: source.fileName ?? 'text.md' };
  const read = await dependencies.readFile({
    ...file,
    signal: run.signal,
    onProgress: run.report,
    limits: limitsFor(size),
  });
  return readScannedPages(dependencies, {
    file,
    read,
    accountId,
    signal: run.signal,
    onProgress: run.report,
  });
}

function readQuestions(bytes: Buffer): Read {
  const rows = readRows(bytes.toString('utf8'));
  return rows
    ? { kind: 'ok', document: documentOf({ title: null, text: questionsToText(rows), kind: 'questions' }) }
    : { kind: 'failed', failure: 'broken', reason: 'The rows cannot be read; write them again.' };
}
