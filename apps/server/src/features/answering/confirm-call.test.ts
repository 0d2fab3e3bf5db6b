import { chat } from '@hanasu/contract/chat';
import type { ConversationId } from '@hanasu/contract/ids';
import { createTool, type ToolConfig } from '@hanasu/contract/tools';
import { type FakeProviders, startFakeProviders } from '@hanasu/models/fake/fake-provider-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeSystem, startFakeSystem } from '../../testing/fake-system.ts';
import { LOOPBACK_HOSTS } from '../../testing/private-hosts.ts';
import { type SignedIn, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { addBot } from '../../testing/test-shop.ts';

let providers: FakeProviders;
let system: FakeSystem;
let server: TestServer;
let person: SignedIn;
beforeAll(async () => {
  [providers, system] = await Promise.all([startFakeProviders(), startFakeSystem()]);
  providers.behave('*', 'obey');
  server = await startTestServer({
    OPENAI_API_KEY: 'key',
    OPENAI_BASE_URL: providers.baseUrls.openai,
    ALLOW_PRIVATE_HOSTS: LOOPBACK_HOSTS,
  });
  person = await server.register();
});
afterAll(async () => {
  await server.stop();
  await Promise.all([providers.close(), system.close()]);
});

const config = (confirmation: 'off' | 'customer'): ToolConfig => ({
  kind: 'http',
  method: 'POST',
  url: `${system.url}/echo-text`,
  parameters: [{ name: 'id', type: 'string', values: [], description: '', required: true, in: 'body' }],
  headers: [],
  body: '',
  timeoutSeconds: 5,
  mapping: [],
  confirmation,
});

async function openBot(confirmation: 'off' | 'customer') {
  const bot = await addBot(person, { serviceUuid: 'openai-gpt-4o-mini' });
  const body = { name: 'cancel_order', description: 'Cancels an order', config: config(confirmation) };
  await person.call(createTool, { params: { uuid: bot.uuid }, body });
  system.calls.length = 0;
  let conversationUuid: ConversationId | undefined;
  return async (message: string) => {
    const answer = await person.call(chat, { body: { botUuid: bot.uuid, message, conversationUuid } });
    conversationUuid = answer.conversationUuid;
    return answer;
  };
}

test('a tool that asks first runs when the customer says yes, and once', async () => {
  const ask = await openBot('customer');
  const asked = await ask('Cancel my order, please. «CALL cancel_order {"id":"4711"}»');
  expect(asked.message.text).toContain('- id: 4711');
  expect(asked.message.text).toContain('Reply “yes”');
  expect(asked.message.toolCalls).toMatchObject([{ name: 'cancel_order', error: 'needs_confirmation' }]);
  expect(system.calls).toHaveLength(0);
  const done = await ask('Yes!');
  expect(done.message.toolCalls).toMatchObject([{ name: 'cancel_order', error: null }]);
  expect(system.calls.map(({ body }) => body)).toEqual(['{"id":"4711"}']);
  // The consent was to one call.
  expect((await ask('Yes!')).message.toolCalls).toMatchObject([{ error: 'needs_confirmation' }]);
  expect(system.calls).toHaveLength(1);
});

test('any other reply is no consent', async () => {
  const ask = await openBot('customer');
  await ask('Cancel my order, please. «CALL cancel_order {"id":"4711"}»');
  await ask('Wait, which one is that?');
  expect(system.calls).toHaveLength(0);
});

test('a tool that need not ask runs with what the customer wrote', async () => {
  const ask = await openBot('off');
  await ask('Cancel my order 4711, please. «CALL cancel_order {"id":"4711"}»');
  expect(system.calls).toHaveLength(1);
});
