import {
  type Fields,
  list,
  object,
  type Rule,
  richMenuAction,
  text,
  words,
  yesOrNo,
} from '../rules/rules.ts';
import type { FakeWorld } from './answer.ts';
import { type FakeChannel, type FakeMenu, type FakeMenuJob, key } from './state.ts';

const WIDEST = 1.45;
const whole = (from: number): Rule => ({ is: 'number', from, to: 2_147_483_647, whole: true });

/** Areas may stick out of the menu: one of the vendor's own samples does. */
export const MENU: Fields = {
  size: {
    is: 'agreeing',
    of: object({ width: { is: 'number', from: 800, to: 2500, whole: true }, height: whole(250) }),
    check: ({ width, height }) =>
      Number(width) / Number(height) >= WIDEST
        ? null
        : { message: `width / height must be greater than or equal to ${WIDEST}`, property: '' },
  },
  selected: yesOrNo,
  name: words(300),
  chatBarText: words(14),
  areas: list(
    object({
      bounds: object({ x: whole(0), y: whole(0), width: whole(1), height: whole(1) }),
      action: richMenuAction,
    }),
    20,
    0,
  ),
};

const aliasId: Rule = { is: 'text', max: 32, matches: /^[a-z0-9_-]{1,32}$/ };
export const ALIAS: Fields = { richMenuAliasId: aliasId, richMenuId: text(100) };
export const ALIAS_TARGET: Fields = { richMenuId: text(100) };
export const BULK_LINK: Fields = { richMenuId: text(100), userIds: list(text(100), 500) };
export const BULK_UNLINK: Fields = { userIds: list(text(100), 500) };
export const BATCH: Fields = {
  operations: list(
    {
      is: 'kind',
      of: () => ({ link: { from: text(100), to: text(100) }, unlink: { from: text(100) }, unlinkAll: {} }),
    },
    1000,
  ),
  'resumeRequestKey?': { is: 'text', max: 100, matches: /^[0-9a-zA-Z_-]{1,100}$/ },
};

/** In place of the id of a default menu that another channel of the account has made. */
export const FOREIGN_MENU = 'foreign';

export function findMenu({ state }: FakeWorld, { channelId }: FakeChannel, menuId: string): FakeMenu | null {
  const menu = state.menus.get(menuId);
  return menu?.channelId === channelId ? menu : null;
}

export function addMenuJob(
  { state, now }: FakeWorld,
  { channelId }: FakeChannel,
  { requestId, work }: { readonly requestId: string; readonly work: FakeMenuJob['work'] },
): void {
  state.menuJobs.set(requestId, { channelId, acceptedAt: now(), work, completedAt: null });
}

/** Carries out what was accepted long enough ago; asked before anybody looks. */
export function settleMenuJobs(world: FakeWorld): void {
  for (const job of world.state.menuJobs.values()) {
    if (job.completedAt !== null || world.now() - job.acceptedAt < world.menuJobMs) continue;
    job.completedAt = job.acceptedAt + world.menuJobMs;
    carryOut(world, job);
  }
}

function carryOut(world: FakeWorld, { channelId, work }: FakeMenuJob): void {
  if (work.kind === 'users') {
    for (const userId of work.userIds) linkMenu(world, channelId, { userId, menuId: work.to });
    return;
  }
  const mine = [...world.state.menuLinks].filter(([name]) => name.startsWith(`${channelId}/`));
  // Each operation looks at how things stood before all of them: A to B and B to C doesn't make A to C.
  for (const [name, before] of mine) {
    const operation = work.operations.find(({ from }) => from === null || from === before);
    if (operation)
      linkMenu(world, channelId, { userId: name.slice(channelId.length + 1), menuId: operation.to });
  }
}

/** Says nothing where nothing is linked: to whoever is no friend, or of a menu that is gone. */
export function linkMenu(
  { state }: FakeWorld,
  channelId: string,
  { userId, menuId }: { readonly userId: string; readonly menuId: string | null },
): void {
  const name = key(channelId, userId);
  if (menuId === null) state.menuLinks.delete(name);
  else if (state.menus.has(menuId) && state.friends.get(name)?.relation === 'following') {
    state.menuLinks.set(name, menuId);
  }
}

/** One's own menu goes before that of everybody. */
export function menuOf(world: FakeWorld, channel: FakeChannel, userId: string): string | null {
  settleMenuJobs(world);
  return world.state.menuLinks.get(key(channel.channelId, userId)) ?? channel.defaultMenuId ?? null;
}
