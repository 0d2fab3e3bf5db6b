import type { AccountId, ConversationId, DocumentId, EmbeddingId, KnowledgeId } from '@hanasu/contract/ids';
import { ReferenceIndex } from '@hanasu/retrieval/bench/reference-index';
import { planQuery } from '@hanasu/retrieval/rank/search';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { deleteDocument, readDocument, retryDocument } from '../documents/documents.ts';
import { selectSearchable, selectSegments } from '../indexing/index.store.ts';
import { rankWords } from '../search/find-candidates.ts';
import { searchKnowledge } from '../search/search-knowledge.ts';
import { by } from '../testing/deleter.fixture.ts';
import { createKnowledgeFixture, type KnowledgeFixture } from '../testing/knowledge.fixture.ts';
import {
  addEmbedding,
  changeEmbedding,
  deleteEmbedding,
  mergeEmbeddings,
  resetEmbedding,
  restoreEmbedding,
  splitEmbedding,
} from './change-chunks.ts';
import { recordHits } from './hits.store.ts';
import { readEmbeddings, readHits, readRemoved } from './read-chunks.ts';

let fixture: KnowledgeFixture;
beforeAll(async () => {
  fixture = await createKnowledgeFixture();
});
afterAll(() => fixture.close());

const ALL = { page: 1, pageSize: 100, show: 'all' } as const;
const section = (word: string) =>
  `# About ${word}\n\nThe ${word} is open every day and costs nothing at all.\n\n`;

/** A base with one document of a section, and so a chunk, for each word. */
async function newDocument(words: readonly string[]) {
  const accountId = newId<AccountId>();
  const knowledgeId = await fixture.addBase(accountId);
  const id = await fixture.addText(accountId, knowledgeId, 'Guide', words.map(section).join(''));
  await fixture.runJobs();
  return worldOf(accountId, knowledgeId, id);
}

async function addConversation(accountId: AccountId): Promise<ConversationId> {
  const id = newId<ConversationId>();
  await fixture.dependencies.database.account(accountId, (transaction) =>
    transaction.run(
      `insert into conversations (account_id, id, origin, title, handling, last_message_at)
       values ($1, $2, 'chat', '', 'bot', now())`,
      [accountId, id],
    ),
  );
  return id;
}

function worldOf(accountId: AccountId, knowledgeId: KnowledgeId, id: DocumentId) {
  const { dependencies } = fixture;
  const person = by(accountId);
  const chunks = async () => (await readEmbeddings(dependencies, { accountId, documentId: id }, ALL)).items;
  return {
    accountId,
    knowledgeId,
    id,
    chunks,
    texts: async () => (await chunks()).map(({ text }) => text),
    at: async (index: number) => (await chunks())[index]?.uuid ?? newId<EmbeddingId>(),
    view: () => readDocument(dependencies, { accountId, knowledgeId, documentId: id }),
    find: async (query: string) =>
      (await searchKnowledge(dependencies, { accountId, knowledgeIds: [knowledgeId], query, limit: 50 })).map(
        ({ embeddingId }) => embeddingId,
      ),
    reread: async () => {
      await retryDocument(dependencies, { accountId, knowledgeId, documentId: id });
      await fixture.runJobs();
    },
    add: (text: string, after?: EmbeddingId | null) =>
      addEmbedding(dependencies, { by: person, documentId: id }, { text, headingPath: [], after }),
    change: (chunk: EmbeddingId, change: { text?: string; enabled?: boolean }) =>
      changeEmbedding(dependencies, { by: person, documentId: id, id: chunk }, change),
    remove: (chunk: EmbeddingId) => deleteEmbedding(dependencies, { by: person, documentId: id, id: chunk }),
    split: (chunk: EmbeddingId, at: number) =>
      splitEmbedding(dependencies, { by: person, documentId: id, id: chunk }, at),
    merge: (chunk: EmbeddingId) => mergeEmbeddings(dependencies, { by: person, documentId: id, id: chunk }),
    reset: (chunk: EmbeddingId, keep = false) =>
      resetEmbedding(dependencies, { by: person, documentId: id, id: chunk }, keep),
    restore: (chunk: EmbeddingId) =>
      restoreEmbedding(dependencies, { by: person, documentId: id, id: chunk }),
    removed: async () => (await readRemoved(dependencies, accountId, id)).items,
  };
}

/** The base's index says what an index made of its chunks from scratch says. */
async function expectLikeNew(accountId: AccountId, knowledgeId: KnowledgeId, query: string): Promise<void> {
  const { database } = fixture.dependencies;
  const reference = new ReferenceIndex<string>();
  const [rows, segments, statistics] = await database.account(accountId, async (transaction) => [
    await transaction.rows<{
      id: string;
      text: string;
      path: string[];
      title: string;
      lengths: number[];
      ordinal: number;
    }>(
      `select e.id, e.ordinal, e.text, e.heading_path as path, d.title, e.lengths from embeddings e
       join documents d on d.account_id = e.account_id and d.id = e.document_id
       where e.account_id = $1 and e.knowledge_id = $2 and e.enabled`,
      [accountId, knowledgeId],
    ),
    await selectSegments(transaction, [knowledgeId]),
    (await selectSearchable(transaction, [knowledgeId]))[0],
  ]);
  for (const { id, text, path, title } of rows)
    reference.add(id, { title: [title, ...path].join('\n'), text });
  expect(statistics?.chunks).toBe(rows.length);
  expect(segments.reduce((sum, { chunks }) => sum + chunks, 0)).toBe(rows.length);
  for (let channel = 0; channel < 8; channel++) {
    const lengths = rows.map((row) => row.lengths[channel] ?? 0);
    expect(statistics?.lengthSums[channel]).toBe(lengths.reduce((sum, length) => sum + length, 0));
    expect(statistics?.usedCounts[channel]).toBe(lengths.filter((length) => length > 0).length);
  }
  // Before those that say nearly the same are left out.
  const found = await fixture.dependencies.database.snapshot(accountId, async (transaction) => {
    const bases = await selectSearchable(transaction, [knowledgeId]);
    const request = { bases, plan: planQuery(query), limit: 100, accepted: null };
    const ranked = await rankWords(transaction, fixture.dependencies.blocks, request);
    const ids = new Map(rows.map(({ id, ordinal }) => [ordinal, id]));
    return (ranked.get(knowledgeId) ?? []).map(({ ordinal, score }) => ({
      id: ids.get(ordinal) ?? '',
      score,
    }));
  });
  const wanted = reference.search(query, 100);
  const scored = (all: readonly { id: string; score: number }[]) =>
    all.map(({ id, score }) => `${id} ${score.toFixed(9)}`).sort();
  expect(scored(found)).toEqual(scored(wanted));
}

describe('a change is searchable when it returns, and stays when the document is read again', () => {
  test('other words', async () => {
    const world = await newDocument(['aquarium', 'bakery', 'castle']);
    const chunk = await world.at(1);
    const changed = await world.change(chunk, { text: 'Bread is sold until the evening.' });
    expect(changed).toMatchObject({ total: 3, items: [{ uuid: chunk, origin: 'edited', position: 1 }] });
    for (const when of ['at once', 'read again']) {
      expect((await world.find('bread evening'))[0], when).toBe(chunk);
      expect((await world.chunks()).map(({ origin }) => origin)).toEqual(['source', 'edited', 'source']);
      await expectLikeNew(world.accountId, world.knowledgeId, 'open every day bread');
      expect(await world.view()).toMatchObject({ embeddings: 3, edits: 1, editsToReview: 0 });
      await world.reread();
    }
    const reset = await world.reset(chunk);
    expect(reset.items).toMatchObject([{ uuid: chunk, origin: 'source' }]);
    expect((await world.chunks())[1]?.text).toContain('bakery');
  });

  test('split and merge', async () => {
    const world = await newDocument(['aquarium', 'bakery', 'castle']);
    const before = await world.texts();
    const chunk = await world.at(0);
    const { items } = await world.split(chunk, (before[0] ?? '').indexOf('and costs'));
    expect(items.map(({ text }) => text.slice(0, 9))).toEqual(['# About a', 'and costs']);
    expect(await world.view()).toMatchObject({ embeddings: 4, edits: 1 });
    await world.reread();
    expect((await world.chunks()).slice(0, 2).map(({ uuid }) => uuid)).toEqual(items.map(({ uuid }) => uuid));
    const joined = await world.merge(items[1]?.uuid ?? chunk);
    expect(joined).toMatchObject({ total: 3, items: [{ uuid: items[1]?.uuid }] });
    expect(await world.find('bakery')).toContain(items[1]?.uuid);
    await expectLikeNew(world.accountId, world.knowledgeId, 'open every day');
    await world.reread();
    expect((await world.chunks()).map(({ origin }) => origin)).toEqual(['edited', 'edited', 'source']);
    await world.reset(chunk);
    expect(await world.texts()).toEqual(before);
  });

  test('off and on, out and back, at the start and the end', async () => {
    const world = await newDocument(['aquarium', 'bakery', 'castle']);
    const [first, second] = [await world.at(0), await world.at(1)];
    await world.change(first, { enabled: false });
    expect(await world.find('aquarium')).not.toContain(first);
    await world.remove(second);
    expect(await world.find('bakery')).not.toContain(second);
    const top = (await world.add('A word of welcome.', null)).items[0]?.uuid ?? first;
    const end = (await world.add('Goodbye and thanks.')).items[0]?.uuid ?? first;
    for (const when of ['at once', 'read again']) {
      expect(
        (await world.chunks()).map(({ uuid }) => uuid),
        when,
      ).toEqual([top, first, await world.at(2), end]);
      expect(await world.removed()).toMatchObject([{ uuid: second, review: null }]);
      expect(await world.view()).toMatchObject({ embeddings: 4, edits: 4 });
      await expectLikeNew(world.accountId, world.knowledgeId, 'welcome goodbye open');
      await world.reread();
    }
    expect(await world.find('aquarium')).not.toContain(first);
    await world.change(first, { enabled: true });
    await world.restore(second);
    expect((await world.find('bakery'))[0]).toBe(second);
    expect(await world.view()).toMatchObject({ embeddings: 5, edits: 2 });
    await expectLikeNew(world.accountId, world.knowledgeId, 'open every day');
  });

  test('a document without any chunk can be given one', async () => {
    const world = await newDocument(['aquarium']);
    const only = await world.at(0);
    await world.remove(only);
    expect(await world.view()).toMatchObject({ embeddings: 0 });
    await world.add('Something else');
    expect(await world.find('something')).toHaveLength(1);
    await expectLikeNew(world.accountId, world.knowledgeId, 'something open');
  });
});

test('chunks that say the same when a document is read again keep their id, vectors and hits', async () => {
  const world = await newDocument(['aquarium', 'bakery', 'castle']);
  const before = await world.chunks();
  const ids = before.map(({ uuid }) => uuid);
  const { database, files } = fixture.dependencies;
  const vectors = () =>
    database.account(world.accountId, async (transaction) =>
      (
        await transaction.rows<{ id: string }>('select embedding_id as id from embedding_vectors order by id')
      ).map(({ id }) => id),
    );
  await database.account(world.accountId, (transaction) =>
    transaction.run(
      `insert into embedding_vectors (account_id, knowledge_id, model, embedding_id, data, version)
       select account_id, knowledge_id, 'm', id, '\\x00', 1 from embeddings where account_id = $1`,
      [world.accountId],
    ),
  );
  const conversationId = await addConversation(world.accountId);
  await database.system((transaction) =>
    recordHits(transaction, [
      {
        accountId: world.accountId,
        conversationId,
        embeddingIds: [ids[1] ?? newId<EmbeddingId>()],
        question: ' Is there bread? ',
      },
    ]),
  );
  const key = await fixture.fileKeyOf(world.accountId, world.id);
  await files.put(key, Buffer.from(['zoo', 'aquarium', 'bakery'].map(section).join('')));
  await world.reread();
  const after = await world.chunks();
  expect(after.slice(1).map(({ uuid }) => uuid)).toEqual(ids.slice(0, 2));
  expect(ids).not.toContain(after[0]?.uuid);
  expect(after[2]).toMatchObject({ hits: 1, lastHitAt: expect.any(String) });
  expect(await vectors()).toEqual(ids.slice(0, 2).sort());
  await world.change(ids[0] ?? newId<EmbeddingId>(), { text: 'other words' });
  expect(await vectors()).toEqual([ids[1]]);
});

test('a changed source is shown for a review, which keeping ends', async () => {
  const world = await newDocument(['aquarium', 'bakery', 'castle']);
  const [chunk, third] = [await world.at(1), await world.at(2)];
  await world.change(chunk, { text: 'mine' });
  await world.change(third, { text: 'lost' });
  const key = await fixture.fileKeyOf(world.accountId, world.id);
  const now = section('aquarium') + section('bakery').replace('nothing at all', 'two euros') + section('zoo');
  await fixture.dependencies.files.put(key, Buffer.from(now.replace(section('zoo'), '# Zoo\n\nMonkeys.\n')));
  await world.reread();
  expect(await world.view()).toMatchObject({ edits: 2, editsToReview: 2 });
  const reviews = (await world.chunks()).filter(({ review }) => review);
  expect(reviews).toMatchObject([
    {
      uuid: chunk,
      text: 'mine',
      review: { kind: 'changed', sourceText: expect.stringContaining('two euros') },
    },
    { uuid: third, text: 'lost', review: { kind: 'gone', sourceText: null } },
  ]);
  const listed = await readEmbeddings(
    fixture.dependencies,
    { accountId: world.accountId, documentId: world.id },
    {
      ...ALL,
      show: 'review',
    },
  );
  expect(listed.total).toBe(2);
  expect(await world.reset(chunk, true)).toMatchObject({ items: [{ uuid: chunk, review: null }] });
  await world.reset(third);
  await world.reread();
  expect(await world.view()).toMatchObject({ editsToReview: 0 });
  expect(await world.texts()).not.toContain('lost');
  expect(await world.texts()).toContainEqual(expect.stringContaining('Monkeys'));
});

test('a document that is being read takes no changes, and an unknown chunk is not found', async () => {
  const world = await newDocument(['aquarium']);
  const chunk = await world.at(0);
  await expect(world.remove(newId<EmbeddingId>())).rejects.toMatchObject({ code: 'not_found' });
  await expect(world.restore(chunk)).rejects.toMatchObject({ code: 'not_found' });
  await expect(world.merge(chunk)).rejects.toMatchObject({ code: 'validation_failed' });
  await expect(world.split(chunk, 5_000)).rejects.toMatchObject({ code: 'validation_failed' });
  await retryDocument(fixture.dependencies, {
    accountId: world.accountId,
    knowledgeId: world.knowledgeId,
    documentId: world.id,
  });
  await expect(world.change(chunk, { text: 'x' })).rejects.toMatchObject({ code: 'document_not_ready' });
  await fixture.runJobs();
});

test('changes made at the same time all count', async () => {
  const world = await newDocument(['aquarium', 'bakery', 'castle', 'dairy', 'estate']);
  const ids = (await world.chunks()).map(({ uuid }) => uuid);
  await Promise.all([
    ...ids.map((chunk, index) => world.change(chunk, { text: `rewritten number${index}` })),
    world.add('one more rewritten'),
  ]);
  expect((await world.find('rewritten')).length).toBe(6);
  expect(await world.view()).toMatchObject({ embeddings: 6, edits: 6 });
  await expectLikeNew(world.accountId, world.knowledgeId, 'rewritten');
});

test('a page around a chunk holds it, and a document of another account is not found', async () => {
  const world = await newDocument(['aquarium', 'bakery', 'castle', 'dairy', 'estate']);
  const chunk = await world.at(3);
  const query = { page: 1, pageSize: 2, show: 'all', around: chunk } as const;
  const page = await readEmbeddings(
    fixture.dependencies,
    { accountId: world.accountId, documentId: world.id },
    query,
  );
  expect(page).toMatchObject({ page: 2, total: 5 });
  expect(page.items.map(({ uuid }) => uuid)).toContain(chunk);
  const other = newId<AccountId>();
  for (const read of [
    () => readEmbeddings(fixture.dependencies, { accountId: other, documentId: world.id }, ALL),
    () => readRemoved(fixture.dependencies, other, world.id),
    () =>
      readHits(fixture.dependencies, { accountId: other, documentId: world.id }, { page: 1, pageSize: 20 }),
    () => deleteEmbedding(fixture.dependencies, { by: by(other), documentId: world.id, id: chunk }),
  ]) {
    await expect(read()).rejects.toMatchObject({ code: 'not_found' });
  }
});

test('only the newest questions of a document are kept', async () => {
  const world = await newDocument(['aquarium']);
  const chunk = await world.at(0);
  const { database } = fixture.dependencies;
  const conversationId = await addConversation(world.accountId);
  const ask = (from: number, to: number) =>
    database.system((transaction) =>
      recordHits(
        transaction,
        Array.from({ length: to - from }, (_, index) => ({
          accountId: world.accountId,
          conversationId,
          embeddingIds: [chunk, chunk, newId<EmbeddingId>()],
          question: `question ${from + index}`,
        })),
      ),
    );
  await ask(0, 150);
  await ask(150, 230);
  const hits = await readHits(
    fixture.dependencies,
    { accountId: world.accountId, documentId: world.id },
    {
      page: 1,
      pageSize: 100,
      embedding: chunk,
    },
  );
  expect(hits.total).toBe(200);
  expect(hits.items.map(({ question }) => question)).toContain('question 229');
});

/** Repeatable randomness: a failure shows the same sequence again. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
const WORDS = ['aquarium', 'bakery', 'castle', 'dairy', 'estate', 'forest', 'garden', 'harbour'];

test.each([1, 2, 3])(
  'after any changes, readings, merges and deletions the index is as good as new (%i)',
  async (seed) => {
    const random = randomOf(seed);
    const accountId = newId<AccountId>();
    const knowledgeId = await fixture.addBase(accountId);
    const ids: DocumentId[] = [];
    const body = () => Array.from({ length: 1 + random(5) }, () => section(WORDS[random(8)] ?? '')).join('');
    for (let step = 0; step < 45; step++) {
      const id = ids[random(Math.max(ids.length, 1))];
      const kind = random(13);
      if (!id || kind === 0) {
        ids.push(await fixture.addText(accountId, knowledgeId, `Guide ${step}`, body()));
        await fixture.runJobs();
        continue;
      }
      const world = worldOf(accountId, knowledgeId, id);
      const chunks = await world.chunks();
      const chunk = chunks[random(Math.max(chunks.length, 1))];
      if (kind === 1 && ids.length > 1) {
        await deleteDocument(fixture.dependencies, { actor: by(accountId), knowledgeId, documentId: id });
        ids.splice(ids.indexOf(id), 1);
      } else if (kind <= 3) {
        if (kind === 2)
          await fixture.dependencies.files.put(await fixture.fileKeyOf(accountId, id), Buffer.from(body()));
        await world.reread();
      } else if (!chunk || kind === 4)
        await world.add(`written ${WORDS[random(8)]} ${step}`, chunk?.uuid ?? null);
      else if (kind <= 6) await world.change(chunk.uuid, { text: `changed ${WORDS[random(8)]} ${step}` });
      else if (kind === 7) await world.change(chunk.uuid, { enabled: !chunk.enabled });
      else if (kind === 8) await world.remove(chunk.uuid);
      else if (kind === 9) await world.split(chunk.uuid, Math.floor(chunk.text.length / 2));
      else if (kind === 10 && chunks.at(-1) !== chunk) await world.merge(chunk.uuid);
      else if (kind === 11) await world.reset(chunk.uuid, random(2) === 0);
      else if (kind === 12) {
        const [out] = await world.removed();
        if (out) await world.restore(out.uuid);
      }
      if (random(3) === 0) await fixture.runJobs();
      await expectLikeNew(accountId, knowledgeId, `${WORDS[random(8)]} open changed written`);
      if (ids.includes(id)) expect((await world.view()).embeddings).toBe((await world.chunks()).length);
    }
  },
);
