import * as contract from '@hanasu/contract/documents';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../platform/app-error.ts';
import { HANDLED, type Implement } from '../../platform/http/implement.ts';
import { selectAllDocuments } from './all-documents.store.ts';
import type { KnowledgeDependencies } from './dependencies.ts';
import { rangeOf } from './domain/page-range.ts';
import { SINGLE_UPLOAD_BYTES } from './domain/upload.ts';
import { sendSource } from './send-source.ts';
import { readUpload } from './upload.ts';
import { selectUpload } from './uploads.store.ts';
import { createQuestions } from './use-cases/create-questions.ts';
import { changeDocument, replaceDocument, stopDocument } from './use-cases/documents.ts';
import { found } from './use-cases/found.ts';
import { previewChunks } from './use-cases/preview-chunks.ts';
import { readKnowledge } from './use-cases/read-knowledges.ts';
import { uploadView } from './use-cases/upload-view.ts';
import { beginUpload, giveUpUpload, receivePart } from './use-cases/uploads.ts';

// Five million characters are at most 15 MB of UTF-8, and more when escaped.
const JSON_TEXT_LIMIT = 20 * 1024 * 1024;

/** Puts the endpoints of contract/documents.ts on the server, without the hits of a document. */
export function registerDocumentsRoutes(implement: Implement, feature: KnowledgeDependencies): void {
  addChanges(implement, feature);
  addNew(implement, feature);
  addUploads(implement, feature);
  implement(contract.listAllDocuments, async ({ query }, { session }) => {
    const { status, kind, tag, needsAttention, page, pageSize } = query;
    const filter = { ...rangeOf(query), status, kind, tag, needsAttention };
    const found = await feature.database.account(session.accountId, (transaction) =>
      selectAllDocuments(transaction, filter),
    );
    return { ...found, page, pageSize };
  });
  implement(contract.getDocumentSource, async ({ params, query }, { session, request, reply }) => {
    await sendSource(feature, session.accountId, params.uuid, { request, reply, inline: query.inline });
    return HANDLED;
  });
}

function addChanges(implement: Implement, feature: KnowledgeDependencies): void {
  implement(contract.updateDocument, ({ params, body }, { session }) =>
    changeDocument(feature, session.accountId, params.uuid, params.document, body),
  );
  implement(contract.stopDocument, ({ params }, { session }) =>
    stopDocument(feature, session.accountId, params.uuid, params.document),
  );
  implement(
    contract.replaceDocument,
    ({ params, body }, { session }) => replaceDocument(feature, session.accountId, params.uuid, body.text),
    { bodyLimit: JSON_TEXT_LIMIT },
  );
}

function addNew(implement: Implement, feature: KnowledgeDependencies): void {
  implement(
    contract.createQuestions,
    ({ params, body }, { session }) => createQuestions(feature, session.accountId, params.uuid, body),
    { bodyLimit: JSON_TEXT_LIMIT },
  );
  implement(
    contract.previewChunks,
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
  implement(contract.createUpload, ({ params, body }, { session }) =>
    beginUpload(feature, session.accountId, params.uuid, body),
  );
  implement(contract.getUpload, ({ params }, { session }) =>
    feature.database.account(session.accountId, async (transaction) =>
      uploadView(found(await selectUpload(transaction, params.uuid), 'upload')),
    ),
  );
  implement(
    contract.sendUploadPart,
    ({ params }, { session, request }) =>
      receivePart(feature, session.accountId, {
        id: params.uuid,
        offset: params.offset,
        content: bytesOf(request),
      }),
    { rawBody: true, bodyLimit: contract.UPLOAD_PART_BYTES },
  );
  implement(contract.deleteUpload, async ({ params }, { session }) => {
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
