import type { DocumentId, KnowledgeId } from '@hanasu/contract/ids';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { processDocument } from '../../reading/process-document.ts';
import type { ReadFile } from '../../reading/read-file.ts';
import { type FakeSite, pageOf, startFakeSite } from '../testing/fake-site.ts';
import { createWebsitesFixture, type WebsitesFixture } from '../testing/websites.fixture.ts';
import { changeWebsite, crawlWebsite, deleteWebsite, stopWebsite } from '../websites.ts';

let fixture: WebsitesFixture;
let site: FakeSite;
let base: KnowledgeId;
beforeAll(async () => {
  fixture = await createWebsitesFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  site = await startFakeSite();
  base = await fixture.addBase(fixture.accountId);
});
afterEach(async () => {
  await site.close();
  await fixture.sql('delete from knowledges where account_id = $1', [fixture.accountId]);
  fixture.faults.length = 0;
  fixture.quota.bytes = 0;
  fixture.events.length = 0;
});

/** Four pages: two below the first, one below those. */
function putShop(): void {
  site.put(
    '/',
    pageOf('Shop', 'Welcome.', ['/hours', '/prices?utm_source=menu#top', 'https://other.example/']),
  );
  site.put('/hours', pageOf('Hours', 'Open from nine to five.', ['/', '/hours/sunday']));
  site.put('/prices', pageOf('Prices', 'A room is 80.', ['/']));
  site.put('/hours/sunday', pageOf('Sunday', 'Closed.', ['/']));
}
const again = async (id: Parameters<WebsitesFixture['finish']>[0]) => {
  await crawlWebsite(fixture.dependencies, fixture.accountId, id);
  return fixture.finish(id);
};

describe('a site', () => {
  test('is read whole: each page once, in order of depth, as documents with address, tags and source', async () => {
    putShop();
    const id = await fixture.addSite(base, { url: `${site.url}/#welcome`, tags: ['web'] });
    const view = await fixture.finish(id);
    expect(view).toMatchObject({
      status: 'done',
      failure: null,
      known: 4,
      done: 4,
      counts: { new: 4, changed: 0, unchanged: 0, skipped: 0, failed: 0, gone: 0 },
      nextCrawlAt: null,
    });
    expect(view.startedAt).not.toBeNull();
    expect(view.finishedAt).not.toBeNull();
    expect(site.takeHits()).toEqual(['/robots.txt', '/', '/hours', '/prices', '/hours/sunday']);
    expect(site.complaints).toEqual([]);
    const documents = await fixture.documents();
    expect(documents.map(({ title, url }) => [title, url.replace(site.url, '')])).toEqual([
      ['Shop', '/'],
      ['Hours', '/hours'],
      ['Sunday', '/hours/sunday'],
      ['Prices', '/prices'],
    ]);
    const row = await fixture.dependencies.knowledge.database.account(fixture.accountId, (transaction) =>
      transaction.one<Record<string, unknown>>(
        `select kind, tags, media_type as type, file_name as file, website_id as site from documents
         where account_id = $1 and title = 'Hours'`,
        [fixture.accountId],
      ),
    );
    expect(row).toEqual({ kind: 'page', tags: ['web'], type: 'text/html', file: 'hours.html', site: id });
    const key = await fixture.fileKeyOf(fixture.accountId, documents[1]?.id ?? '');
    const source = await fixture.dependencies.knowledge.files.get(key);
    expect(Buffer.from(source).toString()).toContain('<footer>Footer</footer>');
    expect(fixture.events.at(-1)).toMatchObject({ event: 'update-website', website: { status: 'done' } });
  });

  test('gives the reader of its documents the address of each page, to which links are relative', async () => {
    site.put('/stay/', pageOf('Rooms', 'Book <a href="../book">here</a>.'));
    const id = await fixture.addSite(base, { url: `${site.url}/stay/`, mode: 'page' });
    await fixture.finish(id);
    const [document] = await fixture.documents();
    const asked: unknown[] = [];
    const readFile: ReadFile = async ({ url }) => {
      asked.push(url);
      return { kind: 'failed', failure: 'empty', reason: 'Empty' };
    };
    const key = { accountId: fixture.accountId, documentId: document?.id as DocumentId };
    const { knowledge } = fixture.dependencies;
    await processDocument({ ...knowledge, readFile }, key, new AbortController().signal);
    expect(asked).toEqual([`${site.url}/stay/`]);
  });

  test('that is read again touches only what changed', async () => {
    putShop();
    const id = await fixture.addSite(base, { url: site.url });
    await fixture.finish(id);
    site.takeHits();
    site.put('/prices', pageOf('Prices', 'A room is 90.', ['/', '/new']));
    site.put('/new', pageOf('New', 'We have a pool.'));
    const hours = pageOf('Hours', 'Open from nine to five.', ['/', '/hours/sunday', '/prices']);
    // Only its menu: the same words in other clothes.
    site.put('/hours', hours.replace('<footer>Footer', '<footer>Other footer'));
    expect((await again(id)).counts).toEqual({
      new: 1,
      changed: 1,
      unchanged: 3,
      skipped: 0,
      failed: 0,
      gone: 0,
    });
    expect(site.takeHits()).toEqual(['/robots.txt', '/', '/hours', '/prices', '/hours/sunday', '/new']);
    const versions = (await fixture.documents()).map(({ title, version }) => `${title} ${version}`);
    expect(versions).toEqual(['Shop 1', 'Hours 1', 'Sunday 1', 'New 1', 'Prices 2']);
    expect((await again(id)).counts).toMatchObject({ unchanged: 5, changed: 0, new: 0 });
    expect(site.takeHits()).toHaveLength(6);
    expect(site.complaints).toEqual([]);
  });

  test('shows as gone what was not there twice, and as failed what can’t be read; both stay', async () => {
    putShop();
    const id = await fixture.addSite(base, { url: site.url });
    await fixture.finish(id);
    site.remove('/prices');
    site.put('/hours/sunday', { status: 401 });
    expect((await again(id)).counts).toMatchObject({ failed: 2, gone: 0, unchanged: 2 });
    const staleOf = async () =>
      Object.fromEntries((await fixture.documents()).map(({ title, stale }) => [title, stale]));
    expect(await staleOf()).toEqual({ Shop: null, Hours: null, Sunday: 'source_failed', Prices: null });
    expect((await again(id)).counts).toMatchObject({ failed: 1, gone: 1 });
    expect(await staleOf()).toMatchObject({ Sunday: 'source_failed', Prices: 'source_gone' });
    expect(await fixture.statesOf(id)).toMatchObject({
      '/prices': 'gone: not_found',
      '/hours/sunday': 'failed: sign_in_needed',
    });
    putShop();
    expect((await again(id)).counts).toMatchObject({ unchanged: 4 });
    expect(await staleOf()).toEqual({ Shop: null, Hours: null, Sunday: null, Prices: null });
  });

  test('keeps to robots.txt, noindex and nofollow', async () => {
    putShop();
    site.setRobots(
      'User-agent: *\nDisallow: /\n\nUser-agent: HanasuBot\nDisallow: /hours$\nCrawl-delay: 0',
      /^\/hours$/,
    );
    site.put('/', pageOf('Shop', 'Welcome.', ['/hours', '/hidden', '/dead-end']));
    site.put('/hidden', pageOf('Hidden', 'Secret.', ['/prices'], '<meta name="robots" content="noindex">'));
    site.put('/dead-end', pageOf('End', 'Here.', ['/never'], '<meta name="robots" content="nofollow">'));
    const id = await fixture.addSite(base, { url: site.url });
    await fixture.finish(id);
    expect(await fixture.statesOf(id)).toEqual({
      '/': 'new',
      '/hours': 'skipped: robots_refused',
      '/hidden': 'skipped: robots_refused',
      '/dead-end': 'new',
      '/prices': 'new',
    });
    expect(site.complaints).toEqual([]);
    // Allowed from now on: found without any page that links to it having changed.
    site.setRobots({ status: 404 });
    await again(id);
    expect(await fixture.statesOf(id)).toMatchObject({ '/hours': 'new', '/hours/sunday': 'new' });
  });

  test('is not asked for anything while its rules can’t be read', async () => {
    putShop();
    site.setRobots({ status: 503 });
    const id = await fixture.addSite(base, { url: site.url });
    for (let round = 0; round < 3; round += 1) {
      const crawler = fixture.newCrawler();
      await crawler.runOnce();
      await crawler.drain();
      await fixture.sql('update websites set next_crawl_at = now() where account_id = $1 and status = $2', [
        fixture.accountId,
        'crawling',
      ]);
    }
    expect(await fixture.look(id)).toMatchObject({ status: 'failed', failure: 'http_error' });
    expect(site.takeHits()).toEqual(['/robots.txt', '/robots.txt', '/robots.txt']);
  });

  test('is left at its depth, its limit, its folder and the patterns', async () => {
    const links = ['/help/a', '/help/b', '/help/old/c', '/about', '/help/picture.png'];
    site.put('/help/', pageOf('Help', 'All of it.', links));
    for (const path of ['/help/a', '/help/b', '/help/old/c']) {
      site.put(path, pageOf(path, `Page ${path}.`, [`${path}/deeper`]));
    }
    const id = await fixture.addSite(base, { url: `${site.url}/help/`, depth: 1, exclude: ['/help/old/*'] });
    await fixture.finish(id);
    const states = {
      '/help/': 'new',
      '/help/a': 'new',
      '/help/a/deeper': 'skipped: too_deep',
      '/help/b': 'new',
      '/help/b/deeper': 'skipped: too_deep',
      '/help/old/c': 'skipped: outside',
    };
    expect(await fixture.statesOf(id)).toEqual(states);
    site.takeHits();
    await changeWebsite(
      fixture.dependencies,
      { accountId: fixture.accountId, id },
      { exclude: [], depth: 2, pageLimit: 4 },
    );
    await again(id);
    expect(await fixture.statesOf(id)).toMatchObject({
      '/help/': 'unchanged',
      '/help/old/c': 'new',
      '/help/a/deeper': 'skipped: page_limit',
    });
    expect(site.complaints).toEqual([]);
  });

  test('that has the same page under several addresses gives it once', async () => {
    site.put(
      '/',
      pageOf('Shop', 'Welcome.', ['/a', '/a?ref=menu', '/moved', '/mirror', '/chain/index.html']),
    );
    site.put('/a', pageOf('A', 'The one.'));
    site.put('/a?ref=menu', pageOf('A', 'The one.', [], '<link rel="canonical" href="/a">'));
    site.put('/moved', { location: '/target' });
    site.put('/target', pageOf('Target', 'Moved here.', [], '<link rel="canonical" href="/">'));
    site.put('/mirror', pageOf('A', 'The one.', ['/chain/']));
    site.put('/chain/', { location: '/chain/index.html' });
    site.put('/chain/index.html', pageOf('Chain', 'Only one.'));
    const id = await fixture.addSite(base, { url: site.url });
    await fixture.finish(id);
    expect(await fixture.statesOf(id)).toEqual({
      '/': 'new',
      '/a': 'new',
      '/a?ref=menu': 'skipped: duplicate',
      '/moved': 'skipped: duplicate',
      '/target': 'new',
      '/mirror': 'skipped: duplicate',
      '/chain/': 'new',
    });
  });

  test('that links to itself without end is read to an end', async () => {
    const calendar = (month: number) =>
      pageOf(`Month ${month}`, `Nothing in ${month}.`, [
        `/calendar/${2000 + Math.floor(month / 12)}/${(month % 12) + 1}`,
      ]);
    site.put('/', pageOf('Shop', 'Welcome.', ['/calendar/2000/1', 'x/', ...filters(80)]));
    site.put('/x/', pageOf('X', 'One.', ['x/']));
    site.put('/x/x/', pageOf('XX', 'Two.', ['x/']));
    for (let month = 0; month < 100; month += 1) {
      site.put(`/calendar/${2000 + Math.floor(month / 12)}/${(month % 12) + 1}`, calendar(month + 1));
    }
    for (const path of filters(80)) site.put(path, pageOf(path, `Sorted as ${path}.`));
    const id = await fixture.addSite(base, { url: site.url, depth: 20, pageLimit: 500 });
    const view = await fixture.finish(id);
    expect(view.status).toBe('done');
    const states = Object.entries(await fixture.statesOf(id));
    expect(states).toContainEqual(['/x/x/x/', 'skipped: loop']);
    const hits = site.takeHits();
    expect(hits.filter((path) => path.startsWith('/list?'))).toHaveLength(50);
    expect(hits.filter((path) => path.startsWith('/calendar')).length).toBeLessThanOrEqual(50);
  });
});
const filters = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `/list?sort=${index}`);

describe('answers that are no pages', () => {
  test('cost only themselves', async () => {
    const paths = [
      'huge',
      'said-huge',
      'cut',
      'login',
      'broken',
      'picture',
      'out',
      'inside',
      'round',
      'empty',
    ];
    site.put(
      '/',
      pageOf(
        'Shop',
        'Welcome.',
        paths.map((path) => `/${path}`),
      ),
    );
    site.put('/huge', { manner: 'endless' });
    site.put('/said-huge', { body: 'x', type: 'text/html', headers: { 'content-length': '10000000000' } });
    site.put('/cut', { manner: 'cut' });
    site.put('/login', { status: 403 });
    site.put('/broken', { status: 500 });
    site.put('/picture', { body: 'x', type: 'image/png' });
    site.put('/out', { location: 'https://other.example/' });
    site.put('/inside', { location: 'http://169.254.169.254/latest/meta-data' });
    site.put('/round', { location: '/round' });
    site.put('/empty', pageOf('Empty', '').replace(/<main>.*<\/main>/, '<main></main>'));
    const id = await fixture.addSite(base, { url: site.url });
    expect(await fixture.finish(id)).toMatchObject({
      status: 'done',
      counts: { new: 1, failed: 7, skipped: 3 },
    });
    expect(await fixture.statesOf(id)).toEqual({
      '/': 'new',
      '/huge': 'failed: too_large',
      '/said-huge': 'failed: too_large',
      '/cut': 'failed: unreachable',
      '/login': 'failed: sign_in_needed',
      '/broken': 'failed: http_error',
      '/picture': 'skipped: not_a_document',
      '/out': 'skipped: outside',
      '/inside': 'failed: address_refused',
      '/round': 'failed: too_many_redirects',
      '/empty': 'skipped: empty',
    });
    expect(await fixture.documents()).toHaveLength(1);
  });

  test('but documents are kept as they are', async () => {
    site.put('/', pageOf('Shop', 'Welcome.', ['/menu.pdf', '/download?id=3']));
    site.put('/menu.pdf', { body: '%PDF-1.4', type: 'application/pdf' });
    site.put('/download?id=3', { body: 'Plain words.', type: 'text/plain; charset=shift_jis' });
    const id = await fixture.addSite(base, { url: site.url });
    await fixture.finish(id);
    const files = await fixture.dependencies.knowledge.database.account(fixture.accountId, (transaction) =>
      transaction.rows(
        `select file_name as file, media_type as type from documents where account_id = $1 and kind = 'page'
         order by file_name`,
        [fixture.accountId],
      ),
    );
    expect(files).toEqual([
      { file: '127.0.0.1.html', type: 'text/html' },
      { file: 'download.txt', type: 'text/plain' },
      { file: 'menu.pdf', type: 'application/pdf' },
    ]);
  });

  test('make a crawl that reaches nothing fail with the reason', async () => {
    site.put('/round', { location: '/about' });
    site.put('/about', { location: '/round' });
    const round = await fixture.addSite(base, { url: `${site.url}/round` });
    expect(await fixture.finish(round)).toMatchObject({ status: 'failed', failure: 'too_many_redirects' });
    const missing = await fixture.addSite(base, { url: `${site.url}/missing`, mode: 'page' });
    expect(await fixture.finish(missing)).toMatchObject({ status: 'failed', failure: 'not_found' });
    const refused = fixture.addSite(base, { url: 'http://169.254.169.254/', mode: 'page' });
    await expect(refused).rejects.toMatchObject({ code: 'website_address_refused' });
  });

  test('429 is waited for, then the crawl goes on', async () => {
    putShop();
    site.put('/hours', { status: 429, headers: { 'retry-after': '120' } });
    const id = await fixture.addSite(base, { url: site.url });
    const crawler = fixture.newCrawler();
    await crawler.runOnce();
    await crawler.drain();
    expect(site.takeHits()).toEqual(['/robots.txt', '/', '/hours']);
    await crawler.runOnce();
    await crawler.drain();
    expect(site.takeHits()).toEqual([]);
    expect(await fixture.look(id)).toMatchObject({ status: 'crawling', done: 1 });
    putShop();
    await fixture.sql('update websites set next_crawl_at = now() where account_id = $1', [fixture.accountId]);
    expect(await fixture.finish(id)).toMatchObject({ status: 'done', counts: { new: 4 } });
    expect(site.takeHits()).toEqual(['/prices', '/hours', '/hours/sunday']);
  });
});

describe('a crawl', () => {
  test('ends when the files of the account are full, says so, and goes on when there is room', async () => {
    putShop();
    const id = await fixture.addSite(base, { url: site.url });
    const sizeOf = (page: string) => Buffer.byteLength(page);
    fixture.quota.bytes = sizeOf(pageOf('Hours', 'Open from nine to five.', ['/', '/hours/sunday'])) + 200;
    expect(await fixture.finish(id)).toMatchObject({ status: 'failed', failure: 'storage_full' });
    const states = Object.values(await fixture.statesOf(id));
    expect(states).toContain('failed: storage_full');
    expect(states).toContain('waiting');
    fixture.quota.bytes = 0;
    expect(await again(id)).toMatchObject({ status: 'done', failure: null });
    expect(await fixture.documents()).toHaveLength(4);
  });

  test('of one page reads that page, whatever it links to or calls itself', async () => {
    putShop();
    site.put('/hours', pageOf('Hours', 'Open.', ['/prices'], '<link rel="canonical" href="/prices">'));
    const id = await fixture.addSite(base, { url: `${site.url}/hours`, mode: 'page' });
    expect(await fixture.finish(id)).toMatchObject({ status: 'done', known: 1, counts: { new: 1 } });
    expect(site.takeHits()).toEqual(['/robots.txt', '/hours']);
  });

  test('that was killed goes on where it was, with nothing twice', async () => {
    putShop();
    const id = await fixture.addSite(base, { url: site.url });
    const crawler = fixture.newCrawler();
    const reached = Promise.withResolvers<void>();
    const never = Promise.withResolvers<void>();
    site.onHit((path) => {
      if (path !== '/prices') return;
      reached.resolve();
      return never.promise;
    });
    await crawler.runOnce();
    await reached.promise;
    await crawler.stop();
    never.resolve();
    expect(await fixture.look(id)).toMatchObject({ status: 'crawling', done: 2 });
    // As if the worker had died after it kept a document and before it wrote down that it had.
    await fixture.sql(
      `update website_pages set document_id = null, content_hash = null, etag = null, done_in = 0, state = 'waiting'
       where account_id = $1 and url like '%/hours'`,
      [fixture.accountId],
    );
    site.takeHits();
    site.complaints.length = 0;
    expect(await fixture.finish(id)).toMatchObject({ status: 'done', counts: { new: 4 } });
    expect(site.takeHits()).toEqual(['/hours', '/prices', '/hours/sunday']);
    expect(await fixture.documents()).toHaveLength(4);
  });

  test('is done by one worker at a time', async () => {
    putShop();
    const id = await fixture.addSite(base, { url: site.url });
    const workers = [fixture.newCrawler(), fixture.newCrawler(), fixture.newCrawler()];
    for (let round = 0; round < 3; round += 1) {
      await Promise.all(workers.map((worker) => worker.runOnce()));
      await Promise.all(workers.map((worker) => worker.drain()));
    }
    expect(await fixture.look(id)).toMatchObject({ status: 'done', counts: { new: 4 } });
    expect(site.takeHits()).toHaveLength(5);
    expect(site.complaints).toEqual([]);
  });

  test('whose worker is dead is taken over when its time is up, and the dead one writes nothing more', async () => {
    putShop();
    const id = await fixture.addSite(base, { url: site.url });
    const slow = fixture.newCrawler();
    const reached = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    site.onHit((path) => {
      if (path !== '/hours') return;
      reached.resolve();
      return held.promise;
    });
    await slow.runOnce();
    await reached.promise;
    const other = fixture.newCrawler();
    await other.runOnce();
    await other.drain();
    expect(await fixture.look(id)).toMatchObject({ done: 1 });
    await fixture.sql(`update websites set lease_until = now() - interval '1 second' where account_id = $1`, [
      fixture.accountId,
    ]);
    await fixture.sql('update websites set lease_token = null where account_id = $1', [fixture.accountId]);
    site.onHit(() => undefined);
    held.resolve();
    await slow.drain();
    expect(await fixture.statesOf(id)).toMatchObject({ '/hours': 'waiting' });
    expect(await fixture.finish(id)).toMatchObject({ status: 'done', counts: { new: 4 } });
    expect(await fixture.documents()).toHaveLength(4);
  });

  test('can be stopped, goes on when asked to, and begins anew after that', async () => {
    putShop();
    const id = await fixture.addSite(base, { url: site.url });
    const { dependencies, accountId } = fixture;
    site.onHit(async (path) => {
      if (path === '/prices') await stopWebsite(dependencies, accountId, id);
    });
    expect(await fixture.finish(id)).toMatchObject({ status: 'stopped', done: 2, counts: { new: 2 } });
    site.onHit(() => undefined);
    site.takeHits();
    expect(await again(id)).toMatchObject({ status: 'done', counts: { new: 4 } });
    expect(site.takeHits()).toEqual(['/prices', '/hours/sunday']);
    expect(await again(id)).toMatchObject({ status: 'done', counts: { new: 0, unchanged: 4 } });
  });

  test('is due by its schedule, a little apart from others', async () => {
    putShop();
    const id = await fixture.addSite(base, { url: site.url, schedule: 'weekly' });
    const { nextCrawlAt, finishedAt } = await fixture.finish(id);
    const days = (Date.parse(nextCrawlAt ?? '') - Date.parse(finishedAt ?? '')) / 86_400_000;
    expect(days).toBeCloseTo(7, 1);
    site.takeHits();
    const crawler = fixture.newCrawler();
    await crawler.runOnce();
    await crawler.drain();
    expect(site.takeHits()).toEqual([]);
    await fixture.sql('update websites set next_crawl_at = now() where account_id = $1', [fixture.accountId]);
    await crawler.runOnce();
    await crawler.drain();
    expect(site.takeHits()).toHaveLength(5);
    expect(await fixture.look(id)).toMatchObject({ status: 'done', counts: { unchanged: 4 } });
  });
});

describe('a web site that is deleted', () => {
  test('takes its documents along, or leaves them', async () => {
    putShop();
    const kept = await fixture.addSite(base, { url: `${site.url}/hours`, mode: 'page' });
    await fixture.finish(kept);
    await deleteWebsite(fixture.dependencies, { actor: fixture.actor, id: kept }, true);
    expect(await fixture.documents()).toHaveLength(1);
    const id = await fixture.addSite(base, { url: site.url });
    await fixture.finish(id);
    await fixture.runJobs();
    expect(await fixture.documents()).toHaveLength(5);
    await deleteWebsite(fixture.dependencies, { actor: fixture.actor, id }, false);
    expect(await fixture.documents()).toHaveLength(1);
    await expect(fixture.look(id)).rejects.toThrow('Web site not found');
  });

  test('and a document that somebody deleted comes back with the next crawl', async () => {
    putShop();
    const id = await fixture.addSite(base, { url: site.url });
    await fixture.finish(id);
    await fixture.sql(`delete from documents where account_id = $1 and title = 'Hours'`, [fixture.accountId]);
    expect((await again(id)).counts).toMatchObject({ new: 1, unchanged: 3 });
  });
});
