import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseConfig } from './config.ts';
import { paymentPolicies, shopOf } from './payments.ts';

const model = { id: 'qwen3:8b', contextTokens: 32_768, outputTokens: 4096 };
const server = {
  name: 'ollama',
  baseUrl: 'http://localhost:11434/v1',
  apiKey: 'very-secret',
  models: [model],
};
const read = (value: string) => parseConfig({ OPENAI_COMPATIBLE: value });
const problemsOf = (value: unknown) => {
  const outcome = read(typeof value === 'string' ? value : JSON.stringify(value));
  return outcome.kind === 'invalid' ? outcome.problems : [];
};

describe('OPENAI_COMPATIBLE', () => {
  test('is empty unless set, and what is left out has a default', () => {
    expect(parseConfig({})).toMatchObject({ kind: 'ok', config: { OPENAI_COMPATIBLE: [] } });
    expect(read(JSON.stringify([server]))).toMatchObject({
      config: {
        OPENAI_COMPATIBLE: [{ models: [{ rates: { input: 0, output: 0 }, abilities: { tools: false } }] }],
      },
    });
  });

  test('models that compare texts stand beside those that answer', () => {
    const models = [
      model,
      { kind: 'embedding', id: 'bge-m3', textTokens: 8000 },
      { kind: 'reranker', id: 'bge-reranker', textTokens: 512, format: 'texts' },
    ];
    expect(read(JSON.stringify([{ ...server, models }]))).toMatchObject({ kind: 'ok' });
    expect(problemsOf([{ ...server, models: [{ kind: 'embedding', id: 'bge-m3' }] }])).toMatchObject([
      expect.stringContaining('textTokens'),
    ]);
    expect(problemsOf([{ ...server, models: [{ ...model, kind: 'oracle' }] }])).toHaveLength(1);
  });

  test('may stand in a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'hanasu-config-'));
    const file = join(folder, 'models.json');
    writeFileSync(file, JSON.stringify([server]));
    expect(read(file)).toMatchObject({ config: { OPENAI_COMPATIBLE: [{ name: 'ollama' }] } });
    writeFileSync(file, 'very-secret');
    expect(problemsOf(file)).toEqual(['OPENAI_COMPATIBLE: the file is no valid JSON']);
    rmSync(folder, { recursive: true });
    expect(problemsOf(file)).toEqual(['OPENAI_COMPATIBLE: the file cannot be read (ENOENT)']);
  });

  test.each([
    ['[{', /^OPENAI_COMPATIBLE: the value is no valid JSON$/],
    [{}, /^OPENAI_COMPATIBLE: .*array/],
    [[{ ...server, name: 'My Ollama' }], /^OPENAI_COMPATIBLE\.0\.name: use small letters, digits and -$/],
    [[{ ...server, baseUrl: 'file:///etc/passwd' }], /^OPENAI_COMPATIBLE\.0\.baseUrl: /],
    [[{ ...server, models: [] }], /^OPENAI_COMPATIBLE\.0\.models: /],
    [[{ ...server, models: [{ ...model, contextTokens: 'many' }] }], /0\.models\.0\.contextTokens: /],
    [[{ ...server, url: 'x' }], /^OPENAI_COMPATIBLE\.0: .*url/],
    [[server, server], /1\.name: ollama is there twice$/],
    [[{ ...server, models: [model, model] }], /0\.models\.1\.id: compatible-ollama-qwen3-8b is there twice$/],
  ])('%j is refused in one line that names it and no secret', (value, line) => {
    const problems = problemsOf(value);
    expect(problems).toEqual([expect.stringMatching(line)]);
    expect(problems.join()).not.toMatch(/very-secret|\n/);
  });
});

describe('ALLOW_PRIVATE_HOSTS', () => {
  test('lists pairs of host and port', () => {
    expect(parseConfig({ ALLOW_PRIVATE_HOSTS: 'n8n.local:5678, [::1]:80' })).toMatchObject({
      config: { ALLOW_PRIVATE_HOSTS: new Set(['n8n.local:5678', '[::1]:80']) },
    });
    expect(parseConfig({ ALLOW_PRIVATE_HOSTS: 'n8n.local' })).toMatchObject({
      problems: [expect.stringMatching(/^ALLOW_PRIVATE_HOSTS: "n8n\.local" is no host:port/)],
    });
  });
  test.each(['true', 'false', 'anything'])('the switch before it stops the start: %s', (value) => {
    expect(parseConfig({ ALLOW_PRIVATE_ADDRESSES: value })).toMatchObject({
      kind: 'invalid',
      problems: [expect.stringMatching(/^ALLOW_PRIVATE_ADDRESSES: is gone\. .*ALLOW_PRIVATE_HOSTS=/)],
    });
  });
  test('the switch before it may be empty', () => {
    expect(parseConfig({ ALLOW_PRIVATE_ADDRESSES: '' })).toMatchObject({ kind: 'ok' });
  });
});

describe('PAYMENT_SANDBOX', () => {
  const isOn = (environment: Record<string, string>) => {
    const outcome = parseConfig(environment);
    return outcome.kind === 'ok' && outcome.config.isPaymentSandboxOn;
  };

  test('is off by default where the server is public, because test cards would give tokens away', () => {
    expect(isOn({})).toBe(true);
    expect(isOn({ PUBLIC_URL: 'http://192.168.1.20:3000' })).toBe(true);
    expect(isOn({ PUBLIC_URL: 'https://chat.example.com' })).toBe(false);
    expect(isOn({ PUBLIC_URL: 'https://chat.example.com', PAYMENT_SANDBOX: 'on' })).toBe(true);
    expect(isOn({ PAYMENT_SANDBOX: 'off' })).toBe(false);
  });

  test('sells no package where it is off', () => {
    const soldWith = (environment: Record<string, string>) => {
      const outcome = parseConfig(environment);
      return outcome.kind === 'ok' ? shopOf(outcome.config).packages.length : null;
    };
    const keys = {
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
    };
    expect(soldWith({})).toBe(3);
    expect(soldWith({ PAYMENT_SANDBOX: 'off' })).toBe(0);
    expect(soldWith({ PAYMENT_SANDBOX: 'off', ...keys })).toBe(3);
  });
});

describe('STRIPE_API_URL', () => {
  const TEST = {
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  };
  const LIVE = { ...TEST, STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' };
  const HERE = 'http://127.0.0.1:12111';
  const policiesWith = (environment: Record<string, string>) => {
    const outcome = parseConfig(environment);
    return outcome.kind === 'ok' ? [...paymentPolicies(outcome.config)] : outcome.problems;
  };

  test.each([
    ['live keys', LIVE, HERE],
    ['another host', TEST, 'https://stripe.example.com'],
    ['an address in the network', TEST, 'http://192.168.1.20:12111'],
  ])('stops the start with %s', (_what, keys, url) => {
    expect(policiesWith({ ...keys, STRIPE_API_URL: url })).toEqual([
      'STRIPE_API_URL: is for a stand-in on this machine, with test keys only',
    ]);
  });

  test('replaces the sources of Stripe in the policy of /payment', () => {
    expect(policiesWith({ ...TEST, STRIPE_API_URL: HERE })).toEqual([
      ['/payment', { 'script-src': [HERE], 'frame-src': [HERE], 'connect-src': [HERE] }],
    ]);
  });

  test('is not needed: the policy of /payment has the sources of Stripe, and no other page has one', () => {
    for (const keys of [TEST, LIVE])
      expect(policiesWith(keys)).toEqual([
        ['/payment', expect.objectContaining({ 'connect-src': ['https://api.stripe.com'] })],
      ]);
    expect(policiesWith({})).toEqual([]);
  });
});
