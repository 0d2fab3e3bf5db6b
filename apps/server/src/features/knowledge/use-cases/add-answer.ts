import { QuestionRow } from '@hanasu/contract/documents';
import type { AccountId, DocumentId, EmbeddingId, KnowledgeId } from '@hanasu/contract/ids';
import { KnowledgeSettings } from '@hanasu/contract/knowledge';
import { detectLanguage } from '@hanasu/models/builtin/detect-language';
import { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import { ANSWERS_FILE, lockAnswers, selectAnswers, selectPassageWith } from '../answers.store.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { storable } from '../domain/upload.ts';
import { selectKnowledge } from '../knowledge.store.ts';
import { processDocument } from './process-document.ts';
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
const Rows = z.array(QuestionRow);

/**
 * Makes a question with its answer a passage of a base, searchable when this returns. The answers of a base are rows
 * of one document that is made for the first of them; the same question again replaces its answer.
 */
export function createAddAnswer(dependencies: KnowledgeDependencies): AddAnswer {
  // One after the other: the lock of each holds a connection while its work needs another one.
  let last: Promise<unknown> = Promise.resolve();
  return async (accountId, knowledgeId, row) => {
    const clean = { question: storable(row.question), answer: storable(row.answer) };
    const stored = last.then(() => storeRow(dependencies, accountId, knowledgeId, clean));
    last = stored.catch(() => undefined);
    const documentId = await stored;
    // The queued job does the same; whoever is first makes the other one do nothing.
    await processDocument(dependencies, { accountId, documentId }, new AbortController().signal);
    const [words = ''] = clean.answer.split('\n');
    const embeddingId = await dependencies.database.account(accountId, (transaction) =>
      selectPassageWith(transaction, documentId, words),
    );
    return { documentId, embeddingId };
  };
}

const storeRow = (
  dependencies: KnowledgeDependencies,
  accountId: AccountId,
  knowledgeId: KnowledgeId,
  row: QuestionRow,
): Promise<DocumentId> =>
  dependencies.database.account(accountId, async (transaction) => {
    await lockAnswers(transaction, knowledgeId);
    const base = await selectKnowledge(transaction, knowledgeId);
    if (!base) throw new AppError('not_found', 'There is no such knowledge base');
    const before = await selectAnswers(transaction, knowledgeId);
    const known = before ? readRows(await dependencies.files.get(before.fileKey)) : [];
    const isFull = known.length >= ROWS_MAX;
    const kept = isFull ? [] : known.filter(({ question }) => keyOf(question) !== keyOf(row.question));
    const source = {
      kind: 'questions' as const,
      title: before?.title ?? TITLES[languageOf(KnowledgeSettings.parse(base.settings), row)],
      fileName: ANSWERS_FILE,
      folder: '',
      mediaType: 'application/json',
      bytes: Buffer.from(JSON.stringify([...kept, row]), 'utf8'),
      url: null,
      websiteId: null,
    };
    const replaces = before && !isFull ? before.id : null;
    const stored = await storeSource(dependencies, accountId, knowledgeId, source, replaces);
    return stored.document.uuid;
  });

/** Throws when somebody has put something else under the document: it must not be lost. */
const readRows = (bytes: Uint8Array): QuestionRow[] =>
  Rows.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));

const keyOf = (question: string): string =>
  question
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{P}]+/gu, '');

function languageOf({ language }: KnowledgeSettings, { question, answer }: QuestionRow) {
  return language === 'auto' ? (detectLanguage(`${question}\n${answer}`)) : language;
}
