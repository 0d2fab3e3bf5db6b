import type { DocumentId } from '@hanasu/contract/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { processDocument } from '../reading/process-document.ts';
import type { ReadFile } from '../reading/read-file.ts';
import { readPlainText } from '../testing/knowledge.fixture.ts';
import { createRoutesFixture, type RoutesFixture } from '../testing/routes.fixture.ts';

let fixture: RoutesFixture;
let read: ReadFile = readPlainText;
beforeAll(async () => {
  fixture = await createRoutesFixture({ readFile: (request) => read(request) });
});
afterAll(() => fixture.close());

async function addText(base: string, title: string, text: string, more: object = {}): Promise<string> {
  const url = `/api/user/knowledge/${base}/document`;
  const { body } = await fixture.call('POST', url, { body: { title, text, ...more } });
  return body.uuid;
}
async function addReady(base: string, title: string, text: string, more: object = {}) {
  const id = await addText(base, title, text, more);
  await fixture.runJobs();
  return id;
}
const view = async (base: string, id: string) =>
  (await fixture.call('GET', `/api/user/knowledge/${base}/document/${id}`)).body;
const find = async (base: string, query: string): Promise<string[]> =>
  (await fixture.call('POST', `/api/user/knowledge/${base}/search`, { body: { query } })).body.items.map(
    (hit: { documentUuid: string }) => hit.documentUuid,
  );

describe('changing a document', () => {
  test('tags and metadata are changed, what is absent stays', async () => {
    const base = await fixture.newBase();
    const id = await addReady(base, 'Shop', 'Open on Sunday.', {
      tags: ['hours'],
      metadata: { city: '東京' },
    });
    const url = `/api/user/knowledge/${base}/document/${id}`;
    const changed = await fixture.call('PATCH', url, { body: { tags: ['giá', 'giá', '料金'] } });
    expect(changed.body).toMatchObject({
      tags: ['giá', '料金'],
      metadata: { city: '東京' },
      status: 'ready',
    });
    expect((await fixture.call('PATCH', url, { body: {}, as: 'viewer' })).status).toBe(403);
    expect((await fixture.call('PATCH', url, { body: {}, as: 'stranger' })).status).toBe(404);
  });

  test('another title is read into its passages', async () => {
    const base = await fixture.newBase();
    const id = await addReady(base, 'Shop', 'Open on Sunday.');
    const url = `/api/user/knowledge/${base}/document/${id}`;
    expect((await fixture.call('PATCH', url, { body: { title: 'Aquarium' } })).body.status).toBe('queued');
    await fixture.runJobs();
    expect(await find(base, 'aquarium')).toEqual([id]);
  });
});

describe('stopping', () => {
  test('a waiting document stops, and goes on when it is tried again', async () => {
    const base = await fixture.newBase();
    const id = await addText(base, 'Shop', 'Open on Monday.');
    const url = `/api/user/knowledge/${base}/document/${id}`;
    expect((await fixture.call('POST', `${url}/stop`)).body.status).toBe('stopped');
    await fixture.runJobs();
    expect((await view(base, id)).status).toBe('stopped');
    expect((await fixture.call('POST', `${url}/stop`, { as: 'viewer' })).status).toBe(403);
    await fixture.call('POST', `${url}/retry`);
    await fixture.runJobs();
    expect((await view(base, id)).status).toBe('ready');
    expect((await fixture.call('POST', `${url}/stop`)).body.status).toBe('ready');
  });

  test('a reading that is stopped leaves what was searchable', async () => {
    const base = await fixture.newBase();
    const id = await addReady(base, 'Shop', 'The platypus is open on Tuesday.');
    const url = `/api/user/knowledge/${base}/document/${id}`;
    await fixture.call('POST', `${url}/retry`);
    read = async (request) => {
      await fixture.call('POST', `${url}/stop`);
      return readPlainText(request);
    };
    await fixture.runJobs();
    read = readPlainText;
    expect((await view(base, id)).status).toBe('stopped');
    expect(await find(base, 'platypus')).toEqual([id]);
  });
});

describe('the source', () => {
  test('is saved as it was sent, and shown only where nothing can run', async () => {
    const base = await fixture.newBase();
    const id = await addReady(base, '営業 (1)', '<script>alert(1)</script>');
    const url = `/api/user/document/${id}/source`;
    const saved = await fixture.send('GET', url);
    expect(saved.payload).toBe('<script>alert(1)</script>');
    expect(saved.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''%E5%96%B6%E6%A5%AD%20%281%29.md`,
      'x-content-type-options': 'nosniff',
    });
    const shown = await fixture.send('GET', `${url}?inline=true`, { as: 'viewer' });
    expect(shown.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
    expect(shown.headers['content-disposition']).toMatch(/^inline/);
    await fixture.dependencies.database.account(fixture.accountId, (transaction) =>
      transaction.run(`update documents set media_type = 'text/html', kind = 'page' where id = $1`, [id]),
    );
    const page = await fixture.send('GET', `${url}?inline=true`);
    expect(page.headers['content-disposition']).toMatch(/^attachment/);
    expect(page.headers['content-type']).toBe('application/octet-stream');
    expect((await fixture.send('GET', url, { as: 'stranger' })).statusCode).toBe(404);
  });

  test('is given in parts', async () => {
    const base = await fixture.newBase();
    const id = await addReady(base, 'Digits', '0123456789');
    const ask = (range: string) =>
      fixture.send('GET', `/api/user/document/${id}/source`, { headers: { range } });
    const part = await ask('bytes=2-4');
    expect([part.statusCode, part.payload, part.headers['content-range']]).toEqual([
      206,
      '234',
      'bytes 2-4/10',
    ]);
    expect((await ask('bytes=20-')).statusCode).toBe(416);
    expect((await ask('pages=1')).payload).toBe('0123456789');
  });
});

describe('questions and answers', () => {
  const rows = [
    { question: 'Is parking\nfree?', answer: 'Yes, for guests.' },
    { question: 'Có bể bơi không?', answer: '# Có\n\nMở từ 9 giờ.' },
  ];
  test('each row is a passage of its own, and can be edited again', async () => {
    const base = await fixture.newBase();
    const url = `/api/user/knowledge/${base}/questions`;
    const created = await fixture.call('POST', url, { body: { title: 'FAQ', rows, tags: ['faq'] } });
    expect(created).toMatchObject({ status: 202, body: { kind: 'questions', tags: ['faq'] } });
    await fixture.runJobs();
    const id = created.body.uuid;
    expect((await view(base, id)).embeddings).toBe(2);
    const source = await fixture.send('GET', `/api/user/document/${id}/source`);
    expect(source.json()).toEqual(rows);
    const more = [...rows, { question: 'Are dogs welcome?', answer: 'Small ones.' }];
    const replace = (text: string) =>
      fixture.call('POST', `/api/user/document/${id}/version`, { body: { text } });
    expect((await replace(JSON.stringify(more))).body).toMatchObject({
      version: 2,
      title: 'FAQ',
      tags: ['faq'],
    });
    await fixture.runJobs();
    expect((await view(base, id)).embeddings).toBe(3);
    expect(await find(base, 'dogs')).toEqual([id]);
    expect((await replace('not rows')).body).toMatchObject({ code: 'validation_failed' });
  });

  test('a text is replaced, a file is not', async () => {
    const base = await fixture.newBase();
    const id = await addReady(base, 'Note', 'The aviary is closed.');
    const url = `/api/user/document/${id}/version`;
    expect((await fixture.call('POST', url, { body: { text: 'The vivarium is open.' } })).status).toBe(202);
    await fixture.runJobs();
    expect(await find(base, 'vivarium')).toEqual([id]);
    expect(await find(base, 'aviary')).toEqual([]);
    expect((await fixture.call('POST', url, { body: { text: 'x' }, as: 'stranger' })).status).toBe(404);
    await fixture.dependencies.database.account(fixture.accountId, (transaction) =>
      transaction.run(`update documents set kind = 'file', file_name = 'a.txt' where id = $1`, [id]),
    );
    expect((await fixture.call('POST', url, { body: { text: 'x' } })).body.code).toBe('validation_failed');
  });
});

describe('a preview', () => {
  const text = Array.from(
    { length: 60 },
    (_, n) => `## Part ${n}\n\nSentence number ${n} says something.`,
  ).join('\n\n');
  test('shows passages of the tried size and stores nothing', async () => {
    const base = await fixture.newBase();
    const url = `/api/user/knowledge/${base}/preview`;
    const { body } = await fixture.call('POST', `${url}?chunkTokens=80&overlapPercent=0`, {
      body: { title: 'Parts', text },
    });
    expect(body).toMatchObject({ total: 60, pages: null, unreadPages: [], warnings: [] });
    expect(body.chunks[0]).toMatchObject({ position: 0, headingPath: ['Part 0'], page: null });
    expect(body.tokens).toBeGreaterThan(60);
    const listed = await fixture.call('GET', `/api/user/knowledge/${base}/documents`);
    expect(listed.body.total).toBe(0);
    expect((await fixture.call('POST', url, { body: { title: 'a', text }, as: 'viewer' })).status).toBe(403);
    expect((await fixture.call('POST', url, { body: { title: 'a', text }, as: 'stranger' })).status).toBe(
      404,
    );
  });

  test('says why a file cannot be read, and an account has two at a time', async () => {
    const base = await fixture.newBase();
    const ask = () =>
      fixture.call('POST', `/api/user/knowledge/${base}/preview`, { body: { title: 'a', text } });
    read = async () => ({ kind: 'failed', failure: 'broken', reason: 'It is damaged.' });
    expect(await ask()).toMatchObject({
      status: 422,
      body: { code: 'document_unreadable', detail: 'It is damaged.' },
    });
    let go: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    let waiting = 0;
    const bothWait = new Promise<void>((resolve) => {
      read = async (request) => {
        waiting += 1;
        if (waiting === 2) resolve();
        await held;
        return readPlainText(request);
      };
    });
    const two = [ask(), ask()];
    await bothWait;
    expect((await ask()).status).toBe(429);
    go();
    expect((await Promise.all(two)).map(({ status }) => status)).toEqual([200, 200]);
    read = readPlainText;
    expect((await ask()).status).toBe(200);
    expect(fixture.dependencies.previews.size).toBe(0);
  });
});

test('documents of all bases: failed ones first, then stale ones, then newest first', async () => {
  const own = await createRoutesFixture();
  const bases = [await own.newBase(), await own.newBase()];
  const add = async (base: string | undefined, title: string, more: object = {}): Promise<string> =>
    (
      await own.call('POST', `/api/user/knowledge/${base}/document`, {
        body: { title, text: `About ${title}`, ...more },
      })
    ).body.uuid;
  const failed = await add(bases[0], 'failed one');
  await add(bases[1], 'old', { tags: ['menu'] });
  const stale = await add(bases[0], 'stale one');
  await add(bases[1], 'new');
  await own.runJobs();
  await own.dependencies.database.account(own.accountId, async (transaction) => {
    await transaction.run(`update documents set status = 'failed', failure = 'broken' where id = $1`, [
      failed,
    ]);
    await transaction.run(`update documents set stale = 'source_gone' where id = $1`, [stale]);
  });
  const titles = async (query: string) =>
    (await own.call('GET', `/api/user/documents${query}`)).body.items.map(
      ({ title }: { title: string }) => title,
    );
  expect(await titles('')).toEqual(['failed one', 'stale one', 'new', 'old']);
  expect(await titles('?needsAttention=true')).toEqual(['failed one', 'stale one']);
  expect(await titles('?tag=menu')).toEqual(['old']);
  expect(await titles('?status=failed')).toEqual(['failed one']);
  expect(await titles('?kind=page')).toEqual([]);
  expect(await titles('?q=stale')).toEqual(['stale one']);
  expect((await own.call('GET', '/api/user/documents?pageSize=1&page=2')).body).toMatchObject({
    total: 4,
    items: [{ title: 'stale one', knowledgeName: 'Guide' }],
  });
  expect((await own.call('GET', '/api/user/documents', { as: 'stranger' })).body.total).toBe(0);
  await own.close();
});

describe('pages without text', () => {
  const pages: ReadFile = async () => ({
    kind: 'ok',
    document: {
      title: null,
      text: 'One\n\n\n\nThree\n',
      pages: [
        { number: 1, start: 0, end: 5 },
        { number: 2, start: 5, end: 7 },
        { number: 3, start: 7, end: 13 },
      ],
      unreadPages: [2],
    },
  });
  const scanned: ReadFile = async () => ({
    kind: 'failed',
    failure: 'scanned_only',
    reason: 'Only pictures.',
    unreadPages: [1, 2, 3],
  });
  const takePictures = async ({ pages: wanted }: { pages: readonly number[] }) =>
    wanted.map((page) => ({ page, mediaType: 'image/png', bytes: new Uint8Array([page]) }));
  const process = async (changes: object) => {
    const base = await fixture.newBase();
    const documentId = (await addText(base, 'Scan', 'x')) as DocumentId;
    fixture.sent.length = 0;
    const { accountId } = fixture;
    const dependencies = { ...fixture.dependencies, ...changes };
    await processDocument(dependencies, { accountId, documentId }, new AbortController().signal);
    return { base, id: documentId, document: await view(base, documentId) };
  };

  test('are named when there is no model', async () => {
    const { document } = await process({ readFile: pages });
    expect(document).toMatchObject({ status: 'ready', unreadPages: [2], pages: 3 });
    expect((await process({ readFile: scanned })).document).toMatchObject({ failure: 'scanned_only' });
  });

  test('are read by a model that sees', async () => {
    const readPictures = async (_account: unknown, pictures: readonly { page: number }[]) =>
      pictures.map(({ page }) => ({ page, text: `Okapi of page ${page}` }));
    const one = await process({ readFile: pages, takePictures, readPictures });
    expect(one.document).toMatchObject({ status: 'ready', unreadPages: [] });
    const { text } = (await fixture.call('GET', `/api/user/knowledge/${one.base}/document/${one.id}/text`))
      .body;
    expect(text).toBe('One\n\nOkapi of page 2\n\nThree\n');
    const all = await process({ readFile: scanned, takePictures, readPictures });
    expect(all.document).toMatchObject({ status: 'ready', pages: 3, unreadPages: [] });
    expect(await find(all.base, 'okapi')).toContain(all.id);
  });

  test('stay unread when the model fails', async () => {
    const readPictures = async () => null;
    const { document } = await process({ readFile: pages, takePictures, readPictures });
    expect(document).toMatchObject({ status: 'ready', unreadPages: [2] });
  });
});
