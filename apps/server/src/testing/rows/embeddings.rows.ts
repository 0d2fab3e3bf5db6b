import * as embeddings from '@hanasu/contract/embeddings';
import type { EmbeddingId } from '@hanasu/contract/ids';
import { getDocument, listEmbeddings } from '@hanasu/contract/knowledge';
import type { EndpointWorld } from '../endpoint-world.ts';
import { eventually } from '../test-server.ts';
import { type EndpointRow, row, WRONG_PAGES, wrongBodies } from './row.ts';

const NOWHERE = 'nowhere';

/** A document of its own that is ready, with its one passage. */
async function newPassage(world: EndpointWorld) {
  const { uuid, document } = await world.newDocument();
  await eventually('the document is read', async () => {
    const { status } = await world.person.call(getDocument, { params: { uuid, document } });
    return status === 'ready' || undefined;
  });
  const params = { uuid: document };
  const { items } = await world.person.call(listEmbeddings, { params });
  const [passage] = items;
  if (!passage) throw new Error('the document has no passage');
  return { params, embedding: passage.uuid };
}

async function newPair(world: EndpointWorld) {
  const { params, embedding } = await newPassage(world);
  await world.person.call(embeddings.addEmbedding, { params, body: { text: 'A second one.' } });
  return { params, embedding };
}

async function newRemoved(world: EndpointWorld) {
  const { params, embedding } = await newPassage(world);
  await world.person.call(embeddings.deleteEmbedding, { params, query: { embedding } });
  return { params, body: { embedding } };
}

const bodyOf = async (world: EndpointWorld) => {
  const { params, embedding } = await newPassage(world);
  return { params, body: { embedding } };
};
const queryOf = async (world: EndpointWorld) => {
  const { params, embedding } = await newPassage(world);
  return { params, query: { embedding } };
};
const WRONG_QUERY = [{ query: { embedding: NOWHERE }, path: 'query.embedding' }];
const WRONG_BODY = wrongBodies({ embedding: { embedding: NOWHERE as EmbeddingId } });

export const EMBEDDING_ROWS: readonly EndpointRow[] = [
  row(embeddings.getEmbedding, queryOf, WRONG_QUERY),
  row(
    embeddings.addEmbedding,
    async (world) => ({ params: (await newPassage(world)).params, body: { text: 'Written by hand.' } }),
    wrongBodies({
      text: { text: ' ' },
      'headingPath.0': { text: 'a', headingPath: [''] },
      after: { text: 'a', after: NOWHERE },
    }),
  ),
  row(
    embeddings.changeEmbedding,
    async (world) => {
      const { params, embedding } = await newPassage(world);
      return { params, body: { embedding, text: 'Other words.', enabled: false } };
    },
    WRONG_BODY,
  ),
  row(embeddings.deleteEmbedding, queryOf, WRONG_QUERY),
  row(
    embeddings.splitEmbedding,
    async (world) => {
      const { params, embedding } = await newPassage(world);
      return { params, body: { embedding, at: 9 } };
    },
    [...WRONG_BODY, ...wrongBodies({ at: { at: 0 } })],
  ),
  row(
    embeddings.mergeEmbeddings,
    async (world) => {
      const { params, embedding } = await newPair(world);
      return { params, body: { embedding } };
    },
    WRONG_BODY,
  ),
  row(embeddings.resetEmbedding, bodyOf, [...WRONG_BODY, ...wrongBodies({ keep: { keep: 'yes' } })]),
  row(embeddings.listRemovedEmbeddings, async (world) => ({ params: (await newPassage(world)).params })),
  row(embeddings.restoreEmbedding, newRemoved, WRONG_BODY),
  row(
    embeddings.listDocumentHits,
    (world) => ({ params: { uuid: world.documentParams.document } }),
    WRONG_PAGES,
  ),
];
