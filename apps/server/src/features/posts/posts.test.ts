import type { AccountId } from '@hanasu/contract/ids';
import * as contract from '@hanasu/contract/posts';
import { changeAccount } from '@hanasu/contract/team';
import { createWebHook } from '@hanasu/contract/web-hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedIn, shareTestServer, type TestServer } from '../../testing/test-server.ts';
import { addMember } from '../../testing/test-team.ts';
import { addPost, addPublished, change, publish, TEXT, upload } from './testing/posts.fixture.ts';

let server: TestServer;
let owner: SignedIn;
beforeAll(async () => {
  server = await shareTestServer();
  owner = await server.register();
});
afterAll(() => server.stop());

const list = (query: Parameters<typeof owner.call<typeof contract.listPosts>>[1] = {}, person = owner) =>
  person.call(contract.listPosts, query);
const auditOf = (person: SignedIn) =>
  server.sql<{ action: string }>(
    `select action from audit_events where account_id = $1 and action like 'post%' order by id`,
    [person.user.account.uuid],
  );

test('lives from the first draft to its deletion', async () => {
  const person = await server.register();
  const { uuid } = await person.call(contract.createPost, { body: {} });
  const draft = await person.call(contract.getPost, { params: { uuid } });
  expect(draft).toMatchObject({
    title: '',
    content: '',
    state: 'draft',
    hasChanges: true,
    path: null,
    revision: 1,
    version: 1,
    publishedVersion: null,
    createdBy: { uuid: person.user.uuid },
  });
  expect(draft.slug).toMatch(/^post-[a-z0-9]{6}$/);
  const incomplete = await person.refused(contract.publishPost, { params: { uuid }, body: { revision: 1 } });
  expect(incomplete).toMatchObject({
    code: 'post_incomplete',
    errors: [{ path: 'draft.title' }, { path: 'draft.content' }],
  });

  const written = await change(person, draft, { title: 'Trà mới', content: `${TEXT}<script>x()</script>` });
  expect(written).toMatchObject({ title: 'Trà mới', content: TEXT, revision: 2, version: 1 });
  const published = await publish(person, written);
  expect(published).toMatchObject({ state: 'published', hasChanges: false, publishedVersion: 1 });
  expect(published.path).toBe(`${(await person.call(contract.getPostSite)).path}/${draft.slug}`);
  const again = await person.refused(contract.publishPost, { params: { uuid }, body: { revision: 2 } });
  expect(again.code).toBe('nothing_to_publish');

  const edited = await change(person, published, { title: 'Trà mới 2' });
  expect(edited).toMatchObject({ state: 'published', hasChanges: true, version: 2, publishedVersion: 1 });
  expect(await change(person, edited, { title: 'Trà mới' })).toMatchObject({ hasChanges: false });

  const retracted = await person.call(contract.retractPost, { params: { uuid } });
  expect(retracted).toMatchObject({ state: 'draft', path: null, hasChanges: true, publishedVersion: null });
  expect(retracted.publishedAt).toBe(published.publishedAt);
  await person.call(contract.deletePost, { params: { uuid } });
  expect((await person.refused(contract.getPost, { params: { uuid } })).code).toBe('not_found');
  expect((await auditOf(person)).map(({ action }) => action)).toEqual([
    'post.published',
    'post.retracted',
    'post.deleted',
  ]);
});

test('makes an address of the title, and takes no address twice', async () => {
  const slugs = [];
  for (const title of ['Trà Đà Lạt: mới!', 'Trà Đà Lạt mới', '新茶', 'Feed', '2026'])
    slugs.push((await addPost(owner, { title })).slug);
  expect(slugs.slice(0, 2)).toEqual(['tra-da-lat-moi', 'tra-da-lat-moi-2']);
  for (const slug of slugs.slice(2)) expect(slug).toMatch(/^post-[a-z0-9]{6}$/);
  const post = await addPost(owner, { slug: 'own-address' });
  const taken = await owner.refused(contract.createPost, { body: { slug: 'own-address' } });
  expect(taken).toMatchObject({ code: 'slug_taken', errors: [{ path: 'body.slug' }] });
  const other = await addPost(owner);
  const changed = await owner.refused(contract.changePost, {
    params: { uuid: other.uuid },
    body: { slug: 'own-address', revision: 1 },
  });
  expect(changed.code).toBe('slug_taken');
  // It was never public, so the address is free again.
  await change(owner, post, { slug: 'other-address' });
  await change(owner, other, { slug: 'own-address' });
  const stranger = await server.register();
  expect((await addPost(stranger, { slug: 'own-address' })).slug).toBe('own-address');
});

test('the address of a published post stays taken when it moves, and comes back to the post alone', async () => {
  const post = await addPublished(owner, { slug: 'moving' });
  const moved = await change(owner, post, { slug: 'moved' });
  expect(moved).toMatchObject({ slug: 'moved', hasChanges: false, version: 1 });
  expect((await owner.refused(contract.createPost, { body: { slug: 'moving' } })).code).toBe('slug_taken');
  expect(await change(owner, moved, { slug: 'moving' })).toMatchObject({ slug: 'moving' });
});

test('of two who edit at once one is refused, and nothing is lost', async () => {
  const editor = await addMember(server, owner, 'operator');
  const post = await addPost(owner, { title: 'Both' });
  const params = { uuid: post.uuid };
  const bodies = [
    { title: 'Mine', revision: 1 },
    { title: 'Theirs', revision: 1 },
  ];
  const answers = await Promise.all(
    [owner, editor].map((person, index) =>
      person.raw('PATCH', `/api/post/${post.uuid}`, { body: bodies[index] }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'post_changed' });
  const winner = bodies[answers.findIndex(({ status }) => status === 200)];
  expect(await owner.call(contract.getPost, { params })).toMatchObject({ title: winner?.title, revision: 2 });
  const late = await owner.refused(contract.publishPost, { params, body: { revision: 1 } });
  expect(late.code).toBe('post_changed');
});

test('a version is ten minutes of one person, or what was published', async () => {
  const editor = await addMember(server, owner, 'admin');
  let post = await addPost(owner, { title: 'One' });
  post = await change(owner, post, { title: 'Two' });
  expect(post.version).toBe(1);
  post = await change(editor, post, { title: 'Three' });
  expect(post.version).toBe(2);
  await server.sql(`update post_versions set created_at = now() - interval '11 minutes' where post_id = $1`, [
    post.uuid,
  ]);
  post = await change(editor, post, { title: 'Four' });
  expect(post.version).toBe(3);
  post = await publish(editor, post);
  expect(await change(editor, post, { title: 'Four' })).toMatchObject({
    version: 3,
    revision: post.revision,
  });
  post = await change(editor, post, { title: 'Five' });
  expect(await change(editor, post, { title: 'Five', newVersion: true })).toMatchObject({ version: 4 });
  post = await change(editor, post, { title: 'Six', newVersion: true });
  const { items, total } = await owner.call(contract.listPostVersions, { params: { uuid: post.uuid } });
  expect(total).toBe(5);
  expect(items.map(({ number, title, isPublished, by }) => [number, title, isPublished, by?.uuid])).toEqual([
    [5, 'Six', false, editor.user.uuid],
    [4, 'Five', false, editor.user.uuid],
    [3, 'Four', true, editor.user.uuid],
    [2, 'Three', false, editor.user.uuid],
    [1, 'Two', false, owner.user.uuid],
  ]);
});

test('keeps the newest versions, and the published one', async () => {
  let post = await addPublished(owner, { title: 'Kept' });
  await server.sql(
    `insert into post_versions (account_id, post_id, number, title, description, language, tags, content, cover_alt, created_at)
     select account_id, id, n, 'Old', '', 'en', '{}', '', '', now() - interval '1 day'
     from posts, generate_series(2, 130) n where id = $1`,
    [post.uuid],
  );
  await server.sql('update posts set version = 130 where id = $1', [post.uuid]);
  post = { ...post, ...(await change(owner, post, { title: 'Newest' })), path: post.path };
  expect(post.version).toBe(131);
  const params = { uuid: post.uuid };
  const { items, total } = await owner.call(contract.listPostVersions, { params, query: { page: 10 } });
  expect(total).toBe(contract.POST_VERSIONS_MAX);
  expect(items.at(-1)).toMatchObject({ number: 1, isPublished: true });
  expect(items.at(-2)).toMatchObject({ number: 33 });
  const refused = await owner.raw('GET', `/api/post/${post.uuid}/versions?pageSize=11`);
  expect(refused.status).toBe(400);
});

test('takes a text of the greatest length in any letters, and not too many elements', async () => {
  const content = `<p>${'茶'.repeat(contract.POST_LENGTH_MAX - 7)}</p>`;
  const post = await addPost(owner, { content });
  expect(post.content).toBe(content);
  const refused = await owner.refused(contract.createPost, { body: { content: '<p>a</p>'.repeat(5_000) } });
  expect(refused.code).toBe('validation_failed');
});

test('a draft whose cover is gone is still changed', async () => {
  const cover = await upload(owner);
  const post = await addPost(owner, { coverUuid: cover.uuid });
  await server.sql('delete from media where id = $1', [cover.uuid]);
  expect(await change(owner, post, { title: 'Later' })).toMatchObject({ title: 'Later' });
});

test('lists by state, tag and words, with counts of all states', async () => {
  const person = await server.register();
  await addPost(person, { title: 'Sen trắng', tags: ['Hoa', 'mới'] });
  await addPublished(person, { title: '桜のお茶', tags: ['hoa'] });
  await addPost(person, { title: '100% tea', content: '<p>Ｓａｋｕｒａ &amp; <b>green</b></p>' });
  const found = async (query: object) => {
    const { items, counts, total } = await list({ query }, person);
    return [items.map(({ title }) => title), counts.draft, counts.published, total];
  };
  expect(await found({})).toEqual([['100% tea', '桜のお茶', 'Sen trắng'], 2, 1, 3]);
  expect(await found({ q: 'sen TRANG' })).toEqual([['Sen trắng'], 1, 0, 1]);
  expect(await found({ q: 'sakura green' })).toEqual([['100% tea'], 1, 0, 1]);
  expect(await found({ q: '%' })).toEqual([['100% tea'], 1, 0, 1]);
  expect(await found({ q: 'script strong' })).toEqual([[], 0, 0, 0]);
  expect(await found({ tag: 'HOA' })).toEqual([['桜のお茶', 'Sen trắng'], 1, 1, 2]);
  expect(await found({ state: 'published' })).toEqual([['桜のお茶'], 2, 1, 1]);
  expect((await list({}, person)).tags).toEqual([
    { name: expect.stringMatching(/hoa/i), posts: 2 },
    { name: 'mới', posts: 1 },
  ]);
});

test('the page of the posts is named after the account, once over all accounts', async () => {
  const [one, two] = [await server.register(), await server.register()];
  for (const person of [one, two]) await person.call(changeAccount, { body: { name: 'Hoa Sữa Tea' } });
  expect(await one.call(contract.getPostSite)).toEqual({
    slug: 'hoa-sua-tea',
    title: '',
    description: '',
    path: '/p/hoa-sua-tea',
    feedPath: '/p/hoa-sua-tea/feed',
  });
  expect((await two.call(contract.getPostSite)).slug).toBe('hoa-sua-tea-2');
  const changed = await one.call(contract.changePostSite, { body: { slug: 'hoa-sua', title: 'Notes' } });
  expect(changed).toMatchObject({ slug: 'hoa-sua', title: 'Notes', path: '/p/hoa-sua' });
  for (const slug of ['hoa-sua', 'hoa-sua-tea'])
    expect(await two.refused(contract.changePostSite, { body: { slug } })).toMatchObject({
      code: 'slug_taken',
    });
  expect((await one.call(contract.changePostSite, { body: { slug: 'hoa-sua-tea' } })).slug).toBe(
    'hoa-sua-tea',
  );
  expect((await auditOf(one)).map(({ action }) => action)).toContain('post_site.changed');
});

test('pictures of drafts and versions are kept, and those of others are none', async () => {
  const [mine, theirs] = [await upload(owner), await upload(await server.register())];
  const figure = `<figure><img data-media="${mine.uuid}" alt="Tea"></figure>`;
  const post = await addPost(owner, { content: figure, coverUuid: mine.uuid });
  expect(post.media.map(({ uuid }) => uuid)).toEqual([mine.uuid]);
  const kept = () =>
    server.sql<{ isKept: boolean }>('select kept_at is not null as "isKept" from media where id = $1', [
      mine.uuid,
    ]);
  expect(await kept()).toEqual([{ isKept: true }]);
  const refused = await owner.refused(contract.createPost, { body: { coverUuid: theirs.uuid } });
  expect(refused).toMatchObject({ code: 'validation_failed', errors: [{ path: 'body.coverUuid' }] });
});

test('publishes an event to web hooks', async () => {
  const person = await server.register();
  await person.call(createWebHook, {
    body: { url: 'https://hooks.example.invalid/posts', events: ['post.published'] },
  });
  const post = await addPublished(person, { title: 'News', tags: ['tea'] });
  const deliveries = await server.sql<{ payload: { type: string; data: object } }>(
    `select payload from web_hook_deliveries where account_id = $1`,
    [person.user.account.uuid],
  );
  expect(deliveries).toHaveLength(1);
  expect(deliveries[0]?.payload).toMatchObject({
    type: 'post.published',
    data: {
      uuid: post.uuid,
      title: 'News',
      url: expect.stringMatching(new RegExp(`^http.*${post.path}$`)),
      language: 'en',
      tags: ['tea'],
      publishedAt: post.publishedAt,
    },
  });
});

test('an account sees and changes its own posts only', async () => {
  const post = await addPublished(owner);
  const stranger = await server.register();
  const params = { uuid: post.uuid };
  const refusals = await Promise.all([
    stranger.refused(contract.getPost, { params }),
    stranger.refused(contract.changePost, { params, body: { title: 'x', revision: 1 } }),
    stranger.refused(contract.deletePost, { params }),
    stranger.refused(contract.publishPost, { params, body: { revision: 1 } }),
    stranger.refused(contract.retractPost, { params }),
    stranger.refused(contract.unschedulePost, { params }),
    stranger.refused(contract.listPostVersions, { params }),
  ]);
  expect(refusals.map(({ code }) => code)).toEqual(refusals.map(() => 'not_found'));
  expect((await list({}, stranger)).items).toEqual([]);
  const operator = await addMember(server, owner, 'operator');
  expect((await operator.refused(contract.publishPost, { params, body: { revision: 1 } })).code).toBe(
    'forbidden',
  );
});

test('refuses more posts than an account may have, and texts that are too large', async () => {
  const person = await server.register();
  await server.sql(
    `insert into posts (account_id, id, title, slug, description, language, tags, content, cover_alt, search_text)
     select $1, gen_random_uuid(), '', 'post-' || n, '', 'en', '{}', '', '', '' from generate_series(1, $2) n`,
    [person.user.account.uuid as AccountId, contract.POSTS_MAX],
  );
  expect((await person.refused(contract.createPost, { body: {} })).code).toBe('too_many_posts');
  const long = await owner.refused(contract.createPost, { body: { content: '<'.repeat(200_000) } });
  expect(long).toMatchObject({ code: 'validation_failed', errors: [{ path: 'body.content' }] });
});
