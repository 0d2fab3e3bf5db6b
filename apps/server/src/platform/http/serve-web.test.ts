import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHttpApp } from './http-app.ts';

const SCRIPT = 'console.log("from the build");';
const PAGE = '<!doctype html><script>mode()</script><title>the app</title>';
let folder: string;
let app: FastifyInstance;
let writes = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hanasu-dist-'));
  mkdirSync(join(folder, 'assets'));
  for (const [name, text] of [
    ['index.html', PAGE],
    ['assets/app-1a2b.js', SCRIPT],
    ['widget.js', SCRIPT],
    ['assets/widget-chat-1a2b.js', SCRIPT],
  ] as const) {
    writeFileSync(join(folder, name), text);
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text));
  }
  app = await createHttpApp({
    logger: pino({ level: 'silent' }),
    corsOrigins: [],
    rateLimitPerMinute: 0,
    maxUploadBytes: 1024,
    webDist: folder,
    onWrite() {
      writes += 1;
    },
    returnPages: ['/api/back'],
    sharedFiles: ['/widget.js', '/assets/widget-chat-'],
    pagePolicies: new Map([
      ['/payment', { 'script-src': ['https://js.example'], 'frame-src': ['https://hooks.example'] }],
    ]),
  });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = (url: string, encoding?: string) =>
  app.inject({ url, ...(encoding ? { headers: { 'accept-encoding': encoding } } : {}) });

test.each([
  ['a file of the build', '/assets/app-1a2b.js', SCRIPT, 'javascript'],
  ['the page', '/Bot', PAGE, 'html'],
])('%s travels compressed when the browser can read that', async (_what, url, text, type) => {
  const small = await get(url, 'gzip, br');
  expect(small.headers).toMatchObject({ 'content-encoding': 'br' });
  expect(small.headers['content-type']).toContain(type);
  expect(brotliDecompressSync(small.rawPayload).toString()).toBe(text);
  const plain = await get(url);
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.body).toBe(text);
});

test('files with a hash in their name are kept for good, the page is asked for each time', async () => {
  expect((await get('/assets/app-1a2b.js', 'br')).headers['cache-control']).toContain('immutable');
  expect((await get('/Bot', 'br')).headers['cache-control']).toBe('no-cache');
});

test('a file for other sites may be loaded there, is kept for an hour, and is asked for by what it is', async () => {
  const first = await get('/widget.js', 'br');
  expect(first.headers).toMatchObject({
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
    'cache-control': expect.stringContaining('max-age=3600'),
    'content-encoding': 'br',
  });
  const headers = { 'accept-encoding': 'br', 'if-none-match': String(first.headers.etag) };
  expect((await app.inject({ url: '/widget.js', headers })).statusCode).toBe(304);
  expect((await get('/Bot')).headers['cross-origin-resource-policy']).toBe('same-origin');
});

test('a module that other sites load may be fetched with CORS, and is kept for good', async () => {
  for (const encoding of ['br', 'identity']) {
    expect((await get('/assets/widget-chat-1a2b.js', encoding)).headers).toMatchObject({
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      'cache-control': expect.stringContaining('immutable'),
    });
  }
  expect((await get('/assets/app-1a2b.js')).headers['access-control-allow-origin']).toBeUndefined();
});

test.each([
  '/assets/..%2findex.html',
  '/assets//app-1a2b.js',
  '/assets/',
  '/assets/app-1a2b.js/',
  '/assets/%00',
])('%s is no file of the build', async (url) => {
  const answer = await get(url);
  expect(answer.statusCode).toBe(404);
  expect(answer.headers['content-type']).toContain('application/problem+json');
});

test('what may write is noted before it is handled, what only reads is not', async () => {
  await get('/Bot');
  await app.inject({ method: 'OPTIONS', url: '/api/bots' });
  expect(writes).toBe(0);
  await app.inject({ method: 'POST', url: '/api/bots', payload: {} });
  expect(writes).toBe(1);
});

test('a file that is not there is no page', async () => {
  expect((await get('/assets/gone.js')).statusCode).toBe(404);
});

test('a page that browsers come back to among the API is the page, and its address goes nowhere', async () => {
  const back = await get('/api/back?code=secret');
  expect(back.body).toBe(PAGE);
  expect(back.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  for (const other of ['/api/back/', '/api/backward', '/api/Back', '/api/other']) {
    expect((await get(other)).statusCode).toBe(404);
  }
  expect((await app.inject({ method: 'POST', url: '/api/back' })).statusCode).toBe(404);
});

test('the script that the build wrote into the page may run, and no other inline script', async () => {
  const { headers } = await get('/Bot');
  const scripts = String(headers['content-security-policy'])
    .split(';')
    .find((part) => part.startsWith('script-src'));
  const hash = createHash('sha256').update('mode()').digest('base64');
  expect(scripts).toBe(`script-src 'self' 'sha256-${hash}'`);
});

test('a page with a policy of its own has more sources, and no other page has them', async () => {
  const policyOf = async (url: string) => String((await get(url)).headers['content-security-policy']);
  const strict = await policyOf('/Bot');
  expect(strict).not.toContain('example');
  const directives = (await policyOf('/payment?payment=1')).split(';');
  expect(directives).toContain(
    `${strict.split(';').find((part) => part.startsWith('script-src'))} https://js.example`,
  );
  expect(directives).toContain("frame-src 'self' https://hooks.example");
  // Everything else stays as it is.
  expect(directives.filter((part) => !/^(?:script|frame)-src/.test(part))).toEqual(
    strict.split(';').filter((part) => !part.startsWith('script-src')),
  );
  expect((await get('/payment')).headers['cache-control']).toBe('no-store');
  for (const other of ['/payment/', '/Payment', '/%70ayment', '/payment/success', '/payments', '/'])
    expect(await policyOf(other)).toBe(strict);
});
