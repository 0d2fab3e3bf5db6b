import { checkMessages } from '@hanasu/channels/line/fake/validate-messages';
import { toMessages } from '@hanasu/channels/line/outbound/to-messages';
import { DEFAULT_MESSAGE_OPTIONS } from '@hanasu/channels/spec/outgoing';
import type { MediaId, RichMessageId } from '@hanasu/contract/ids';
import { home } from '@hanasu/contract/insights';
import { MediaView, uploadMedia } from '@hanasu/contract/media';
import type { PictureSource } from '@hanasu/contract/menu-pictures';
import {
  changeRichMessage,
  checkVideo,
  createRichMessage,
  deleteRichMessage,
  getRichMessage,
  listRichMessages,
  RICH_MESSAGE_WIDTHS,
  RICH_MESSAGES_MAX,
  type RichMessageDefinition,
  type RichMessageView,
  replaceRichMessage,
} from '@hanasu/contract/rich-messages';
import { listAudit } from '@hanasu/contract/team';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../platform/database/database.ts';
import { mp4 } from '../../../testing/mp4.ts';
import { formOf, type SignedIn } from '../../../testing/test-server.ts';
import { createKeptMedia } from '../../conversations/public.ts';
import {
  addPicture,
  type PictureServer,
  PUBLIC_URL,
  startPictureServer,
} from '../testing/rich-menus.fixture.ts';
import { createRichMessageBubbles, problemsOf } from './rich-message.ts';
import { findMediaInRichMessages } from './rich-messages.store.ts';
import { removeUnusedWidths } from './routes.ts';

let server: PictureServer;
let person: SignedIn;
beforeAll(async () => {
  server = await startPictureServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  person = await server.register();
});

const composed = (background: string): PictureSource => ({
  kind: 'composed',
  background,
  fileUuid: null,
  line: null,
  font: 'sans',
  cells: [],
});
const area = {
  id: 'a1',
  x: 0,
  y: 0,
  width: 520,
  height: 520,
  label: 'Shop',
  action: { kind: 'link' as const, url: 'https://example.com/autumn?q=秋' },
};
const whole = (given: Partial<RichMessageDefinition> = {}): RichMessageDefinition => ({
  height: 520,
  picture: composed('#ff0000'),
  altText: '秋のセール',
  areas: [
    area,
    { ...area, id: 'a2', x: 520, label: '', action: { kind: 'message', text: '詳しく👨‍👩‍👧' } },
    { ...area, id: 'a3', x: 260, action: { kind: 'copy', text: 'AUTUMN20' } },
  ],
  video: null,
  ...given,
});
const add = (definition?: RichMessageDefinition, name: string = crypto.randomUUID()) =>
  person.call(createRichMessage, { body: { name, ...(definition && { definition }) } });
const save = ({ uuid, revision }: RichMessageView, definition: RichMessageDefinition) =>
  person.call(changeRichMessage, { params: { uuid }, body: { definition, revision } });

const pathOf = ({ baseUrl }: Pick<RichMessageView, 'baseUrl'>): string =>
  (baseUrl ?? '').replace(PUBLIC_URL, '');
const read = (path: string, method = 'GET') => fetch(new URL(path, server.address), { method });
const widthsOf = async (view: RichMessageView): Promise<number[]> =>
  Promise.all(RICH_MESSAGE_WIDTHS.map(async (width) => (await read(`${pathOf(view)}/${width}`)).status));
const age = (column: 'created_at' | 'sent_at', days: number) =>
  server.sql(
    `update rich_message_pictures set ${column} = now() - interval '${days} days' where account_id = $1`,
    [person.user.account.uuid],
  );
const clean = () => server.withDatabase((database) => removeUnusedWidths({ database, files: server.files }));
const keptIn = (database: Database) =>
  createKeptMedia({ database, files: server.files, requireQuota: async () => undefined });
/** Builds it as it goes out; null: there is none. */
const sendable = (id: RichMessageId) =>
  server.withDatabase((database) =>
    database.account(person.user.account.uuid, async (transaction) => {
      const bubbles = createRichMessageBubbles(keptIn(database));
      const found = (await bubbles.richMessages(transaction, [id], PUBLIC_URL)).get(id);
      if (found && 'part' in found) await bubbles.markRichMessagesSent(transaction, [id]);
      return found ?? null;
    }),
  );
const partOf = async (view: RichMessageView) => {
  const found = await sendable(view.uuid);
  if (!found || !('part' in found)) throw new Error('it can not be sent');
  return found.part;
};
const film = {
  x: 260,
  y: 0,
  width: 520,
  height: 260,
  url: 'https://a.jp/a.mp4',
  mediaUuid: null,
  previewUrl: null,
  previewMediaUuid: null,
  link: null,
};

describe('its picture', () => {
  test('is drawn once in the five widths, and served to everybody for good', async () => {
    const view = await add(whole());
    expect(view).toMatchObject({ problems: [], revision: 1 });
    expect(view.baseUrl).toMatch(/^https:\/\/bot\.example\.com\/line\/rich-message\/[0-9a-f]{40}$/);
    for (const width of RICH_MESSAGE_WIDTHS) {
      const answer = await read(`${pathOf(view)}/${width}`);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/jpeg',
        'cache-control': 'public, max-age=31536000, immutable',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      });
      const metadata = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
      expect(metadata).toMatchObject({ width, height: width / 2 });
    }
    expect((await read(`${pathOf(view)}/700`, 'HEAD')).status).toBe(200);
  });
  test('has no other widths and no endings, and tells nobody what is there', async () => {
    const path = pathOf(await add(whole()));
    const wrong = ['/500', '/1040.jpg', '/0240', '/-1', '/1040/..', ''].map((end) => `${path}${end}`);
    for (const address of [
      ...wrong,
      `/line/rich-message/${'0'.repeat(40)}/240`,
      '/line/rich-message/x/240',
    ]) {
      const answer = await read(address);
      expect([address, answer.headers.get('content-type')?.startsWith('image/') ?? false]).toEqual([
        address,
        false,
      ]);
    }
    expect(path).not.toContain(person.user.account.uuid);
  });
  test('keeps its address until it looks different; what was sent stays as it was', async () => {
    const first = await add(whole());
    await sendable(first.uuid);
    const same = await save(first, whole({ altText: 'Another text' }));
    expect(same).toMatchObject({ baseUrl: first.baseUrl, revision: 2 });
    const other = await save(same, whole({ picture: composed('#0000ff') }));
    expect(other.baseUrl).not.toBe(first.baseUrl);
    expect((await save(other, whole({ height: 1_040 }))).baseUrl).not.toBe(other.baseUrl);
    expect(await widthsOf(first)).toEqual([200, 200, 200, 200, 200]);
  });
  test('that was never sent goes a day after nothing shows it, one that was sent after 90', async () => {
    const [sent, unsent] = [await add(whole()), await add(whole({ picture: composed('#00ff00') }))];
    const shown = await add(whole({ picture: composed('#0000ff') }));
    await sendable(sent.uuid);
    for (const { uuid } of [sent, unsent]) await person.call(deleteRichMessage, { params: { uuid } });
    const states = async () => (await Promise.all([sent, unsent, shown].map(widthsOf))).map((all) => all[0]);
    await clean();
    expect(await states()).toEqual([200, 200, 200]);
    await age('created_at', 2);
    await clean();
    expect(await states()).toEqual([200, 404, 200]);
    await server.sql(
      "update rich_message_pictures set sent_at = now() - interval '91 days' where sent_at is not null",
    );
    await clean();
    expect(await states()).toEqual([404, 404, 200]);
    const folders = `${person.user.account.uuid}/line/rich-messages/${pathOf(sent).split('/').at(-1)}`;
    expect(await server.files.size(`${folders}/240`)).toBeNull();
  });
  test('is drawn from an upload, and told to be missing when that is gone', async () => {
    const png = await sharp({ create: { width: 1_040, height: 520, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    const { uuid } = await addPicture(person, png);
    const picture = { kind: 'upload' as const, fileUuid: uuid, crop: null };
    const view = await add(whole({ picture }));
    // It came as a PNG of the very size.
    expect((await read(`${pathOf(view)}/1040`)).headers.get('content-type')).toBe('image/png');
    expect((await read(`${pathOf(view)}/700`)).headers.get('content-type')).toBe('image/jpeg');
    await server.sql('delete from line_pictures where id = $1', [uuid]);
    expect((await person.call(getRichMessage, { params: { uuid: view.uuid } })).problems).toEqual([
      { reason: 'picture_missing', areaId: null },
    ]);
    expect((await add(whole({ picture }))).baseUrl).toBeNull();
  });
  test('counts as stored', async () => {
    const used = async () => (await person.call(home)).storage.usedBytes;
    const before = await used();
    const view = await add(whole());
    const kept = (await used()) - before;
    const sizes = await Promise.all(
      RICH_MESSAGE_WIDTHS.map(
        async (width) => (await (await read(`${pathOf(view)}/${width}`)).arrayBuffer()).byteLength,
      ),
    );
    expect(kept).toBe(sizes.reduce((sum, size) => sum + size, 0));
  });
  test('of another account is another one, also when it looks the same', async () => {
    const ours = await add(whole());
    person = await server.register();
    expect((await add(whole())).baseUrl).not.toBe(ours.baseUrl);
  });
});

test('what is seen of a video before it plays is cut out of the picture', async () => {
  const view = await add(whole({ video: film }));
  const still = async ({ baseUrl }: RichMessageView) => {
    const answer = await read(`${pathOf({ baseUrl })}/video`);
    return sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  };
  expect(await still(view)).toMatchObject({ width: 520, height: 260 });
  expect((await partOf(view)).video?.previewUrl).toBe(`${view.baseUrl}/video`);
  const moved = await save(view, whole({ video: { ...film, height: 200 } }));
  expect(moved.baseUrl).not.toBe(view.baseUrl);
  expect(await still(moved)).toMatchObject({ height: 200 });
  expect((await read(`${pathOf(await add(whole()))}/video`)).status).toBe(404);
});

describe('an uploaded video', () => {
  const upload = async (bytes: Buffer, name: string): Promise<MediaId> => {
    const { body } = await person.raw('POST', uploadMedia.path, { body: formOf('file', bytes, name) });
    return MediaView.parse(body).uuid;
  };
  const uploaded = (mediaUuid: MediaId, previewMediaUuid: MediaId | null = null) =>
    whole({ video: { ...film, url: null, mediaUuid, previewMediaUuid } });
  const teal = () =>
    sharp({ create: { width: 90, height: 60, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();

  test('goes out with an address that phones play from, also in parts, and stays while it is shown', async () => {
    const bytes = mp4([
      ['vide', 'avc1'],
      ['soun', 'mp4a'],
    ]);
    const mediaUuid = await upload(bytes, 'autumn.mp4');
    const stillUuid = await upload(await teal(), 'autumn.png');
    expect(await person.call(checkVideo, { body: { mediaUuid } })).toEqual({
      state: 'fine',
      bytes: bytes.length,
    });
    const view = await add(uploaded(mediaUuid, stillUuid));
    expect(view).toMatchObject({ problems: [], media: [{ name: 'autumn.mp4' }, { name: 'autumn.png' }] });
    const part = await partOf(view);
    expect(checkMessages(toMessages([part], DEFAULT_MESSAGE_OPTIONS))).toBeNull();
    const { url = '', previewUrl = '' } = part.video ?? {};
    const ask = (address: string, headers = {}) =>
      fetch(new URL(address.replace(PUBLIC_URL, ''), server.address), { headers });
    const some = await ask(url, { range: 'bytes=4-7' });
    expect([some.status, some.headers.get('content-type'), await some.text()]).toEqual([
      206,
      'video/mp4',
      'ftyp',
    ]);
    expect((await ask(previewUrl)).headers.get('content-type')).toBe('image/jpeg');
    // It stays while a rich message shows it, and 90 days after it was last sent.
    await server.sql(`update media set kept_at = now() - interval '2 days'`);
    const left = () => server.sql('select from media where id = any($1)', [[mediaUuid, stillUuid]]);
    const cleanMedia = () =>
      server.withDatabase((database) => keptIn(database).removeUnused(findMediaInRichMessages));
    await server.sql(`update media set sent_at = now() - interval '91 days'`);
    await cleanMedia();
    expect(await left()).toHaveLength(2);
    await person.call(deleteRichMessage, { params: { uuid: view.uuid } });
    await cleanMedia();
    expect(await left()).toHaveLength(0);
  });
  test.each<[string, () => Buffer | Promise<Buffer>, string]>([
    [
      'HEVC, as phones record to save space',
      () =>
        mp4([
          ['vide', 'hvc1'],
          ['soun', 'mp4a'],
        ]),
      'wrong_codec',
    ],
    [
      'another sound than AAC',
      () =>
        mp4([
          ['vide', 'avc1'],
          ['soun', 'Opus'],
        ]),
      'wrong_codec',
    ],
    ['sound alone', () => mp4([['soun', 'mp4a']]), 'not_mp4'],
    ['nothing to play', () => mp4([]), 'not_mp4'],
    ['a picture', teal, 'not_mp4'],
  ])('with %s is refused', async (_what, make, state) => {
    const mediaUuid = await upload(await make(), 'film.mp4');
    expect(await person.call(checkVideo, { body: { mediaUuid } })).toMatchObject({ state });
    const order = { body: { name: crypto.randomUUID(), definition: uploaded(mediaUuid) } };
    expect(await person.refused(createRichMessage, order)).toMatchObject({ code: 'media_type_unsupported' });
    const { uuid, revision } = await add(whole());
    const change = { params: { uuid }, body: { definition: uploaded(mediaUuid), revision } };
    expect(await person.refused(changeRichMessage, change)).toMatchObject({ code: 'media_type_unsupported' });
  });
  test('that is gone, or of another account, keeps it from being sent', async () => {
    const mediaUuid = await upload(mp4([['vide', 'avc1']]), 'film.mp4');
    const view = await add(uploaded(mediaUuid));
    person = await server.register();
    const problems = [{ reason: 'video_missing', areaId: null }];
    expect(await add(uploaded(mediaUuid))).toMatchObject({ problems, media: [] });
    expect(await person.refused(checkVideo, { body: { mediaUuid } })).toMatchObject({ code: 'not_found' });
    expect(view.problems).toEqual([]);
  });
  test('needs an address or an upload', async () => {
    const video = { ...film, url: null };
    const body = { name: 'New', definition: { ...whole(), video } };
    expect(await person.raw('POST', createRichMessage.path, { body })).toMatchObject({ status: 400 });
  });
});

describe('who sends it', () => {
  test('gets what LINE takes, its places in their order', async () => {
    const video = {
      ...film,
      previewUrl: 'https://example.com/a.jpg',
      link: { url: 'http://example.com/', label: 'もっと見る' },
    };
    const view = await add(whole({ altText: '👨‍👩‍👧'.repeat(300), video }));
    const part = await partOf(view);
    expect((await person.call(getRichMessage, { params: { uuid: view.uuid } })).sentAt).not.toBeNull();
    const messages = toMessages([part], DEFAULT_MESSAGE_OPTIONS);
    expect(checkMessages(messages)).toBeNull();
    expect(messages).toMatchObject([
      {
        type: 'imagemap',
        baseUrl: view.baseUrl,
        baseSize: { width: 1_040, height: 520 },
        actions: [
          { type: 'uri', linkUri: 'https://example.com/autumn?q=%E7%A7%8B', label: 'Shop', area: { x: 0 } },
          { type: 'message', text: '詳しく👨‍👩‍👧', area: { x: 520 } },
          { type: 'clipboard', clipboardText: 'AUTUMN20', area: { x: 260 } },
        ],
        video: { externalLink: { linkUri: 'http://example.com/', label: 'もっと見る' } },
      },
    ]);
  });
  test('is told what is missing instead', async () => {
    const { uuid, problems } = await add();
    expect(await sendable(uuid)).toEqual({ reason: 'rich_message_unfinished' });
    expect(problems).toEqual([
      { reason: 'no_picture', areaId: null },
      { reason: 'no_alt_text', areaId: null },
    ]);
    person = await server.register();
    expect(await sendable(uuid)).toBeNull();
  });
});

test.each<[string, Partial<RichMessageDefinition>, { reason: string; areaId: string | null }[]]>([
  ['nothing', {}, []],
  ['an area that sticks out', { areas: [{ ...area, y: 1 }] }, [{ reason: 'area_outside', areaId: 'a1' }]],
  [
    'an area without an action',
    { areas: [{ ...area, action: null }] },
    [{ reason: 'no_action', areaId: 'a1' }],
  ],
  [
    'a link that grows',
    { areas: [{ ...area, action: { kind: 'link', url: `https://a.jp/${'秋'.repeat(200)}` } }] },
    [{ reason: 'link_too_long', areaId: 'a1' }],
  ],
  [
    'a video in the open, outside of the picture',
    { video: { ...film, x: 1_000, url: 'http://a.jp/a.mp4', previewUrl: 'https://a.jp/a.jpg' } },
    [
      { reason: 'area_outside', areaId: null },
      { reason: 'video_not_secure', areaId: null },
    ],
  ],
])('%s is told as a problem', (_what, given, problems) => {
  const facts = { uploads: new Set<string>(), media: new Map(), publicUrl: PUBLIC_URL };
  expect(problemsOf(whole(given), facts)).toEqual(problems);
  expect(problemsOf(whole(given), { ...facts, publicUrl: 'http://localhost:3000' })).toEqual([
    ...problems,
    { reason: 'no_public_url', areaId: null },
  ]);
});

describe('changing one', () => {
  test('replaces all of it, or what is given', async () => {
    const { uuid } = await add();
    const params = { uuid };
    const body = { name: 'Autumn', definition: whole(), revision: 1 };
    expect(await person.call(replaceRichMessage, { params, body })).toMatchObject({
      name: 'Autumn',
      definition: whole(),
      revision: 2,
      createdBy: { uuid: person.user.uuid },
    });
    const renamed = await person.call(changeRichMessage, { params, body: { name: 'Winter' } });
    expect(renamed).toMatchObject({ name: 'Winter', definition: whole(), revision: 2 });
    expect(await person.call(getRichMessage, { params })).toEqual(renamed);
  });
  test('refuses what was made from an older one, and names that are taken', async () => {
    const first = await add(undefined, 'Autumn');
    await save(first, whole());
    const late = await person.raw('PATCH', `/api/user/line/rich-message/${first.uuid}`, {
      body: { definition: whole(), revision: 1 },
    });
    expect(late).toMatchObject({ status: 409, body: { code: 'rich_message_changed' } });
    const again = await person.raw('POST', createRichMessage.path, { body: { name: 'AUTUMN' } });
    expect(again).toMatchObject({ body: { code: 'name_taken' } });
  });
  test('is written down, what is in it is not', async () => {
    const first = await add(whole(), 'Autumn');
    await save(first, whole({ altText: 'Other' }));
    await person.call(changeRichMessage, { params: { uuid: first.uuid }, body: { name: 'Winter' } });
    await person.call(deleteRichMessage, { params: { uuid: first.uuid } });
    const { items } = await person.call(listAudit, { query: {} });
    const found = items
      .filter(({ action }) => action.startsWith('rich_message.'))
      .map(({ action }) => action);
    expect(found).toEqual(['rich_message.deleted', 'rich_message.changed', 'rich_message.created']);
  });
});

test('they are listed, the newest first, and found by their names', async () => {
  const [first, second] = [await add(undefined, 'Autumn sale'), await add(whole(), 'Winter')];
  const listed = await person.call(listRichMessages, { query: {} });
  expect(listed.items.map(({ uuid }) => uuid)).toEqual([second.uuid, first.uuid]);
  const { items, total } = await person.call(listRichMessages, { query: { q: 'autumn' } });
  expect({ total, found: items.map(({ name }) => name) }).toEqual({ total: 1, found: ['Autumn sale'] });
});

test('there is an end to how many there can be', async () => {
  await server.sql(
    `insert into rich_messages (account_id, id, name, definition)
     select $1, gen_random_uuid(), 'n' || n, '{}' from generate_series(1, ${RICH_MESSAGES_MAX}) n`,
    [person.user.account.uuid],
  );
  const answer = await person.raw('POST', createRichMessage.path, { body: { name: 'One more' } });
  expect(answer).toMatchObject({ status: 409, body: { code: 'too_many_rich_messages' } });
});
