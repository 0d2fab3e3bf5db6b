import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { healthz, listOutbox, readyz, system } from '@hanasu/contract/system';
import { findReaderSandbox, missingOf } from '@hanasu/retrieval/extract/start-child';
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
  expect(view.sandboxed.map(({ part }) => part)).toEqual([
    'models',
    'channels',
    'mail',
    'payments',
    'database',
  ]);
  expect(view.sandboxed[0]?.settings).toEqual(['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'GOOGLE_API_KEY']);
  expect(view.publicUrlReachable).toBe(false);
});

/** `fetch` always sends the true host. */
async function statusAs(headers: Record<string, string>): Promise<number | undefined> {
  const request = get(new URL(`${listOutbox.path}?code=${server.outboxCode}`, server.address), { headers });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

describe('mails that were not sent', () => {
  test('are shown on this machine, newest first, and never stored by a browser', async () => {
    for (const name of ['outbox-one', 'outbox-two']) await server.register({ username: name });
    const { items } = await server.anonymous.call(listOutbox, { query: { code: server.outboxCode } });
    expect(items.map(({ to }) => to).slice(0, 2)).toEqual([
      'outbox-two@example.com',
      'outbox-one@example.com',
    ]);
    const answer = await server.anonymous.raw('GET', `${listOutbox.path}?code=${server.outboxCode}`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('are not there for a page of another site that resolves to this machine', async () => {
    expect(await statusAs({ host: 'evil.example' })).toBe(404);
    expect(await statusAs({ host: 'localhost' })).toBe(200);
  });

  test('are not there behind a proxy, whatever it is told', async () => {
    for (const header of ['X-Forwarded-For', 'Forwarded', 'Via', 'X-Real-IP', 'CF-Connecting-IP']) {
      expect(await statusAs({ host: 'localhost', [header]: '127.0.0.1' })).toBe(404);
    }
  });

  test('are shown to nobody without the code of this start, which the first call leaves in a cookie', async () => {
    expect((await server.anonymous.refused(listOutbox)).code).toBe('not_found');
    expect((await server.anonymous.refused(listOutbox, { query: { code: 'a guess' } })).code).toBe(
      'not_found',
    );
    const first = await server.anonymous.raw('GET', `${listOutbox.path}?code=${server.outboxCode}`);
    const [cookie = ''] = first.headers.getSetCookie();
    expect(cookie.split('; ').slice(1).sort()).toEqual([
      'HttpOnly',
      `Path=${listOutbox.path}`,
      'SameSite=Strict',
    ]);
    const next = await server.anonymous.raw('GET', listOutbox.path, {
      headers: { cookie: String(cookie.split(';')[0]) },
    });
    expect(next).toMatchObject({ status: 200 });
    expect(server.outboxCode).toMatch(/^[\w-]{43}$/);
    const other = await startTestServer();
    expect(other.outboxCode).not.toBe(server.outboxCode);
    await other.stop();
  });

  test('are not there in an installation with a mail server', async () => {
    const other = await startTestServer({ SMTP_URL: 'smtp://127.0.0.1:9' });
    expect((await other.anonymous.refused(listOutbox)).code).toBe('not_found');
    await other.stop();
  });
});
