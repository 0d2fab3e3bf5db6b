import { healthz, readyz, system } from '@hanasu/contract/system';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('a server that has started is alive and ready', async () => {
  expect(await server.anonymous.call(healthz)).toEqual({ status: 'ok' });
  expect(await server.anonymous.call(readyz)).toEqual({ status: 'ok', database: true, jobs: true });
});

test('anybody may see what is sandboxed and which setting makes it real', async () => {
  const view = await server.anonymous.call(system);
  expect(view.version).toBe('0.0.0-test');
  expect(view.sandboxed.map(({ part }) => part)).toEqual(['models', 'channels', 'database']);
  expect(view.publicUrlReachable).toBe(false);
});
