import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChannelMenu, ChannelMenus, MenuTap } from '../../spec/menus.ts';
import type { LineCredentials } from '../credentials.ts';
import { createLineChannel } from '../line.channel.ts';
import { CREDENTIALS, createCaller, type Stage, setStage } from '../testing.ts';

const SOON = 2_000;
const HOUR = 60 * 60 * 1_000;
const connection = { credentials: CREDENTIALS };
/** Of the width and height that its header says. */
const PNG = Buffer.alloc(33);
Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(PNG);
PNG.writeUInt32BE(2500, 16);
PNG.writeUInt32BE(1686, 20);
const PICTURE = { bytes: PNG, contentType: 'image/png' };
const TAPS: readonly MenuTap[] = [
  { kind: 'message', text: '営業時間は？' },
  { kind: 'postback', data: 'tap=1', shown: '予約する' },
  { kind: 'postback', data: 'tap=2', shown: null },
  { kind: 'link', url: 'https://example.com/' },
  { kind: 'link', url: 'tel:0312345678' },
  { kind: 'switch', alias: 'tab-b', data: 'tap=3' },
  { kind: 'date', mode: 'datetime', data: 'tap=4' },
  { kind: 'date', mode: 'date', data: 'tap=5', initial: '2026-12-24', min: '2026-12-01', max: '2026-12-31' },
  { kind: 'copy', text: 'SPRING' },
];
const MENU: ChannelMenu = {
  name: 'mark',
  chatBarText: 'メニュー',
  selected: true,
  size: { width: 2500, height: 1686 },
  areas: TAPS.map((tap, index) => ({
    x: index * 300,
    y: 0,
    width: 300,
    height: 843,
    label: `${index}`,
    tap,
  })),
};

let stage: Stage;
let menus: ChannelMenus<LineCredentials>;
let call: ReturnType<typeof createCaller>;
beforeEach(async () => {
  stage = await setStage();
  call = createCaller(stage.fake);
  const channel = createLineChannel({ hosts: stage.fake.hosts, now: stage.clock.now });
  if (!channel.menus) throw new Error('LINE has menus');
  menus = channel.menus;
});
afterEach(() => stage.close());

async function make(): Promise<string> {
  const made = await menus.create(connection, MENU);
  if (made.kind !== 'made') throw new Error(made.kind);
  expect(await menus.setPicture(connection, made.id, PICTURE)).toEqual({ kind: 'done' });
  return made.id;
}
const menuOfHanako = async () =>
  (await call('GET', `/v2/bot/user/${stage.hanako}/richmenu`)).body.richMenuId ?? null;

describe('a rich menu', () => {
  it('with every kind of tap is taken by the vendor, and found again', async () => {
    expect(await menus.validate(connection, MENU)).toEqual({ kind: 'done' });
    const id = await make();
    await menus.setAlias(connection, 'tab-b', id);
    await menus.setDefault(connection, id);
    expect(await menus.find(connection)).toEqual({
      kind: 'found',
      menus: [{ id, name: 'mark' }],
      aliases: [{ alias: 'tab-b', menuId: id }],
      defaultMenu: { id },
    });
  });
  it('is what the vendor was told last, however often it is told', async () => {
    const [first, second] = [await make(), await make()];
    for (const id of [first, second, second]) {
      expect(await menus.setPicture(connection, id, PICTURE)).toEqual({ kind: 'done' });
      expect(await menus.setAlias(connection, 'tab-b', id)).toEqual({ kind: 'done' });
      expect(await menus.setDefault(connection, id)).toEqual({ kind: 'done' });
    }
    expect(await menus.find(connection)).toMatchObject({
      aliases: [{ alias: 'tab-b', menuId: second }],
      defaultMenu: { id: second },
    });
    for (const _ of [1, 2]) {
      expect(await menus.setDefault(connection, null)).toEqual({ kind: 'done' });
      expect(await menus.removeAlias(connection, 'tab-b')).toEqual({ kind: 'done' });
      expect(await menus.remove(connection, first)).toEqual({ kind: 'done' });
    }
    expect(await menus.find(connection)).toMatchObject({
      menus: [{ id: second }],
      aliases: [],
      defaultMenu: null,
    });
  });
  it('is shown to people of its own, and taken back from them', async () => {
    const id = await make();
    expect(await menus.link(connection, id, [stage.hanako])).toEqual({ kind: 'done' });
    stage.clock.advance(SOON);
    expect(await menuOfHanako()).toBe(id);
    expect(await menus.link(connection, null, [stage.hanako])).toEqual({ kind: 'done' });
    stage.clock.advance(SOON);
    expect(await menuOfHanako()).toBeNull();
  });
  it('is shown to the others where one id is none that LINE takes', async () => {
    const id = await make();
    // “The property, 'userIds[0]', in the request body is invalid”: LINE links nobody then (reference, bulk link).
    const people = ['not an id', stage.hanako, `U${'0'.repeat(31)}`, 'C0123456789abcdef0123456789abcdef'];
    expect(await menus.link(connection, id, people)).toEqual({ kind: 'done' });
    stage.clock.advance(SOON);
    expect(await menuOfHanako()).toBe(id);
    expect(await menus.findLink(connection, stage.hanako)).toEqual({ kind: 'linked', id });
    expect(await menus.link(connection, null, ['not an id'])).toEqual({ kind: 'done' });
  });
  it('is shown to the others where LINE refuses one id that looks right', async () => {
    const id = await make();
    const gone = `U${'f'.repeat(32)}`;
    stage.fake.fault({
      path: '/v2/bot/richmenu/bulk/link',
      containing: gone,
      status: 400,
      body: {
        message: "The property, 'userIds[1]', in the request body is invalid (line: -, column: -)",
      },
    });
    expect(await menus.link(connection, id, [stage.hanako, gone])).toEqual({ kind: 'done' });
    stage.clock.advance(SOON);
    expect(await menuOfHanako()).toBe(id);
  });
  it('is taken from everybody at once', async () => {
    const id = await make();
    await menus.link(connection, id, [stage.hanako]);
    stage.clock.advance(SOON);
    expect(await menus.unlinkAll(connection, [id])).toEqual({ kind: 'done' });
    stage.clock.advance(SOON);
    expect(await menus.findLink(connection, stage.hanako)).toEqual({ kind: 'linked', id: null });
  });
  it('opens links with Japanese and Vietnamese letters', async () => {
    const urls = ['https://shop.jp/予約?店=東京#料金', 'https://quán.vn/đặt bàn', 'http://shop.jp/[1]'];
    const areas = urls.map((url) => ({ ...MENU.areas[0], tap: { kind: 'link', url } }));
    expect(await menus.validate(connection, { ...MENU, areas: areas as ChannelMenu['areas'] })).toEqual({
      kind: 'done',
    });
  });
  it('of another tool that is the default cannot be read, and is known to be there', async () => {
    stage.fake.setForeignDefaultMenu(CREDENTIALS.channelId);
    expect(await menus.find(connection)).toMatchObject({ kind: 'found', defaultMenu: 'other' });
  });
});

describe('a call for a menu', () => {
  it('that the vendor refuses says where it is wrong', async () => {
    const areas = [{ ...MENU.areas[0], tap: { kind: 'link', url: 'ftp://x' } }] as ChannelMenu['areas'];
    const refused = { kind: 'refused', reason: 'invalid_link', property: 'areas[0].action.uri' };
    expect(await menus.validate(connection, { ...MENU, areas })).toMatchObject(refused);
    expect(await menus.create(connection, { ...MENU, areas })).toMatchObject(refused);
  });
  it('about a menu that is gone says so', async () => {
    const gone = `richmenu-${'0'.repeat(32)}`;
    expect(await menus.setDefault(connection, gone)).toMatchObject({ kind: 'missing' });
    expect(await menus.link(connection, gone, [stage.hanako])).toMatchObject({ kind: 'missing' });
    expect(await menus.setPicture(connection, gone, PICTURE)).toMatchObject({ kind: 'missing' });
  });
  it('beyond what may be made in an hour has to wait', async () => {
    for (let count = 0; count < menus.limits.madeInAnHour; count += 1) await menus.create(connection, MENU);
    expect(await menus.create(connection, MENU)).toMatchObject({ kind: 'limited' });
    stage.clock.advance(HOUR);
    expect(await menus.create(connection, MENU)).toMatchObject({ kind: 'made' });
  });
  it('with access that is refused, or without an answer, is told apart', async () => {
    const wrong = {
      credentials: { ...CREDENTIALS, channelAccessToken: 'wrong', channelSecret: 'f'.repeat(32) },
    };
    expect(await menus.find(wrong)).toMatchObject({ kind: 'no-access' });
    await stage.fake.close();
    expect(await menus.find(connection)).toMatchObject({ kind: 'unreachable' });
    stage = await setStage();
  });
});
