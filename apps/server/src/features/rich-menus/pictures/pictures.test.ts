import { drawPicture, LINE_PICTURE_UPLOAD_BYTES } from '@hanasu/contract/menu-pictures';
import { createRichMessage } from '@hanasu/contract/rich-messages';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SignedIn } from '../../../testing/test-server.ts';
import { addMember } from '../../../testing/test-team.ts';
import {
  addPicture,
  type PictureServer,
  sendPicture,
  startPictureServer,
} from '../testing/rich-menus.fixture.ts';
import { createDraw, uploadsOf } from './render-picture.ts';
import { removeUnusedUploads } from './routes.ts';

let server: PictureServer;
let person: SignedIn;
beforeAll(async () => {
  server = await startPictureServer({ ACCOUNT_STORAGE_BYTES: '3000000' });
});
afterAll(() => server.stop());
beforeEach(async () => {
  person = await server.register();
});

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } });
const png = await plain(60, 40).png().toBuffer();
const read = (url: string) => fetch(new URL(url, server.address));

describe('an upload', () => {
  test('is measured as it is seen, and served as it came to whoever was told where', async () => {
    const sideways = await plain(60, 40).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const file = await addPicture(person, sideways);
    expect(file).toMatchObject({ width: 40, height: 60, bytes: sideways.length, contentType: 'image/jpeg' });
    const answer = await read(file.url);
    expect(Buffer.from(await answer.arrayBuffer()).equals(sideways)).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, max-age=86400, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
  });
  test('is found nowhere else: not by its id, and not under another account', async () => {
    const { url, uuid } = await addPicture(person, png);
    const stranger = await server.register();
    const wrong = [
      url.replace(/.{4}$/, '0000'),
      url.replace(person.user.account.uuid, stranger.user.account.uuid),
      `/api/line-picture/${person.user.account.uuid}/${uuid}`,
      '/api/line-picture/a/b/c',
    ];
    for (const address of wrong) expect((await read(address)).status).toBe(404);
  });
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic0000mif1heic')]);
  test.each([
    ['nothing', Buffer.alloc(0), 422, 'file_empty', /empty/],
    ['a GIF', Buffer.from('GIF89a0000'), 422, 'picture_unsupported', /JPEG, PNG or WebP/],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 422, 'picture_unsupported', /JPEG/],
    ['a HEIC', heic, 422, 'picture_unsupported', /save it as JPEG/],
    ['half a picture', png.subarray(0, 70), 422, 'picture_unsupported', /damaged/],
    ['too many bytes', Buffer.alloc(LINE_PICTURE_UPLOAD_BYTES + 1), 413, 'file_too_large', /larger/],
  ])('that is %s is refused with what to do', async (_what, bytes, status, code, words) => {
    const answer = await sendPicture(person, bytes);
    expect(answer).toMatchObject({ status, body: { code } });
    expect(JSON.stringify(answer.body)).toMatch(words);
    expect(await server.files.keysUnder(`${person.user.account.uuid}/line`)).toEqual([]);
  });
  test('of too many pixels is refused by its head, before it is unpacked', async () => {
    const bomb = await plain(10_000, 6_000).png({ compressionLevel: 9 }).toBuffer();
    expect(await sendPicture(person, bomb)).toMatchObject({
      status: 422,
      body: { code: 'picture_too_large' },
    });
  });
  test('counts as stored; what is too much leaves nothing behind', async () => {
    const noise = await sharp({
      create: {
        width: 1_000,
        height: 600,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .png()
      .toBuffer();
    await addPicture(person, noise);
    expect(await sendPicture(person, noise)).toMatchObject({ body: { code: 'storage_quota_reached' } });
    expect(await server.files.keysUnder(`${person.user.account.uuid}/line`)).toHaveLength(1);
  });
  test('is for those who may edit menus, and so is drawing', async () => {
    const reader = await addMember(server, person, 'viewer');
    expect((await sendPicture(reader, png)).status).toBe(403);
    const { uuid } = await addPicture(person, png);
    const source = { kind: 'upload' as const, fileUuid: uuid };
    const body = { source, width: 300, height: 240 };
    expect((await reader.refused(drawPicture, { body })).code).toBe('forbidden');
    const admin = await addMember(server, person, 'admin');
    const drawn = await admin.call(drawPicture, { body });
    expect(drawn).toMatchObject({ width: 300, height: 240, missing: [], tooHeavy: false });
  });
});

describe('a preview', () => {
  test('is the very bytes that would be sent', async () => {
    const { uuid } = await addPicture(person, png);
    const source = {
      kind: 'composed' as const,
      background: '#ffffff',
      fileUuid: uuid,
      line: '#000000',
      font: 'serif' as const,
      cells: [
        {
          x: 0,
          y: 0,
          width: 500,
          height: 1_000,
          fill: null,
          color: '#ffffff',
          icon: 'gift' as const,
          text: 'Ưu đãi 🎁',
          fileUuid: null,
        },
      ],
    };
    const size = { width: 1_200, height: 405 };
    const shown = await person.call(drawPicture, { body: { source, ...size } });
    expect(shown.missing).toEqual(['🎁']);
    const uploads = await server.withDatabase((database) =>
      database.account(person.user.account.uuid, (transaction) => uploadsOf(transaction, source)),
    );
    const [sent] = await createDraw(server.files, uploads ?? new Map())(source, [size]);
    expect(shown.url).toBe(`data:image/jpeg;base64,${sent?.bytes.toString('base64')}`);
    expect(shown.bytes).toBe(sent?.bytes.length);
  });
  test('shows no picture of another account', async () => {
    const { uuid } = await addPicture(person, png);
    const stranger = await server.register();
    for (const source of [
      { kind: 'upload', fileUuid: uuid },
      { kind: 'composed', background: '#ffffff', fileUuid: uuid, line: null, cells: [] },
    ]) {
      const answer = await stranger.raw('POST', drawPicture.path, {
        body: { source, width: 300, height: 300 },
      });
      expect(answer).toMatchObject({ status: 422, body: { code: 'picture_missing' } });
    }
  });
});

test('what nothing shows for a week is gone, what something shows stays', async () => {
  const [shown, lost, fresh, late] = [
    await addPicture(person, png),
    await addPicture(person, png),
    await addPicture(person, png),
    await addPicture(person, png),
  ];
  const picture = { kind: 'upload' as const, fileUuid: shown.uuid, crop: null };
  const definition = { height: 1_040, picture, altText: '', areas: [], video: null };
  const { uuid } = await person.call(createRichMessage, { body: { name: 'Shows it', definition } });
  const old = [shown.uuid, lost.uuid, late.uuid];
  await server.sql("update line_pictures set used_at = now() - interval '8 days' where id = any($1)", [old]);
  const clean = () =>
    server.withDatabase((database) => removeUnusedUploads({ database, files: server.files }));
  const left = async () => {
    const keys = await server.files.keysUnder(`${person.user.account.uuid}/line`);
    const rows = await server.sql<{ id: string }>(
      'select id from line_pictures where account_id = $1 order by storage_key',
      [person.user.account.uuid],
    );
    expect(keys.map((key) => key.slice(-69, -33))).toEqual(rows.map(({ id }) => id));
    return rows.map(({ id }) => id).toSorted();
  };
  await clean();
  expect(await left()).toEqual([shown.uuid, fresh.uuid].toSorted());
  // A week begins when nothing shows it any more.
  await server.sql('delete from rich_messages where id = $1', [uuid]);
  await clean();
  expect(await left()).toEqual([shown.uuid, fresh.uuid].toSorted());
});
