import { createHash } from 'node:crypto';
import * as documents from '@hanasu/contract/documents';
import type { EndpointWorld } from '../endpoint-world.ts';
import { type EndpointRow, nothing, row, WRONG_PAGES, wrongBodies } from './row.ts';

let files = 0;
function fileBody() {
  files += 1;
  const text = `File ${files}`;
  const sha256 = createHash('sha256').update(text).digest('hex');
  return { fileName: `file-${files}.txt`, folder: 'a/b', bytes: Buffer.byteLength(text), sha256 };
}

async function newUpload({ person, knowledge }: EndpointWorld) {
  const params = { uuid: knowledge.uuid };
  return (await person.call(documents.createUpload, { params, body: fileBody() })).uuid;
}

const newDocument = async (world: EndpointWorld) => ({ uuid: (await world.newDocument()).document });

export const DOCUMENT_ROWS: readonly EndpointRow[] = [
  row(documents.listAllDocuments, nothing, [
    ...WRONG_PAGES,
    { query: { status: 'lost' }, path: 'query.status' },
    { query: { kind: 'film' }, path: 'query.kind' },
    { query: { needsAttention: 'perhaps' }, path: 'query.needsAttention' },
  ]),
  row(
    documents.updateDocument,
    (world) => ({ params: world.documentParams, body: { tags: ['price'] } }),
    wrongBodies({ title: { title: ' ' }, 'tags.0': { tags: [''] }, metadata: { metadata: 'all' } }),
  ),
  row(documents.stopDocument, async (world) => ({ params: await world.newDocument() })),
  row(documents.getDocumentSource, (world) => ({ params: { uuid: world.documentParams.document } }), [
    { query: { inline: 'perhaps' }, path: 'query.inline' },
  ]),
  row(
    documents.replaceDocument,
    async (world) => ({ params: await newDocument(world), body: { text: 'Something else.' } }),
    wrongBodies({ text: { text: '' } }),
  ),
  row(
    documents.createQuestions,
    (world) => ({
      params: { uuid: world.knowledge.uuid },
      body: { title: 'FAQ', rows: [{ question: 'Parking?', answer: 'Free.' }] },
    }),
    wrongBodies({
      title: { title: '', rows: [{ question: 'a', answer: 'b' }] },
      rows: { title: 'FAQ', rows: [] },
      'rows.0.answer': { title: 'FAQ', rows: [{ question: 'a', answer: ' ' }] },
    }),
  ),
  row(
    documents.previewChunks,
    (world) => ({ params: { uuid: world.knowledge.uuid }, body: { title: 'Note', text: 'Open on Sunday.' } }),
    [
      ...wrongBodies({ text: { title: 'Note' } }),
      { query: { chunkTokens: 10 }, path: 'query.chunkTokens' },
      { query: { overlapPercent: 51 }, path: 'query.overlapPercent' },
    ],
  ),
  row(
    documents.createUpload,
    (world) => ({ params: { uuid: world.knowledge.uuid }, body: fileBody() }),
    wrongBodies({
      fileName: { ...fileBody(), fileName: '' },
      bytes: { ...fileBody(), bytes: 0 },
      sha256: { ...fileBody(), sha256: 'abc' },
    }),
  ),
  row(documents.getUpload, async (world) => ({ params: { uuid: await newUpload(world) } })),
  row(documents.sendUploadPart, async (world) => ({ params: { uuid: await newUpload(world), offset: '0' } })),
  row(documents.deleteUpload, async (world) => ({ params: { uuid: await newUpload(world) } })),
];
