import type { AccountId, DocumentId, KnowledgeId } from '@hanasu/contract/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { resumeDocuments } from '../create-knowledge-feature.ts';
import { deleteDocument, readDocument, retryDocument } from '../documents/documents.ts';
import { selectSegments } from '../indexing/index.store.ts';
import { mergeIndex } from '../indexing/merge-index.ts';
import { searchKnowledge } from '../search/search-knowledge.ts';
import { by } from '../testing/deleter.fixture.ts';
import {
  createKnowledgeFixture,
  type KnowledgeFixture,
  readPlainText,
} from '../testing/knowledge.fixture.ts';
import { processDocument } from './process-document.ts';
import type { ReadFile } from './read-file.ts';

let fixture: KnowledgeFixture;
let accountId: AccountId;
let knowledgeId: KnowledgeId;
beforeAll(async () => {
  fixture = await createKnowledgeFixture();
  accountId = newId<AccountId>();
  knowledgeId = await fixture.addBase(accountId);
});
afterAll(() => fixture.close());

const running = new AbortController().signal;
const addText = (text: string) => fixture.addText(accountId, knowledgeId, 'Shop', text);
const view = (id: DocumentId) =>
  readDocument(fixture.dependencies, { accountId, knowledgeId, documentId: id });
const find = async (query: string) =>
  (
    await searchKnowledge(fixture.dependencies, { accountId, knowledgeIds: [knowledgeId], query, limit: 50 })
  ).map(({ documentId }) => documentId);

async function processWith(readFile: ReadFile, documentId: DocumentId, signal = running): Promise<void> {
  fixture.sent.length = 0;
  await processDocument({ ...fixture.dependencies, readFile }, { accountId, documentId }, signal);
}

test('a file that cannot be read says why, and can be tried again', async () => {
  const id = await addText('aardvark');
  await processWith(async () => ({ kind: 'failed', failure: 'encrypted', reason: 'It has a password.' }), id);
  expect(await view(id)).toMatchObject({
    status: 'failed',
    failure: 'encrypted',
    reason: 'It has a password.',
  });
  await retryDocument(fixture.dependencies, { accountId, knowledgeId, documentId: id });
  await fixture.runJobs();
  expect(await view(id)).toMatchObject({ status: 'ready', failure: null, reason: null });
});

test('a fault of ours fails the document and is not retried', async () => {
  const id = await addText('badger');
  await processWith(async () => Promise.reject(new TypeError('oops')), id);
  expect(await view(id)).toMatchObject({ status: 'failed', failure: 'internal' });
});

test('a lost upload fails the document', async () => {
  const id = await addText('beaver');
  await fixture.dependencies.files.remove(await fixture.fileKeyOf(accountId, id));
  await processWith(readPlainText, id);
  expect(await view(id)).toMatchObject({ status: 'failed', failure: 'internal' });
});

test('a document that is deleted while it is read leaves nothing behind', async () => {
  const id = await addText('capybara');
  await processWith(async (request) => {
    await deleteDocument(fixture.dependencies, { actor: by(accountId), knowledgeId, documentId: id });
    return readPlainText(request);
  }, id);
  await expect(view(id)).rejects.toMatchObject({ code: 'not_found' });
  expect(await find('capybara')).toEqual([]);
});

test('progress of a deleted document stops the reading', async () => {
  const id = await addText('dormouse');
  let now = 0;
  const readFile: ReadFile = async ({ onProgress, signal }) => {
    await deleteDocument(fixture.dependencies, { actor: by(accountId), knowledgeId, documentId: id });
    now += 1000;
    onProgress(0.5);
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    return { kind: 'stopped' };
  };
  const dependencies = { ...fixture.dependencies, readFile, now: () => now };
  await processDocument(dependencies, { accountId, documentId: id }, running);
  await expect(view(id)).rejects.toMatchObject({ code: 'not_found' });
});

test('a stopping worker gives the job back', async () => {
  const id = await addText('echidna');
  const stop = new AbortController();
  const readFile: ReadFile = async () => {
    stop.abort();
    return { kind: 'stopped' };
  };
  await expect(processWith(readFile, id, stop.signal)).rejects.toThrow('stopping');
  expect((await view(id)).status).toBe('reading');
  await processWith(readPlainText, id);
  expect((await view(id)).status).toBe('ready');
});

test('two workers on one document store it once', async () => {
  const id = await addText('ferret');
  await Promise.all([processWith(readPlainText, id), processWith(readPlainText, id)]);
  expect(await view(id)).toMatchObject({ status: 'ready', embeddings: 1 });
  expect(await find('ferret')).toEqual([id]);
});

test('a retry during a reading wins over it', async () => {
  const id = await addText('gibbon');
  await processWith(async (request) => {
    await retryDocument(fixture.dependencies, { accountId, knowledgeId, documentId: id });
    return readPlainText(request);
  }, id);
  expect((await view(id)).status).toBe('queued');
  await fixture.runJobs();
  expect(await view(id)).toMatchObject({ status: 'ready', embeddings: 1 });
});

test('text that Postgres does not take keeps its offsets', async () => {
  const id = await addText('hamster');
  const text = '# A\0B\n\nhedgehog \ud800 \0 end';
  await processWith(
    async () => ({ kind: 'ok', document: { title: null, text, pages: null, unreadPages: [] } }),
    id,
  );
  expect((await view(id)).status).toBe('ready');
  expect(await find('hedgehog')).toEqual([id]);
});

test('what the reader warns of stands in the document until it is read without it', async () => {
  const id = await addText('lemur');
  const document = { title: null, text: 'lemur', pages: null, unreadPages: [] };
  const warnings = ['old_font', 'old_font', 'little_text'] as const;
  await processWith(async () => ({ kind: 'ok', document: { ...document, warnings } }), id);
  expect(await view(id)).toMatchObject({ status: 'ready', warnings: ['old_font', 'little_text'] });
  await retryDocument(fixture.dependencies, { accountId, knowledgeId, documentId: id });
  await processWith(async () => ({ kind: 'ok', document }), id);
  expect(await view(id)).toMatchObject({ status: 'ready', warnings: [] });
});

async function baseOf(own: AccountId, word: string, documents: number) {
  const base = await fixture.addBase(own);
  const ids: DocumentId[] = [];
  const add = async (count: number) => {
    for (let n = 0; n < count; n++) {
      const number = ids.length;
      ids.push(await fixture.addText(own, base, `Page ${number}`, `${word} ${number}`));
    }
    for (const { payload } of fixture.sent.splice(0)) {
      await processDocument(fixture.dependencies, payload, running);
    }
    fixture.sent.length = 0;
  };
  await add(documents);
  return { base, ids, add };
}

test('what is deleted while a merge is made stays deleted', async () => {
  const own = newId<AccountId>();
  const { base, ids, add } = await baseOf(own, 'iguana', 9);
  await mergeIndex(fixture.dependencies, own, base);
  await add(8);
  const { text } = fixture.dependencies;
  const slowText = {
    ...text,
    run: (async (task) => {
      const [first] = ids.splice(0, 1);
      if (first)
        await deleteDocument(fixture.dependencies, { actor: by(own), knowledgeId: base, documentId: first });
      return text.run(task);
    }) satisfies typeof text.run,
  };
  await mergeIndex({ ...fixture.dependencies, text: slowText }, own, base);
  const search = { accountId: own, knowledgeIds: [base], query: 'iguana', limit: 50 };
  const found = await searchKnowledge(fixture.dependencies, search);
  expect(found.map(({ documentId }) => documentId).sort()).toEqual([...ids].sort());
  const segments = await fixture.dependencies.database.account(own, (transaction) =>
    selectSegments(transaction, [base]),
  );
  expect(segments).toMatchObject([{ chunks: 16, removed: [expect.any(Number)] }]);
});

test('searches during a merge miss nothing', async () => {
  const own = newId<AccountId>();
  const { base } = await baseOf(own, 'jaguar', 9);
  const search = { accountId: own, knowledgeIds: [base], query: 'jaguar', limit: 50 };
  let isMerging = true;
  const merging = mergeIndex(fixture.dependencies, own, base).finally(() => {
    isMerging = false;
  });
  do expect(await searchKnowledge(fixture.dependencies, search)).toHaveLength(9);
  while (isMerging);
  await merging;
  expect(await searchKnowledge(fixture.dependencies, search)).toHaveLength(9);
});

test('only long forsaken documents are read again', async () => {
  const [forsaken, fresh] = [await addText('koala'), await addText('lemur')];
  fixture.sent.length = 0;
  await fixture.dependencies.database.account(accountId, (transaction) =>
    transaction.run(
      `update documents set status = 'splitting', updated_at = now() - interval '1 hour' where id = $1`,
      [forsaken],
    ),
  );
  await resumeDocuments(fixture.dependencies);
  expect(fixture.sent.map(({ payload }) => payload.documentId)).toEqual([forsaken]);
  await fixture.runJobs();
  expect((await view(forsaken)).status).toBe('ready');
  expect((await view(fresh)).status).toBe('queued');
});

test('documents that an older analyser has indexed are read again and stay searchable', async () => {
  const id = await addText('meerkat');
  await processWith(readPlainText, id);
  await fixture.dependencies.database.account(accountId, (transaction) =>
    transaction.run(`update knowledges set analyser_version = 'old' where id = $1`, [knowledgeId]),
  );
  await resumeDocuments(fixture.dependencies);
  expect((await view(id)).status).toBe('queued');
  expect(await find('meerkat')).toEqual([id]);
  await fixture.runJobs();
  expect(await view(id)).toMatchObject({ status: 'ready', embeddings: 1 });
  expect(await find('meerkat')).toEqual([id]);
  await resumeDocuments(fixture.dependencies);
  expect(fixture.sent).toEqual([]);
});
