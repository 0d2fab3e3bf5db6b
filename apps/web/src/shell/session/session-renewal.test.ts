// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { problem, sendJson, startTestServer } from '../../testing/test-server.ts';
import { whenSessionEnds } from '../api/api-client.ts';
import { clearToken, readToken, saveToken } from './session.ts';
import { renewIfDue, startSessionRenewal } from './session-renewal.ts';

const nowSeconds = Math.floor(Date.now() / 1000);
const tokenOf = (iat: number, exp: number, extra = '') =>
  `head.${btoa(JSON.stringify({ jti: `session${extra}`, iat, exp })).replaceAll('=', '')}.signature`;
const spent = tokenOf(nowSeconds - 600, nowSeconds + 300);
const young = tokenOf(nowSeconds - 300, nowSeconds + 600);
const fresh = tokenOf(nowSeconds, nowSeconds + 900);

let server: Awaited<ReturnType<typeof startTestServer>>;
let answer: { status: number; body: object };
/** Other tabs of the browser: the lock is theirs while this is false. */
let lockIsFree: boolean;
beforeEach(async () => {
  lockIsFree = true;
  const request = async (_: string, __: object, work: (lock: object | null) => Promise<void>) =>
    work(lockIsFree ? {} : null);
  vi.stubGlobal('navigator', { locks: { request } });
  answer = { status: 200, body: { jwt: fresh, expiresAt: new Date().toISOString(), remember: false } };
  server = await startTestServer((_, response) => sendJson(response, answer.status, answer.body));
});
afterEach(async () => {
  await server.close();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  clearToken();
  whenSessionEnds(() => undefined);
});

it('exchanges a token whose life is more than half over', async () => {
  saveToken(spent);
  await renewIfDue();
  expect(server.requests.map(({ method, url }) => `${method} ${url}`)).toEqual(['POST /api/auth/renew']);
  expect(readToken()).toBe(fresh);
});

it('leaves a young token, no token and a strange token alone', async () => {
  await renewIfDue();
  saveToken(young);
  await renewIfDue();
  saveToken('not-a-token');
  await renewIfDue();
  expect(server.requests).toEqual([]);
});

it('leaves it to the tab that is at it', async () => {
  lockIsFree = false;
  saveToken(spent);
  await renewIfDue();
  expect(server.requests).toEqual([]);
});

it('renews without locks, too', async () => {
  vi.stubGlobal('navigator', {});
  saveToken(spent);
  await renewIfDue();
  expect(readToken()).toBe(fresh);
});

it('a session that has ended ends here, and anything else is tried again later', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let ended = 0;
  whenSessionEnds(() => {
    ended += 1;
  });
  saveToken(spent);
  answer = { status: 503, body: problem(503, 'database_unavailable') };
  await renewIfDue();
  expect([ended, readToken(), logged.mock.calls.length]).toEqual([0, spent, 1]);
  answer = { status: 401, body: problem(401, 'session_expired') };
  await renewIfDue();
  expect([ended, logged.mock.calls.length]).toEqual([1, 1]);
});

it('looks at start, and when the person comes back', async () => {
  saveToken(spent);
  const stop = startSessionRenewal();
  await expect.poll(readToken).toBe(fresh);
  saveToken(spent);
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => server.requests.length).toBe(2);
  stop();
});
