import type { AccountId, DocumentId, KnowledgeId } from '@hanasu/contract/ids';
import { ReferenceIndex } from '@hanasu/retrieval/bench/reference-index';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { readEmbeddings } from '../chunks/read-chunks.ts';
import { deleteDocument, retryDocument } from '../documents/documents.ts';
import { selectSearchable, selectSegments } from '../indexing/index.store.ts';
import { by } from '../testing/deleter.fixture.ts';
import { createKnowledgeFixture, type KnowledgeFixture } from '../testing/knowledge.fixture.ts';
import { searchKnowledge } from './search-knowledge.ts';

let fixture: KnowledgeFixture;
beforeAll(async () => {
  fixture = await createKnowledgeFixture();
});
afterAll(() => fixture.close());

const WORDS = [
  ...['refund', 'shipping', 'Monday', 'password', 'invoice', 'the', 'of', 'opening', 'hours', 'delivery'],
  ...['返品', '営業時間', 'パスワード', '送料', '月曜日', 'を変更する', 'ログイン', '請求書'],
  ...['đổi trả', 'giờ mở cửa', 'mật khẩu', 'vận chuyển', 'hoá đơn', 'thứ hai'],
];

/** Repeatable randomness: a failure shows the same sequence again. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const sentence = (random: (below: number) => number, length: number): string =>
  Array.from({ length }, () => WORDS[random(WORDS.length)]).join(' ');

interface Model {
  readonly accountId: AccountId;
  readonly knowledgeId: KnowledgeId;
  readonly reference: ReferenceIndex<string>;
  readonly chunks: Map<DocumentId, string[]>;
}

async function learn(model: Model, id: DocumentId, title: string): Promise<void> {
  const { items } = await readEmbeddings(
    fixture.dependencies,
    { accountId: model.accountId, documentId: id },
    {
      page: 1,
      pageSize: 100,
      show: 'all',
    },
  );
  for (const old of model.chunks.get(id) ?? []) model.reference.remove(old);
  for (const { uuid, text, headingPath } of items) {
    model.reference.add(uuid, { title: [title, ...headingPath].join('\n'), text });
  }
  model.chunks.set(
    id,
    items.map(({ uuid }) => uuid),
  );
}

async function forget(model: Model, id: DocumentId): Promise<void> {
  await deleteDocument(fixture.dependencies, {
    actor: by(model.accountId),
    knowledgeId: model.knowledgeId,
    documentId: id,
  });
  for (const chunk of model.chunks.get(id) ?? []) model.reference.remove(chunk);
  model.chunks.delete(id);
}

async function expectSame(model: Model, query: string): Promise<void> {
  const { accountId, knowledgeId } = model;
  const search = { accountId, knowledgeIds: [knowledgeId], query, limit: 8 };
  const passages = await searchKnowledge(fixture.dependencies, search);
  const wanted = model.reference.search(query, 1000);
  const scores = new Map(wanted.map(({ id, score }) => [id as string, score]));
  expect(passages.map(({ score }) => score.toFixed(9))).toEqual(
    wanted.slice(0, 8).map(({ score }) => score.toFixed(9)),
  );
  for (const { embeddingId, score } of passages) expect(scores.get(embeddingId)).toBeCloseTo(score, 9);
  expect(passages[0]?.confidence ?? 0).toBeCloseTo(wanted[0]?.confidence ?? 0, 9);
}

describe('the index in the database ranks like the plain one in memory', () => {
  test.each([11, 22, 33])('over adds, re-reads, deletes and merges (%i)', async (seed) => {
    const random = randomOf(seed);
    const accountId = newId<AccountId>();
    const knowledgeId = await fixture.addBase(accountId);
    const model: Model = { accountId, knowledgeId, reference: new ReferenceIndex(), chunks: new Map() };
    for (let step = 0; step < 30; step++) {
      const ids = [...model.chunks.keys()];
      const some = ids[random(Math.max(1, ids.length))];
      const kind = random(10);
      if (kind < 2 && some) await forget(model, some);
      else if (kind < 3 && some) {
        await retryDocument(fixture.dependencies, { accountId, knowledgeId, documentId: some });
        await fixture.runJobs();
        await learn(model, some, 'title');
      } else {
        const body = `# ${sentence(random, 2)}\n\n${sentence(random, 5 + random(600))}`;
        const id = await fixture.addText(accountId, knowledgeId, 'title', body);
        await fixture.runJobs();
        await learn(model, id, 'title');
      }
      if (step % 3 === 0) await expectSame(model, sentence(random, 3));
    }
    await fixture.runJobs();
    await expectSame(model, sentence(random, 5));
    await expectConsistent(model);
  });
});

async function expectConsistent({ accountId, knowledgeId, reference, chunks }: Model): Promise<void> {
  const [segments, [statistics]] = await fixture.dependencies.database.account(
    accountId,
    async (transaction) => [
      await selectSegments(transaction, [knowledgeId]),
      await selectSearchable(transaction, [knowledgeId]),
    ],
  );
  expect(statistics?.chunks).toBe(reference.size);
  expect(segments.reduce((sum, segment) => sum + segment.chunks, 0)).toBe(reference.size);
  expect(segments.length).toBeLessThan(chunks.size);
}

test('an emptied base has no statistics and no segments left', async () => {
  const accountId = newId<AccountId>();
  const knowledgeId = await fixture.addBase(accountId);
  for (const title of ['one', 'two'])
    await fixture.addText(accountId, knowledgeId, title, 'opening hours 営業時間');
  await fixture.runJobs();
  const { database } = fixture.dependencies;
  const ids = await database.account(accountId, (transaction) =>
    transaction.rows<{ id: DocumentId }>('select id from documents where knowledge_id = $1', [knowledgeId]),
  );
  for (const { id } of ids)
    await deleteDocument(fixture.dependencies, { actor: by(accountId), knowledgeId, documentId: id });
  await database.account(accountId, async (transaction) => {
    expect(await selectSegments(transaction, [knowledgeId])).toEqual([]);
    const [statistics] = await selectSearchable(transaction, [knowledgeId]);
    expect(statistics).toMatchObject({
      chunks: 0,
      lengthSums: Array(8).fill(0),
      usedCounts: Array(8).fill(0),
    });
    expect(await transaction.one('select count(*) as n from index_blocks')).toEqual({ n: 0 });
  });
});

test('several bases are merged by confidence, unknown and foreign ones are left out', async () => {
  const accountId = newId<AccountId>();
  const other = newId<AccountId>();
  const bases = [await fixture.addBase(accountId), await fixture.addBase(accountId)] as const;
  const foreign = await fixture.addBase(other);
  await fixture.addText(accountId, bases[0], 'Shop', 'We are open from nine to five on Monday.');
  await fixture.addText(
    accountId,
    bases[1],
    'Delivery',
    'Parcels are delivered on Monday within three days.',
  );
  await fixture.addText(other, foreign, 'Secret', 'Monday delivery opening hours of another account.');
  await fixture.runJobs();
  const knowledgeIds = [...bases, foreign, newId<KnowledgeId>()];
  const query = 'when are parcels delivered on Monday?';
  const passages = await searchKnowledge(fixture.dependencies, { accountId, knowledgeIds, query, limit: 5 });
  expect(passages.map(({ title }) => title)).toEqual(['Delivery', 'Shop']);
  expect(passages[0]?.confidence).toBeGreaterThan(passages[1]?.confidence ?? 1);
  expect(passages.every(({ confidence }) => confidence >= 0 && confidence <= 1)).toBe(true);
});

test.each(['', '   ', '?!', '\0', '🎉'])('a question without words finds nothing: %j', async (query) => {
  const accountId = newId<AccountId>();
  const knowledgeId = await fixture.addBase(accountId);
  await fixture.addText(accountId, knowledgeId, 'Shop', 'We are open.');
  await fixture.runJobs();
  const search = { accountId, knowledgeIds: [knowledgeId], query, limit: 5 };
  expect(await searchKnowledge(fixture.dependencies, search)).toEqual([]);
});
