import { login } from '@hanasu/contract/accounts';
import { createBot, listBots } from '@hanasu/contract/bots';
import { afterEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer | undefined;
afterEach(() => server?.stop());

const attempt = (target: TestServer, headers: Record<string, string> = {}) =>
  target.anonymous.raw('POST', login.path, { body: { identifier: 'owner', password: 'a guess' }, headers });

test('guessing passwords is stopped, also with a new authorization header for each guess', async () => {
  server = await startTestServer({ RATE_LIMIT_AUTH: '3', RATE_LIMIT_API: '1000' });
  for (let guess = 0; guess < 3; guess += 1) {
    expect((await attempt(server, { authorization: `Bearer ${guess}` })).status).toBe(401);
  }
  const stopped = await attempt(server, { authorization: 'Bearer 4' });
  expect(stopped).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('the limit of signing in holds while the other one is off', async () => {
  server = await startTestServer({ RATE_LIMIT_AUTH: '1', RATE_LIMIT_API: '0' });
  expect((await attempt(server)).status).toBe(401);
  expect((await attempt(server)).status).toBe(429);
});

test('the limit of the rest counts each caller for themselves', async () => {
  server = await startTestServer({ RATE_LIMIT_AUTH: '0', RATE_LIMIT_API: '3' });
  const [one, other] = [await server.register(), await server.register()];
  await one.call(createBot, { body: { name: 'Clerk', serviceUuid: 'builtin-extractive' } });
  await one.call(listBots);
  await one.call(listBots);
  expect((await one.refused(listBots)).code).toBe('rate_limited');
  expect((await other.call(listBots)).total).toBe(0);
  expect((await server.anonymous.raw('GET', '/healthz')).status).toBe(200);
});
