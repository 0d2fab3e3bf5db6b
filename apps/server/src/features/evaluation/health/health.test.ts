import {
  createDocument,
  createKnowledge,
  DocumentView,
  getDocument,
  listEmbeddings,
} from '@hanasu/contract/knowledge';
import { getKnowledgeHealth } from '@hanasu/contract/knowledge-health';
import { buildPdf } from '@hanasu/retrieval/extract/testing/pdf-builder';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  eventually,
  formOf,
  type SignedIn,
  shareTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await shareTestServer();
});
afterAll(() => server.stop());

async function addText(person: SignedIn, uuid: never, title: string, text: string) {
  const { uuid: document } = await person.call(createDocument, { params: { uuid }, body: { title, text } });
  await eventually('it is read', async () => {
    const { status } = await person.call(getDocument, { params: { uuid, document } });
    return status === 'ready';
  });
  const { items } = await person.call(listEmbeddings, { params: { uuid: document } });
  return { document, passage: items[0]?.uuid ?? '' };
}

async function addPdf(
  person: SignedIn,
  uuid: never,
  name: string,
  pages: Parameters<typeof buildPdf>[0]['pages'],
) {
  const sent = await person.raw('POST', `/api/user/knowledge/${uuid}/document`, {
    body: formOf('file', Buffer.from(buildPdf({ pages })), `${name}.pdf`),
  });
  const { uuid: document } = DocumentView.parse(sent.body);
  await eventually('it is read', async () => {
    const { status } = await person.call(getDocument, { params: { uuid, document } });
    return status === 'ready';
  });
}

async function newBase() {
  const person = await server.register();
  const { uuid } = await person.call(createKnowledge, { body: { name: 'Guide' } });
  const health = () => person.call(getKnowledgeHealth, { params: { uuid } });
  return { person, uuid: uuid as never, health, account: person.user.account.uuid };
}

test('a base without documents is well', async () => {
  const { health } = await newBase();
  expect(await health()).toMatchObject({
    documents: 0,
    passages: 0,
    failed: [],
    stale: [],
    toReview: [],
    misread: [],
    conflicting: [],
    neverHit: null,
  });
});

test('failed, stale and changed passages are named', async () => {
  const { person, uuid, health, account } = await newBase();
  const failed = await addText(person, uuid, 'Broken', 'One.');
  const stale = await addText(person, uuid, 'Old', 'Two.');
  const edited = await addText(person, uuid, 'Edited', 'Three.');
  const of = (id: string) => [account, id];
  const where = 'where account_id = $1 and id = $2';
  await server.sql(
    `update documents set status = 'failed', reason = 'It is damaged.' ${where}`,
    of(failed.document),
  );
  await server.sql(`update documents set stale = 'source_gone' ${where}`, of(stale.document));
  await server.sql(
    `with edit as (insert into chunk_edits (account_id, id, document_id, anchors, anchor_start, anchor_end, chunks, review)
       values ($1, gen_random_uuid(), $2, '{}', 0, 0, '[]', 'changed') returning id)
     update embeddings set edit_id = (select id from edit) where account_id = $1 and document_id = $2`,
    of(edited.document),
  );
  const found = await health();
  expect(found.documents).toBe(3);
  expect(found.failed).toEqual([
    { documentUuid: failed.document, title: 'Broken', reason: 'It is damaged.' },
  ]);
  expect(found.stale).toMatchObject([{ documentUuid: stale.document, title: 'Old' }]);
  expect(found.toReview).toMatchObject([{ embeddingUuid: edited.passage, title: 'Edited', text: 'Three.' }]);
});

test('passages that contradict each other are shown side by side, until one is changed', async () => {
  const { person, uuid, health } = await newBase();
  const one = await addText(person, uuid, 'Rules', 'Guests have to check out until 11:00 on weekdays.');
  const other = await addText(person, uuid, 'FAQ', 'On weekdays guests have to check out until 10:00.');
  await addText(person, uuid, 'Menu', 'Breakfast costs 1,200 yen for grown-ups.');
  const [pair, ...rest] = (await health()).conflicting;
  expect(rest).toEqual([]);
  expect(pair?.differs).toEqual(['10:00 ≠ 11:00']);
  expect([pair?.one.embeddingUuid, pair?.other.embeddingUuid].toSorted()).toEqual(
    [one.passage, other.passage].toSorted(),
  );
  await server.sql(`update embeddings set text = replace(text, '10:00', '11:00') where id = $1`, [
    other.passage,
  ]);
  // The same state of the documents: what was found is not looked for again.
  expect((await health()).conflicting).toHaveLength(1);
  await server.sql('update documents set updated_at = now() where id = $1', [other.document]);
  expect((await health()).conflicting).toEqual([]);
});

const PLACES = [56, 200, 350];
const HOURS = [
  ['曜日', '受付時間', '閉店'],
  ['月・水', '10:00〜18:30', '20:00'],
  ['土・日・祝', '9:00〜17:30', '19:00'],
];
const PRICES = [
  ['メニュー', '料金', '所要時間'],
  ['カット', '5,500円', '約60分'],
  ['パーマ', '9,900円から', '約120分'],
];
/** Cells in three columns, as far below each other as the rows of one table. */
const linesOf = (rows: readonly (readonly string[])[]) =>
  rows.flatMap((cells) =>
    cells.map((text, index) => ({ text, x: PLACES[index] ?? 0, above: index === 0 ? 4 : -16.5 })),
  );

test('a PDF file whose two tables were read as one is named with its page and rows, one with a title between them is not', async () => {
  const { person, uuid, health } = await newBase();
  const title = { text: '料金表', above: 12 };
  await addPdf(person, uuid, 'joined', [linesOf([...HOURS, ...PRICES])]);
  await addPdf(person, uuid, 'apart', [[...linesOf(HOURS), title, ...linesOf(PRICES)]]);
  const { misread } = await health();
  expect(misread).toMatchObject([
    { title: 'joined', page: 1, rows: PRICES.map((cells) => cells.join(' | ')) },
  ]);
  expect(misread[0]?.text).toContain('| カット | 5,500円 | 約60分 |');
});

test('what nobody ever needed is told after two weeks, when there were questions', async () => {
  const { person, uuid, health, account } = await newBase();
  const used = await addText(person, uuid, 'Used', 'Parking is free.');
  const idle = await addText(person, uuid, 'Idle', 'The cellar is dry.');
  await addText(person, uuid, 'New', 'There is a new lift.');
  await server.sql(`update knowledges set created_at = now() - interval '15 days' where account_id = $1`, [
    account,
  ]);
  await server.sql(
    `update documents set created_at = now() - interval '15 days' where account_id = $1 and title <> 'New'`,
    [account],
  );
  expect((await health()).neverHit).toBeNull();
  await server.sql(
    `insert into embedding_hits (account_id, id, document_id, embedding_id, question)
     values ($1, gen_random_uuid(), $2, $3, 'Is parking free?')`,
    [account, used.document, used.passage],
  );
  expect((await health()).neverHit).toMatchObject({ total: 1, some: [{ embeddingUuid: idle.passage }] });
  await server.sql('update knowledges set created_at = now() where account_id = $1', [account]);
  expect((await health()).neverHit).toBeNull();
});
