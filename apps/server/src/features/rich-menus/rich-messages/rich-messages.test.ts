import { checkMessages } from '@hanasu/channels/line/fake/validate-messages';
import { toMessages } from '@hanasu/channels/line/outbound/to-messages';
import { DEFAULT_MESSAGE_OPTIONS } from '@hanasu/channels/spec/outgoing';
import type { RichMessageId } from '@hanasu/contract/ids';
import { home } from '@hanasu/contract/insights';
import type { PictureSource } from '@hanasu/contract/menu-pictures';
import {
  changeRichMessage,
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
import type { SignedIn } from '../../../testing/test-server.ts';
import {
  addPicture,
  type PictureServer,
  PUBLIC_URL,
  startPictureServer,
} from '../testing/rich-menus.fixture.ts';
import { problemsOf, sendableRichMessage } from './rich-message.ts';
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
const sendable = (id: RichMessageId, publicUrl = PUBLIC_URL) =>
  server.withDatabase((database) =>
    database.account(person.user.account.uuid, (transaction) =>
      sendableRichMessage(transaction, id, publicUrl),
    ),
  );

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

describe('who sends it', () => {
  test('gets what LINE takes, its places in their order', async () => {
    const video = {
      x: 0,
      y: 0,
      width: 100,
      height: 100,
      url: 'https://example.com/a.mp4',
      previewUrl: 'https://example.com/a.jpg',
      link: { url: 'http://example.com/', label: 'もっと見る' },
    };
    const view = await add(whole({ altText: '👨‍👩‍👧'.repeat(300), video }));
    const found = await sendable(view.uuid);
    if (!found || !('part' in found)) throw new Error('it can not be sent');
    const messages = toMessages([found.part], DEFAULT_MESSAGE_OPTIONS);
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
    const { uuid } = await add();
    expect(await sendable(uuid)).toEqual({
      problems: [
        { reason: 'no_picture', areaId: null },
        { reason: 'no_alt_text', areaId: null },
      ],
    });
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
    {
      video: {
        x: 1_000,
        y: 0,
        width: 100,
        height: 100,
        url: 'http://a.jp/a.mp4',
        previewUrl: 'https://a.jp/a.jpg',
        link: null,
      },
    },
    [
      { reason: 'area_outside', areaId: null },
      { reason: 'video_not_secure', areaId: null },
    ],
  ],
])('%s is told as a problem', (_what, given, problems) => {
  const facts = { uploads: new Set<string>(), publicUrl: PUBLIC_URL };
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
