import { REPORT_REASONS } from '@hanasu/contract/gallery';
import { sendOperatorMessage } from '@hanasu/contract/inbox';
import * as contract from '@hanasu/contract/posts';
import { changeAccount } from '@hanasu/contract/team';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../../platform/database/database.ts';
import { type SignedIn, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addBot, addSandbox, conversationOf, say } from '../../../testing/test-shop.ts';
import { addPost, addPublished, change, publish, upload } from '../testing/posts.fixture.ts';
import { findMediaInPosts } from '../versions.store.ts';

const HOST = 'host@example.com';
const PUBLIC_URL = 'https://hanasu.example';
let server: TestServer;
let databaseUrl = '';
let owner: SignedIn;
let home: string;
let host: SignedIn;
beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL, TRUST_PROXY: '1', ADMIN_EMAILS: HOST }, (url) => {
    databaseUrl = url;
    return url;
  });
  owner = await server.register();
  host = await server.register({ email: HOST });
  await owner.call(changeAccount, { body: { name: 'Sakura & <Co>', timeZone: 'Asia/Tokyo' } });
  home = (await owner.call(contract.getPostSite)).path;
});
afterAll(() => server.stop());

interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}
const get = async (path: string, init: RequestInit = {}): Promise<Page> => {
  const answer = await fetch(new URL(path, server.address), { redirect: 'manual', ...init });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};
const inBrowser = (language: string) => ({ headers: { 'accept-language': language } });

test('shows a post to everyone, with what search and previews need, and without any script', async () => {
  const cover = await upload(owner, 80, 50);
  const picture = await upload(owner, 60, 40);
  const content = `<p>A <a href="https://example.com/?a=1&amp;b=2">link</a> and <a href="/x" data-button="">go</a></p><table><tbody><tr><td>x</td></tr></tbody></table><figure><img data-media="${picture.uuid}" alt="Tea &quot;one&quot;"><figcaption>Tea</figcaption></figure><aside data-callout="tip"><p>Hint</p></aside>`;
  const { path, publishedAt } = await addPublished(owner, {
    title: 'Tea </script> "now"',
    description: 'All <about> tea',
    tags: ['Green tea', '緑/茶'],
    content,
    coverUuid: cover.uuid,
    coverAlt: 'A cup',
  });
  const { status, headers, text } = await get(path);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  );
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-robots-tag')).toBeNull();
  expect(headers.get('cache-control')).toBe('no-cache');
  expect(text.match(/<script/g)).toHaveLength(1);
  expect(text).not.toMatch(/\son\w+=|\sstyle=|javascript:/);
  const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? [];
  expect(JSON.parse(data)).toMatchObject({
    '@type': 'Article',
    headline: 'Tea </script> "now"',
    datePublished: publishedAt,
    mainEntityOfPage: PUBLIC_URL + path,
    author: { name: 'Sakura & <Co>' },
    image: `${PUBLIC_URL}${home}/image/${cover.uuid}`,
  });
  expect(text).toContain('<html lang="en">');
  expect(text).toContain('<title>Tea &lt;/script&gt; &quot;now&quot; | Sakura &amp; &lt;Co&gt;</title>');
  expect(text).toContain('<meta name="description" content="All &lt;about&gt; tea">');
  expect(text).toContain(`<link rel="canonical" href="${PUBLIC_URL}${path}">`);
  expect(text).toContain('<meta property="og:type" content="article">');
  expect(text).toContain(`<meta property="og:image" content="${PUBLIC_URL}${home}/image/${cover.uuid}">`);
  expect(text).toContain('<meta name="twitter:card" content="summary_large_image">');
  expect(text).toContain(`type="application/rss+xml"`);
  expect(text).toContain(
    `<img class="cover" src="${home}/image/${cover.uuid}" alt="A cup" width="80" height="50" fetchpriority="high">`,
  );
  expect(text).toContain(
    `<img src="${home}/image/${picture.uuid}" alt="Tea &quot;one&quot;" width="60" height="40" loading="lazy" decoding="async">`,
  );
  expect(text).toContain('<a href="https://example.com/?a=1&amp;b=2" rel="noopener ugc">link</a>');
  expect(text).toContain('<a href="/x" class="button">go</a>');
  expect(text).toContain('<div class="table" tabindex="0"><table>');
  expect(text).toContain('<a class="skip" href="#main">Skip to the content</a>');
  expect(text).toContain(`<a rel="nofollow" href="${path}/report">Report this page</a>`);
  const tag = /<a rel="tag" href="([^"]*%2F[^"]*)">/.exec(text)?.[1] ?? '';
  expect((await get(tag)).text).toContain('Tag: 緑/茶');
  const head = await get(path, { method: 'HEAD' });
  expect([head.status, head.text]).toEqual([200, '']);
  const known = await get(path, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
  expect([known.status, known.text]).toEqual([304, '']);
});

test.each([
  ['ja', '本文へ移動', 'このページを報告', /\d{4}年\d{1,2}月\d{1,2}日/],
  ['vi', 'Đến nội dung chính', 'Báo cáo trang này', /\d{1,2} tháng \d{1,2}/],
] as const)('speaks the language of the post: %s', async (language, skip, report, date) => {
  const { path } = await addPublished(owner, { title: '新茶', language });
  const { text } = await get(path, inBrowser('en'));
  expect(text).toContain(`<html lang="${language}">`);
  expect(text).toContain(skip);
  expect(text).toContain(report);
  expect(text).toMatch(date);
});

test('shows what was published, not the draft', async () => {
  const post = await addPublished(owner, { title: 'Before', tags: ['first'] });
  const draft = await change(owner, post, { title: 'After', content: '<p>New words</p>', tags: ['second'] });
  expect((await get(post.path)).text).toContain('<h1>Before</h1>');
  expect((await get(`${home}/tag/second`)).status).toBe(404);
  await publish(owner, draft);
  const { text } = await get(post.path);
  expect(text).toContain('<h1>After</h1>');
  expect(text).toContain('New words');
  expect((await get(`${home}/tag/SECOND`)).status).toBe(200);
});

test('lists published posts by pages, the newest first', async () => {
  const person = await server.register();
  const { path: list } = await person.call(contract.getPostSite);
  const empty = await get(list, inBrowser('vi'));
  expect(empty).toMatchObject({ status: 200 });
  expect(empty.text).toContain('Chưa có bài viết nào.');
  expect(empty.text).toContain('<meta name="robots" content="noindex">');
  await addPost(person, { title: 'Only a draft' });
  const post = await addPublished(person, { title: 'Post 1', content: `<p>${'word '.repeat(2_000)}</p>` });
  await server.sql(
    `with copy as (insert into posts (account_id, id, title, slug, description, language, tags, content, cover_alt, search_text,
         published_version, published_at, republished_at, has_changes)
       select account_id, gen_random_uuid(), 'Post ' || n, 'copy-' || n, 'About ' || n, language, tags, content, '', '', 1,
         now() + n * interval '1 second', now(), false from posts, generate_series(2, 25) n where id = $1
       returning account_id, id, title, description, language, tags, content)
     insert into post_versions (account_id, post_id, number, title, description, language, tags, content, cover_alt)
     select account_id, id, 1, title, description, language, tags, content, '' from copy`,
    [post.uuid],
  );
  const first = (await get(list)).text;
  expect(first.match(/<li lang/g)).toHaveLength(20);
  expect(first.indexOf('Post 25')).toBeLessThan(first.indexOf('Post 24'));
  expect(first).toContain(`<a rel="next" href="${list}?page=2">Older</a>`);
  const second = (await get(`${list}?page=2`)).text;
  expect(second.match(/<li lang/g)).toHaveLength(5);
  expect(second).toMatch(/<p>word word [\w ]{100,140}…<\/p>/);
  expect(second).not.toContain('Only a draft');
  expect((await get(`${list}?page=3`)).status).toBe(404);
  const feed = await get(`${list}/feed`);
  expect(feed.headers.get('content-type')).toContain('application/rss+xml');
  expect(feed.text.match(/<item>/g)).toHaveLength(20);
  expect(feed.text).toContain(`<link>${PUBLIC_URL}${list}/copy-25</link>`);
  const sitemap = await get(`${list}/sitemap`);
  expect(sitemap.headers.get('content-type')).toContain('application/xml');
  expect(sitemap.text.match(/<url>/g)).toHaveLength(26);
});

test('leads from earlier addresses to the present ones, of the post and of the account', async () => {
  const person = await server.register();
  const post = await addPublished(person, { slug: 'one' });
  const { slug } = await person.call(contract.getPostSite);
  await change(person, post, { slug: 'two' });
  await person.call(contract.changePostSite, { body: { slug: `${slug}-new` } });
  const moved = await get(`/p/${slug}/one?from=mail`);
  expect([moved.status, moved.headers.get('location')]).toEqual([301, `/p/${slug}-new/one?from=mail`]);
  const there = await get(`/p/${slug}-new/one`);
  expect([there.status, there.headers.get('location')]).toEqual([301, `/p/${slug}-new/two`]);
  expect((await get(`/p/${slug}-new/two`)).status).toBe(200);
  await person.call(contract.retractPost, { params: { uuid: post.uuid } });
  expect((await get(`/p/${slug}-new/one`)).status).toBe(404);
});

test('gives nothing of posts, accounts and owners that are not to be seen', async () => {
  const person = await server.register();
  const picture = await upload(person);
  const post = await addPublished(person, { coverUuid: picture.uuid });
  const { path: list } = await person.call(contract.getPostSite);
  const paths = [post.path, list, `${list}/feed`, `${list}/sitemap`, `${list}/image/${picture.uuid}`];
  const statuses = async () => Promise.all(paths.map(async (path) => (await get(path)).status));
  const accountId = person.user.account.uuid;
  expect(await statuses()).toEqual([200, 200, 200, 200, 200]);
  for (const [off, on, id] of [
    ['update accounts set suspended_at = now()', 'update accounts set suspended_at = null', accountId],
    ['update accounts set delete_at = now()', 'update accounts set delete_at = null', accountId],
    [
      'update users set email_verified_at = null',
      'update users set email_verified_at = now()',
      person.user.uuid,
    ],
  ] as const) {
    await server.sql(`${off} where id = $1`, [id]);
    expect(await statuses()).toEqual([404, 404, 404, 404, 404]);
    await server.sql(`${on} where id = $1`, [id]);
  }
  await server.sql('update posts set hidden_at = now() where id = $1', [post.uuid]);
  expect(await statuses()).toEqual([404, 200, 200, 200, 404]);
  expect((await get(list)).text).not.toContain(post.path);
  const missing = await get(post.path, inBrowser('ja'));
  expect(missing.headers.get('x-robots-tag')).toBe('noindex');
  expect(missing.text).toContain('ページが見つかりません');
  expect(missing.text).toContain('<meta name="robots" content="noindex">');
  await server.sql('update posts set hidden_at = null where id = $1', [post.uuid]);
  await person.call(contract.retractPost, { params: { uuid: post.uuid } });
  expect(await statuses()).toEqual([404, 200, 200, 200, 404]);
});

test.each(['/p/nothing-here', '/p/nothing/x', '/p/x/y/z', `/p/%00/x`, '/p/a/image/1', '/p/'])(
  'has a page for what does not exist: %s',
  async (path) => {
    const { status, text, headers } = await get(path);
    expect(status).toBe(404);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(text).toContain('<h1>This page does not exist</h1>');
  },
);

test('gives pictures of public posts, without what is hidden in the files, and no others', async () => {
  const [shown, draftOnly] = [await upload(owner), await upload(owner)];
  const stranger = await server.register();
  const foreign = await upload(stranger);
  const content = `<p>x</p><img data-media="${shown.uuid}" alt=""><img data-media="${foreign.uuid}" alt="">`;
  const post = await addPublished(owner, { content });
  await change(owner, post, { content: `${content}<img data-media="${draftOnly.uuid}" alt="">` });
  const image = (uuid: string) => fetch(new URL(`${home}/image/${uuid}`, server.address));
  const answer = await image(shown.uuid);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('image/jpeg');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 60, height: 40 });
  expect(bytes.includes('secret place')).toBe(false);
  const known = await fetch(answer.url, {
    headers: { 'if-none-match': answer.headers.get('etag') ?? '' },
  });
  expect(known.status).toBe(304);
  for (const uuid of [draftOnly.uuid, foreign.uuid, crypto.randomUUID(), 'x', '../x'])
    expect((await image(uuid)).status).toBe(404);
  expect((await get(post.path)).text).not.toContain(foreign.uuid);
});

test('offers narrower pictures to narrow screens', async () => {
  const wide = await upload(owner, 1_400, 700);
  const content = `<p>x</p><figure><img data-media="${wide.uuid}" alt="Tea" width="300"></figure>`;
  const { path } = await addPublished(owner, { content, coverUuid: wide.uuid, tags: ['Wide pictures'] });
  const src = `${home}/image/${wide.uuid}`;
  const srcset = `srcset="${src}?w=800 800w, ${src}?w=1200 1200w, ${src} 1400w"`;
  const { text } = await get(path);
  expect(text).toContain(
    `<img class="cover" src="${src}" ${srcset} sizes="min(100vw - 40px, 680px, 1400px)" alt="" width="1400" height="700" fetchpriority="high">`,
  );
  expect(text).toContain(`<img src="${src}" ${srcset} sizes="min(100vw - 40px, 680px, 300px)" alt="Tea"`);
  const list = await get(`${home}/tag/${encodeURIComponent('Wide pictures')}`);
  expect(list.text).toContain(`${srcset} sizes="(max-width: 560px) 96px, 168px"`);
  const tags = new Set<string | null>();
  for (const [query, width] of [
    ['', 1_400],
    ['?w=800', 800],
    ['?w=1200', 1_200],
    ['?w=801', 1_400],
  ] as const) {
    const answer = await fetch(new URL(src + query, server.address));
    expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({ width });
    tags.add(answer.headers.get('etag'));
  }
  expect(tags.size).toBe(3);
});

test('a page that was taken back and is published again has its new text', async () => {
  const post = await addPublished(owner, { content: '<p>First</p>' });
  const first = await get(post.path);
  expect(first.text).toContain('<p>First</p>');
  expect((await get(post.path)).headers.get('etag')).toBe(first.headers.get('etag'));
  const retracted = await owner.call(contract.retractPost, { params: { uuid: post.uuid } });
  const again = await publish(owner, await change(owner, retracted, { content: '<p>Second</p>' }));
  expect(again.publishedVersion).toBe((post.publishedVersion ?? 0) + 1);
  const second = await get(post.path, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
  expect(second.status).toBe(200);
  expect(second.text).toContain('<p>Second</p>');
});

test('has one stylesheet, in the colour of the account', async () => {
  await owner.call(changeAccount, { body: { color: '#ffcc00' } });
  const { path } = await addPublished(owner);
  const href = /<link rel="stylesheet" href="([^"]+)"/.exec((await get(path)).text)?.[1] ?? '';
  const { headers, text } = await get(href.replaceAll('&amp;', '&'));
  expect(headers.get('content-type')).toBe('text/css; charset=utf-8');
  expect(headers.get('cache-control')).toContain('immutable');
  expect(text).toContain('--fill: #ffcc00; --on-fill: #000000; --accent-light: #1b1f26;');
  expect((await get('/p/style.css?color=red;}')).text).not.toContain('red;}');
});

test('a picture is in use as long as a version shows it', async () => {
  const person = await server.register();
  const [shown, forgotten] = [await upload(person), await upload(person)];
  const post = await addPost(person, { coverUuid: shown.uuid });
  const other = await addPost(person, { content: `<img data-media="${forgotten.uuid}" alt="">` });
  await person.call(contract.deletePost, { params: { uuid: other.uuid } });
  await change(person, post, { coverUuid: null, content: `<p>x</p><img data-media="${shown.uuid}" alt="">` });
  const database = openDatabase({ url: databaseUrl, poolSize: 1, onError: () => undefined });
  const used = await database.account(person.user.account.uuid, (transaction) =>
    findMediaInPosts(transaction, [shown.uuid, forgotten.uuid]),
  );
  await database.close();
  expect(used).toEqual([shown.uuid]);
});

const reports = (uuid: string) =>
  server.sql<{ reason: string; text: string; reporter: Buffer }>(
    'select reason, text, reporter from post_reports where post_id = $1',
    [uuid],
  );
let addresses = 0;
const send = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
  addresses += 1;
  return get(`${path}/report`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { 'x-forwarded-for': `203.0.113.${addresses}`, ...headers },
  });
};

test('takes reports of readers, once a day from each place', async () => {
  const post = await addPublished(owner, { title: '報告', language: 'ja' });
  const form = await get(`${post.path}/report`);
  expect(form.text).toContain(`<form method="post" action="${post.path}/report">`);
  for (const reason of REPORT_REASONS) expect(form.text).toContain(`value="${reason}"`);
  expect(form.headers.get('x-robots-tag')).toBe('noindex');
  const text = 'よくない'.repeat(90);
  const from = { 'x-forwarded-for': '198.51.100.7' };
  const [first, second] = [
    await send(post.path, { reason: 'rights', text }, from),
    await send(post.path, { reason: 'rights', text }, from),
  ];
  expect([first.status, second.status]).toEqual([200, 409]);
  expect(first.text).toContain('ご報告ありがとうございます');
  expect(second.text).toContain('本日すでに報告済みです');
  const stored = await reports(post.uuid);
  expect(stored).toMatchObject([{ reason: 'rights', text }]);
  expect(stored[0]?.reporter.toString()).not.toContain('198.51');
  const refused = [
    await send(post.path, { reason: 'boring' }),
    await send(post.path, {}),
    await send(post.path, { reason: 'spam' }, { 'sec-fetch-site': 'cross-site' }),
    await send(post.path, { reason: 'spam', text: 'x'.repeat(5_000) }),
    await send(post.path, { reason: 'spam' }, { 'content-type': 'application/json' }),
    await send(`${home}/nothing`, { reason: 'spam' }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 413, 415, 404]);
  for (const { headers } of refused) expect(headers.get('content-type')).toContain('text/html');
  expect(await reports(post.uuid)).toHaveLength(1);
});

test('takes few reports a minute from one place', async () => {
  const { path } = await addPublished(owner);
  const from = { 'x-forwarded-for': '198.51.100.99' };
  const statuses: number[] = [];
  for (let count = 0; count < 11; count += 1) statuses.push((await send(path, { reason: 'x' }, from)).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
});

test('an administrator takes a reported post down and puts it back', async () => {
  const post = await addPublished(owner, { title: 'Reported' });
  await send(post.path, { reason: 'spam', text: 'Ads' });
  const find = async () =>
    (await host.call(contract.reportedPosts)).items.find(({ uuid }) => uuid === post.uuid);
  expect(await find()).toMatchObject({
    title: 'Reported',
    path: post.path,
    account: { uuid: owner.user.account.uuid },
    reports: 1,
    texts: [{ reason: 'spam', text: 'Ads' }],
    hiddenAt: null,
  });
  const params = { uuid: post.uuid };
  await host.call(contract.takeDownPost, { params });
  expect((await get(post.path)).status).toBe(404);
  expect(await owner.call(contract.getPost, { params })).toMatchObject({
    isHidden: true,
    state: 'published',
  });
  await publish(owner, await change(owner, post, { title: 'Reported 2' }));
  expect((await get(post.path)).status).toBe(404);
  expect((await find())?.hiddenAt).not.toBeNull();
  await host.call(contract.putBackPost, { params });
  expect((await get(post.path)).status).toBe(200);
  expect(await find()).toBeUndefined();
  expect(await reports(post.uuid)).toEqual([]);
  expect(
    (await host.refused(contract.takeDownPost, { params: { uuid: owner.user.uuid as never } })).code,
  ).toBe('not_found');
  expect((await owner.refused(contract.reportedPosts)).code).toBe('not_found');
});

test('administrators read reported posts by pages', async () => {
  const person = await server.register();
  await server.sql(
    `insert into posts (account_id, id, title, slug, description, language, tags, content, cover_alt, search_text, hidden_at)
     select $1, gen_random_uuid(), 'Bad ' || n, 'bad-' || n, '', 'en', '{}', '', '', '', now() from generate_series(1, 205) n`,
    [person.user.account.uuid],
  );
  const pages = await Promise.all(
    [1, 2, 3].map((page) => host.call(contract.reportedPosts, { query: { page, pageSize: 100 } })),
  );
  const titles = pages.flatMap(({ items }) => items.map(({ title }) => title));
  expect(new Set(titles.filter((title) => title.startsWith('Bad '))).size).toBe(205);
  expect(pages[0]).toMatchObject({ total: titles.length, page: 1, pageSize: 100 });
  expect(pages[0]?.items).toHaveLength(100);
  expect((await host.call(contract.reportedPosts)).items).toHaveLength(20);
});

test('a picture of a post that is sent in a chat as well stays with its page', async () => {
  const person = await server.register();
  const picture = await upload(person);
  const post = await addPublished(person, { coverUuid: picture.uuid });
  const image = `${(await person.call(contract.getPostSite)).path}/image/${picture.uuid}`;
  const channel = await addSandbox(person, (await addBot(person)).uuid);
  await say(person, channel.uuid, 'hanako', 'What is new?');
  const { uuid } = await conversationOf(person, channel.uuid);
  const sendIt = () =>
    person.call(sendOperatorMessage, {
      params: { uuid },
      body: { mediaUuid: picture.uuid, takeOver: true },
    });
  const [first, second] = [await sendIt(), await sendIt()];
  expect(first.media).toMatchObject({ name: picture.name, width: 60, height: 40, state: 'stored' });
  expect(new Set([picture.uuid, first.media?.uuid, second.media?.uuid]).size).toBe(3);
  expect((await fetch(new URL(first.media?.url ?? '', server.address))).status).toBe(200);
  expect((await fetch(new URL(first.media?.thumbnailUrl ?? '', server.address))).status).toBe(200);
  const files = await server.sql<{ folder: string }>(
    `select left(file_key, -9) as folder from media where account_id = $1 and state = 'stored'`,
    [person.user.account.uuid],
  );
  expect(new Set(files.map(({ folder }) => folder)).size).toBe(3);
  expect((await get(post.path)).text).toContain(image);
  expect((await get(image)).status).toBe(200);
  const { media } = await person.call(contract.getPost, { params: { uuid: post.uuid } });
  expect(media.map((one) => one.uuid)).toEqual([picture.uuid]);
  const again = await person.call(contract.createPost, { body: { coverUuid: picture.uuid } });
  expect(again.coverUuid).toBe(picture.uuid);
});

test.each([
  ['en', 'See all articles'],
  ['ja', '投稿一覧を見る'],
  ['vi', 'Xem tất cả bài viết'],
])('a page that is gone names the site and leads to its list: %s', async (language, link) => {
  const post = await addPublished(owner);
  await owner.call(contract.retractPost, { params: { uuid: post.uuid } });
  for (const path of [post.path, `${home}/never/there`, `${post.path}/report`, `${home}/image/x`]) {
    const { status, text, headers } = await get(path, inBrowser(language));
    expect(status).toBe(404);
    expect(headers.get('x-robots-tag')).toBe('noindex');
    expect(text).toContain(`<span>Sakura &amp; &lt;Co&gt;</span>`);
    expect(text).toContain(`<p><a href="${home}">${link}</a></p>`);
  }
});

test('tells search engines which paths hold pages', async () => {
  const { status, headers, text } = await get('/robots.txt');
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(text).toBe('User-agent: *\nDisallow: /api/\n');
});

test('gives a few hundred pages a minute to one place', async () => {
  const statuses: number[] = [];
  for (let tries = 0; tries < 301; tries += 1) statuses.push((await get('/p/x/y/z/limit')).status);
  expect([statuses[0], statuses.at(-1)]).toEqual([404, 429]);
});
