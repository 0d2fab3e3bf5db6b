import { createApiKey } from '@hanasu/contract/api-keys';
import { chat } from '@hanasu/contract/chat';
import type { DocumentId, KnowledgeId } from '@hanasu/contract/ids';
import {
  createDocument,
  createKnowledge,
  deleteDocument,
  deleteKnowledge,
  getDocument,
  getDocumentText,
  listDocuments,
  searchKnowledge,
} from '@hanasu/contract/knowledge';
import * as contract from '@hanasu/contract/posts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../platform/database/database.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { eventually, type SignedIn, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { addBot } from '../../testing/test-shop.ts';
import { addMember } from '../../testing/test-team.ts';
import { createPostCopier } from './post-copies.ts';
import { addPost, addPublished, change, publish, TEXT, upload } from './testing/posts.fixture.ts';

const HOST = 'host@example.com';
const PUBLIC_URL = 'https://hanasu.example';
let server: TestServer;
let owner: SignedIn;
beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL, ADMIN_EMAILS: HOST });
  owner = await server.register();
});
afterAll(() => server.stop());

type Post = Pick<contract.PostWithDraft, 'uuid'>;
const get = ({ uuid }: Post, person = owner) => person.call(contract.getPost, { params: { uuid } });
const addBase = async (person = owner, name = 'Shop'): Promise<KnowledgeId> =>
  (await person.call(createKnowledge, { body: { name } })).uuid;
const choose = async (post: Post, knowledgeUuid: KnowledgeId | null, person = owner) => {
  const { revision } = await get(post, person);
  return person.call(contract.changePost, {
    params: { uuid: post.uuid },
    body: { revision, knowledgeUuid },
  });
};
const until = (
  post: Post,
  fits: (knowledge: contract.PostWithDraft['knowledge']) => boolean,
  person = owner,
) =>
  eventually('the copy is as wanted', async () => {
    const found = await get(post, person);
    return fits(found.knowledge) && found;
  });
const untilCopied = async (post: Post, person = owner): Promise<DocumentId> => {
  const { knowledge } = await until(
    post,
    (one) => one?.state === 'up_to_date' && one.documentUuid !== null,
    person,
  );
  return knowledge?.documentUuid as DocumentId;
};
const documentsIn = async (uuid: KnowledgeId, person = owner) =>
  (await person.call(listDocuments, { params: { uuid } })).items;
const untilEmpty = (uuid: KnowledgeId) =>
  eventually('the base is empty', async () => (await documentsIn(uuid)).length === 0);
const textIn = async (uuid: KnowledgeId, document: DocumentId) =>
  (await owner.call(getDocumentText, { params: { uuid, document } })).text;
const rowsOf = ({ uuid }: Post) =>
  server.sql<{ document: string | null; chosen: boolean; due: boolean }>(
    'select document_id as document, is_chosen as chosen, due_at is not null as due from post_copies where post_id = $1',
    [uuid],
  );

const ARTICLE = `<h2>Opening hours</h2><p>We are <strong>open</strong>, see <a href="/contact">how to come</a>.</p>
<ul><li>Monday</li><li>Tuesday<ul><li>from ten</li></ul></li></ul>
<table><thead><tr><th>Tea</th><th>Price</th></tr></thead><tbody><tr><td>Sencha</td><td>500</td></tr></tbody></table>
<aside data-callout="tip"><p>Ring the bell</p></aside><p>営業時間は十時から</p>`;

test('a base holds the page of a post, as Markdown with its address, while it is published', async () => {
  const base = await addBase();
  const { uuid: picture } = await upload(owner);
  const content = `${ARTICLE}<figure><img data-media="${picture}" alt="Map of the quarter"></figure>`;
  const post = await addPost(owner, { title: 'How to find us', content });
  expect(post.knowledge).toBeNull();
  const chosen = await choose(post, base);
  expect(chosen).toMatchObject({ revision: post.revision, knowledge: { uuid: base, name: 'Shop' } });
  expect((await until(post, (one) => one?.state === 'up_to_date')).knowledge?.documentUuid).toBeNull();

  const published = await publish(owner, post);
  expect(published.knowledge).toMatchObject({ state: 'pending', reason: null });
  const document = await untilCopied(post);
  const params = { uuid: base, document };
  const [stored] = await documentsIn(base);
  expect(stored).toMatchObject({
    uuid: document,
    kind: 'page',
    title: 'How to find us',
    url: PUBLIC_URL + published.path,
    status: 'ready',
    version: 1,
  });
  expect(await textIn(base, document)).toBe(
    [
      '# How to find us',
      '## Opening hours',
      `We are open, see [how to come](${PUBLIC_URL}/contact).`,
      '- Monday\n- Tuesday\n  - from ten',
      '| Tea | Price |\n| --- | --- |\n| Sencha | 500 |',
      'Ring the bell',
      '営業時間は十時から',
      'Map of the quarter',
    ].join('\n\n'),
  );
  const { items } = await owner.call(searchKnowledge, {
    params: { uuid: base },
    body: { query: 'Sencha price' },
  });
  expect(items[0]?.documentUuid).toBe(document);

  const bot = await addBot(owner, { knowledgeUuids: [base] });
  const answer = await owner.call(chat, { body: { botUuid: bot.uuid, message: 'What does Sencha cost?' } });
  expect(answer.message.citations[0]).toMatchObject({
    documentUuid: document,
    url: PUBLIC_URL + published.path,
  });

  const draft = await change(owner, published, { title: 'Where we are', content: TEXT, slug: 'where' });
  await eventually('the address is the new one', async () => {
    const { url } = await owner.call(getDocument, { params });
    return url?.endsWith('/where');
  });
  expect(await textIn(base, document)).toContain('# How to find us');
  await publish(owner, draft);
  await eventually('the new text is read', async () => (await textIn(base, document)).includes('new tea'));
  expect(await owner.call(getDocument, { params })).toMatchObject({ title: 'Where we are', version: 2 });

  await owner.call(contract.retractPost, { params: { uuid: post.uuid } });
  await untilEmpty(base);
  const retracted = await until(post, (one) => one?.state === 'up_to_date');
  expect(retracted.knowledge).toMatchObject({ uuid: base, documentUuid: null });
  await publish(owner, retracted);
  await untilCopied(post);
  await owner.call(contract.deletePost, { params: { uuid: post.uuid } });
  await untilEmpty(base);
  await eventually('nothing is left', async () => (await rowsOf(post)).length === 0);
});

test('the copy goes with a page that is taken down, and comes back with it', async () => {
  const host = await server.register({ email: HOST });
  const base = await addBase();
  const post = await addPublished(owner);
  await choose(post, base);
  await untilCopied(post);
  const params = { uuid: post.uuid };
  await host.call(contract.takeDownPost, { params });
  await untilEmpty(base);
  await host.call(contract.putBackPost, { params });
  await untilCopied(post);
});

test('follows the address of the list of posts', async () => {
  const person = await server.register();
  const base = await addBase(person);
  const post = await addPublished(person);
  await choose(post, base, person);
  await untilCopied(post, person);
  const { path } = await person.call(contract.changePostSite, { body: { slug: `moved-${Date.now()}` } });
  await eventually('the address is the new one', async () =>
    (await documentsIn(base, person))[0]?.url?.startsWith(`${PUBLIC_URL}${path}/`),
  );
});

test('moves to another base, and leaves it', async () => {
  const [one, two] = [await addBase(owner, 'One'), await addBase(owner, 'Two')];
  const post = await addPublished(owner);
  await choose(post, one);
  await untilCopied(post);
  expect((await choose(post, two)).knowledge).toMatchObject({ uuid: two, name: 'Two', state: 'pending' });
  await untilEmpty(one);
  await untilCopied(post);
  expect(await documentsIn(two)).toHaveLength(1);
  expect((await choose(post, null)).knowledge).toBeNull();
  await untilEmpty(two);
  const log = await server.sql<{ data: object }>(
    `select data from audit_events where action = 'post.knowledge_changed' and target = $1 order by id`,
    [post.uuid],
  );
  expect(log.map(({ data }) => data)).toMatchObject([
    { name: 'New tea', before: null, after: 'One' },
    { before: 'One', after: 'Two' },
    { before: 'Two', after: null },
  ]);
});

test('deleting the document or the base removes the choice', async () => {
  const [one, two] = [await addBase(), await addBase()];
  const post = await addPublished(owner);
  await choose(post, one);
  const document = await untilCopied(post);
  await owner.call(deleteDocument, { params: { uuid: one, document } });
  const left = await get(post);
  expect(left.knowledge).toBeNull();
  await publish(owner, await change(owner, left, { title: 'Again' }));
  await choose(post, two);
  await untilCopied(post);
  expect(await documentsIn(one)).toEqual([]);
  await owner.call(deleteKnowledge, { params: { uuid: two } });
  expect(await get(post)).toMatchObject({ knowledge: null, state: 'published' });
  expect(await rowsOf(post)).toEqual([]);
});

test('needs what writing knowledge needs, and takes bases of the account only', async () => {
  const base = await addBase();
  const post = await addPost(owner);
  const params = { uuid: post.uuid };
  const body = { revision: post.revision, knowledgeUuid: base };
  const operator = await addMember(server, owner, 'operator');
  expect((await operator.refused(contract.changePost, { params, body })).code).toBe('forbidden');
  await operator.call(contract.changePost, { params, body: { revision: post.revision } });
  const keyWith = async (scopes: ('posts:write' | 'knowledge')[]) => {
    const { key } = await owner.call(createApiKey, { body: { name: 'Sync', scopes } });
    const headers = { authorization: `Bearer ${key}` };
    return (await server.anonymous.raw('PATCH', `/api/post/${post.uuid}`, { headers, body })).status;
  };
  expect(await keyWith(['posts:write'])).toBe(403);
  expect(await keyWith(['posts:write', 'knowledge'])).toBe(200);
  const foreign = await addBase(await server.register());
  for (const knowledgeUuid of [foreign, crypto.randomUUID() as KnowledgeId]) {
    const refused = await owner.refused(contract.changePost, { params, body: { ...body, knowledgeUuid } });
    expect(refused).toMatchObject({ code: 'validation_failed', errors: [{ path: 'body.knowledgeUuid' }] });
  }
  const late = await owner.refused(contract.changePost, { params, body: { ...body, revision: 99 } });
  expect(late.code).toBe('post_changed');
  expect((await get(post)).knowledge?.uuid).toBe(base);
});

test('says what became of the document, and tries again when asked', async () => {
  const base = await addBase();
  const post = await addPublished(owner);
  await choose(post, base);
  const document = await untilCopied(post);
  const spoil = (change: string) => server.sql(`update documents set ${change} where id = $1`, [document]);
  await spoil(`status = 'stopped'`);
  expect((await get(post)).knowledge).toMatchObject({ state: 'failed', reason: 'stopped' });
  await spoil(`status = 'failed', failure = 'internal'`);
  expect((await get(post)).knowledge).toMatchObject({ state: 'failed', reason: 'unreadable' });
  await choose(post, base);
  expect(await untilCopied(post)).toBe(document);
  // Its vectors wait for tokens; it is found by words.
  await server.sql(
    `update knowledges set vectors_paused = 'no_tokens', settings = '{"embeddingModel": "model"}' where id = $1`,
    [base],
  );
  expect((await get(post)).knowledge).toMatchObject({ state: 'pending', reason: 'no_tokens' });
});

test('a full account publishes all the same, and the copy follows when there is room', async () => {
  const small = await startTestServer({ ACCOUNT_STORAGE_BYTES: '3000' });
  const person = await small.register();
  const base = await addBase(person);
  const { uuid } = await person.call(createDocument, {
    params: { uuid: base },
    body: { title: 'Large', text: 'x'.repeat(2_700) },
  });
  const post = await addPost(person, { content: `<p>${'Tea '.repeat(60)}</p>` });
  await choose(post, base, person);
  const published = await publish(person, post);
  expect(published.state).toBe('published');
  const failed = await until(post, (one) => one?.state === 'failed', person);
  expect(failed.knowledge).toMatchObject({ reason: 'storage_quota_reached', documentUuid: null });
  const [row] = await small.sql<{ wait: number }>(
    'select extract(epoch from due_at - now())::float8 as wait from post_copies where post_id = $1',
    [post.uuid],
  );
  expect(row?.wait).toBeGreaterThan(10);
  await person.call(deleteDocument, { params: { uuid: base, document: uuid } });
  // The time of the next attempt has come.
  await small.sql('update post_copies set due_at = now() where post_id = $1', [post.uuid]);
  await untilCopied(post, person);
  await small.stop();
});

test('an attempt that ends anywhere is repeated, with one document', async () => {
  const base = await addBase();
  const post = await addPublished(owner);
  await choose(post, base);
  const document = await untilCopied(post);
  const dueAgain = (more = '') =>
    server.sql(`update post_copies set due_at = now() - interval '1 second'${more} where post_id = $1`, [
      post.uuid,
    ]);
  const untilSettled = () =>
    eventually('nothing is due', async () => (await rowsOf(post)).every(({ due }) => !due));
  // It ended after the document was stored, or removed, and before this was noted.
  await dueAgain();
  await untilSettled();
  expect(await documentsIn(base)).toMatchObject([{ uuid: document, version: 1 }]);
  await owner.call(contract.retractPost, { params: { uuid: post.uuid } });
  await untilEmpty(base);
  await dueAgain();
  await untilSettled();
  expect(await rowsOf(post)).toMatchObject([{ document: null, chosen: true }]);
});

test('of two workers that store the same copy one is undone', async () => {
  const testDatabase = await createTestDatabase();
  const quiet = await startTestServer({}, undefined, {
    database: testDatabase,
    withoutWorkers: ['post-copies'],
  });
  const person = await quiet.register();
  const post = await addPublished(person);
  await choose(post, await addBase(person), person);
  const database = openDatabase({ url: testDatabase.url, poolSize: 4, onError: () => undefined });
  const stored: string[] = [];
  const errors: unknown[] = [];
  let waiting = 2;
  let release: () => void = () => undefined;
  const both = new Promise<void>((resolve) => {
    release = resolve;
  });
  const copier = () =>
    createPostCopier({
      database,
      publicUrl: PUBLIC_URL,
      onError: (error) => errors.push(error),
      knowledge: {
        copies: {
          remove: async () => undefined,
          async put({ accountId, onStored }) {
            waiting -= 1;
            if (waiting === 0) release();
            await both;
            const id = crypto.randomUUID() as DocumentId;
            await database.account(accountId, async (transaction) => {
              await transaction.run(
                `insert into documents (account_id, id, knowledge_id, title, media_type, bytes, file_key, status)
                 select account_id, $2, id, 'Copy', 'text/markdown', 1, '', 'ready' from knowledges where account_id = $1`,
                [accountId, id],
              );
              await onStored(transaction, id);
              stored.push(id);
            });
          },
        },
      },
    });
  const [one, two] = [copier(), copier()];
  await one.runOnce();
  await quiet.sql('update post_copies set due_at = now() where post_id = $1', [post.uuid]);
  await two.runOnce();
  await Promise.all([one.drain(), two.drain()]);
  const documents = await quiet.sql<{ id: string }>(`select id from documents where title = 'Copy'`);
  expect(documents.map(({ id }) => id)).toEqual(stored);
  expect(stored).toHaveLength(1);
  expect((await get(post, person)).knowledge?.documentUuid).toBe(stored[0]);
  expect(errors).toEqual([]);
  await database.close();
  await quiet.stop();
});
