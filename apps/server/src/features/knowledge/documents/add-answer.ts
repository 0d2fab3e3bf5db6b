import { setTimeout } from 'node:timers/promises';
import type { QuestionRow } from '@hanasu/contract/documents';
import type { AccountId, DocumentId, EmbeddingId, KnowledgeId } from '@hanasu/contract/ids';
import type { DocumentStatus } from '@hanasu/contract/knowledge';
import { KnowledgeSettings } from '@hanasu/contract/knowledge-settings';
import { guessLanguage } from '@hanasu/models/builtin/detect-language';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { createAccountQueue } from '../../../platform/workers/account-queue.ts';
import { selectKnowledge } from '../bases/knowledge.store.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import type { DocumentKey, KnowledgeKey } from '../keys.ts';
import { processDocument } from '../reading/process-document.ts';
import { storable } from '../uploads/upload.ts';
import { requeueDocument } from './documents.store.ts';
import { packRows, readRows } from './question-rows.ts';
import { storeMadeSource } from './store-source.ts';

/** `embeddingId` is null while the passage cannot be found yet. */
interface AddedAnswer {
  readonly documentId: DocumentId;
  readonly embeddingId: EmbeddingId | null;
}
type AddAnswer = (accountId: AccountId, knowledgeId: KnowledgeId, row: QuestionRow) => Promise<AddedAnswer>;

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
  // One after the other: each reads the document anew.
  const inTurn = createAccountQueue({
    running: 1,
    waiting: 100,
    refusal: 'Too many answers are being added already; try again in a moment',
  });
  return (accountId, knowledgeId, { question, answer }) =>
    inTurn({ accountId }, async () => {
      const row = { question: storable(question), answer: storable(answer) };
      const documentId = await storeRow(dependencies, { accountId, knowledgeId }, row);
      await readNow(dependencies, knowledgeId, { accountId, documentId });
      const [words = ''] = row.answer.split('\n');
      const embeddingId = await dependencies.database.account(accountId, (transaction) =>
        selectPassageWith(transaction, documentId, words),
      );
      return { documentId, embeddingId };
    });
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

async function storeRow(
  dependencies: KnowledgeDependencies,
  { accountId, knowledgeId }: KnowledgeKey,
  row: QuestionRow,
): Promise<DocumentId> {
  const { document } = await storeMadeSource(
    dependencies,
    { accountId, knowledgeId },
    async (transaction) => {
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
      return { source, replaces: before && !isFull ? before.id : null };
    },
  );
  return document.uuid;
}

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
  return language === 'auto' ? guessLanguage(`${question}\n${answer}`) : language;
}

/** By it the document is known whatever it is called; `questions` are never looked up by file name otherwise. */
const ANSWERS_FILE = 'answers-from-conversations.json';

interface AnswersDocument {
  readonly id: DocumentId;
  readonly title: string;
  readonly fileKey: string;
}

/** One at a time adds answers to a base, over all processes, until the transaction ends. */
async function lockAnswers(transaction: AccountTransaction, knowledgeId: KnowledgeId): Promise<void> {
  await transaction.run(`select pg_advisory_xact_lock(hashtextextended('answers ' || $1::text, 0))`, [
    knowledgeId,
  ]);
}

/** The newest document that takes the answers of a base; null: there is none yet. */
const selectAnswers = (
  transaction: AccountTransaction,
  knowledgeId: KnowledgeId,
): Promise<AnswersDocument | null> =>
  transaction.one(
    `select id, title, file_key as "fileKey" from documents
     where account_id = $1 and knowledge_id = $2 and kind = 'questions' and folder = '' and file_name = $3
     order by id desc limit 1`,
    [transaction.accountId, knowledgeId, ANSWERS_FILE],
  );

/** The last passage of a document that has these words, else its last one; null: it is not read yet. */
async function selectPassageWith(
  transaction: AccountTransaction,
  documentId: DocumentId,
  words: string,
): Promise<EmbeddingId | null> {
  const row = await transaction.one<{ id: EmbeddingId }>(
    `select e.id from embeddings e join documents d on d.account_id = e.account_id and d.id = e.document_id
     where e.account_id = $1 and e.document_id = $2 and e.enabled and d.status = 'ready'
     order by strpos(e.text, $3) > 0 desc, e.position desc limit 1`,
    [transaction.accountId, documentId, words],
  );
  return row?.id ?? null;
}

/** Null when it is gone. */
async function selectStatusOf(
  transaction: AccountTransaction,
  documentId: DocumentId,
): Promise<DocumentStatus | null> {
  const row = await transaction.one<{ status: DocumentStatus }>(
    'select status from documents where account_id = $1 and id = $2',
    [transaction.accountId, documentId],
  );
  return row?.status ?? null;
}
