import { chat } from '@hanasu/contract/chat';
import { listServices } from '@hanasu/contract/services';
import { type FakeProviders, startFakeProviders } from '@hanasu/models/fake/fake-provider-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SignedIn, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { addBot } from '../../testing/test-shop.ts';

let providers: FakeProviders;
let server: TestServer;
let person: SignedIn;
beforeAll(async () => {
  providers = await startFakeProviders();
  const models = [{ id: 'qwen3:8b', name: 'Qwen3 8B (local)', contextTokens: 32_768, outputTokens: 4096 }];
  server = await startTestServer({
    COHERE_API_KEY: 'key',
    COHERE_BASE_URL: providers.baseUrls.cohere,
    OPENAI_COMPATIBLE: JSON.stringify([{ name: 'own', baseUrl: providers.baseUrls.compatible, models }]),
  });
  person = await server.register();
});
afterAll(async () => {
  await server.stop();
  await providers.close();
});

test('spec:89 lists what can be picked, and what the rest lacks', async () => {
  const services = await person.call(listServices);
  const lacking = new Set(services.filter(({ available }) => !available).map(({ missing }) => missing));
  expect(lacking).toEqual(new Set(['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'GOOGLE_API_KEY']));
  const find = (uuid: string) => services.find((service) => service.uuid === uuid);
  expect(find('cohere-command-a')).toMatchObject({ name: 'Command A', available: true });
  expect(find('compatible-own-qwen3-8b')).toMatchObject({ name: 'Qwen3 8B (local)', available: true });
});

describe.each([
  ['cohere', 'cohere-command-a'],
  ['compatible', 'compatible-own-qwen3-8b'],
])('%s', (vendor, serviceUuid) => {
  test('answers and is paid by its rates', async () => {
    const bot = await addBot(person, { serviceUuid });
    const answer = await person.call(chat, { body: { botUuid: bot.uuid, message: 'Are you open?' } });
    expect(answer).toMatchObject({ outcome: 'answered', message: { text: 'You asked: "Are you open?"' } });
    expect(providers.requests.at(-1)).toMatchObject({ vendor, status: 200 });
    const isFree = vendor === 'compatible';
    expect(answer.usage.tokens > 0).toBe(!isFree);
  });
});
