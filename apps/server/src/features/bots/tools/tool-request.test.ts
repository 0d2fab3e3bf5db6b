import type { HttpToolConfig, ToolParameter } from '@hanasu/contract/tools';
import { describe, expect, test } from 'vitest';
import { buildRequest } from './call-http.ts';
import { checkConfig } from './check-config.ts';
import { inputSchemaOf, readInput } from './input-schema.ts';
import { fillUrl, parsePath, readPath, sampleUrl } from './request-templates.ts';
import { remoteName, withUniqueNames } from './tool-box.ts';
import { createMasker, mergeConfig } from './tool-secrets.ts';

const parameter = (name: string, changes: Partial<ToolParameter> = {}): ToolParameter => ({
  name,
  type: 'string',
  values: [],
  description: '',
  required: true,
  in: 'query',
  ...changes,
});
const config = (changes: Partial<HttpToolConfig> = {}): HttpToolConfig => ({
  kind: 'http',
  method: 'GET',
  url: 'https://shop.example/orders',
  parameters: [],
  headers: [],
  body: '',
  timeoutSeconds: 10,
  mapping: [],
  ...changes,
});

describe('an address with places', () => {
  const template = 'https://shop.example/orders/{id}/items?by={who}';
  const urlOf = (values: Record<string, string>) => {
    const filled = fillUrl(template, { id: '1', who: 'me', ...values });
    return filled.kind === 'ok' ? filled.url.href : filled.detail;
  };

  test.each([
    ['a b', 'https://shop.example/orders/a%20b/items?by=me'],
    ['a/b', 'https://shop.example/orders/a%2Fb/items?by=me'],
    ['?x=1#y', 'https://shop.example/orders/%3Fx%3D1%23y/items?by=me'],
    ['@evil.example', 'https://shop.example/orders/%40evil.example/items?by=me'],
    ['%2e%2e', 'https://shop.example/orders/%252e%252e/items?by=me'],
    ['a\r\nHost: evil', 'https://shop.example/orders/a%0D%0AHost%3A%20evil/items?by=me'],
    ['注文', 'https://shop.example/orders/%E6%B3%A8%E6%96%87/items?by=me'],
    ['..', 'a value would change the address'],
    ['.', 'a value would change the address'],
    ['', 'id: missing'],
  ])('%j is one encoded piece, or refused', (id, expected) => {
    expect(urlOf({ id })).toBe(expected);
  });
  test('a lone surrogate does not throw', () => {
    expect(urlOf({ id: '\ud800' })).toContain('%EF%BF%BD');
  });
  test.each([
    'https://{host}/',
    'https://shop.example:{port}/',
    'https://{user}@shop.example/',
    '{url}',
    'shop.example',
    'https://shop.example\\@evil.example/',
  ])('%s names no fixed host', (url) => {
    expect(sampleUrl(url)).toBeNull();
  });
});

describe('a request', () => {
  const built = (
    changes: Partial<HttpToolConfig>,
    values: Record<string, string | number | boolean>,
    secrets = {},
  ) => {
    const request = buildRequest(config(changes), secrets, values);
    if (request.kind === 'wrong') throw new Error(request.detail);
    return request;
  };

  test('puts values where they belong, with their types', () => {
    const { url, body, headers } = built(
      {
        method: 'POST',
        url: 'https://shop.example/{shop}',
        parameters: [
          parameter('shop', { in: 'path' }),
          parameter('q'),
          parameter('count', { in: 'body', type: 'number' }),
          parameter('gift', { in: 'body', type: 'boolean', required: false }),
          parameter('x-trace', { in: 'header' }),
        ],
      },
      { shop: 'a b', q: 'x&y=z', count: 2, 'x-trace': 't1' },
    );
    expect(url.href).toBe('https://shop.example/a%20b?q=x%26y%3Dz');
    expect(JSON.parse(body ?? '')).toEqual({ count: 2 });
    expect(headers).toMatchObject({ 'x-trace': 't1', 'content-type': 'application/json' });
  });
  test('a template of the body keeps its shape whatever is filled in', () => {
    const { body } = built(
      {
        method: 'POST',
        parameters: [parameter('name', { in: 'body' }), parameter('age', { in: 'body', type: 'number' })],
        body: '{"who": {"name": "{name}", "age": "{age}"}, "text": "Hello {name}, {other}!", "list": ["{age}"]}',
      },
      { name: '", "admin": true, "x": "', age: 30 },
    );
    expect(JSON.parse(body ?? '')).toEqual({
      who: { name: '", "admin": true, "x": "', age: 30 },
      text: 'Hello ", "admin": true, "x": ", {other}!',
      list: [30],
    });
  });
  test.each(['a\r\nx-admin: 1', 'a\nb', 'a\0b', '日本'])('%j is refused in a header', (value) => {
    const given = config({ parameters: [parameter('x-name', { in: 'header' })] });
    expect(buildRequest(given, {}, { 'x-name': value })).toMatchObject({ kind: 'wrong' });
  });
  test('the model can’t set a header that the owner has set', () => {
    const headers = [{ name: 'X-Key', secret: true, value: null }];
    const given = config({ headers, parameters: [parameter('x-key', { in: 'header' })] });
    expect(checkConfig(given).map(({ path }) => path)).toEqual(['parameters.0.name']);
    expect(buildRequest(given, { 'x-key': 'sealed' }, { 'x-key': 'forged' })).toMatchObject({
      headers: { 'x-key': 'sealed' },
    });
  });
});

describe('the model’s input', () => {
  const parameters = [
    parameter('size', { type: 'enum', values: ['S', 'M'] }),
    parameter('count', { type: 'number', required: false, description: 'How many' }),
  ];
  test('is described as JSON schema', () => {
    expect(inputSchemaOf(parameters)).toEqual({
      type: 'object',
      properties: {
        size: { type: 'string', enum: ['S', 'M'] },
        count: { type: 'number', description: 'How many' },
      },
      required: ['size'],
      additionalProperties: false,
    });
  });
  test.each([
    [{ size: 'S' }, true],
    [{ size: 'S', count: null }, true],
    [{ size: 'S', count: 3 }, true],
    [{ size: 'L' }, false],
    [{ size: 'S', count: '3' }, false],
    [{ size: 'S', count: Number.NaN }, false],
    [{ size: 'S', other: 1 }, false],
    [{}, false],
    [null, false],
    [['S'], false],
    ['S', false],
    [{ size: { $ne: null } }, false],
  ])('%j: %s', (input, isFine) => {
    expect(readInput(parameters, input).kind).toBe(isFine ? 'ok' : 'wrong');
  });
});

describe('a path into JSON', () => {
  const data = { items: [{ name: 'tea', price: 5 }, { name: 'cup' }], 'a b': { c: null }, n: 0 };
  test.each([
    ['$', data],
    ['n', 0],
    ['$.n', 0],
    ['items[0].price', 5],
    ['$.items[*].name', ['tea', 'cup']],
    ['items.*.price', [5]],
    ["['a b'].c", null],
    ['["a b"]["c"]', null],
    ['items[7]', undefined],
    ['n.x.y', undefined],
    ['constructor', undefined],
    ['__proto__.polluted', undefined],
    ['items.length', 2],
  ])('%s', (path, found) => {
    expect(readPath(data, path)).toEqual(found);
  });
  test.each(['items[', 'a..b', 'a[x]', '$.items[?(@.price>1)]', "['a", ' a b'])('%j is none', (path) => {
    expect(parsePath(path)).toBeNull();
  });
});

describe('secrets', () => {
  const masker = createMasker(['Bearer tok-12345', 'Basic dXNlcjpwYXNzd29yZDE=', 'a"b/c d', '987654']);
  test.each([
    ['Bearer tok-12345', '•••'],
    ['got tok-12345!', 'got •••!'],
    ['user:password1 and password1', '••• and •••'],
    ['dXNlcjpwYXNzd29yZDE=', '•••'],
    ['a%22b%2Fc%20d', '•••'],
    ['a\\"b/c d', '•••'],
    [Buffer.from('987654').toString('base64'), '•••'],
    ['nothing here', 'nothing here'],
  ])('%j becomes %j', (text, masked) => {
    expect(masker.text(text)).toBe(masked);
  });
  test('are masked in names, numbers and deep inside', () => {
    expect(masker.value({ 'tok-12345': [{ n: 987654, m: 9876540, k: 'tok-12345' }, true, null] })).toEqual({
      '•••': [{ n: '•••', m: '•••', k: '•••' }, true, null],
    });
  });

  const header = (value: string | null, secret = true) => [{ name: 'X-Key', secret, value }];
  const stored = { config: config({ headers: header(null) }), secrets: { 'x-key': 'old' } };
  test('stay when they are not given', () => {
    expect(mergeConfig(config({ headers: header(null) }), stored)).toMatchObject({
      secrets: { 'x-key': 'old' },
    });
    expect(mergeConfig(config({ headers: header('new') }), stored)).toMatchObject({
      secrets: { 'x-key': 'new' },
    });
    expect(mergeConfig(config({ headers: [] }), stored)).toMatchObject({ secrets: {} });
  });
  test('never follow to another host, nor become visible', () => {
    const needed = { kind: 'secret_needed', path: 'headers.0.value' };
    expect(mergeConfig(config({ url: 'https://evil.example/', headers: header(null) }), stored)).toEqual(
      needed,
    );
    expect(mergeConfig(config({ url: 'http://shop.example/', headers: header(null) }), stored)).toEqual(
      needed,
    );
    expect(mergeConfig(config({ headers: header(null, false) }), stored)).toEqual(needed);
    expect(mergeConfig(config({ headers: header(null) }), null)).toEqual(needed);
  });
});

describe('a configuration', () => {
  test.each([
    ['url', { url: 'orders' }],
    ['url', { url: 'https://shop.example/{id}' }],
    ['parameters.0.in', { parameters: [parameter('id', { in: 'path' })] }],
    [
      'parameters.0.required',
      { url: 'https://a.example/{id}', parameters: [parameter('id', { in: 'path', required: false })] },
    ],
    ['parameters.0.in', { parameters: [parameter('id', { in: 'body' })] }],
    ['parameters.0.values', { parameters: [parameter('size', { type: 'enum' })] }],
    ['parameters.1.name', { parameters: [parameter('id'), parameter('id')] }],
    ['parameters.0.name', { parameters: [parameter('Host', { in: 'header' })] }],
    ['body', { body: '{}' }],
    ['body', { method: 'POST', body: '{"a": ' }],
    ['parameters.0.in', { method: 'POST', body: '{}', parameters: [parameter('id', { in: 'body' })] }],
    ['mapping.0.path', { mapping: [{ name: 'a', path: 'b[' }] }],
    [
      'mapping.1.name',
      {
        mapping: [
          { name: 'a', path: 'b' },
          { name: 'a', path: 'c' },
        ],
      },
    ],
    [
      'headers.1.name',
      {
        headers: [
          { name: 'X-A', secret: false, value: '1' },
          { name: 'x-a', secret: true, value: '2' },
        ],
      },
    ],
  ] satisfies [string, Partial<HttpToolConfig>][])('%s is wrong in %j', (path, changes) => {
    expect(checkConfig(config(changes)).map((problem) => problem.path)).toContain(path);
  });
});

test('names of remote tools fit and differ', () => {
  expect(remoteName('wiki', 'search.pages/日本')).toBe('wiki_search_pages___');
  const long = [remoteName('a'.repeat(40), 'b'.repeat(100)), remoteName('a'.repeat(40), 'b'.repeat(99))];
  const names = withUniqueNames(long.map((name) => ({ name }))).map(({ name }) => name);
  expect(new Set(names).size).toBe(2);
  expect(names.every((name) => /^[a-zA-Z0-9_-]{1,64}$/.test(name))).toBe(true);
});
