import * as contract from '@hanasu/contract/knowledge';
import { listKnowledgeModels } from '@hanasu/contract/knowledge-models';
import type { Implement } from '../../platform/http/implement.ts';
import type { KnowledgeDependencies } from './dependencies.ts';
import { registerDocumentsRoutes } from './document-routes.ts';
import { registerEmbeddingRoutes } from './embedding-routes.ts';
import { readUpload } from './upload.ts';
import { changeKnowledge } from './use-cases/change-knowledge.ts';
import { createDocument } from './use-cases/create-document.ts';
import { createKnowledge } from './use-cases/create-knowledge.ts';
import { deleteDocument } from './use-cases/delete-document.ts';
import { deleteKnowledge } from './use-cases/delete-knowledge.ts';
import { retryDocument } from './use-cases/documents.ts';
import { readDocument, readDocuments, readText } from './use-cases/read-documents.ts';
import { readKnowledge, readKnowledges } from './use-cases/read-knowledges.ts';
import { searchOneKnowledge } from './use-cases/search-one-knowledge.ts';

// Five million characters (createDocument) are at most 15 MB of UTF-8, and more when escaped.
const JSON_TEXT_LIMIT = 20 * 1024 * 1024;

/** Puts every endpoint of contract/knowledge.ts and contract/documents.ts on the server. */
export function registerKnowledgeRoutes(implement: Implement, feature: KnowledgeDependencies): void {
  implement(contract.listKnowledge, ({ query }, { session }) =>
    readKnowledges(feature, session.accountId, query),
  );
  implement(contract.createKnowledge, ({ body }, { session }) =>
    createKnowledge(feature, session.accountId, body.name, body.settings),
  );
  implement(contract.getKnowledge, ({ params }, { session }) =>
    readKnowledge(feature, session.accountId, params.uuid),
  );
  implement(contract.updateKnowledge, ({ params, body }, { session }) =>
    changeKnowledge(feature, session, params.uuid, body),
  );
  implement(contract.deleteKnowledge, async ({ params }, { session }) => {
    await deleteKnowledge(feature, session, params.uuid);
    return undefined;
  });
  implement(contract.searchKnowledge, ({ params, body }, { session }) =>
    searchOneKnowledge(feature, session.accountId, params.uuid, body),
  );
  implement(listKnowledgeModels, async () => ({ items: [...feature.knowledgeModels.list()] }));
  registerDocumentRoutes(implement, feature);
  registerDocumentsRoutes(implement, feature);
}

function registerDocumentRoutes(implement: Implement, feature: KnowledgeDependencies): void {
  implement(contract.listDocuments, ({ params, query }, { session }) =>
    readDocuments(feature, session.accountId, params.uuid, query),
  );
  implement(
    contract.createDocument,
    async ({ params }, { session, request }) => {
      // Before a large body is read for nothing.
      await readKnowledge(feature, session.accountId, params.uuid);
      const upload = await readUpload(request, feature.maxUploadBytes);
      return createDocument(feature, session.accountId, params.uuid, upload);
    },
    { parseBody: false, bodyLimit: JSON_TEXT_LIMIT },
  );
  implement(contract.getDocument, ({ params }, { session }) =>
    readDocument(feature, session.accountId, params.uuid, params.document),
  );
  implement(contract.getDocumentText, ({ params }, { session }) =>
    readText(feature, session.accountId, params.uuid, params.document),
  );
  implement(contract.retryDocument, ({ params }, { session }) =>
    retryDocument(feature, session.accountId, params.uuid, params.document),
  );
  implement(contract.deleteDocument, async ({ params }, { session }) => {
    await deleteDocument(feature, session, params.uuid, params.document);
    return undefined;
  });
  registerEmbeddingRoutes(implement, feature);
}
