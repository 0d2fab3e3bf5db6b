import { login, logout } from '@hanasu/contract/accounts';
import { listBots } from '@hanasu/contract/bots';
import { system } from '@hanasu/contract/system';
import { afterEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer | undefined;
afterEach(() => server?.stop());

const TRIES = 6;
const LIMITS = { RATE_LIMIT_API: '3', RATE_LIMIT_AUTH: '3' };

/** The statuses of so many calls, each with other headers. */
async function statuses(
  target: TestServer,
  [method, path]: readonly [string, string],
  headersOf: (index: number) => Record<string, string>,
): Promise<number[]> {
  const found: number[] = [];
  for (let index = 0; index < TRIES; index += 1) {
    const body = method === 'POST' ? { body: { identifier: 'owner', password: 'a guess' } } : {};
    found.push((await target.anonymous.raw(method, path, { ...body, headers: headersOf(index) })).status);
  }
  return found;
}

test.each([
  ['a token', (index: number) => `Bearer made-up-${index}`],
  ['a key', (index: number) => `Bearer hk_${String(index).repeat(43)}`],
  ['another scheme', (index: number) => `Basic ${index}`],
  ['a token of another server', (index: number) => `Bearer eyJhbGciOiJIUzI1NiJ9.e30.${index}`],
])('%s that is made up anew for each request opens no new count', async (_what, header) => {
  server = await startTestServer(LIMITS);
  const found = await statuses(server, ['GET', listBots.path], (index) => ({ authorization: header(index) }));
  expect(found).toEqual([401, 401, 401, 429, 429, 429]);
  const open = await statuses(server, ['GET', system.path], (index) => ({ authorization: header(index) }));
  expect(open).toEqual(Array.from({ length: TRIES }, () => 429));
});

test('a session that has ended has no count of its own', async () => {
  server = await startTestServer(LIMITS);
  const people = [await server.register(), await server.register()];
  for (const person of people) await person.call(logout);
  const found = await statuses(server, ['GET', listBots.path], (index) => ({
    authorization: `Bearer ${people[index % 2]?.jwt}`,
  }));
  expect(found).toEqual([401, 401, 401, 429, 429, 429]);
});

test.each(['/%61pi/auth/local', '/api/auth/%6Cocal'])(
  '%s is counted like the path it means',
  async (path) => {
    server = await startTestServer(LIMITS);
    const found = await statuses(server, ['POST', path], () => ({}));
    expect(found).toEqual([401, 401, 401, 429, 429, 429]);
  },
);

test('who writes addresses into X-Forwarded-For stays who the proxy saw', async () => {
  server = await startTestServer({ ...LIMITS, TRUST_PROXY: '1' });
  const found = await statuses(server, ['POST', login.path], (index) => ({
    'x-forwarded-for': `203.0.113.${index}, 198.51.100.7`,
  }));
  expect(found).toEqual([401, 401, 401, 429, 429, 429]);
  const other = await statuses(server, ['POST', login.path], () => ({ 'x-forwarded-for': '198.51.100.8' }));
  expect(other.slice(0, 3)).toEqual([401, 401, 401]);
});

test('without TRUST_PROXY, and from proxies that are not listed, the header says nothing', async () => {
  for (const proxies of ['', '10.0.0.0/8']) {
    server = await startTestServer({ ...LIMITS, TRUST_PROXY: proxies });
    const found = await statuses(server, ['POST', login.path], (index) => ({
      'x-forwarded-for': `203.0.113.${index}`,
    }));
    expect(found).toEqual([401, 401, 401, 429, 429, 429]);
    await server.stop();
  }
  server = undefined;
});

test('all addresses of one IPv6 subscriber are one caller', async () => {
  server = await startTestServer({ ...LIMITS, TRUST_PROXY: '1' });
  const from = (index: number) => ({ 'x-forwarded-for': `2001:db8:0:7:${index}::${index}` });
  expect(await statuses(server, ['POST', login.path], from)).toEqual([401, 401, 401, 429, 429, 429]);
  expect(
    (await statuses(server, ['GET', system.path], from)).filter((status) => status === 429),
  ).toHaveLength(3);
  const ported = (index: number) => ({ 'x-forwarded-for': `198.51.100.9:${50_000 + index}` });
  expect(await statuses(server, ['POST', login.path], ported)).toEqual([401, 401, 401, 429, 429, 429]);
});

test('wrong keys from one IPv6 subscriber are counted together', async () => {
  server = await startTestServer({ RATE_LIMIT_AUTH: '3', TRUST_PROXY: '1' });
  const found = await statuses(server, ['GET', '/v1/models'], (index) => ({
    'x-forwarded-for': `2001:db8:0:7:${index}::1`,
    authorization: `Bearer hk_${String(index).repeat(43)}`,
  }));
  expect(found).toEqual([401, 401, 401, 429, 429, 429]);
});
