import { setTimeout } from 'node:timers/promises';
import type { QuestionRow } from '@hanasu/contract/documents';
import type { AccountId, DocumentId, EmbeddingId, KnowledgeId } from '@hanasu/contract/ids';
import { KnowledgeSettings } from '@hanasu/contract/knowledge-settings';
import { detectLanguage } from '@hanasu/models/builtin/detect-language';
import { AppError } from '../../../platform/app-error.ts';
import { selectKnowledge } from '../bases/knowledge.store.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import type { DocumentKey, KnowledgeKey } from '../keys.ts';
import { processDocument } from '../reading/process-document.ts';
import { storable } from '../uploads/upload.ts';
import {
  ANSWERS_FILE,
  lockAnswers,
  selectAnswers,
  selectPassageWith,
  selectStatusOf,
} from './answers.store.ts';
import { requeueDocument } from './documents.store.ts';
import { packRows, readRows } from './question-rows.ts';
import { storeSource } from './store-source.ts';

/** `embeddingId` is null while the passage cannot be found yet. */
export interface AddedAnswer {
  readonly documentId: DocumentId;
  readonly embeddingId: EmbeddingId | null;
}
export type AddAnswer = (
  accountId: AccountId,
  knowledgeId: KnowledgeId,
  row: QuestionRow,
) => Promise<AddedAnswer>;

/** Then the next document begins: a document is read anew for every answer. */
const ROWS_MAX = 500;
const TITLES = {
  en: 'Answers from conversations',
  ja: '会話からの回答',
  vi: 'Câu trả lời từ hội thoại',
} as const;

/**
 * Makes a question with its answer a passage of a base, searchable when this returns. The answers of a base are rows
 * of one document that is made for the first of them; the same question again replaces its answer.
 */
export function createAddAnswer(dependencies: KnowledgeDependencies): AddAnswer {
  // One after the other: the lock of each holds a connection while its work needs another one.
  let last: Promise<unknown> = Promise.resolve();
  return (accountId, knowledgeId, { question, answer }) => {
    const row = { question: storable(question), answer: storable(answer) };
    const added = last.then(async () => {
      const documentId = await storeRow(dependencies, { accountId, knowledgeId }, row);
      await readNow(dependencies, knowledgeId, { accountId, documentId });
      const [words = ''] = row.answer.split('\n');
      const embeddingId = await dependencies.database.account(accountId, (transaction) =>
        selectPassageWith(transaction, documentId, words),
      );
      return { documentId, embeddingId };
    });
    last = added.catch(() => undefined);
    return added;
  };
}

const ATTEMPTS = 3;
const LOOK_MS = 50;
const PATIENCE_MS = 15_000;

/**
 * Reads the document without waiting for its queued job, which does the same: of both the one that started last
 * finishes it. A job that still reads the version before finds its source gone and says it failed; then once more.
 */
async function readNow(
  dependencies: KnowledgeDependencies,
  knowledgeId: KnowledgeId,
  key: DocumentKey,
): Promise<void> {
  const { database } = dependencies;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    await processDocument(dependencies, key, new AbortController().signal);
    const isFailed = await hasFailed(dependencies, key);
    if (!isFailed) return;
    await database.account(key.accountId, (transaction) =>
      requeueDocument(transaction, knowledgeId, key.documentId),
    );
  }
}

async function hasFailed(
  { database }: KnowledgeDependencies,
  { accountId, documentId }: DocumentKey,
): Promise<boolean> {
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_MS) {
    const status = await database.account(accountId, (transaction) =>
      selectStatusOf(transaction, documentId),
    );
    if (status === 'failed') return true;
    if (status === 'ready' || status === 'stopped' || status === null) return false;
    await setTimeout(LOOK_MS);
  }
  return false;
}

const storeRow = (
  dependencies: KnowledgeDependencies,
  { accountId, knowledgeId }: KnowledgeKey,
  row: QuestionRow,
): Promise<DocumentId> =>
  dependencies.database.account(accountId, async (transaction) => {
    await lockAnswers(transaction, knowledgeId);
    const base = await selectKnowledge(transaction, knowledgeId);
    if (!base) throw new AppError('not_found', 'Knowledge base not found');
    const before = await selectAnswers(transaction, knowledgeId);
    const known = before ? rowsOf(await dependencies.files.get(before.fileKey)) : [];
    const isFull = known.length >= ROWS_MAX;
    const kept = isFull ? [] : known.filter(({ question }) => keyOf(question) !== keyOf(row.question));
    const source = {
      kind: 'questions' as const,
      title: before?.title ?? TITLES[languageOf(KnowledgeSettings.parse(base.settings), row)],
      fileName: ANSWERS_FILE,
      folder: '',
      mediaType: 'application/json',
      bytes: packRows([...kept, row]),
      url: null,
      websiteId: null,
    };
    const replaces = before && !isFull ? before.id : null;
    const stored = await storeSource(dependencies, { accountId, knowledgeId, source, replaces });
    return stored.document.uuid;
  });

/** Throws when there is something else under the document: it must not be lost. */
function rowsOf(bytes: Uint8Array): QuestionRow[] {
  const rows = readRows(Buffer.from(bytes).toString('utf8'));
  if (!rows) throw new Error('the document of answers holds no rows');
  return rows;
}

const keyOf = (question: string): string =>
  question
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{P}]+/gu, '');

function languageOf({ language }: KnowledgeSettings, { question, answer }: QuestionRow) {
  return language === 'auto' ? detectLanguage(`${question}\n${answer}`) : language;
}
