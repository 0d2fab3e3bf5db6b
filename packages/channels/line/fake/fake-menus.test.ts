import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CREDENTIALS, createCaller, type Stage, setStage } from '../testing.ts';
import { startFakeLine } from './fake-line.ts';
import { fakeUserId } from './state.ts';

const { channelId } = CREDENTIALS;
const SOON = 2_000;
const UNKNOWN = `richmenu-${'0'.repeat(32)}`;
const MENU = {
  size: { width: 2500, height: 1686 },
  selected: true,
  name: 'Menu',
  chatBarText: 'メニュー',
  areas: [
    {
      // As in the vendor's own sample: one pixel beyond the menu.
      bounds: { x: 1667, y: 0, width: 834, height: 843 },
      action: { type: 'richmenuswitch', richMenuAliasId: 'tab-b', data: 'to=b' },
    },
  ],
};

let stage: Stage;
let call: ReturnType<typeof createCaller>;
beforeEach(async () => {
  stage = await setStage();
  call = createCaller(stage.fake);
});
afterEach(() => stage.close());

function png(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(33);
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}
/** An APP0 segment stands before the frame, as in most files. */
function jpeg(width: number, height: number): Buffer {
  const bytes = Buffer.from('ffd8ffe000040000ffc0000b080000000001011100', 'hex');
  bytes.writeUInt16BE(height, 13);
  bytes.writeUInt16BE(width, 15);
  return bytes;
}
const upload = (id: string, bytes: Buffer, type = 'image/png') =>
  call('POST', `/v2/bot/richmenu/${id}/content`, { bytes, type });
async function makeMenu({ pictured = true } = {}): Promise<string> {
  const { body } = await call('POST', '/v2/bot/richmenu', { json: MENU });
  if (pictured) await upload(body.richMenuId, png(2500, 1686));
  return body.richMenuId;
}
const detail = (message: string, property: string) => ({
  status: 400,
  body: { message: 'The request body has 1 error(s)', details: [{ message, property }] },
});
const refused = (status: number, message: string) => ({ status, body: { message } });
const ofHanako = () => call('GET', `/v2/bot/user/${stage.hanako}/richmenu`);

describe('a menu', () => {
  const area = (action: object) => [{ bounds: { x: 0, y: 0, width: 1, height: 1 }, action }];
  it.each<[string, object, object]>([
    ['no name', { name: undefined }, detail('must be specified', 'name')],
    ['a long name', { name: 'x'.repeat(301) }, detail('Length must be between 0 and 300', 'name')],
    [
      'a long chat bar',
      { chatBarText: '花'.repeat(15) },
      detail('Length must be between 0 and 14', 'chatBarText'),
    ],
    [
      'a wrong address',
      { areas: area({ type: 'uri', uri: 'ftp://x.jp' }) },
      detail('invalid uri', 'areas[0].action.uri'),
    ],
    [
      'a small size',
      { size: { width: 799, height: 300 } },
      detail('must be greater than or equal to 800', 'size.width'),
    ],
    [
      'a tall size',
      { size: { width: 800, height: 800 } },
      detail('width / height must be greater than or equal to 1.45', 'size'),
    ],
    [
      'many areas',
      { areas: Array(21).fill(MENU.areas[0]) },
      detail('Size must be between 0 and 20', 'areas'),
    ],
    [
      'a camera',
      { areas: area({ type: 'camera', label: 'x' }) },
      { status: 400, body: { details: [{ property: 'areas[0].action.type' }] } },
    ],
    [
      'something else',
      { colour: 'red' },
      refused(400, "The property, 'colour', in the request body is invalid (line: -, column: -)"),
    ],
  ])('with %s is refused', async (_name, change, answer) => {
    const json = { ...MENU, ...change };
    expect(await call('POST', '/v2/bot/richmenu', { json })).toMatchObject(answer);
    expect(await call('POST', '/v2/bot/richmenu/validate', { json })).toMatchObject(answer);
  });
  it('is kept as it was made until it is deleted', async () => {
    const id = await makeMenu();
    // An emoji counts as one, whatever it is made of.
    expect(
      await call('POST', '/v2/bot/richmenu/validate', {
        json: { ...MENU, chatBarText: '👨‍👩‍👧'.repeat(14) },
      }),
    ).toMatchObject({ status: 200 });
    const menu = { richMenuId: id, ...MENU };
    expect(await call('GET', `/v2/bot/richmenu/${id}`)).toMatchObject({ status: 200, body: menu });
    expect((await call('GET', '/v2/bot/richmenu/list')).body).toEqual({ richmenus: [menu] });
    expect(await call('DELETE', `/v2/bot/richmenu/${id}`)).toMatchObject({ status: 200 });
    for (const method of ['GET', 'DELETE'] as const) {
      expect(await call(method, `/v2/bot/richmenu/${id}`)).toMatchObject(refused(404, 'Not found'));
    }
  });
  it('can be made a hundred times an hour', async () => {
    for (let index = 0; index < 100; index += 1) await makeMenu({ pictured: false });
    const tooMany = await call('POST', '/v2/bot/richmenu', { json: MENU });
    expect(tooMany.status).toBe(429);
    stage.clock.advance(60 * 60 * 1000);
    expect(await call('POST', '/v2/bot/richmenu', { json: MENU })).toMatchObject({ status: 200 });
  });
  it('is nothing to another account', async () => {
    const id = await makeMenu();
    stage.fake.addChannel({
      channelId: '2',
      channelSecret: 's',
      channelAccessToken: 'other',
      displayName: 'b',
    });
    const other = createCaller(stage.fake, 'other');
    expect(await other('GET', `/v2/bot/richmenu/${id}`)).toMatchObject({ status: 404 });
    expect(await other('POST', `/v2/bot/user/all/richmenu/${id}`)).toMatchObject({ status: 404 });
    expect((await other('GET', '/v2/bot/richmenu/list')).body).toEqual({ richmenus: [] });
  });
});

describe('its picture', () => {
  it.each([
    ['small', png(799, 400)],
    ['wide', png(2501, 1000)],
    ['low', png(800, 249)],
    ['tall', jpeg(1000, 1000)],
    ['heavy', Buffer.concat([png(2500, 1686), Buffer.alloc(1024 * 1024)])],
    ['no picture', Buffer.from('hello')],
  ])('is refused when it is %s', async (_name, bytes) => {
    const id = await makeMenu({ pictured: false });
    expect(await upload(id, bytes)).toMatchObject(refused(400, 'The image size is not allowed for richmenu'));
    expect(await call('POST', `/v2/bot/user/all/richmenu/${id}`)).toMatchObject({ status: 400 });
  });
  it('is given once, as JPEG or PNG, to a menu there is', async () => {
    const id = await makeMenu({ pictured: false });
    const path = `/v2/bot/richmenu/${id}/content`;
    expect(await upload(id, png(800, 270), 'image/gif')).toMatchObject({ status: 415 });
    expect(await upload(UNKNOWN, png(800, 270))).toMatchObject(refused(404, 'Not found'));
    expect(await call('GET', path, { host: 'data' })).toMatchObject(refused(404, 'Not found'));
    expect(await upload(id, jpeg(1200, 405), 'image/jpeg')).toMatchObject({ status: 200 });
    expect(await call('GET', path, { host: 'data' })).toMatchObject({
      status: 200,
      body: jpeg(1200, 405),
    });
    expect(await upload(id, png(800, 270))).toMatchObject(
      refused(400, 'An image has already been uploaded to the richmenu'),
    );
  });
});

describe('who sees it', () => {
  it('everybody, once it has a picture', async () => {
    const all = '/v2/bot/user/all/richmenu';
    const bare = await makeMenu({ pictured: false });
    expect(await call('GET', all)).toMatchObject(refused(404, 'no default richmenu'));
    expect(await call('POST', `${all}/${bare}`)).toMatchObject(
      refused(400, 'must upload richmenu image before applying it to user'),
    );
    expect(await call('POST', `${all}/${UNKNOWN}`)).toMatchObject(refused(404, 'Not found'));
    const id = await makeMenu();
    expect(await call('POST', `${all}/${id}`)).toMatchObject({ status: 200 });
    expect((await call('GET', all)).body).toEqual({ richMenuId: id });
    expect(stage.fake.menuOf(channelId, stage.hanako)).toBe(id);
    await call('DELETE', all);
    expect(stage.fake.menuOf(channelId, stage.hanako)).toBeNull();
  });
  it('one person, before what everybody sees', async () => {
    const [shown, own] = [await makeMenu(), await makeMenu()];
    await call('POST', `/v2/bot/user/all/richmenu/${shown}`);
    const path = `/v2/bot/user/${stage.hanako}/richmenu`;
    expect(await ofHanako()).toMatchObject(refused(404, 'the user has no richmenu'));
    expect(await call('POST', `${path}/${own}`)).toMatchObject({ status: 200 });
    expect((await ofHanako()).body).toEqual({ richMenuId: own });
    expect(stage.fake.menuOf(channelId, stage.hanako)).toBe(own);
    await call('DELETE', path);
    expect(stage.fake.menuOf(channelId, stage.hanako)).toBe(shown);
  });
  it('nobody of another place, though nothing is said', async () => {
    const id = await makeMenu();
    const stranger = fakeUserId('nobody');
    expect(await call('POST', `/v2/bot/user/${stranger}/richmenu/${id}`)).toMatchObject({ status: 200 });
    expect(await call('GET', `/v2/bot/user/${stranger}/richmenu`)).toMatchObject({ status: 404 });
    const badId = refused(400, "The value for the 'userId' parameter is invalid");
    for (const method of ['GET', 'DELETE'] as const) {
      expect(await call(method, '/v2/bot/user/U1/richmenu')).toMatchObject(badId);
    }
    expect(await call('POST', `/v2/bot/user/U1/richmenu/${id}`)).toMatchObject(badId);
    expect(await call('POST', `/v2/bot/user/${stranger}/richmenu/${UNKNOWN}`)).toMatchObject({ status: 404 });
  });
  it('many, a moment after the call', async () => {
    const id = await makeMenu();
    const link = '/v2/bot/richmenu/bulk/link';
    const userIds = [stage.hanako, fakeUserId('nobody')];
    expect(await call('POST', link, { json: { richMenuId: id, userIds } })).toMatchObject({ status: 202 });
    expect((await ofHanako()).status).toBe(404);
    stage.clock.advance(SOON);
    expect((await ofHanako()).body).toEqual({ richMenuId: id });
    await call('POST', '/v2/bot/richmenu/bulk/unlink', { json: { userIds } });
    stage.clock.advance(SOON);
    expect((await ofHanako()).status).toBe(404);
  });
  it.each<[string, object, object]>([
    [
      'a wrong person',
      { userIds: ['U1'] },
      refused(400, "The property, 'userIds[0]', in the request body is invalid (line: -, column: -)"),
    ],
    ['nobody', { userIds: [] }, detail('Size must be between 1 and 500', 'userIds')],
    [
      'too many',
      { userIds: Array(501).fill(fakeUserId('a')) },
      detail('Size must be between 1 and 500', 'userIds'),
    ],
    ['a wrong menu', { richMenuId: 'x' }, detail('invalid richMenuId', 'richMenuId')],
    ['an unknown menu', { richMenuId: UNKNOWN }, refused(404, 'richmenu not found')],
  ])('nobody, when many are named with %s', async (_name, change, answer) => {
    const json = { richMenuId: await makeMenu(), userIds: [stage.hanako], ...change };
    expect(await call('POST', '/v2/bot/richmenu/bulk/link', { json })).toMatchObject(answer);
  });
});

describe('an alias', () => {
  const path = '/v2/bot/richmenu/alias';
  it('stands for a menu that can be exchanged', async () => {
    const [first, second] = [await makeMenu(), await makeMenu()];
    const alias = { richMenuAliasId: 'tab-a', richMenuId: first };
    expect(await call('POST', path, { json: alias })).toMatchObject({ status: 200 });
    expect(await call('POST', path, { json: alias })).toMatchObject(
      refused(400, 'conflict richmenu alias id'),
    );
    expect(await call('POST', `${path}/tab-a`, { json: { richMenuId: second } })).toMatchObject({
      status: 200,
    });
    const now = { richMenuAliasId: 'tab-a', richMenuId: second };
    expect((await call('GET', `${path}/tab-a`)).body).toEqual(now);
    expect((await call('GET', `${path}/list`)).body).toEqual({ aliases: [now] });
    expect(await call('DELETE', `${path}/tab-a`)).toMatchObject({ status: 200 });
    for (const method of ['GET', 'DELETE'] as const) {
      expect(await call(method, `${path}/tab-a`)).toMatchObject(refused(404, 'richmenu alias not found'));
    }
  });
  it('is refused for what is no menu with a picture', async () => {
    const bare = await makeMenu({ pictured: false });
    const make = (richMenuId: string, richMenuAliasId = 'a') =>
      call('POST', path, { json: { richMenuAliasId, richMenuId } });
    expect(await make('x')).toMatchObject(detail('invalid richMenuId', 'richMenuId'));
    expect(await make(UNKNOWN)).toMatchObject(refused(400, 'richmenu not found'));
    expect(await make(bare)).toMatchObject(refused(400, 'richmenu not found'));
    expect(await make(await makeMenu(), 'Not This')).toMatchObject({ status: 400 });
  });
});

describe('a batch', () => {
  const path = '/v2/bot/richmenu/batch';
  it('moves people as they stood before it', async () => {
    const [a, b, c] = [await makeMenu(), await makeMenu(), await makeMenu()];
    await call('POST', `/v2/bot/user/${stage.hanako}/richmenu/${a}`);
    const operations = [
      { type: 'link', from: a, to: b },
      { type: 'link', from: b, to: c },
    ];
    const { status, requestId } = await call('POST', path, { json: { operations } });
    expect(status).toBe(202);
    const progress = `/v2/bot/richmenu/progress/batch?requestId=${requestId}`;
    expect((await call('GET', progress)).body).toMatchObject({ phase: 'ongoing' });
    stage.clock.advance(SOON);
    expect((await call('GET', progress)).body).toMatchObject({
      phase: 'succeeded',
      completedTime: expect.any(String),
    });
    expect((await ofHanako()).body).toEqual({ richMenuId: b });
    stage.clock.advance(14 * 24 * 60 * 60 * 1000);
    expect(await call('GET', progress)).toMatchObject(refused(404, 'Not found'));
  });
  it('is refused, and by the call that only checks, for what contradicts itself', async () => {
    const [a, b] = [await makeMenu(), await makeMenu()];
    const bare = await makeMenu({ pictured: false });
    const check = (...operations: object[]) =>
      call('POST', '/v2/bot/richmenu/validate/batch', { json: { operations } });
    expect(await check({ type: 'unlink', from: 'x' })).toMatchObject(
      detail('invalid richMenuId', 'operations[0].from'),
    );
    expect(await check({ type: 'unlink', from: a }, { type: 'link', from: a, to: b })).toMatchObject(
      detail(`from richmenu (${a}) is duplicated`, 'operations[].from'),
    );
    expect(await check({ type: 'unlinkAll' }, { type: 'unlink', from: a })).toMatchObject(
      detail("'unlinkAll' type can't be combined with other type", 'operations[].type'),
    );
    expect(await check({ type: 'link', from: a, to: bare })).toMatchObject(
      detail(`'to' richmenu (${bare}) must have image but it doesn't`, 'operations[0].to'),
    );
    expect(await check({ type: 'link', from: a, to: UNKNOWN })).toMatchObject({
      ...detail(`Richmenu (${UNKNOWN}) is not found`, 'operations[0].to'),
      status: 404,
    });
    expect(await check()).toMatchObject(detail('Size must be between 1 and 1000', 'operations'));
    expect(await check({ type: 'unlinkAll' })).toMatchObject({ status: 200 });
    const json = { operations: [{ type: 'unlink', from: 'x' }] };
    expect(await call('POST', path, { json })).toMatchObject({ status: 400 });
  });
});

it('all of it survives a restart', async () => {
  const id = await makeMenu();
  await call('POST', `/v2/bot/user/${stage.hanako}/richmenu/${id}`);
  await call('POST', '/v2/bot/richmenu/alias', { json: { richMenuAliasId: 'a', richMenuId: id } });
  const other = await startFakeLine();
  other.restore(stage.fake.snapshot());
  const again = createCaller(other);
  expect(other.menuOf(channelId, stage.hanako)).toBe(id);
  expect((await again('GET', '/v2/bot/richmenu/alias/a')).body.richMenuId).toBe(id);
  expect((await again('GET', `/v2/bot/richmenu/${id}/content`, { host: 'data' })).body).toEqual(
    png(2500, 1686),
  );
  await other.close();
});
