import type { QuestionRow } from '@hanasu/contract/documents';
import type { AccountId, KnowledgeId } from '@hanasu/contract/ids';
import type { DocumentView } from '@hanasu/contract/knowledge';
import { DOCUMENT_TYPES } from '@hanasu/retrieval/extract/document-types';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { packRows } from '../domain/question-rows.ts';
import { storeSource } from './store-source.ts';

/** Keeps rows of questions and answers as a document, and queues its reading. */
export async function createQuestions(
  dependencies: KnowledgeDependencies,
  accountId: AccountId,
  knowledgeId: KnowledgeId,
  body: {
    readonly title: string;
    readonly rows: readonly QuestionRow[];
    readonly tags?: readonly string[] | undefined;
  },
): Promise<DocumentView> {
  const { document } = await storeSource(dependencies, accountId, knowledgeId, {
    kind: 'questions',
    title: body.title,
    fileName: null,
    folder: '',
    mediaType: DOCUMENT_TYPES.json.mediaType,
    bytes: packRows(body.rows),
    url: null,
    websiteId: null,
    tags: body.tags,
  });
  return document;
}
