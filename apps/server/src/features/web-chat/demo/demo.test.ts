import { askDemo } from '@hanasu/contract/demo';
import { system } from '@hanasu/contract/system';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const PER_MINUTE = 3;
let server: TestServer;
beforeAll(async () => {
  // Each test is an address of its own.
  server = await startTestServer({ PUBLIC_CHAT_PER_MINUTE: String(PER_MINUTE), TRUST_PROXY: '1' });
});
afterAll(() => server.stop());

let addresses = 0;
const newAddress = () => {
  addresses += 1;
  return { 'x-forwarded-for': `203.0.113.${addresses}` };
};
const ask = (body: object, headers = newAddress(), from = server) =>
  from.anonymous.raw('POST', askDemo.path, { body, headers });

async function countRows(): Promise<Record<string, number>> {
  const tables = await server.sql<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  expect(tables.length).toBeGreaterThan(20);
  const counts = await Promise.all(
    tables.map(async ({ name }) => {
      const [row] = await server.sql<{ rows: number }>(`select count(*)::integer as rows from "${name}"`);
      return [name, row?.rows ?? 0] as const;
    }),
  );
  return Object.fromEntries(counts);
}

test('anybody is answered from the guide, and no row is written', async () => {
  const before = await countRows();
  const answer = await ask({ message: 'How much does it cost?' });
  expect(answer).toMatchObject({
    status: 200,
    body: { outcome: 'answered', sections: [{ number: 1, title: 'What does it cost, and is it free?' }] },
  });
  expect((await ask({ message: 'Cách nấu phở bò?', locale: 'vi' })).body).toMatchObject({
    outcome: 'not_found',
    sections: [],
  });
  expect(await countRows()).toEqual(before);
});

test('an address may ask so often in a minute, and the refusal says how long to wait', async () => {
  const address = newAddress();
  for (let count = 0; count < PER_MINUTE; count += 1)
    expect((await ask({ message: 'Hello' }, address)).status).toBe(200);
  const refused = await ask({ message: 'Hello' }, address);
  expect(refused).toMatchObject({ status: 429, body: { code: 'chat_limit_reached' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await ask({ message: 'Hello' })).status).toBe(200);
});

test.each([
  { message: 'x'.repeat(501) },
  { message: '  ' },
  { message: 'Hi', locale: 'fr' },
  { message: 'Hi', bot: 1 },
])('what is no question is refused: %j', async (body) => {
  expect((await ask(body)).status).toBe(400);
});

test('500 characters, also of Japanese, are a question', async () => {
  expect((await ask({ message: '話'.repeat(500) })).status).toBe(200);
});

test('DEMO_BOT=off: the endpoint does not exist and the landing page is told', async () => {
  expect(await server.anonymous.call(system)).toMatchObject({ demoBot: true });
  const other = await startTestServer({ DEMO_BOT: 'off' });
  try {
    expect(await other.anonymous.call(system)).toMatchObject({ demoBot: false });
    const answer = await ask({ message: 'How much does it cost?' }, newAddress(), other);
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
  } finally {
    await other.stop();
  }
});
