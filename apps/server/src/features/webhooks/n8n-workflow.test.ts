import { randomBytes } from 'node:crypto';
import { createWebHook, exportWebHookWorkflow } from '@hanasu/contract/web-hooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { type SignedIn, shareTestServer, type TestServer } from '../../testing/test-server.ts';
import { n8nWorkflow } from './n8n-workflow.ts';
import { formatSecret, SECRET_BYTES, signedHeaders } from './signature.ts';

let server: TestServer;
let person: SignedIn;
beforeAll(async () => {
  server = await shareTestServer();
  person = await server.register();
});
afterAll(() => server.stop());

async function newWorkflow(description = 'Till') {
  const url = 'https://n8n.example/webhook/in';
  const events = ['message.received' as const, 'form.submitted' as const];
  const { uuid, secret } = await person.call(createWebHook, { body: { url, description, events } });
  const workflow = await person.call(exportWebHookWorkflow, { params: { uuid } });
  return { uuid, secret, workflow };
}

interface Received {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly secret: string;
}

const HOOK = {
  ...{ description: '', events: [], enabled: true, lastState: null, lastAt: null },
  createdAt: new Date(0),
};

/** What stands in the code instead of the secret. */
const PLACE = 'whsec_PUT_THE_SECRET_HERE';

/** The code of the node, as n8n runs it: with the raw body as a file, and neither modules nor `crypto`. */
async function check({ headers, body, secret }: Received): Promise<unknown> {
  const { nodes } = n8nWorkflow({ ...HOOK, id: newId(), url: 'https://n8n.example/' });
  const node = nodes.find(({ type }) => type === 'n8n-nodes-base.code');
  const { jsCode } = (node?.parameters ?? {}) as { jsCode?: string };
  const code = String(jsCode).replace(PLACE, secret);
  const AsyncFunction = (async () => undefined).constructor as FunctionConstructor;
  const run = new AsyncFunction('$input', '$now', 'crypto', 'require', 'process', code);
  const helpers = { getBinaryDataBuffer: async () => Buffer.from(body) };
  const $input = { first: () => ({ json: { headers } }) };
  return run.call({ helpers }, $input, { toSeconds: () => 1_800_000_000 });
}

const NOW = new Date(1_800_000_000_000);
const signed = (body: string, secret: string, sentAt = NOW) => ({
  headers: { ...signedHeaders(secret, { id: 'msg_1', sentAt, body }) },
  body,
  secret,
});

describe('the workflow of a web hook', () => {
  test('is what n8n imports, without the secret', async () => {
    const { uuid, secret, workflow } = await newWorkflow();
    expect(workflow.name).toBe('Hanasu: Till');
    expect(workflow.nodes.map(({ name, type }) => [name, type])).toEqual([
      ['Event of Hanasu', 'n8n-nodes-base.webhook'],
      ['Check signature', 'n8n-nodes-base.code'],
      ['Sort by event', 'n8n-nodes-base.switch'],
      ['message.received', 'n8n-nodes-base.noOp'],
      ['form.submitted', 'n8n-nodes-base.noOp'],
      ['Other events', 'n8n-nodes-base.noOp'],
    ]);
    expect(workflow.nodes[0]).toMatchObject({
      webhookId: uuid,
      parameters: { httpMethod: 'POST', path: `hanasu-${uuid}`, options: { rawBody: true } },
    });
    const { main } = workflow.connections['Sort by event'] as { main: { node: string }[][] };
    expect(main.map(([link]) => link?.node)).toEqual(['message.received', 'form.submitted', 'Other events']);
    expect(JSON.stringify(workflow)).not.toContain(secret.slice(6));
    expect((await newWorkflow('')).workflow.name).toBe('Hanasu: n8n.example');
  });

  test('belongs to admins of the account', async () => {
    const { uuid } = await newWorkflow();
    const stranger = await server.register();
    expect((await stranger.refused(exportWebHookWorkflow, { params: { uuid } })).code).toBe('not_found');
  });

  test('lets a signed event pass, with its id', async () => {
    const { secret } = await newWorkflow();
    const body = '{"type":"message.received","data":{"text":"駐車場は？"}}';
    expect(await check(signed(body, secret))).toEqual([
      { json: { id: 'msg_1', type: 'message.received', data: { text: '駐車場は？' } } },
    ]);
  });

  test('signs as this server does, whatever the length', async () => {
    for (const length of [0, 1, 20, 30, 31, 32, 40, 55, 64, 119, 128, 5_000]) {
      const secret = formatSecret(randomBytes(SECRET_BYTES + length));
      const body = JSON.stringify({ type: 'test', data: 'ü'.repeat(length) });
      await expect(check(signed(body, secret))).resolves.toHaveLength(1);
    }
  });

  test.each([PLACE, '', 'whsec_'])('stops everything while its secret is “%s”', async (secret) => {
    await expect(check(signed('{"type":"test"}', secret))).rejects.toThrow("Put the web hook's secret");
  });

  test('stops what is not signed, changed, of another secret or old', async () => {
    const [secret, other] = [formatSecret(randomBytes(32)), formatSecret(randomBytes(32))];
    const good = signed('{"type":"test"}', secret);
    await expect(check(good)).resolves.toHaveLength(1);
    await expect(check({ ...good, secret: other })).rejects.toThrow('The signature is wrong');
    await expect(check({ ...good, body: '{"type":"tost"}' })).rejects.toThrow('The signature is wrong');
    const unsigned = { ...good, headers: { ...good.headers, 'webhook-signature': 'v1,' } };
    await expect(check(unsigned)).rejects.toThrow('The signature is wrong');
    const old = signed('{"type":"test"}', secret, new Date(NOW.getTime() - 301_000));
    await expect(check(old)).rejects.toThrow('too old');
    await expect(check({ ...good, headers: {} })).rejects.toThrow('too old');
  });
});
