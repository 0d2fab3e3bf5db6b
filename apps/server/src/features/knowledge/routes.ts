import * as documents from '@hanasu/contract/documents';
import * as embeddings from '@hanasu/contract/embeddings';
import * as knowledge from '@hanasu/contract/knowledge';
import { listKnowledgeModels } from '@hanasu/contract/knowledge-models';
import * as contract from '@hanasu/contract/websites';
import type { FastifyRequest } from 'fastify';
import { AppError, orNotFound } from '../../platform/app-error.ts';
import { rangeOf } from '../../platform/database/page-range.ts';
import { HANDLED, type Implement } from '../../platform/http/implement.ts';
import { readFileField } from '../../platform/http/read-file-field.ts';
import {
  changeKnowledge,
  createKnowledge,
  deleteKnowledge,
  readKnowledge,
  readKnowledges,
} from './bases/bases.ts';
import {
  addEmbedding,
  changeEmbedding,
  deleteEmbedding,
  mergeEmbeddings,
  resetEmbedding,
  restoreEmbedding,
  splitEmbedding,
} from './chunks/change-chunks.ts';
import { previewChunks, readEmbedding, readEmbeddings, readHits, readRemoved } from './chunks/read-chunks.ts';
import type { KnowledgeDependencies } from './dependencies.ts';
import { selectAllDocuments } from './documents/all-documents.store.ts';
import {
  changeDocument,
  deleteDocument,
  readDocument,
  readDocuments,
  readText,
  replaceDocument,
  retryDocument,
  sendSource,
  stopDocument,
} from './documents/documents.ts';
import { createDocument, createQuestions } from './documents/store-source.ts';
import { searchOneKnowledge } from './search/search-knowledge.ts';
import { cleanFileName, SINGLE_UPLOAD_BYTES, titleOf, type Upload } from './uploads/upload.ts';
import { selectUpload } from './uploads/uploads.store.ts';
import { beginUpload, giveUpUpload, receivePart, uploadView } from './uploads/uploads.ts';
import type { WebsitesDependencies } from './websites/dependencies.ts';
import {
  changeWebsite,
  crawlWebsite,
  createWebsite,
  deleteWebsite,
  readPages,
  readWebsite,
  readWebsites,
  stopWebsite,
} from './websites/websites.ts';

// Five million characters (createDocument) are at most 15 MB of UTF-8, and more when escaped.
const JSON_TEXT_LIMIT = 20 * 1024 * 1024;

/** Puts every endpoint of contract/knowledge.ts and contract/documents.ts on the server. */
export function registerKnowledgeRoutes(implement: Implement, feature: KnowledgeDependencies): void {
  implement(knowledge.listKnowledge, ({ query }, { session }) =>
    readKnowledges(feature, session.accountId, query),
  );
  implement(knowledge.createKnowledge, ({ body }, { session }) =>
    createKnowledge(feature, session.accountId, { name: body.name, settings: body.settings }),
  );
  implement(knowledge.getKnowledge, ({ params }, { session }) =>
    readKnowledge(feature, session.accountId, params.uuid),
  );
  implement(knowledge.updateKnowledge, ({ params, body }, { session }) =>
    changeKnowledge(feature, { actor: session, id: params.uuid }, body),
  );
  implement(knowledge.deleteKnowledge, async ({ params }, { session }) => {
    await deleteKnowledge(feature, session, params.uuid);
    return undefined;
  });
  implement(knowledge.searchKnowledge, ({ params, body }, { session }) =>
    searchOneKnowledge(feature, { accountId: session.accountId, knowledgeId: params.uuid }, body),
  );
  implement(listKnowledgeModels, async () => ({ items: [...feature.knowledgeModels.list()] }));
  registerDocumentRoutes(implement, feature);
  registerDocumentsRoutes(implement, feature);
}

function registerDocumentRoutes(implement: Implement, feature: KnowledgeDependencies): void {
  implement(knowledge.listDocuments, ({ params, query }, { session }) =>
    readDocuments(feature, { accountId: session.accountId, knowledgeId: params.uuid }, query),
  );
  implement(
    knowledge.createDocument,
    async ({ params }, { session, request }) => {
      // Before a large body is read for nothing.
      await readKnowledge(feature, session.accountId, params.uuid);
      const upload = await readUpload(request, feature.maxUploadBytes);
      return createDocument(feature, { accountId: session.accountId, knowledgeId: params.uuid }, upload);
    },
    { parseBody: false, bodyLimit: JSON_TEXT_LIMIT },
  );
  implement(knowledge.getDocument, ({ params }, { session }) =>
    readDocument(feature, {
      accountId: session.accountId,
      knowledgeId: params.uuid,
      documentId: params.document,
    }),
  );
  implement(knowledge.getDocumentText, ({ params }, { session }) =>
    readText(feature, {
      accountId: session.accountId,
      knowledgeId: params.uuid,
      documentId: params.document,
    }),
  );
  implement(knowledge.retryDocument, ({ params }, { session }) =>
    retryDocument(feature, {
      accountId: session.accountId,
      knowledgeId: params.uuid,
      documentId: params.document,
    }),
  );
  implement(knowledge.deleteDocument, async ({ params }, { session }) => {
    await deleteDocument(feature, { actor: session, knowledgeId: params.uuid, documentId: params.document });
    return undefined;
  });
  registerEmbeddingRoutes(implement, feature);
}

/** Puts the endpoints of contract/documents.ts on the server, without the hits of a document. */
function registerDocumentsRoutes(implement: Implement, feature: KnowledgeDependencies): void {
  addChanges(implement, feature);
  addNew(implement, feature);
  addUploads(implement, feature);
  implement(documents.listAllDocuments, async ({ query }, { session }) => {
    const { status, kind, tag, needsAttention, page, pageSize } = query;
    const filter = { ...rangeOf(query), status, kind, tag, needsAttention };
    const found = await feature.database.account(session.accountId, (transaction) =>
      selectAllDocuments(transaction, filter),
    );
    return { ...found, page, pageSize };
  });
  implement(documents.getDocumentSource, async ({ params, query }, { session, request, reply }) => {
    await sendSource(
      feature,
      { accountId: session.accountId, documentId: params.uuid },
      { request, reply, inline: query.inline },
    );
    return HANDLED;
  });
}

function addChanges(implement: Implement, feature: KnowledgeDependencies): void {
  implement(documents.updateDocument, ({ params, body }, { session }) =>
    changeDocument(
      feature,
      { accountId: session.accountId, knowledgeId: params.uuid, documentId: params.document },
      body,
    ),
  );
  implement(documents.stopDocument, ({ params }, { session }) =>
    stopDocument(feature, {
      accountId: session.accountId,
      knowledgeId: params.uuid,
      documentId: params.document,
    }),
  );
  implement(
    documents.replaceDocument,
    ({ params, body }, { session }) =>
      replaceDocument(feature, { accountId: session.accountId, documentId: params.uuid }, body.text),
    { bodyLimit: JSON_TEXT_LIMIT },
  );
}

function addNew(implement: Implement, feature: KnowledgeDependencies): void {
  implement(
    documents.createQuestions,
    ({ params, body }, { session }) =>
      createQuestions(feature, { accountId: session.accountId, knowledgeId: params.uuid }, body),
    { bodyLimit: JSON_TEXT_LIMIT },
  );
  implement(
    documents.previewChunks,
    async ({ params, query }, { session, request }) => {
      const { settings } = await readKnowledge(feature, session.accountId, params.uuid);
      const { chunkTokens = settings.chunkTokens, overlapPercent = settings.overlapPercent } = query;
      return previewChunks(feature, session.accountId, {
        upload: await readUpload(request, Math.min(feature.maxUploadBytes, SINGLE_UPLOAD_BYTES)),
        sizes: { chunkTokens, overlapPercent },
        signal: untilGone(request),
      });
    },
    { parseBody: false, bodyLimit: JSON_TEXT_LIMIT },
  );
}

function addUploads(implement: Implement, feature: KnowledgeDependencies): void {
  implement(documents.createUpload, ({ params, body }, { session }) =>
    beginUpload(feature, { accountId: session.accountId, knowledgeId: params.uuid }, body),
  );
  implement(documents.getUpload, ({ params }, { session }) =>
    feature.database.account(session.accountId, async (transaction) =>
      uploadView(orNotFound(await selectUpload(transaction, params.uuid), 'upload')),
    ),
  );
  implement(
    documents.sendUploadPart,
    ({ params }, { session, request }) =>
      receivePart(feature, session.accountId, {
        id: params.uuid,
        offset: params.offset,
        content: bytesOf(request),
      }),
    { rawBody: true, bodyLimit: documents.UPLOAD_PART_BYTES },
  );
  implement(documents.deleteUpload, async ({ params }, { session }) => {
    await giveUpUpload(feature, session.accountId, params.uuid);
    return undefined;
  });
}

function bytesOf({ body }: FastifyRequest): Buffer {
  if (Buffer.isBuffer(body)) return body;
  if (body === undefined || body === null) return Buffer.alloc(0);
  throw new AppError('unsupported_content_type', 'Send the part as application/octet-stream');
}

/** Aborted when whoever asked is gone. */
function untilGone(request: FastifyRequest): AbortSignal {
  const gone = new AbortController();
  request.raw.socket.once('close', () => gone.abort());
  return gone.signal;
}

/** Puts every endpoint of contract/embeddings.ts on the server, and the lists of passages and of their questions. */
function registerEmbeddingRoutes(implement: Implement, feature: KnowledgeDependencies): void {
  implement(knowledge.listEmbeddings, ({ params, query }, { session }) =>
    readEmbeddings(feature, { accountId: session.accountId, documentId: params.uuid }, query),
  );
  implement(embeddings.getEmbedding, ({ params, query }, { session }) =>
    readEmbedding(feature, { accountId: session.accountId, documentId: params.uuid, id: query.embedding }),
  );
  implement(embeddings.listRemovedEmbeddings, ({ params }, { session }) =>
    readRemoved(feature, session.accountId, params.uuid),
  );
  implement(embeddings.listDocumentHits, ({ params, query }, { session }) =>
    readHits(feature, { accountId: session.accountId, documentId: params.uuid }, query),
  );
  implement(embeddings.addEmbedding, ({ params, body }, { session }) =>
    addEmbedding(feature, { by: session, documentId: params.uuid }, body),
  );
  implement(embeddings.changeEmbedding, ({ params, body: { embedding, ...change } }, { session }) =>
    changeEmbedding(feature, { by: session, documentId: params.uuid, id: embedding }, change),
  );
  implement(embeddings.deleteEmbedding, ({ params, query }, { session }) =>
    deleteEmbedding(feature, { by: session, documentId: params.uuid, id: query.embedding }),
  );
  implement(embeddings.splitEmbedding, ({ params, body }, { session }) =>
    splitEmbedding(feature, { by: session, documentId: params.uuid, id: body.embedding }, body.at),
  );
  implement(embeddings.mergeEmbeddings, ({ params, body }, { session }) =>
    mergeEmbeddings(feature, { by: session, documentId: params.uuid, id: body.embedding }),
  );
  implement(embeddings.resetEmbedding, ({ params, body }, { session }) =>
    resetEmbedding(feature, { by: session, documentId: params.uuid, id: body.embedding }, body.keep),
  );
  implement(embeddings.restoreEmbedding, ({ params, body }, { session }) =>
    restoreEmbedding(feature, { by: session, documentId: params.uuid, id: body.embedding }),
  );
}

/** The document in a request: multipart field `file`, or JSON `{title, text}`. */
async function readUpload(request: FastifyRequest, maxBytes: number): Promise<Upload> {
  if (!request.isMultipart()) return readJson(request);
  const { name, bytes } = await readFileField(request, Math.min(maxBytes, SINGLE_UPLOAD_BYTES));
  const fileName = cleanFileName(name);
  return { title: titleOf(fileName), fileName, bytes };
}

function readJson(request: FastifyRequest): Upload {
  const isJson = /^application\/(\S+\+)?json\b/i.test(request.headers['content-type'] ?? '');
  if (!isJson) throw new AppError('unsupported_content_type', 'Send multipart/form-data or application/json');
  const parsed = knowledge.createDocument.body.safeParse(request.body);
  if (!parsed.success) {
    const errors = parsed.error.issues.map(({ path, code, message }) => ({
      path: ['body', ...path].join('.'),
      code,
      message,
    }));
    const detail = errors.map((one) => `${one.path}: ${one.message}`).join('; ');
    throw new AppError('validation_failed', detail, { errors });
  }
  const { title, text, tags, metadata } = parsed.data;
  return { title, fileName: null, bytes: Buffer.from(text, 'utf8'), tags, metadata };
}

/** Puts every endpoint of contract/websites.ts on the server. */
export function addWebsiteRoutes(implement: Implement, feature: WebsitesDependencies): void {
  implement(contract.listWebsites, ({ params }, { session }) =>
    readWebsites(feature, session.accountId, params.uuid),
  );
  implement(contract.createWebsite, ({ params, body }, { session }) =>
    createWebsite(feature, { actor: session, knowledgeId: params.uuid }, body),
  );
  implement(contract.getWebsite, ({ params }, { session }) =>
    readWebsite(feature, session.accountId, params.uuid),
  );
  implement(contract.updateWebsite, ({ params, body }, { session }) =>
    changeWebsite(feature, { accountId: session.accountId, id: params.uuid }, body),
  );
  implement(contract.crawlWebsite, ({ params }, { session }) =>
    crawlWebsite(feature, session.accountId, params.uuid),
  );
  implement(contract.stopWebsite, ({ params }, { session }) =>
    stopWebsite(feature, session.accountId, params.uuid),
  );
  implement(contract.deleteWebsite, async ({ params, query }, { session }) => {
    await deleteWebsite(feature, { actor: session, id: params.uuid }, query.keepDocuments);
    return undefined;
  });
  implement(contract.listWebsitePages, ({ params, query }, { session }) =>
    readPages(feature, { accountId: session.accountId, id: params.uuid }, query),
  );
}
