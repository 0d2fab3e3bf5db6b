import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { healthz, listOutbox, readyz, system } from '@hanasu/contract/system';
import { missingOf } from '@hanasu/retrieval/extract/reader-sandbox';
import { findReaderSandbox } from '@hanasu/retrieval/extract/start-child';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('a server that has started is alive and ready', async () => {
  expect(await server.anonymous.call(healthz)).toEqual({ status: 'ok' });
  expect(await server.anonymous.call(readyz)).toEqual({
    status: 'ok',
    database: true,
    jobs: true,
    worker: true,
    disk: 'ok',
    details: missingOf(await findReaderSandbox()),
  });
});

test('anybody may see what is sandboxed and which setting makes it real', async () => {
  const view = await server.anonymous.call(system);
  expect(view.version).toBe('0.0.0-test');
  expect(view.sandboxed.map(({ part }) => part)).toEqual(['models', 'channels', 'mail', 'database']);
  expect(view.publicUrlReachable).toBe(false);
});

/** `fetch` always sends the true host. */
async function statusAs(host: string): Promise<number | undefined> {
  const request = get(new URL(listOutbox.path, server.address), { headers: { host } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

describe('mails that were not sent', () => {
  test('are shown on this machine, newest first, and never stored by a browser', async () => {
    for (const name of ['outbox-one', 'outbox-two']) await server.register({ username: name });
    const { items } = await server.anonymous.call(listOutbox);
    expect(items.map(({ to }) => to).slice(0, 2)).toEqual([
      'outbox-two@example.com',
      'outbox-one@example.com',
    ]);
    const answer = await server.anonymous.raw('GET', listOutbox.path);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('are not there for a page of another site that resolves to this machine', async () => {
    expect(await statusAs('evil.example')).toBe(404);
    expect(await statusAs('localhost')).toBe(200);
  });

  test.each([
    ['an installation others reach', { PUBLIC_URL: 'https://hanasu.example' }],
    ['an installation with a mail server', { SMTP_URL: 'smtp://127.0.0.1:9' }],
  ])('are not there in %s', async (_what, settings) => {
    const other = await startTestServer(settings);
    expect((await other.anonymous.refused(listOutbox)).code).toBe('not_found');
    await other.stop();
  });
});
