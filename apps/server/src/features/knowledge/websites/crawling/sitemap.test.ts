import { gzipSync } from 'node:zlib';
import type { KnowledgeId } from '@hanasu/contract/ids';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FakeSite, pageOf, startFakeSite } from '../testing/fake-site.ts';
import { createWebsitesFixture, type WebsitesFixture } from '../testing/websites.fixture.ts';

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
afterEach(() => site.close());

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const urls = (...paths: string[]): string =>
  `<?xml version="1.0"?><urlset xmlns="${NAMESPACE}">${paths
    .map(
      (path) =>
        `<url><loc> ${site.url}${path} </loc><image:image xmlns:image="i"><image:loc>${site.url}/x.png</image:loc></image:image></url>`,
    )
    .join('')}</urlset>`;
const indexOf = (...paths: string[]): string =>
  `<sitemapindex xmlns="${NAMESPACE}">${paths.map((path) => `<sitemap><loc>${site.url}${path}</loc></sitemap>`).join('')}</sitemapindex>`;
const putXml = (path: string, body: string | Uint8Array, type = 'application/xml') =>
  site.put(path, { body, type });
const addSitemap = (path = '/sitemap.xml', changes: object = {}) =>
  fixture.addSite(base, { url: site.url + path, mode: 'sitemap', ...changes });

describe('a sitemap', () => {
  test('gives the pages it names and no others', async () => {
    putXml('/sitemap.xml', urls('/a', '/b?x=1&amp;y=2', '/missing', '/a#again'));
    site.put('/a', pageOf('A', 'One.', ['/linked']));
    site.put('/b?x=1&y=2', pageOf('B', 'Two.'));
    const id = await addSitemap();
    expect(await fixture.finish(id)).toMatchObject({
      status: 'done',
      known: 3,
      counts: { new: 2, failed: 1 },
    });
    expect(site.takeHits()).toEqual(['/robots.txt', '/sitemap.xml', '/a', '/b?x=1&y=2', '/missing']);
    expect(site.complaints).toEqual([]);
  });

  test('may be an index, packed, or plain text; a broken one of an index costs only its own', async () => {
    putXml('/sitemap.xml', indexOf('/one.xml.gz', '/broken.xml', '/two.txt', '/away.xml'));
    putXml('/one.xml.gz', gzipSync(urls('/a')), 'application/gzip');
    putXml('/broken.xml', `${urls('/b').slice(0, -5)}<<<`);
    putXml('/two.txt', `${site.url}/c\r\nhttps://other.example/d\nnonsense`, 'text/plain');
    for (const path of ['/a', '/b', '/c']) site.put(path, pageOf(path, `Page ${path}.`));
    const id = await addSitemap();
    await fixture.finish(id);
    expect(Object.keys(await fixture.statesOf(id))).toEqual(['/a', '/b', '/c']);
  });

  test('stops at the limit of pages', async () => {
    const paths = Array.from({ length: 3_000 }, (_, at) => `/p/${at}`);
    putXml('/sitemap.xml', urls(...paths));
    const id = await addSitemap('/sitemap.xml', { pageLimit: 3 });
    const view = await fixture.finish(id);
    expect(site.takeHits()).toHaveLength(5);
    expect(view).toMatchObject({
      status: 'failed',
      failure: 'not_found',
      counts: { failed: 3, skipped: 103 },
    });
  });
});

describe('a sitemap that is an attack', () => {
  test.each([
    [
      'a DOCTYPE',
      () => '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><urlset><url><loc>&b;</loc></url></urlset>',
    ],
    ['a bomb', () => gzipSync(Buffer.alloc(60 * 1024 * 1024, ' '))],
    ['deep', () => `<urlset>${'<url>'.repeat(1_000)}`],
    ['a web page', () => '<html><body><p>Not found</p></body></html>'],
    ['empty', () => ''],
    ['no sitemap at all', () => 'just words'],
  ])('%s is refused', async (_name, body) => {
    putXml('/sitemap.xml', body());
    const id = await addSitemap();
    const view = await fixture.finish(id);
    expect(view.status).toBe('failed');
    expect(['sitemap_broken', 'too_large']).toContain(view.failure);
    expect(site.takeHits()).toEqual(['/robots.txt', '/sitemap.xml']);
  });

  test('without end is broken off', async () => {
    site.put('/sitemap.xml', { manner: 'endless' });
    expect(await fixture.finish(await addSitemap())).toMatchObject({ status: 'failed' });
  });
});
