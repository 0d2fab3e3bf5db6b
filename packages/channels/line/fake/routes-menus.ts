import { randomBytes } from 'node:crypto';
import {
  bodyErrors,
  type ChannelRoute,
  type FakeAnswer,
  type FakeRequest,
  type FakeWorld,
  fields,
  ok,
  refuse,
} from './answer.ts';
import { ALIAS, ALIAS_TARGET, findMenu, MENU } from './menu-rules.ts';
import { type FakeChannel, key } from './state.ts';
import { checkBody } from './validate-messages.ts';

interface ImageSize {
  readonly type: 'image/png' | 'image/jpeg';
  readonly width: number;
  readonly height: number;
}

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

/** What the first bytes of a PNG or JPEG say of it; null for anything else. */
function readImageSize(bytes: Buffer): ImageSize | null {
  if (bytes.length >= 24 && bytes.subarray(0, 8).equals(PNG)) {
    return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  }
  return bytes.length >= 4 && bytes.readUInt16BE(0) === 0xffd8 ? readJpegSize(bytes) : null;
}

/** Goes from segment to segment until one that starts a frame (SOF, ITU T.81 table B.1). */
function readJpegSize(bytes: Buffer): ImageSize | null {
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      return { type: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

const HOUR = 60 * 60 * 1000;
const MOST_MENUS = 1_000;
const MOST_IMAGE_BYTES = 1024 * 1024;
const CONTENT = /^\/v2\/bot\/richmenu\/([^/]+)\/content$/;
const ONE_MENU = /^\/v2\/bot\/richmenu\/([^/]+)$/;

const shared = { host: 'api', auth: 'channel' } as const;

/** Menus and their pictures; whom they are shown to stands elsewhere. */
export const menuRoutes: readonly ChannelRoute[] = [
  {
    ...shared,
    method: 'POST',
    path: /^\/v2\/bot\/richmenu$/,
    accepts: 'json',
    rate: [100, HOUR],
    handle: createMenu,
  },
  {
    ...shared,
    method: 'POST',
    path: /^\/v2\/bot\/richmenu\/validate$/,
    accepts: 'json',
    handle: (_world, _channel, { body }) => checkBody(body, MENU, 'must be specified') ?? ok(),
  },
  { ...shared, host: 'data', method: 'POST', path: CONTENT, accepts: 'image', handle: upload },
  { ...shared, host: 'data', method: 'GET', path: CONTENT, handle: download },
  { ...shared, method: 'GET', path: /^\/v2\/bot\/richmenu\/list$/, rate: [10, 1_000], handle: listMenus },
  {
    ...shared,
    method: 'GET',
    path: ONE_MENU,
    handle(world, channel, { params: [id = ''] }) {
      const found = findMenu(world, channel, id);
      return found ? ok({ richMenuId: id, ...found.menu }) : refuse(404, 'Not found');
    },
  },
  { ...shared, method: 'DELETE', path: ONE_MENU, rate: [100, HOUR], handle: remove },
];

function createMenu(world: FakeWorld, channel: FakeChannel, { body }: FakeRequest): FakeAnswer {
  const wrong = checkBody(body, MENU, 'must be specified');
  if (wrong) return wrong;
  const { channelId } = channel;
  const many = [...world.state.menus.values()].filter((menu) => menu.channelId === channelId).length;
  // The vendor tells the number, not its words.
  if (many >= MOST_MENUS) return refuse(400, `The number of rich menus exceeds the limit of ${MOST_MENUS}`);
  const richMenuId = `richmenu-${randomBytes(16).toString('hex')}`;
  world.state.menus.set(richMenuId, { channelId, menu: fields(body), image: null });
  return ok({ richMenuId });
}

function upload(world: FakeWorld, channel: FakeChannel, { params, headers, body }: FakeRequest): FakeAnswer {
  const found = findMenu(world, channel, params[0] ?? '');
  if (!found) return refuse(404, 'Not found');
  if (found.image) return refuse(400, 'An image has already been uploaded to the richmenu');
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  if (!isAllowed(bytes)) return refuse(400, 'The image size is not allowed for richmenu');
  const contentType = String(headers['content-type']);
  found.image = { contentType, base64: bytes.toString('base64') };
  return ok();
}

/** The vendor doesn't ask for the very size of the menu, which the picture is stretched to. */
function isAllowed(bytes: Buffer): boolean {
  const size = bytes.length > MOST_IMAGE_BYTES ? null : readImageSize(bytes);
  if (!size) return false;
  const { width, height } = size;
  return width >= 800 && width <= 2500 && height >= 250 && width / height >= 1.45;
}

function download(world: FakeWorld, channel: FakeChannel, { params: [id = ''] }: FakeRequest): FakeAnswer {
  const image = findMenu(world, channel, id)?.image;
  if (!image) return refuse(404, 'Not found');
  const { base64, contentType } = image;
  return { status: 200, body: Buffer.from(base64, 'base64'), headers: { 'content-type': contentType } };
}

function listMenus({ state }: FakeWorld, { channelId }: FakeChannel): FakeAnswer {
  const mine = [...state.menus].filter(([, menu]) => menu.channelId === channelId);
  return ok({ richmenus: mine.map(([richMenuId, { menu }]) => ({ richMenuId, ...menu })) });
}

/** It is shown to nobody any more; aliases stay and lead nowhere. */
function remove(world: FakeWorld, channel: FakeChannel, { params: [id = ''] }: FakeRequest): FakeAnswer {
  if (!findMenu(world, channel, id)) return refuse(404, 'Not found');
  world.state.menus.delete(id);
  for (const [name, menuId] of world.state.menuLinks) {
    if (menuId === id) world.state.menuLinks.delete(name);
  }
  if (channel.defaultMenuId === id) channel.defaultMenuId = undefined;
  return ok();
}

const MOST_ALIASES = 1_000;
const ONE_ALIAS = /^\/v2\/bot\/richmenu\/alias\/([^/]+)$/;
export const MENU_ID = /^richmenu-[0-9a-f]{32}$/;
const NO_ALIAS = refuse(404, 'richmenu alias not found', []);

/** Names that stand for menus, so that a menu can be changed under its name. */
export const menuAliasRoutes: readonly ChannelRoute[] = [
  { ...shared, method: 'POST', path: /^\/v2\/bot\/richmenu\/alias$/, accepts: 'json', handle: createAlias },
  { ...shared, method: 'GET', path: /^\/v2\/bot\/richmenu\/alias\/list$/, handle: listAliases },
  { ...shared, method: 'POST', path: ONE_ALIAS, accepts: 'json', handle: update },
  {
    ...shared,
    method: 'GET',
    path: ONE_ALIAS,
    handle({ state }, { channelId }, { params: [richMenuAliasId = ''] }) {
      const richMenuId = state.menuAliases.get(key(channelId, richMenuAliasId));
      return richMenuId === undefined ? NO_ALIAS : ok({ richMenuAliasId, richMenuId });
    },
  },
  {
    ...shared,
    method: 'DELETE',
    path: ONE_ALIAS,
    rate: [100, HOUR],
    handle: ({ state }, { channelId }, { params: [id = ''] }) =>
      state.menuAliases.delete(key(channelId, id)) ? ok() : NO_ALIAS,
  },
];

function createAlias(world: FakeWorld, channel: FakeChannel, { body }: FakeRequest): FakeAnswer {
  const { richMenuAliasId, richMenuId } = fields(body);
  const wrong = checkBody(body, ALIAS) ?? checkTarget(world, channel, String(richMenuId));
  if (wrong) return wrong;
  const { menuAliases } = world.state;
  const name = key(channel.channelId, String(richMenuAliasId));
  if (menuAliases.has(name)) return refuse(400, 'conflict richmenu alias id', []);
  const many = aliasesOf(world, channel).length;
  // The vendor tells the number, not its words.
  if (many >= MOST_ALIASES) return refuse(400, `The number of aliases exceeds the limit of ${MOST_ALIASES}`);
  menuAliases.set(name, String(richMenuId));
  return ok();
}

function update(world: FakeWorld, channel: FakeChannel, request: FakeRequest): FakeAnswer {
  const richMenuId = String(fields(request.body).richMenuId);
  const name = key(channel.channelId, request.params[0] ?? '');
  const wrong = checkBody(request.body, ALIAS_TARGET) ?? checkTarget(world, channel, richMenuId);
  if (wrong) return wrong;
  if (!world.state.menuAliases.has(name)) return NO_ALIAS;
  world.state.menuAliases.set(name, richMenuId);
  return ok();
}

/** A menu without a picture can't be shown, so for an alias there is none. */
function checkTarget(world: FakeWorld, channel: FakeChannel, menuId: string): FakeAnswer | null {
  if (!MENU_ID.test(menuId)) {
    return bodyErrors([{ message: 'invalid richMenuId', property: 'richMenuId' }]);
  }
  return findMenu(world, channel, menuId)?.image ? null : refuse(400, 'richmenu not found', []);
}

function aliasesOf({ state }: FakeWorld, { channelId }: FakeChannel): [string, string][] {
  return [...state.menuAliases].filter(([name]) => name.startsWith(`${channelId}/`));
}

function listAliases(world: FakeWorld, channel: FakeChannel): FakeAnswer {
  const aliases = aliasesOf(world, channel).map(([name, richMenuId]) => ({
    richMenuAliasId: name.slice(channel.channelId.length + 1),
    richMenuId,
  }));
  return ok({ aliases });
}
