import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRoutesFixture, type RoutesFixture } from '../testing/routes.fixture.ts';
import { removeAbandonedUploads } from './uploads.ts';

let fixture: RoutesFixture;
beforeAll(async () => {
  fixture = await createRoutesFixture({ maxUploadBytes: 1_000 });
});
afterAll(() => fixture.close());

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const describeFile = (fileName: string, text: string, folder = '') => ({
  fileName,
  folder,
  bytes: Buffer.byteLength(text),
  sha256: sha256(text),
});
const begin = (base: string, body: object, as?: 'viewer' | 'stranger') =>
  fixture.call('POST', `/api/user/knowledge/${base}/upload`, { body, ...(as ? { as } : {}) });
const part = (id: string, offset: number, content: string, as?: 'viewer' | 'stranger') =>
  fixture.call('PUT', `/api/user/upload/${id}/part/${offset}`, {
    body: Buffer.from(content),
    headers: { 'content-type': 'application/octet-stream' },
    ...(as ? { as } : {}),
  });
const documentsOf = async (base: string) =>
  (await fixture.call('GET', `/api/user/knowledge/${base}/documents`)).body.items;
const partsLeft = () => {
  const { files } = fixture.dependencies;
  const path = files.pathOf(`${fixture.accountId}/uploads/x`)?.slice(0, -2) ?? '';
  return readdirSync(path);
};

test('a file in parts becomes a document that is read', async () => {
  const base = await fixture.newBase();
  const text = '# Hours\n\nWe are open from nine to five.\n';
  const begun = await begin(base, describeFile('営業時間.md', text, '/shop/../春/'));
  expect(begun).toMatchObject({ status: 200, body: { received: 0, folder: 'shop/春', result: null } });
  const id = begun.body.uuid;
  expect((await part(id, 0, text.slice(0, 10))).body).toMatchObject({ received: 10, result: null });
  expect((await fixture.call('GET', `/api/user/upload/${id}`)).body).toMatchObject({ received: 10 });
  const done = await part(id, 10, text.slice(10));
  expect(done.body).toMatchObject({ received: text.length, result: { kind: 'created' } });
  await fixture.runJobs();
  expect(await documentsOf(base)).toMatchObject([
    {
      title: '営業時間',
      fileName: '営業時間.md',
      folder: 'shop/春',
      status: 'ready',
      version: 1,
      language: 'en',
    },
  ]);
  expect(partsLeft()).toEqual([]);
});

test('parts may come twice, overlap, and go on after a break; a gap is refused', async () => {
  const base = await fixture.newBase();
  const text = 'abcdefghij';
  const { uuid } = (await begin(base, describeFile('a.txt', text))).body;
  await part(uuid, 0, 'abcd');
  expect((await part(uuid, 0, 'abcd')).body).toMatchObject({ received: 4 });
  expect(await part(uuid, 6, 'gh')).toMatchObject({ status: 409, body: { code: 'upload_gap' } });
  const again = await begin(base, describeFile('a.txt', text));
  expect(again.body).toMatchObject({ uuid, received: 4 });
  const both = await Promise.all([part(uuid, 2, 'cdefgh'), part(uuid, 2, 'cdefgh')]);
  expect(both.map(({ body }) => body.received)).toEqual([8, 8]);
  const ends = await Promise.all([part(uuid, 8, 'ij'), part(uuid, 8, 'ij')]);
  for (const { body } of ends) expect(body.result.documentUuid).toBe(ends[0]?.body.result.documentUuid);
  expect(await documentsOf(base)).toHaveLength(1);
  expect((await part(uuid, 0, 'abcd')).body.result).toEqual((await part(uuid, 8, 'ij')).body.result);
});

test('the same file again is not sent, other bytes are its next version', async () => {
  const base = await fixture.newBase();
  const send = async (text: string, folder = '') => {
    const { body } = await begin(base, describeFile('prices.txt', text, folder));
    return body.result ? body : (await part(body.uuid, 0, text)).body;
  };
  const first = await send('Tea 3');
  await fixture.runJobs();
  expect(await send('Tea 3')).toMatchObject({
    received: 5,
    result: { kind: 'unchanged', documentUuid: first.result.documentUuid },
  });
  const second = await send('Tea 4');
  expect(second.result).toEqual({ kind: 'version', documentUuid: first.result.documentUuid });
  expect((await send('Tea 3', 'old')).result.kind).toBe('created');
  await fixture.runJobs();
  expect((await documentsOf(base)).map(({ version }: { version: number }) => version).sort()).toEqual([1, 2]);
});

test('bytes that are not what was announced are given up', async () => {
  const base = await fixture.newBase();
  const file = describeFile('b.txt', 'right');
  const { uuid } = (await begin(base, file)).body;
  expect(await part(uuid, 0, 'wrong')).toMatchObject({ status: 422, body: { code: 'upload_corrupt' } });
  expect((await fixture.call('GET', `/api/user/upload/${uuid}`)).status).toBe(404);
  expect((await begin(base, file)).body.received).toBe(0);
  expect(await documentsOf(base)).toEqual([]);
});

test('what cannot be read is refused before it is sent, or when its bytes show it', async () => {
  const base = await fixture.newBase();
  expect(await begin(base, describeFile('film.mp4', 'x'))).toMatchObject({
    status: 415,
    body: { code: 'file_type_unsupported' },
  });
  expect((await begin(base, { ...describeFile('a.txt', 'x'), bytes: 1_001 })).body.code).toBe(
    'file_too_large',
  );
  const zip = 'PK\u0003\u0004 not a text';
  const { uuid } = (await begin(base, describeFile('c.txt', zip))).body;
  expect((await part(uuid, 0, zip)).body.code).toBe('file_type_unsupported');
  const { uuid: short } = (await begin(base, describeFile('d.txt', 'abc'))).body;
  expect((await part(short, 0, 'abcdef')).body.code).toBe('upload_corrupt');
});

test('an upload is of its account, and of those who may change knowledge', async () => {
  const base = await fixture.newBase();
  const file = describeFile('e.txt', 'mine');
  const { uuid } = (await begin(base, file)).body;
  expect((await begin(base, file, 'viewer')).status).toBe(403);
  expect((await begin(base, file, 'stranger')).status).toBe(404);
  expect((await part(uuid, 0, 'mine', 'stranger')).status).toBe(404);
  const url = `/api/user/upload/${uuid}`;
  expect((await fixture.call('DELETE', url, { as: 'stranger' })).status).toBe(404);
  expect((await fixture.call('DELETE', url)).status).toBe(204);
  expect((await fixture.call('GET', url)).status).toBe(404);
});

test('a part is bytes and nothing else', async () => {
  const base = await fixture.newBase();
  const { uuid } = (await begin(base, describeFile('f.txt', 'x'))).body;
  const answer = await fixture.call('POST', `/api/user/knowledge/${base}/upload`, {
    body: Buffer.from('x'),
    headers: { 'content-type': 'application/octet-stream' },
  });
  expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported_content_type' } });
  expect((await fixture.call('PUT', `/api/user/upload/${uuid}/part/0`, { body: { a: 1 } })).status).toBe(415);
});

test('what nobody goes on with is forgotten after a day, and with its base', async () => {
  const base = await fixture.newBase();
  const old = (await begin(base, describeFile('g.txt', 'long ago'))).body.uuid;
  const fresh = (await begin(base, describeFile('h.txt', 'just now'))).body.uuid;
  await part(old, 0, 'long');
  await part(fresh, 0, 'just');
  await fixture.dependencies.database.account(fixture.accountId, (transaction) =>
    transaction.run(`update uploads set updated_at = now() - interval '25 hours' where id = $1`, [old]),
  );
  await removeAbandonedUploads(fixture.dependencies);
  expect((await fixture.call('GET', `/api/user/upload/${old}`)).status).toBe(404);
  expect(partsLeft()).toContain(fresh);
  expect(partsLeft()).not.toContain(old);
  await fixture.call('DELETE', `/api/user/knowledge/${base}`);
  expect(partsLeft()).not.toContain(fresh);
});

test('however a file is cut, the document holds its bytes', async () => {
  const base = await fixture.newBase();
  await fc.assert(
    fc.asyncProperty(
      fc.string({ minLength: 1, maxLength: 60, unit: fc.constantFrom('a', 'あ', 'ệ', '\n', '😀') }),
      fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 8 }),
      async (text, cuts) => {
        const bytes = Buffer.from(`t ${text}`);
        const file = { ...describeFile('cut.txt', ''), bytes: bytes.length };
        const { body } = await begin(base, {
          ...file,
          sha256: createHash('sha256').update(bytes).digest('hex'),
        });
        let state = body;
        for (let turn = 0; !state.result; turn += 1) {
          const size = cuts[turn] ?? bytes.length;
          const content = bytes.subarray(state.received, state.received + size);
          state = (
            await fixture.call('PUT', `/api/user/upload/${body.uuid}/part/${state.received}`, {
              body: content,
              headers: { 'content-type': 'application/octet-stream' },
            })
          ).body;
        }
        const source = await fixture.send('GET', `/api/user/document/${state.result.documentUuid}/source`);
        expect(source.rawPayload.equals(bytes)).toBe(true);
      },
    ),
    { numRuns: 12 },
  );
});
