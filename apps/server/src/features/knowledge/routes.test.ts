import { randomBytes } from 'node:crypto';
import type { AccountId, SessionId, UserId } from '@hanasu/contract/ids';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHttpApp } from '../../platform/http/http-app.ts';
import { createImplement } from '../../platform/http/implement.ts';
import { newId } from '../../platform/ids.ts';
import { registerKnowledgeRoutes } from './routes.ts';
import { createKnowledgeFixture, type KnowledgeFixture } from './testing/knowledge.fixture.ts';

const MAX_BYTES = 64 * 1024;
const ours = newId<AccountId>();
const theirs = newId<AccountId>();

let fixture: KnowledgeFixture;
let app: FastifyInstance;
beforeAll(async () => {
  fixture = await createKnowledgeFixture({ maxUploadBytes: MAX_BYTES });
  app = await createHttpApp({
    logger: pino({ level: 'silent' }),
    corsOrigins: [],
    rateLimitPerMinute: 0,
    maxUploadBytes: MAX_BYTES,
    webDist: null,
  });
  const accounts = new Map([
    ['owner', { accountId: ours, role: 'owner' as const }],
    ['viewer', { accountId: ours, role: 'viewer' as const }],
    ['other', { accountId: theirs, role: 'owner' as const }],
  ]);
  const authenticate = async (token: string) => {
    const account = accounts.get(token);
    return account ? { ...account, sessionId: newId<SessionId>(), userId: newId<UserId>() } : null;
  };
  registerKnowledgeRoutes(createImplement(app, { authenticate, authRateLimit: 0 }), fixture.dependencies);
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await fixture.close();
});

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
async function call(method: Method, url: string, body?: unknown, token = 'owner') {
  const response = await app.inject({
    method,
    url,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...(body === undefined ? {} : { payload: body as object }),
  });
  return { status: response.statusCode, body: response.body ? response.json() : null };
}

const newBase = async (name = 'Guide', token = 'owner'): Promise<string> =>
  (await call('POST', '/api/user/knowledge', { name }, token)).body.uuid;

async function newDocument(base: string, text = '# Hours\n\nWe are open from nine to five.', title = 'Shop') {
  const { body } = await call('POST', `/api/user/knowledge/${base}/document`, { title, text });
  await fixture.runJobs();
  return body.uuid as string;
}

function form(name: string, bytes: Uint8Array | string, field = 'file') {
  const boundary = `----${randomBytes(8).toString('hex')}`;
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return {
    headers: { authorization: 'Bearer owner', 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}

async function upload(base: string, request: ReturnType<typeof form>) {
  const response = await app.inject({
    method: 'POST',
    url: `/api/user/knowledge/${base}/document`,
    ...request,
  });
  return { status: response.statusCode, body: response.json() };
}

describe('knowledge bases', () => {
  test('are made, listed, found by name, renamed and deleted', async () => {
    const base = await newBase('返品 100%');
    await newBase('Other');
    const found = await call('GET', `/api/user/knowledges?q=${encodeURIComponent('品 100%')}`);
    expect(found.body).toMatchObject({
      total: 1,
      page: 1,
      pageSize: 20,
      items: [{ uuid: base, documents: 0 }],
    });
    const renamed = await call('PATCH', `/api/user/knowledge/${base}`, { name: '  Returns ' });
    expect(renamed).toMatchObject({ status: 200, body: { name: 'Returns', bots: 0, bytes: 0 } });
    expect((await call('DELETE', `/api/user/knowledge/${base}`)).status).toBe(204);
    expect((await call('GET', `/api/user/knowledge/${base}`)).status).toBe(404);
  });

  test('count what is in them', async () => {
    const base = await newBase();
    await newDocument(base);
    const { body } = await call('GET', `/api/user/knowledge/${base}`);
    expect(body).toMatchObject({ documents: 1, ready: 1, failed: 0, embeddings: 1 });
    expect(body.bytes).toBeGreaterThan(10);
  });

  test('take their documents, index and files along when they are deleted', async () => {
    const base = await newBase();
    const document = await newDocument(base);
    const fileKey = await fixture.fileKeyOf(ours, document);
    await expect(fixture.dependencies.files.get(fileKey)).resolves.toBeDefined();
    await call('DELETE', `/api/user/knowledge/${base}`);
    await expect(fixture.dependencies.files.get(fileKey)).rejects.toThrow('ENOENT');
    expect((await call('GET', `/api/user/document/${document}/embeddings`)).status).toBe(404);
  });
});

describe('documents', () => {
  test('are read, shown with text and chunks, found, and deleted', async () => {
    const base = await newBase();
    const created = await call('POST', `/api/user/knowledge/${base}/document`, {
      title: 'Shop',
      text: '# Hours\n\nWe are open from nine to five.',
    });
    expect(created).toMatchObject({ status: 202, body: { status: 'queued', progress: 0, fileName: null } });
    await fixture.runJobs();
    const path = `/api/user/knowledge/${base}/document/${created.body.uuid}`;
    expect((await call('GET', path)).body).toMatchObject({ status: 'ready', progress: 1, embeddings: 1 });
    const { text } = (await call('GET', `${path}/text`)).body;
    const chunks = await call('GET', `/api/user/document/${created.body.uuid}/embeddings`);
    expect(chunks.body).toMatchObject({
      total: 1,
      items: [{ position: 0, headingPath: ['Hours'], page: null }],
    });
    const [chunk] = chunks.body.items;
    expect(text.slice(chunk.start, chunk.end)).toBe(chunk.text);
    const found = await call('POST', `/api/user/knowledge/${base}/search`, { query: 'when do you open' });
    expect(found.body.items).toMatchObject([{ documentUuid: created.body.uuid, title: 'Shop' }]);
    expect((await call('DELETE', path)).status).toBe(204);
    const after = await call('POST', `/api/user/knowledge/${base}/search`, { query: 'when do you open' });
    expect(after.body.items).toEqual([]);
  });

  test('are listed by page, state and words', async () => {
    const base = await newBase();
    for (const title of ['one', 'two', 'three']) await newDocument(base, 'Some text.', title);
    const path = `/api/user/knowledge/${base}/documents`;
    const second = await call('GET', `${path}?page=2&pageSize=2`);
    expect(second.body).toMatchObject({ total: 3, page: 2, items: [{ title: 'one' }] });
    expect((await call('GET', `${path}?status=failed`)).body.total).toBe(0);
    expect((await call('GET', `${path}?status=ready&q=tw`)).body.items).toMatchObject([{ title: 'two' }]);
  });

  test('keep their file names, whatever the language', async () => {
    const base = await newBase();
    const sent = await upload(base, form('C:\\tmp\\Bảng giá 料金表.v2.md', '# 料金\n\n送料は500円です。'));
    expect(sent).toMatchObject({
      status: 202,
      body: { fileName: 'Bảng giá 料金表.v2.md', title: 'Bảng giá 料金表.v2', mediaType: 'text/markdown' },
    });
  });

  test('tell the browsers of their account, and no other', async () => {
    const base = await newBase();
    await fixture.runJobs();
    fixture.events.length = 0;
    await newDocument(base);
    expect(new Set(fixture.events.map(({ accountId }) => accountId))).toEqual(new Set([ours]));
    expect(fixture.events.map(({ document }) => document.status)).toEqual([
      'queued',
      'reading',
      'splitting',
      'embedding',
      'ready',
    ]);
  });

  test('can be read again', async () => {
    const base = await newBase();
    const document = await newDocument(base);
    const path = `/api/user/knowledge/${base}/document/${document}`;
    expect(await call('POST', `${path}/retry`)).toMatchObject({ status: 202, body: { status: 'queued' } });
    await fixture.runJobs();
    expect((await call('GET', path)).body).toMatchObject({ status: 'ready', embeddings: 1 });
    expect((await call('GET', `/api/user/knowledge/${base}`)).body.embeddings).toBe(1);
  });
});

describe('bad uploads', () => {
  const gzip = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]);
  const zip = Buffer.concat([Buffer.from('PK\x03\x04'), randomBytes(500)]);
  test.each([
    ['an empty file', form('a.txt', ''), 422, 'file_empty'],
    ['another kind of file', form('a.exe', Buffer.from('MZ\x90\x00\x03')), 415, 'file_type_unsupported'],
    ['a ZIP archive with the name of a PDF', form('a.pdf', zip), 415, 'file_type_unsupported'],
    ['a GZIP file with the name of a text', form('a.txt', gzip), 415, 'file_type_unsupported'],
    [
      'binary bytes with the name of a text',
      form('a.txt', Buffer.from([1, 0, 2, 0, 255])),
      415,
      'file_type_unsupported',
    ],
    ['a large file', form('a.txt', 'a'.repeat(MAX_BYTES + 1)), 413, 'file_too_large'],
    ['another form field', form('a.txt', 'text', 'document'), 400, 'file_missing'],
  ])('%s', async (_name, request, status, code) => {
    const base = await newBase();
    expect(await upload(base, request)).toMatchObject({ status, body: { code } });
    expect((await call('GET', `/api/user/knowledge/${base}/documents`)).body.total).toBe(0);
    expect(fixture.sent).toEqual([]);
  });

  test('a large file over a real connection gets its answer', async () => {
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const body = new FormData();
    body.set('file', new File(['a'.repeat(100 * MAX_BYTES)], 'large.txt'));
    const url = `${address}/api/user/knowledge/${await newBase()}/document`;
    const headers = { authorization: 'Bearer owner' };
    const response = await fetch(url, { method: 'POST', headers, body });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: 'file_too_large' });
  });

  test('a cut-off form', async () => {
    const { headers, payload } = form('a.txt', 'text');
    const cut = await upload(await newBase(), { headers, payload: payload.subarray(0, payload.length - 30) });
    expect(cut.status).toBe(400);
  });

  test.each([
    [{ title: '', text: 'a' }, 'body.title'],
    [{ title: 'a' }, 'body.text'],
    [{ title: 'a', text: '' }, 'body.text'],
    ['text', 'body'],
  ])('JSON %j', async (body, path) => {
    const base = await newBase();
    const payload = JSON.stringify(body);
    const headers = { authorization: 'Bearer owner', 'content-type': 'application/json' };
    const url = `/api/user/knowledge/${base}/document`;
    const response = await app.inject({ method: 'POST', url, headers, payload });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'validation_failed', errors: [{ path }] });
  });

  test('another content type', async () => {
    const headers = { authorization: 'Bearer owner', 'content-type': 'text/plain' };
    const url = `/api/user/knowledge/${await newBase()}/document`;
    const response = await app.inject({ method: 'POST', url, headers, payload: 'hello' });
    expect(response.statusCode).toBe(415);
  });
});

interface Line {
  readonly name: string;
  readonly method: Method;
  readonly path: (base: string, document: string) => string;
  readonly body?: unknown;
  readonly writes: boolean;
}
const base = (suffix: string) => (id: string) => `/api/user/knowledge/${id}${suffix}`;
const document = (suffix: string) => (id: string, documentId: string) =>
  `/api/user/knowledge/${id}/document/${documentId}${suffix}`;
const LINES: readonly Line[] = [
  { name: 'a base', method: 'GET', path: base(''), writes: false },
  { name: 'a base', method: 'PATCH', path: base(''), body: { name: 'x' }, writes: true },
  { name: 'a base', method: 'DELETE', path: base(''), writes: true },
  { name: 'its documents', method: 'GET', path: base('/documents'), writes: false },
  {
    name: 'a document into it',
    method: 'POST',
    path: base('/document'),
    body: { title: 'x', text: 'x' },
    writes: true,
  },
  { name: 'its passages', method: 'POST', path: base('/search'), body: { query: 'open' }, writes: false },
  { name: 'a document', method: 'GET', path: document(''), writes: false },
  { name: 'its text', method: 'GET', path: document('/text'), writes: false },
  { name: 'it again', method: 'POST', path: document('/retry'), writes: true },
  { name: 'a document', method: 'DELETE', path: document(''), writes: true },
  {
    name: 'its chunks',
    method: 'GET',
    path: (_, id) => `/api/user/document/${id}/embeddings`,
    writes: false,
  },
];

describe('who may call', () => {
  test.each(LINES)('$method $name', async ({ method, path, body, writes }) => {
    const id = await newBase();
    const documentId = await newDocument(id);
    const url = path(id, documentId);
    expect((await call(method, url, body, '')).body.code).toBe('not_signed_in');
    expect((await call(method, url, body, 'nobody')).body.code).toBe('session_expired');
    expect(await call(method, url, body, 'other')).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    if (writes) expect((await call(method, url, body, 'viewer')).body.code).toBe('forbidden');
    expect((await call(method, path('not-an-id', 'not-an-id'), body)).status).toBe(404);
    expect((await call(method, path(newId(), newId()), body)).status).toBe(404);
    expect((await call(method, url, body, writes ? 'owner' : 'viewer')).status).toBeLessThan(300);
  });

  test('the list and the making of bases', async () => {
    expect((await call('GET', '/api/user/knowledges', undefined, '')).status).toBe(401);
    expect((await call('POST', '/api/user/knowledge', { name: 'x' }, 'viewer')).status).toBe(403);
    await newBase('Theirs', 'other');
    const { body } = await call('GET', '/api/user/knowledges?q=Theirs');
    expect(body.total).toBe(0);
  });
});

test.each([
  ['POST', '/api/user/knowledge', { name: ' ' }, 'body.name'],
  ['GET', '/api/user/knowledges?page=0', undefined, 'query.page'],
  ['GET', `/api/user/knowledges?pageSize=101`, undefined, 'query.pageSize'],
] as const)('%s %s with %j is refused', async (method, url, body, path) => {
  expect(await call(method, url, body)).toMatchObject({ status: 400, body: { errors: [{ path }] } });
});

test('a search needs a question of a sane length', async () => {
  const url = `/api/user/knowledge/${await newBase()}/search`;
  expect((await call('POST', url, { query: '' })).body.errors).toMatchObject([{ path: 'body.query' }]);
  expect((await call('POST', url, { query: 'a'.repeat(2001) })).status).toBe(400);
  expect((await call('POST', url, { query: 'a', limit: 51 })).body.errors).toMatchObject([
    { path: 'body.limit' },
  ]);
});
