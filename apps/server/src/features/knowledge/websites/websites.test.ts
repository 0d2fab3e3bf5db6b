import { createKnowledge, listDocuments } from '@hanasu/contract/knowledge';
import { listAudit } from '@hanasu/contract/team';
import {
  crawlWebsite,
  createWebsite,
  deleteWebsite,
  getWebsite,
  listWebsitePages,
  listWebsites,
  stopWebsite,
  updateWebsite,
} from '@hanasu/contract/websites';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LOOPBACK_HOSTS } from '../../../testing/private-hosts.ts';
import { eventually, type SignedIn, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addMember } from '../../../testing/test-team.ts';
import { type FakeSite, pageOf, startFakeSite } from './testing/fake-site.ts';

let server: TestServer;
let site: FakeSite;
let owner: SignedIn;
beforeAll(async () => {
  server = await startTestServer({ ALLOW_PRIVATE_HOSTS: LOOPBACK_HOSTS, CRAWL_PAUSE_MS: '0' });
  site = await startFakeSite();
  owner = await server.register();
});
afterAll(async () => {
  await server.stop();
  await site.close();
});

const newBase = async () => (await owner.call(createKnowledge, { body: { name: 'Inn' } })).uuid;
const finished = (uuid: Parameters<typeof look>[0]) =>
  eventually('the crawl ends', async () => {
    const view = await look(uuid);
    return view.status !== 'queued' && view.status !== 'crawling' && view;
  });
const look = (uuid: Awaited<ReturnType<typeof add>>['uuid']) => owner.call(getWebsite, { params: { uuid } });
const add = async (base: Awaited<ReturnType<typeof newBase>>, url: string) =>
  owner.call(createWebsite, { params: { uuid: base }, body: { url, mode: 'site', schedule: 'daily' } });

test('the whole way: added, read in a process of its own, read again, changed, deleted, and written down', async () => {
  const text = 'The front desk is open from six in the morning until midnight, every day of the year.';
  site.put('/', pageOf('Inn', text, ['/desk', '/gone']));
  site.put('/desk', pageOf('Desk', `${text} Ask there for towels.`, ['/']));
  const base = await newBase();
  const { uuid } = await add(base, `${site.url}/?utm_source=mail`);
  expect(await finished(uuid)).toMatchObject({
    url: `${site.url}/`,
    status: 'done',
    counts: { new: 2, failed: 1 },
  });
  expect((await look(uuid)).nextCrawlAt).not.toBeNull();
  const documents = await owner.call(listDocuments, { params: { uuid: base } });
  expect(documents.items.map(({ kind, title, websiteUuid }) => ({ kind, title, websiteUuid }))).toEqual(
    expect.arrayContaining([
      { kind: 'page', title: 'Inn', websiteUuid: uuid },
      { kind: 'page', title: 'Desk', websiteUuid: uuid },
    ]),
  );
  const params = { uuid };
  const failed = await owner.call(listWebsitePages, {
    params,
    query: { page: 1, pageSize: 20, state: 'failed' },
  });
  expect(failed).toMatchObject({ total: 1, items: [{ failure: 'not_found', httpStatus: 404, depth: 1 }] });
  await owner.call(crawlWebsite, { params });
  expect(await finished(uuid)).toMatchObject({ counts: { unchanged: 2, changed: 0 } });
  const patched = await owner.call(updateWebsite, { params, body: { schedule: 'never', tags: ['a', 'a'] } });
  expect(patched).toMatchObject({ schedule: 'never', nextCrawlAt: null, tags: ['a'], depth: 3 });
  expect((await owner.call(stopWebsite, { params })).status).toBe('done');
  await owner.call(deleteWebsite, { params, query: { keepDocuments: 'false' } });
  expect((await owner.call(listWebsites, { params: { uuid: base } })).items).toEqual([]);
  expect((await owner.call(listDocuments, { params: { uuid: base } })).total).toBe(0);
  const { items } = await owner.call(listAudit);
  const actions = items.map(({ action, target }) => `${action} ${target}`);
  const host = new URL(site.url).host;
  expect(actions).toEqual(expect.arrayContaining([`website.added ${host}`, `website.deleted ${host}`]));
});

test('an address is read once by a base, and never a forbidden one', async () => {
  const base = await newBase();
  const params = { uuid: base };
  await add(base, `${site.url}/twice`);
  const again = await owner.refused(createWebsite, { params, body: { url: `${site.url}/twice#top` } });
  expect(again).toMatchObject({ code: 'website_exists', errors: [{ path: 'body.url' }] });
  for (const url of ['http://169.254.169.254/latest', 'http://me:secret@example.com/', 'http://0.0.0.0/']) {
    const refused = await owner.refused(createWebsite, { params, body: { url } });
    expect(refused.code).toBe('website_address_refused');
  }
});

test('another account and a viewer can’t', async () => {
  const base = await newBase();
  const { uuid } = await add(base, `${site.url}/mine`);
  const stranger = await server.register();
  expect((await stranger.refused(getWebsite, { params: { uuid } })).code).toBe('not_found');
  expect((await stranger.refused(crawlWebsite, { params: { uuid } })).code).toBe('not_found');
  expect((await stranger.refused(listWebsites, { params: { uuid: base } })).code).toBe('not_found');
  const viewer = await addMember(server, owner, 'viewer');
  expect((await viewer.call(getWebsite, { params: { uuid } })).uuid).toBe(uuid);
  expect((await viewer.refused(deleteWebsite, { params: { uuid } })).code).toBe('forbidden');
});
