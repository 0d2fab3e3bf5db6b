import * as contract from '@hanasu/contract/embeddings';
import { listEmbeddings } from '@hanasu/contract/knowledge';
import type { Implement } from '../../platform/http/implement.ts';
import type { KnowledgeDependencies } from './dependencies.ts';
import {
  addEmbedding,
  changeEmbedding,
  deleteEmbedding,
  mergeEmbeddings,
  resetEmbedding,
  restoreEmbedding,
  splitEmbedding,
} from './use-cases/edit-embeddings.ts';
import { readEmbedding, readEmbeddings, readHits, readRemoved } from './use-cases/read-embeddings.ts';

/** Puts every endpoint of contract/embeddings.ts on the server, and the lists of passages and of their questions. */
export function registerEmbeddingRoutes(implement: Implement, feature: KnowledgeDependencies): void {
  implement(listEmbeddings, ({ params, query }, { session }) =>
    readEmbeddings(feature, session.accountId, params.uuid, query),
  );
  implement(contract.getEmbedding, ({ params, query }, { session }) =>
    readEmbedding(feature, session.accountId, params.uuid, query.embedding),
  );
  implement(contract.listRemovedEmbeddings, ({ params }, { session }) =>
    readRemoved(feature, session.accountId, params.uuid),
  );
  implement(contract.listDocumentHits, ({ params, query }, { session }) =>
    readHits(feature, session.accountId, params.uuid, query),
  );
  implement(contract.addEmbedding, ({ params, body }, { session }) =>
    addEmbedding(feature, session, params.uuid, body),
  );
  implement(contract.changeEmbedding, ({ params, body: { embedding, ...change } }, { session }) =>
    changeEmbedding(feature, session, params.uuid, embedding, change),
  );
  implement(contract.deleteEmbedding, ({ params, query }, { session }) =>
    deleteEmbedding(feature, session, params.uuid, query.embedding),
  );
  implement(contract.splitEmbedding, ({ params, body }, { session }) =>
    splitEmbedding(feature, session, params.uuid, body.embedding, body.at),
  );
  implement(contract.mergeEmbeddings, ({ params, body }, { session }) =>
    mergeEmbeddings(feature, session, params.uuid, body.embedding),
  );
  implement(contract.resetEmbedding, ({ params, body }, { session }) =>
    resetEmbedding(feature, session, params.uuid, body.embedding, body.keep),
  );
  implement(contract.restoreEmbedding, ({ params, body }, { session }) =>
    restoreEmbedding(feature, session, params.uuid, body.embedding),
  );
}
