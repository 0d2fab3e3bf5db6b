import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FakeProviders, startFakeProviders } from './fake-provider-server.ts';

let fake: FakeProviders;
beforeAll(async () => {
  fake = await startFakeProviders();
});
afterAll(() => fake.close());

const post = (url: string, headers: Record<string, string>, body: unknown) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

const user = { role: 'user', content: 'Hi' };
const openai = (fields: object, authorization = 'Bearer key') =>
  post(
    `${fake.baseUrls.openai}/chat/completions`,
    { authorization },
    { model: 'gpt-4o', stream: true, messages: [user], ...fields },
  );
const anthropic = (fields: object, headers: Record<string, string> = { 'anthropic-version': '2023-06-01' }) =>
  post(
    `${fake.baseUrls.anthropic}/messages`,
    { 'x-api-key': 'key', ...headers },
    { model: 'claude-x', max_tokens: 9, stream: true, messages: [user], ...fields },
  );
const google = (fields: object) =>
  post(
    `${fake.baseUrls.google}/models/gemini-x:streamGenerateContent?alt=sse`,
    { 'x-goog-api-key': 'key' },
    { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }], ...fields },
  );

describe('refuses what the real ones refuse', () => {
  test('unknown keys', async () => {
    expect((await openai({ maxTokens: 5 })).status).toBe(400);
    expect((await anthropic({ maxTokens: 5 })).status).toBe(400);
    expect((await google({ generation_config: {} })).status).toBe(400);
  });

  test('a missing key or version', async () => {
    expect((await openai({}, '')).status).toBe(401);
    expect((await openai({}, 'Bearer wrong')).status).toBe(401);
    expect((await anthropic({}, { 'x-api-key': '' })).status).toBe(401);
    expect((await anthropic({}, {})).status).toBe(400);
  });

  test('two turns of one role, and a model that begins', async () => {
    expect((await anthropic({ messages: [user, user] })).status).toBe(400);
    expect((await anthropic({ messages: [{ role: 'assistant', content: 'Hi' }, user] })).status).toBe(400);
    expect((await google({ contents: [{ role: 'model', parts: [{ text: 'Hi' }] }] })).status).toBe(400);
  });

  test('parameters that a model does not take', async () => {
    expect((await openai({ model: 'gpt-5.4', max_tokens: 5 })).status).toBe(400);
    expect((await openai({ reasoning_effort: 'none' })).status).toBe(400);
    expect((await anthropic({ model: 'claude-opus-4-7', temperature: 1 })).status).toBe(400);
  });

  test('other paths', async () => {
    expect((await post(`${fake.url}/v2/chat`, {}, {})).status).toBe(404);
  });
});

test('quotes a numbered passage, or repeats the question', async () => {
  const system = { role: 'system', content: 'Passages:\n[1] Hours\nOpen all day.\n\n[2] Other\nNo.' };
  expect(await (await openai({ messages: [system, user] })).text()).toContain('Open all day');
  expect(await (await openai({})).text()).toContain('You asked');
});

test('another process sets behaviours over HTTP', async () => {
  const set = await post(`${fake.url}/behave`, {}, { model: 'gpt-4o', behaviour: 'err500once' });
  expect(set.status).toBe(200);
  expect([(await openai({})).status, (await openai({})).status]).toEqual([500, 200]);
  expect(() => fake.behave('*', 'dance')).toThrow(RangeError);
});

test('a held answer has begun, and goes on when it is released; others are not held up', async () => {
  fake.behave('gpt-4o', 'held');
  const held = await openai({});
  const reader = held.body?.pipeThrough(new TextDecoderStream()).getReader();
  const read = async (until: string): Promise<string> => {
    let text = '';
    while (!text.includes(until)) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done) break;
      text += value;
    }
    return text;
  };
  const beginning = await read('You asked');
  expect(await (await anthropic({})).text()).toContain('message_stop');
  expect(beginning).not.toContain('Hi');
  fake.release();
  expect(await read('[DONE]')).toContain('Hi');
  expect(await (await openai({})).text()).toContain('[DONE]');
});
