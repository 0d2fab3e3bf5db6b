import { randomUUID } from 'node:crypto';
import type { AccountId } from '@hanasu/contract/ids';
import { listLinks } from '@hanasu/contract/links';
import { createWebHook } from '@hanasu/contract/web-hooks';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../platform/database/database.ts';
import { eventually, type SignedIn, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { deleteExpired } from './links.store.ts';
import { createTrackedLinks } from './tracked-links.ts';

const PUBLIC_URL = 'https://hanasu.example';
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari Line/14.19.1';

let server: TestServer;
let database: Database;
let person: SignedIn;
let other: SignedIn;
beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL }, (url) => {
    const onError = (error: Error): never => {
      throw error;
    };
    database = openDatabase({ url, poolSize: 2, onError });
    return url;
  });
});
afterAll(async () => {
  await database.close();
  await server.stop();
});
beforeEach(async () => {
  [person, other] = await Promise.all([server.register(), server.register()]);
});

const links = createTrackedLinks(PUBLIC_URL);
const keep = (owner: string, targets: Readonly<Record<string, string>>, whose = person) =>
  database.account(whose.user.account.uuid as AccountId, (transaction) =>
    links.keep(
      transaction,
      { kind: 'richMenu', id: owner },
      Object.entries(targets).map(([part, url]) => ({ part, url })),
    ),
  );
const end = (owner: string) =>
  database.account(person.user.account.uuid as AccountId, (transaction) =>
    links.end(transaction, { kind: 'richMenu', id: owner }),
  );
/** The path of one link that leads there. */
async function pathTo(url: string, owner: string = randomUUID()): Promise<string> {
  const address = (await keep(owner, { 'p1/a': url })).get('p1/a') ?? '';
  return address.slice(PUBLIC_URL.length);
}
const open = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
  fetch(`${server.address}${path}`, {
    method,
    redirect: 'manual',
    headers: { 'user-agent': PHONE, ...headers },
  });
const clicks = async (): Promise<number> => {
  const { items } = await person.call(listLinks);
  return items.reduce((sum, link) => sum + link.clicks, 0);
};
const counted = (wanted: number) => eventually(`${wanted} clicks`, async () => (await clicks()) === wanted);

test('a person is led to the stored address, and each of their clicks is counted', async () => {
  const url = 'https://shop.example/予約?from=menu&openExternalBrowser=1#top';
  const path = await pathTo(url);
  expect(path).toMatch(/^\/r\/[A-Za-z0-9_-]{12}\?openExternalBrowser=1$/);
  const answer = await open(path, { referer: 'https://elsewhere.example/secret' });
  expect(answer.status).toBe(302);
  expect(answer.headers.get('location')).toBe(new URL(url).href);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  expect(await answer.text()).toBe('');
  await open(path);
  await counted(2);
  const { items, total } = await person.call(listLinks);
  expect(total).toBe(1);
  expect(items[0]).toMatchObject({
    url: new URL(url).href,
    address: `${PUBLIC_URL}${path}`,
    owner: { kind: 'richMenu', part: 'p1/a' },
    clicks: 2,
    people: 0,
    expiresAt: null,
  });
});

test('the same place and address keep their code; another address has one of its own', async () => {
  const owner = randomUUID();
  const [first, again, moved] = [
    await keep(owner, { 'p1/a': 'https://shop.example/', 'p1/b': 'https://shop.example/' }),
    await keep(owner, { 'p1/a': 'https://shop.example/', 'p1/b': 'https://shop.example/' }),
    await keep(owner, { 'p1/a': 'https://shop.example/new' }),
  ];
  expect(again).toEqual(first);
  const codes = [first.get('p1/a'), first.get('p1/b'), moved.get('p1/a')];
  expect(new Set(codes).size).toBe(3);
  const { total } = await person.call(listLinks, { query: { ownerUuid: owner } });
  expect(total).toBe(3);
  expect((await person.call(listLinks, { query: { q: '/new' } })).total).toBe(1);
});

test('previews, crawlers, HEAD and what is fetched ahead are led on and not counted', async () => {
  const path = await pathTo('https://shop.example/');
  const machines = [
    'facebookexternalhit/1.1;line-poker/1.0',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'TelegramBot (like TwitterBot)',
    'ZaloBot/1.0',
    'WhatsApp/2.23.20.0',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'curl/8.5.0',
  ];
  for (const agent of machines) expect((await open(path, { 'user-agent': agent })).status, agent).toBe(302);
  const ahead: readonly Readonly<Record<string, string>>[] = [
    { 'sec-purpose': 'prefetch' },
    { 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'prefetch' },
    { 'x-moz': 'prefetch' },
  ];
  for (const headers of ahead) expect((await open(path, headers)).status).toBe(302);
  const head = await open(path, {}, 'HEAD');
  expect([head.status, head.headers.get('location')]).toEqual([302, 'https://shop.example/']);
  const people = [
    PHONE,
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36 Zalo android/12110550',
    'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 [FBAN/FBIOS;FBAV/489.0]',
  ];
  for (const agent of people) await open(path, { 'user-agent': agent });
  await counted(people.length);
});

test('does not let a request choose the target', async () => {
  const path = await pathTo('https://shop.example/');
  const code = path.slice('/r/'.length);
  const changed = code.slice(0, -1) + (code.endsWith('A') ? 'B' : 'A');
  const wrong = [
    '/r/',
    '/r/////evil.example',
    '/r/https://evil.example',
    `/r/${changed}`,
    `/r/${code}/`,
    `/r/${code}//evil.example`,
    `/r/${code}%0d%0aLocation:%20https://evil.example`,
    `/r/%2e%2e/${code}`,
    `/r/${code.slice(1)}`,
    `/r/${'x'.repeat(300)}`,
    `/r/%00${code.slice(1)}`,
  ];
  for (const one of wrong) {
    const answer = await open(one);
    expect([one, answer.status, answer.headers.get('location')]).toEqual([one, 404, null]);
    expect(await answer.text()).not.toContain('evil');
  }
  for (const query of ['?url=https://evil.example', '?to=//evil.example&next=/x'])
    expect((await open(path + query)).headers.get('location')).toBe('https://shop.example/');
  expect((await open(path, {}, 'POST')).status).toBe(404);
  // A token that names no person leads to the same place.
  for (const token of ['x', 'x'.repeat(22), '_-'.repeat(32)])
    expect((await open(`/r/${code}${token}`)).headers.get('location')).toBe('https://shop.example/');
  expect((await open(`/r/${code}${'x'.repeat(65)}`)).status).toBe(404);
  await counted(5);
});

test('an address is kept as headers take it', async () => {
  const path = await pathTo('https://shop.example/a\u0085b?q="<x>"&r=é');
  expect((await open(path)).headers.get('location')).toMatch(/^https:\/\/shop\.example\/[!-~]+$/);
});

test('where nothing is found, it is said in the language of the browser', async () => {
  const page = async (languages: string): Promise<string> => {
    const answer = await open('/r/aaaaaaaaaaaa', { 'accept-language': languages });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store']);
    return answer.text();
  };
  expect(await page('ja,en;q=0.8')).toContain('<html lang="ja">');
  expect(await page('vi-VN')).toContain('Liên kết này không còn dùng được');
  expect(await page('fr')).toContain('This link no longer works');
});

test('what was made for something that is gone leads on for 90 days, and is then deleted with its clicks', async () => {
  const owner = randomUUID();
  const path = await pathTo('https://shop.example/', owner);
  await open(path);
  await counted(1);
  await end(owner);
  expect((await open(path)).status).toBe(302);
  await counted(2);
  const pass = (days: number) =>
    server.sql(
      `update tracked_links set expires_at = expires_at - $2 * interval '1 day' where owner_id = $1`,
      [owner, days],
    );
  await pass(89);
  expect((await open(path)).status).toBe(302);
  await counted(3);
  expect(await database.system(deleteExpired)).toBe(0);
  await pass(1);
  expect((await open(path)).status).toBe(404);
  expect(await database.system(deleteExpired)).toBe(1);
  expect(
    await server.sql('select id from tracked_clicks where account_id = $1', [person.user.account.uuid]),
  ).toEqual([]);
});

test('keeps a link whose place is published again before its 90 days are over', async () => {
  const owner = randomUUID();
  const path = await pathTo('https://shop.example/', owner);
  await end(owner);
  expect(await pathTo('https://shop.example/', owner)).toBe(path);
  expect((await person.call(listLinks)).items[0]?.expiresAt).toBeNull();
});

test('hides links from other accounts, whose links differ', async () => {
  const owner = randomUUID();
  const path = await pathTo('https://shop.example/', owner);
  expect((await other.call(listLinks)).total).toBe(0);
  const theirs = (await keep(owner, { 'p1/a': 'https://shop.example/' }, other)).get('p1/a');
  expect(theirs).not.toBe(`${PUBLIC_URL}${path}`);
  await open(path);
  await counted(1);
  expect((await other.call(listLinks)).items[0]?.clicks).toBe(0);
  const seen = await database.account(other.user.account.uuid as AccountId, (transaction) =>
    transaction.rows('select id from tracked_clicks'),
  );
  expect(seen).toEqual([]);
});

test('publishes clicks to web hooks', async () => {
  await person.call(createWebHook, {
    body: { url: 'https://hooks.example/links', events: ['link.clicked'] },
  });
  await open(await pathTo('https://shop.example/'));
  const [delivery] = await eventually('a delivery', async () => {
    const found = await server.sql<{ data: object }>(
      `select payload -> 'data' as data from web_hook_deliveries where account_id = $1`,
      [person.user.account.uuid],
    );
    return found.length > 0 && found;
  });
  expect(delivery?.data).toMatchObject({
    link: { url: 'https://shop.example/', owner: { kind: 'richMenu', part: 'p1/a' } },
    friendUuid: null,
  });
});

test('does not lead from https over http', async () => {
  const plain = createTrackedLinks('http://shop.local');
  const sent = await database.account(person.user.account.uuid as AccountId, (transaction) =>
    plain.keep(transaction, { kind: 'richMenu', id: randomUUID() }, [
      { part: 'a', url: 'https://shop.example/' },
      { part: 'b', url: 'http://shop.example/' },
    ]),
  );
  expect(sent.get('a')).toBe('https://shop.example/');
  expect(sent.get('b')).toMatch(/^http:\/\/shop\.local\/r\//);
});

test('limits the requests of one address per minute', async () => {
  const strict = await startTestServer({ PUBLIC_URL, RATE_LIMIT_API: '3' });
  try {
    const asked = () => fetch(`${strict.address}/r/aaaaaaaaaaaa`, { redirect: 'manual' });
    const statuses = [];
    for (let call = 0; call < 4; call += 1) statuses.push((await asked()).status);
    expect(statuses).toEqual([404, 404, 404, 429]);
  } finally {
    await strict.stop();
  }
});
