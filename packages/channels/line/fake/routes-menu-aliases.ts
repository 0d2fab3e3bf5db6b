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
import { findMenu } from './menu-jobs.ts';
import { ALIAS, ALIAS_TARGET } from './menu-rules.ts';
import { type FakeChannel, key } from './state.ts';
import { checkBody } from './validate-messages.ts';

const HOUR = 60 * 60 * 1000;
const MOST_ALIASES = 1_000;
const ONE = /^\/v2\/bot\/richmenu\/alias\/([^/]+)$/;
export const MENU_ID = /^richmenu-[0-9a-f]{32}$/;
const NO_ALIAS = refuse(404, 'richmenu alias not found', []);

const shared = { host: 'api', auth: 'channel' } as const;

/** Names that stand for menus, so that a menu can be changed under its name. */
export const menuAliasRoutes: readonly ChannelRoute[] = [
  { ...shared, method: 'POST', path: /^\/v2\/bot\/richmenu\/alias$/, accepts: 'json', handle: create },
  { ...shared, method: 'GET', path: /^\/v2\/bot\/richmenu\/alias\/list$/, handle: listAll },
  { ...shared, method: 'POST', path: ONE, accepts: 'json', handle: update },
  {
    ...shared,
    method: 'GET',
    path: ONE,
    handle({ state }, { channelId }, { params: [richMenuAliasId = ''] }) {
      const richMenuId = state.menuAliases.get(key(channelId, richMenuAliasId));
      return richMenuId === undefined ? NO_ALIAS : ok({ richMenuAliasId, richMenuId });
    },
  },
  {
    ...shared,
    method: 'DELETE',
    path: ONE,
    rate: [100, HOUR],
    handle: ({ state }, { channelId }, { params: [id = ''] }) =>
      state.menuAliases.delete(key(channelId, id)) ? ok() : NO_ALIAS,
  },
];

function create(world: FakeWorld, channel: FakeChannel, { body }: FakeRequest): FakeAnswer {
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

function listAll(world: FakeWorld, channel: FakeChannel): FakeAnswer {
  const aliases = aliasesOf(world, channel).map(([name, richMenuId]) => ({
    richMenuAliasId: name.slice(channel.channelId.length + 1),
    richMenuId,
  }));
  return ok({ aliases });
}
