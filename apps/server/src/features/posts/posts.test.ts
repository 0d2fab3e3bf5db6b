import type { AccountId } from '@hanasu/contract/ids';
import { home } from '@hanasu/contract/insights';
import * as contract from '@hanasu/contract/posts';
import { changeAccount } from '@hanasu/contract/team';
import { createWebHook } from '@hanasu/contract/web-hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type SignedIn,
  shareTestServer,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts';
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

test('keeps a bounded number of earlier addresses, the oldest go first', async () => {
  const post = await addPublished(owner, { slug: 'address-0' });
  let moved: contract.PostWithDraft = post;
  const count = contract.POST_REDIRECTS_MAX + 2;
  for (let number = 1; number <= count; number += 1)
    moved = await change(owner, moved, { slug: `address-${number}` });
  const kept = await server.sql<{ slug: string }>('select slug from post_slugs where post_id = $1', [
    post.uuid,
  ]);
  expect(kept).toHaveLength(contract.POST_REDIRECTS_MAX);
  const free = await Promise.all(
    [0, 1, 2, count - 1, count].map(async (number) => {
      const { status } = await owner.raw('POST', '/api/post', { body: { slug: `address-${number}` } });
      return status;
    }),
  );
  expect(free).toEqual([201, 201, 409, 409, 409]);
  expect(moved.slug).toBe(`address-${count}`);
});

test('of many changes that were made from the same draft one is stored, each time', async () => {
  const editor = await addMember(server, owner, 'operator');
  const post = await addPost(owner, { title: 'Start', content: '' });
  const written: string[] = [];
  for (let revision = 1; revision <= 5; revision += 1) {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => {
        const body = { revision, title: `${revision}.${index}`, content: `<p>${revision}.${index}</p>` };
        return (index % 2 ? owner : editor).raw('PATCH', `/api/post/${post.uuid}`, { body });
      }),
    );
    const stored = answers.flatMap(({ status, body }) =>
      status === 200 ? (body as contract.PostWithDraft) : [],
    );
    expect(stored).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
    expect(stored[0]).toMatchObject({ revision: revision + 1, content: `<p>${stored[0]?.title}</p>` });
    written.push(stored[0]?.title ?? '');
  }
  expect(await owner.call(contract.getPost, { params: { uuid: post.uuid } })).toMatchObject({
    title: written.at(-1),
    revision: 6,
  });
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

test('what readers saw stays as a version when the post is retracted and written on', async () => {
  const person = await server.register();
  const published = await addPublished(person, { title: 'As it was read' });
  const params = { uuid: published.uuid };
  const retracted = await person.call(contract.retractPost, { params });
  expect(await change(person, retracted, { title: 'Written after' })).toMatchObject({
    version: published.version + 1,
  });
  const { items } = await person.call(contract.listPostVersions, { params });
  expect(items.map(({ title }) => title)).toEqual(['Written after', 'As it was read']);
});

/** Adds versions 2 to `last`, the newest of them a day old, each `apart` older than the next. */
const addVersions = async (uuid: string, last: number, apart: string, bytes = 0) => {
  await server.sql(
    `insert into post_versions (account_id, post_id, number, title, description, language, tags, content, cover_alt,
       created_at, updated_at, bytes)
     select p.account_id, p.id, n, 'Old', '', 'en', '{}', '', '', t.at, t.at, $4 from posts p, generate_series(2, $2) n,
       lateral (select date_trunc('day', now()) - interval '1 second' - ($2 - n) * $3::interval as at) t where p.id = $1`,
    [uuid, last, apart, bytes],
  );
  await server.sql('update posts set version = $2 where id = $1', [uuid, last]);
};
const numbersOf = async (uuid: string) =>
  (
    await server.sql<{ number: number }>(
      'select number from post_versions where post_id = $1 order by number desc',
      [uuid],
    )
  ).map(({ number }) => number);

test('keeps the newest versions, and the published one', async () => {
  const post = await addPublished(owner, { title: 'Kept' });
  await addVersions(post.uuid, 130, '1 day');
  expect((await change(owner, post, { title: 'Newest' })).version).toBe(131);
  const params = { uuid: post.uuid };
  const { items, total } = await owner.call(contract.listPostVersions, { params, query: { page: 10 } });
  expect(total).toBe(contract.POST_VERSIONS_MAX);
  expect(items.at(-1)).toMatchObject({ number: 1, isPublished: true });
  expect(items.at(-2)).toMatchObject({ number: 33 });
  const refused = await owner.raw('GET', `/api/post/${post.uuid}/versions?pageSize=11`);
  expect(refused.status).toBe(400);
});

test('keeps one version of each earlier day, and all that were published', async () => {
  const post = await addPublished(owner, { title: 'Thinned' });
  await addVersions(post.uuid, 70, '6 hours');
  await server.sql('update post_versions set published_at = updated_at where post_id = $1 and number = 7', [
    post.uuid,
  ]);
  await change(owner, post, { title: 'Newest' });
  // 71 is new, 70 is the last of yesterday, so are each fourth before it, 7 was and 1 is the page.
  const recent = Array.from({ length: contract.POST_VERSIONS_RECENT }, (_, index) => 71 - index);
  const days = [38, 34, 30, 26, 22, 18, 14, 10, 6, 2];
  expect(await numbersOf(post.uuid)).toEqual([...recent, ...days.slice(0, 8), 7, ...days.slice(8), 1]);
});

test('versions keep a bounded number of bytes, which the account uses', async () => {
  const person = await server.register();
  const used = async () => (await person.call(home)).storage.usedBytes;
  const post = await addPublished(person, { content: '<p>abc</p>' });
  expect(await used()).toBe('<p>abc</p>'.length);
  await addVersions(post.uuid, 20, '1 day', contract.POST_VERSIONS_BYTES / 5);
  await change(person, post, { content: '<p>茶</p>' });
  expect(await numbersOf(post.uuid)).toEqual([21, 20, 19, 18, 17, 16, 1]);
  expect(await used()).toBe('<p>abc</p>'.length + contract.POST_VERSIONS_BYTES + '<p>...</p>'.length);
  await person.call(contract.deletePost, { params: { uuid: post.uuid } });
  expect(await used()).toBe(0);
});

test('an account that has used its storage up adds no posts, and goes on writing those it has', async () => {
  const small = await startTestServer({ ACCOUNT_STORAGE_BYTES: '1000' });
  const person = await small.register();
  const post = await addPost(person, { content: `<p>${'x'.repeat(900)}</p>` });
  const refused = await person.refused(contract.createPost, {
    body: { content: `<p>${'y'.repeat(100)}</p>` },
  });
  expect(refused.code).toBe('storage_quota_reached');
  await change(person, post, { content: `<p>${'z'.repeat(2_000)}</p>` });
  await small.stop();
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

test('searches a bounded part of each text, in any of the languages', async () => {
  const person = await server.register();
  const long = `<p>${'長い文章です。'.repeat(20_000)} thelastword</p>`;
  const { uuid } = await addPost(person, {
    title: 'Trà sen Tây Hồ',
    description: 'Ｍｅｎｕ 2027',
    content: long,
  });
  await addPost(person, { title: 'カフェの営業時間', content: '<p>がっこうの となり</p>' });
  const found = async (q: string) => (await list({ query: { q } }, person)).items.map(({ title }) => title);
  expect(await found('tra SEN tay ho')).toEqual(['Trà sen Tây Hồ']);
  expect(await found('menu 2027')).toEqual(['Trà sen Tây Hồ']);
  expect(await found('長い文章')).toEqual(['Trà sen Tây Hồ']);
  expect(await found('かふぇ 営業')).toEqual(['カフェの営業時間']);
  expect(await found('かつこう')).toEqual([]);
  expect(await found('thelastword')).toEqual([]);
  const [stored] = await server.sql<{ length: number }>(
    'select length(search_text) as length from posts where id = $1',
    [uuid],
  );
  expect(stored?.length).toBe(4_000);
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
