import { createBroadcast } from '@hanasu/contract/broadcasts';
import { MessageContent } from '@hanasu/contract/message-content';
import { previewMessageContent } from '@hanasu/contract/message-templates';
import { getPostMessage } from '@hanasu/contract/post-help';
import * as contract from '@hanasu/contract/posts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SignedIn, shareTestServer, type TestServer } from '../../testing/test-server.ts';
import { addBot, addSandbox } from '../../testing/test-shop.ts';
import { untilBlocked } from '../../testing/until-blocked.ts';
import { addPost, addPublished, change, publish, upload } from './testing/posts.fixture.ts';

let server: TestServer;
let owner: SignedIn;
beforeAll(async () => {
  server = await shareTestServer();
  owner = await server.register();
});
afterAll(() => server.stop());

const of = ({ uuid }: Pick<contract.PostView, 'uuid'>) => ({ params: { uuid } });
const translate = (post: Pick<contract.PostView, 'uuid'>, language: 'en' | 'ja' | 'vi', person = owner) =>
  person.call(contract.createPost, {
    body: { title: `Tea in ${language}`, content: '<p>Tea</p>', language, translationOf: post.uuid },
  });
const WAITING = `select pid from pg_stat_activity
  where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`;
const linkedOf = async (post: Pick<contract.PostView, 'uuid'>) =>
  (await owner.call(contract.getPost, of(post))).translations;

describe('a translation', () => {
  test('is a draft that is linked to the original, from wherever it was translated', async () => {
    const post = await addPublished(owner, { title: 'Tea', language: 'en' });
    const japanese = await translate(post, 'ja');
    expect(japanese).toMatchObject({ state: 'draft', language: 'ja' });
    const original = { uuid: post.uuid, title: 'Tea', language: 'en', isOriginal: true, path: post.path };
    expect(japanese.translations).toMatchObject([{ ...original, state: 'published' }]);
    const vietnamese = await translate(japanese, 'vi');
    expect(vietnamese.translations).toMatchObject([
      original,
      { uuid: japanese.uuid, language: 'ja', state: 'draft', path: null, isOriginal: false },
    ]);
    expect((await linkedOf(post)).map(({ language }) => language)).toEqual(['ja', 'vi']);
  });

  test('is there once in each language, and only of a post of the account', async () => {
    const post = await addPost(owner, { language: 'en' });
    await translate(post, 'ja');
    const body = { language: 'ja', translationOf: post.uuid } as const;
    expect((await owner.refused(contract.createPost, { body })).code).toBe('translation_exists');
    const same = { language: 'en', translationOf: post.uuid } as const;
    expect((await owner.refused(contract.createPost, { body: same })).code).toBe('translation_exists');
    const stranger = await server.register();
    const refused = await stranger.refused(contract.createPost, { body: { ...body, language: 'vi' } });
    expect(refused).toMatchObject({
      code: 'validation_failed',
      errors: [{ path: 'body.translationOf' }],
    });
  });

  test('stays the only one in its language when a language is changed, or an earlier version is used', async () => {
    const post = await addPost(owner, { language: 'en' });
    const japanese = await translate(post, 'ja');
    const refused = (of: contract.PostWithDraft, language: 'en' | 'ja' | 'vi') =>
      owner.refused(contract.changePost, {
        params: { uuid: of.uuid },
        body: { language, revision: of.revision },
      });
    expect((await refused(japanese, 'en')).code).toBe('translation_exists');
    expect((await refused(post, 'ja')).code).toBe('translation_exists');
    const changed = await change(owner, japanese, { language: 'vi' });
    expect(changed.language).toBe('vi');
    expect((await change(owner, changed, { language: 'ja' })).language).toBe('ja');
    expect((await change(owner, await addPost(owner, { language: 'en' }), { language: 'ja' })).language).toBe(
      'ja',
    );
  });

  test('is not linked to a post that is being deleted', async () => {
    const post = await addPost(owner, { language: 'en' });
    const held = 'select from posts where id = $1 for update';
    const [deleted, refused] = await server
      .hold(held, [post.uuid], async (connection) => {
        const deleting = owner.call(contract.deletePost, of(post));
        await untilBlocked(server.sql, connection);
        const body = { language: 'ja', translationOf: post.uuid } as const;
        const translating = owner.refused(contract.createPost, { body });
        await expect.poll(async () => (await server.sql(WAITING)).length).toBeGreaterThan(1);
        return [deleting, translating] as const;
      })
      .then((both) => Promise.all(both));
    expect([deleted, refused.code]).toEqual([undefined, 'validation_failed']);
  });

  test('takes the place of the original that is deleted, a published one first', async () => {
    const post = await addPost(owner, { language: 'en' });
    const japanese = await translate(post, 'ja');
    const vietnamese = await publish(owner, await translate(post, 'vi'));
    await owner.call(contract.deletePost, of(post));
    expect(await linkedOf(japanese)).toMatchObject([{ uuid: vietnamese.uuid, isOriginal: true }]);
    expect(await linkedOf(vietnamese)).toMatchObject([{ uuid: japanese.uuid, isOriginal: false }]);
    await owner.call(contract.deletePost, of(japanese));
    expect(await linkedOf(vietnamese)).toEqual([]);
  });

  test('and the original name each other in the head of their pages, while both are public', async () => {
    const post = await addPublished(owner, { title: 'Green tea', language: 'en' });
    const japanese = await translate(post, 'ja');
    const page = async (path: string | null) => {
      const { body, headers } = await server.anonymous.raw('GET', path ?? '');
      return { html: String(body), tag: headers.get('etag') };
    };
    const before = await page(post.path);
    expect(before.html).not.toContain('hreflang');
    const published = await publish(owner, japanese);
    const { html, tag } = await page(post.path);
    expect(tag).not.toBe(before.tag);
    const link = (language: string, path: string | null) =>
      `<link rel="alternate" hreflang="${language}" href="${server.publicUrl}${path}">`;
    for (const each of [html, (await page(published.path)).html]) {
      expect(each).toContain(link('en', post.path));
      expect(each).toContain(link('ja', published.path));
    }
    expect(html).toContain(
      `<nav class="languages" aria-label="Other languages"><a lang="ja" hreflang="ja" href="${published.path}">日本語</a></nav>`,
    );
    await owner.call(contract.retractPost, of(published));
    expect((await page(post.path)).html).not.toContain('hreflang');
  });

  test('is named in the sitemap as on the pages, with a default: the original, or the first that was published', async () => {
    const person = await server.register();
    const { path: home } = await person.call(contract.getPostSite);
    const read = async (path: string | null) => String((await server.anonymous.raw('GET', path ?? '')).body);
    const named = (text: string) =>
      [...text.matchAll(/ rel="alternate" hreflang="([^"]+)" href="([^"]+)"/g)].map(([, ...link]) => link);
    const links = (...pages: [string, string | null][]) =>
      pages.map(([language, path]) => [language, `${server.publicUrl}${path}`]);
    const addressOf = (sitemap: string, path: string | null) =>
      sitemap.split('<url>').find((url) => url.startsWith(`<loc>${server.publicUrl}${path}</loc>`)) ?? '';
    const post = await addPublished(person, { title: 'Black tea', language: 'en' });
    const japanese = await publish(person, await translate(post, 'ja', person));
    const draft = await translate(post, 'vi', person);
    const { path: alone } = await addPublished(person, { title: 'Cakes', language: 'en' });

    const sitemap = await read(`${home}/sitemap`);
    expect(sitemap).toContain(' xmlns:xhtml="http://www.w3.org/1999/xhtml">');
    expect(named(addressOf(sitemap, post.path))).toEqual(
      links(['en', post.path], ['ja', japanese.path], ['x-default', post.path]),
    );
    expect(addressOf(sitemap, post.path)).toMatch(/<\/lastmod><xhtml:link [^<]+\/>/);
    expect(addressOf(sitemap, alone)).not.toContain('hreflang');
    for (const { path } of [post, japanese]) {
      expect(named(await read(path))).toEqual(named(addressOf(sitemap, path)));
      expect(named(await read(path)).at(-1)?.[0]).toBe('x-default');
    }

    await person.call(contract.retractPost, of(post));
    expect(await read(`${home}/sitemap`)).not.toContain('hreflang');
    const vietnamese = await publish(person, draft);
    expect(named(addressOf(await read(`${home}/sitemap`), vietnamese.path))).toEqual(
      links(['ja', japanese.path], ['vi', vietnamese.path], ['x-default', japanese.path]),
    );
    expect(named(await read(japanese.path)).at(-1)).toEqual(links(['x-default', japanese.path])[0]);
  });

  test('leaves its language to the first published one until the change of its language is published', async () => {
    const person = await server.register();
    const read = async (path: string | null) => String((await server.anonymous.raw('GET', path ?? '')).body);
    const named = (text: string) =>
      [...text.matchAll(/ rel="alternate" hreflang="([^"]+)" href="([^"]+)"/g)].map(([, ...link]) => link);
    const post = await addPublished(person, { title: 'Oolong', language: 'en' });
    const first = await publish(person, await translate(post, 'ja', person));
    // Its draft leaves the language, its page keeps it.
    await change(person, first, { language: 'vi' });
    const second = await publish(person, await translate(post, 'ja', person));
    const links = [
      ['en', `${server.publicUrl}${post.path}`],
      ['ja', `${server.publicUrl}${first.path}`],
      ['x-default', `${server.publicUrl}${post.path}`],
    ];
    expect(named(await read(post.path))).toEqual(links);
    expect(named(await read(first.path))).toEqual(links);
    expect(named(await read(second.path))).toEqual([]);
    const { path: home } = await person.call(contract.getPostSite);
    const sitemap = await read(`${home}/sitemap`);
    expect(sitemap).toContain(`<loc>${server.publicUrl}${second.path}</loc>`);
    expect(named(sitemap).filter(([language]) => language === 'ja')).toEqual([links[1], links[1]]);
  });
});

describe('a post in several languages', () => {
  const get = async (path: string | null, language?: string) => {
    const headers = { 'accept-language': language ?? '' };
    const { status, body, headers: sent } = await server.anonymous.raw('GET', path ?? '', { headers });
    return { status, html: String(body), vary: sent.get('vary'), tag: sent.get('etag') };
  };
  const listed = ({ html }: { html: string }) =>
    [...html.matchAll(/<li lang="(..)"[\s\S]*?href="([^"]+)"/g)].map(([, ...each]) => each);

  test('stands in the list once, in the language of the reader or else the default, and links the others', async () => {
    const person = await server.register();
    const { path: home } = await person.call(contract.getPostSite);
    const post = await addPublished(person, { title: 'Hojicha', language: 'ja', tags: ['Tea'] });
    const english = await publish(person, await translate(post, 'en', person));
    const alone = await addPublished(person, { title: 'Cakes', language: 'vi' });

    const inEnglish = await get(home, 'en-GB,ja;q=0.5');
    expect(listed(inEnglish)).toEqual([
      ['vi', alone.path],
      ['en', english.path],
    ]);
    expect(inEnglish.html).toContain('<html lang="en">');
    expect(inEnglish.html).toContain(
      `<p class="languages"><a lang="ja" hreflang="ja" href="${post.path}">日本語</a></p>`,
    );
    expect(inEnglish.html.match(/class="languages"/g)).toHaveLength(1);
    for (const language of ['ja', 'vi', 'fr', undefined])
      expect(listed(await get(home, language))).toContainEqual(['ja', post.path]);
    expect(inEnglish.vary).toBe('accept-language');
    expect((await get(home, 'ja')).tag).not.toBe(inEnglish.tag);
    // Its translation has no such tag.
    expect(listed(await get(`${home}/tag/tea`, 'en'))).toEqual([['ja', post.path]]);

    const { html: feed } = await get(`${home}/feed`, 'en');
    expect(feed.match(/<item>/g)).toHaveLength(2);
    expect(feed).toContain(`<link>${server.publicUrl}${post.path}</link>`);
    expect((await get(`${home}/sitemap`)).html.match(/<url>/g)).toHaveLength(4);
  });

  test('counts once for the pages of the list, whose name is its only heading', async () => {
    const person = await server.register();
    const { path: home } = await person.call(contract.getPostSite);
    const post = await addPublished(person, { title: 'Kukicha', language: 'en' });
    await publish(person, await translate(post, 'ja', person));
    const { html } = await get(home, 'en');
    expect(html).not.toContain('class="pages"');
    const [, body = ''] = html.split('<body>');
    expect(body.match(/<h1>/g)).toHaveLength(1);
    expect(body.split(`>${person.user.account.name}<`)).toHaveLength(2);
  });

  test('leads from a page that was taken back to its other languages, and says nothing of drafts', async () => {
    const person = await server.register();
    const post = await addPublished(person, { title: 'Gyokuro', language: 'en', slug: 'first' });
    const moved = await change(person, post, { slug: 'gyokuro' });
    const japanese = await publish(person, await translate(post, 'ja', person));
    const draft = await translate(post, 'vi', person);
    await person.call(contract.retractPost, of(moved));

    for (const path of [moved.path, post.path]) {
      const { status, html } = await get(path, 'en');
      expect(status).toBe(404);
      expect(html).toContain('You can read it in:');
      expect(html).toContain(
        `<nav class="languages" aria-label="Other languages"><a lang="ja" hreflang="ja" href="${japanese.path}">日本語</a></nav>`,
      );
      expect(html).not.toContain('Gyokuro');
      expect(html).not.toContain('Tea in');
      expect(html).not.toContain('hreflang="vi"');
    }
    // It never had a page.
    const unseen = await get(japanese.path?.replace(japanese.slug, draft.slug) ?? '');
    expect(unseen.status).toBe(404);
    expect(unseen.html).not.toContain('hreflang');
    await person.call(contract.retractPost, of(japanese));
    expect((await get(moved.path)).html).not.toContain('hreflang');
  });
});

describe('a message for friends', () => {
  test('has a card of what readers see, not of the draft', async () => {
    const cover = await upload(owner);
    const post = await addPublished(owner, {
      ...{ title: '新茶のご案内', description: '今年の新茶が届きました。', language: 'ja' },
      ...{ coverUuid: cover.uuid, coverAlt: '茶' },
    });
    await change(owner, post, { title: '下書き', coverUuid: null });
    const { name, content } = await owner.call(getPostMessage, of(post));
    expect(name).toBe('新茶のご案内');
    expect(content.bubbles).toMatchObject([
      {
        kind: 'cards',
        cards: [
          {
            layout: 'product',
            mediaUuid: cover.uuid,
            title: '新茶のご案内',
            text: '今年の新茶が届きました。',
            buttons: [{ label: '続きを読む', action: { kind: 'link', url: server.publicUrl + post.path } }],
          },
        ],
      },
    ]);
    const bot = await addBot(owner);
    const channel = await addSandbox(owner, bot.uuid);
    const broadcast = await owner.call(createBroadcast, {
      body: { name, content, channelUuids: [channel.uuid], audience: { kind: 'everybody' } },
    });
    expect(broadcast.content).toEqual(content);
    const { problems, channels } = await owner.call(previewMessageContent, { body: { content } });
    expect(problems).toEqual([]);
    for (const { messages } of channels) expect(JSON.stringify(messages)).toContain(post.path);
  });

  test('names the public pages of the post in other languages', async () => {
    const post = await addPublished(owner, { title: 'Mugicha', language: 'en' });
    const japanese = await publish(owner, await translate(post, 'ja'));
    const vietnamese = await publish(owner, await translate(post, 'vi'));
    const { language, languages } = await owner.call(getPostMessage, of(japanese));
    expect(language).toBe('ja');
    expect(languages).toEqual([
      { uuid: post.uuid, language: 'en', isDefault: true },
      { uuid: japanese.uuid, language: 'ja', isDefault: false },
      { uuid: vietnamese.uuid, language: 'vi', isDefault: false },
    ]);
    await owner.call(contract.retractPost, of(vietnamese));
    await server.sql('update posts set hidden_at = now() where id = $1', [japanese.uuid]);
    expect((await owner.call(getPostMessage, of(post))).languages).toEqual([languages[0]]);
  });

  test('fits a card whatever the post says, and names no variable', async () => {
    const post = await addPublished(owner, {
      title: `{{customer.name}} ${'Tea and cakes '.repeat(12)}`,
      content: `<p>{{channel.name}} ${'Every morning. '.repeat(60)}</p>`,
    });
    const { name, content } = await owner.call(getPostMessage, of(post));
    expect(MessageContent.parse(content)).toEqual(content);
    expect(JSON.stringify(content)).not.toContain('{{');
    expect(name).toMatch(/^\{\{.{60,78}…$/);
    const { problems } = await owner.call(previewMessageContent, { body: { content } });
    expect(problems).toEqual([]);
  });

  test('is there for posts that readers can open', async () => {
    const draft = await addPost(owner);
    expect((await owner.refused(getPostMessage, of(draft))).code).toBe('post_not_published');
    const post = await addPublished(owner);
    await server.sql('update posts set hidden_at = now() where id = $1', [post.uuid]);
    expect((await owner.refused(getPostMessage, of(post))).code).toBe('post_not_published');
    const stranger = await server.register();
    expect((await stranger.refused(getPostMessage, of(post))).code).toBe('not_found');
  });
});
