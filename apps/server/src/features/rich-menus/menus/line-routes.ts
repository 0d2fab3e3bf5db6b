import type { ChannelId, RichMenuId } from '@hanasu/contract/ids';
import * as atLine from '@hanasu/contract/menus-at-line';
import * as contract from '@hanasu/contract/rich-menus';
import type { z } from 'zod';
import { AppError, orNotFound } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import type { Implement } from '../../../platform/http/implement.ts';
import { recordAudit } from '../../accounts/public.ts';
import type { OpenChannel } from '../../channels/public.ts';
import { formContacts } from '../../contacts/public.ts';
import { findProblems, toChannelMenu } from './build-menu.ts';
import * as line from './channel-menus.store.ts';
import * as friends from './friend-menus.store.ts';
import { isShownAt } from './published-menus.ts';
import * as store from './rich-menus.store.ts';
import { type MenuDependencies, targetsOf } from './routes.ts';
import { estimateEnd } from './run-problems.ts';
import { rulesOf } from './take-tap.ts';
import { countTaps } from './taps.store.ts';

type Order = z.output<typeof atLine.changeMenusAtLine.body>;

/** What should be at LINE, and what was found there. */
export function addLineRoutes(implement: Implement, dependencies: MenuDependencies): void {
  const { database, segments } = dependencies;
  implement(atLine.getMenusAtLine, async ({ query }, { session }) => {
    const channel = await openChannel(dependencies, session, query.channelUuid);
    return database.snapshot(session.accountId, (transaction) =>
      menusAtLine(transaction, dependencies, channel),
    );
  });
  implement(atLine.changeMenusAtLine, async ({ body }, { session }) => {
    const channelId = await channelOf(dependencies, session, body);
    const channel = await openChannel(dependencies, session, channelId);
    if (channel.isDisconnected) throw new AppError('channel_disconnected', 'Connect the channel again first');
    if (body.do === 'publish') await askVendor(dependencies, channel, body.menuUuid);
    await database.account(session.accountId, (transaction) =>
      carryOut(transaction, dependencies, { session, channelId, order: body }),
    );
    dependencies.notify();
    return database.snapshot(session.accountId, (transaction) =>
      menusAtLine(transaction, dependencies, channel),
    );
  });
  implement(atLine.getMenuTaps, ({ params, query }, { session }) =>
    database.snapshot(session.accountId, async (transaction) => {
      orNotFound(await store.findMenu(transaction, params.uuid), 'rich menu');
      const id = query.segmentUuid;
      const segment = id && {
        id,
        people: await segments.friendsIn(transaction, { id, role: session.role }),
      };
      return countTaps(transaction, { menuId: params.uuid, days: query.days, segment: segment ?? null });
    }),
  );
  implement(atLine.getFriendMenu, ({ params }, { session }) =>
    database.snapshot(session.accountId, async (transaction) => {
      const found = orNotFound(await friends.findFriendMenu(transaction, params.uuid), 'friend');
      return friendMenu(transaction, dependencies, found);
    }),
  );
}

async function openChannel(
  { directory }: MenuDependencies,
  session: Actor,
  id: ChannelId,
): Promise<OpenChannel> {
  const channel = orNotFound(await directory.find(session.accountId, id), 'channel');
  if (!channel.adapter.menus) throw new AppError('channel_without_menus', 'This channel has no rich menus');
  return channel;
}

const channelOf = async (
  { database }: MenuDependencies,
  session: Actor,
  order: Order,
): Promise<ChannelId> => {
  if ('channelUuid' in order) return order.channelUuid;
  const row = await database.account(session.accountId, (transaction) =>
    store.findMenu(transaction, order.menuUuid),
  );
  return orNotFound(row, 'rich menu').channelId;
};

/** Before anything is published: whether LINE would take each page. Its words come back with the area they are about. */
async function askVendor(
  dependencies: MenuDependencies,
  { accountId, id: channelId }: OpenChannel,
  menuId: RichMenuId,
): Promise<void> {
  const { database, directory } = dependencies;
  const { draft, targets } = await database.account(accountId, async (transaction) => {
    const row = orNotFound(await store.findMenu(transaction, menuId), 'rich menu');
    return {
      draft: contract.RichMenuDefinition.parse(row.draft),
      targets: await targetsOf(transaction, dependencies, row),
    };
  });
  refuse(findProblems(draft, targets));
  const channel = await directory.open(accountId, channelId);
  const vendor = channel?.adapter.menus;
  if (!channel || !vendor) throw new AppError('channel_disconnected', 'Connect the channel again first');
  for (const page of draft.pages) {
    const menu = toChannelMenu(draft, page, { menuId, name: 'hanasu', firstPages: targets.firstPages });
    const outcome = await vendor.validate(channel.connection, menu);
    if (outcome.kind === 'done') continue;
    if (outcome.kind !== 'refused')
      throw new AppError('channel_vendor_unreachable', 'LINE could not be asked; try again in a moment');
    const area = /^areas\[(\d+)\]/.exec(outcome.property ?? '')?.[1];
    const areaId = area === undefined ? null : (page.areas[Number(area)]?.id ?? null);
    const reason = REFUSALS[outcome.reason] ?? 'refused';
    refuse([{ reason, pageId: page.id, areaId, detail: outcome.detail }]);
  }
}

const REFUSALS: Partial<Record<atLine.MenuRefusal, contract.MenuProblem['reason']>> = {
  invalid_link: 'link_invalid',
  value_too_long: 'value_too_long',
};

function refuse(problems: readonly contract.MenuProblem[]): void {
  const [first] = problems;
  if (!first) return;
  throw new AppError('rich_menu_incomplete', 'The rich menu is not complete', {
    errors: problems.map(({ reason, pageId, areaId, detail }) => ({
      path: ['draft', pageId, areaId].filter((part) => part !== null).join('.'),
      code: reason,
      message: detail ?? 'The rich menu is not complete',
    })),
  });
}

interface Ordered {
  readonly session: Actor;
  readonly channelId: ChannelId;
  readonly order: Order;
}

async function carryOut(
  transaction: AccountTransaction,
  dependencies: MenuDependencies,
  { session, channelId, order }: Ordered,
): Promise<void> {
  await store.lockMenus(transaction);
  const audit = (action: 'rich_menu.published' | 'rich_menu.withdrawn' | 'rich_menu.given', data: object) =>
    recordAudit(transaction, {
      userId: session.userId,
      action,
      target: ('menuUuid' in order ? order.menuUuid : null) ?? channelId,
      data: { ...data },
      address: session.address,
    });
  switch (order.do) {
    case 'publish': {
      const row = await publish(transaction, dependencies, { session, id: order.menuUuid });
      await audit('rich_menu.published', { name: row.name, version: (row.version ?? 0) + 1 });
      break;
    }
    case 'withdraw': {
      const row = orNotFound(await store.findMenu(transaction, order.menuUuid), 'rich menu');
      await store.withdrawMenu(transaction, row.id, true);
      await audit('rich_menu.withdrawn', { name: row.name });
      break;
    }
    case 'default':
      await chooseDefault(transaction, { channelId, menuId: order.menuUuid });
      break;
    case 'link': {
      const row = orNotFound(await store.findMenu(transaction, order.menuUuid), 'rich menu');
      if (row.version === null || row.isWithdrawn)
        throw AppError.field('validation_failed', 'body.menuUuid', 'Publish the rich menu first');
      await friends.giveMenu(transaction, { channelId, friendIds: order.friendUuids, menuId: row.id });
      await audit('rich_menu.given', { name: row.name, friends: order.friendUuids.length });
      break;
    }
    case 'unlink':
      await friends.giveMenu(transaction, { channelId, friendIds: order.friendUuids, menuId: null });
      await audit('rich_menu.given', { friends: order.friendUuids.length });
      break;
    default:
  }
  await line.wantMenus(transaction, channelId, {
    takesBack: order.do === 'takeBack',
    leaves: order.do === 'leave',
  });
}

async function publish(
  transaction: AccountTransaction,
  dependencies: MenuDependencies,
  { session, id }: { readonly session: Actor; readonly id: RichMenuId },
): Promise<store.RichMenuRow> {
  const row = orNotFound(await store.findMenu(transaction, id), 'rich menu');
  if (!row.hasChanges && row.version !== null) {
    if (!row.isWithdrawn) throw new AppError('nothing_to_publish', 'The draft is published already');
    await store.withdrawMenu(transaction, id, false);
    return row;
  }
  // Once more: it may have changed since LINE was asked.
  const draft = contract.RichMenuDefinition.parse(row.draft);
  refuse(findProblems(draft, await targetsOf(transaction, dependencies, row)));
  await store.publishMenu(transaction, id, session.userId);
  const areas = rulesOf(draft);
  await formContacts.saveRulesOfMenu(transaction, id, { areas, userId: session.userId });
  return row;
}

const isAlwaysForAll = (settings: contract.RichMenuSettings): boolean =>
  settings.segmentUuid === null &&
  settings.from === null &&
  settings.until === null &&
  settings.weekdays.length === 0 &&
  settings.hours === 'always';

/** The menu is for everybody, at any time, and stands last. Others that were for everybody at any time are taken back. */
async function chooseDefault(
  transaction: AccountTransaction,
  { channelId, menuId }: { readonly channelId: ChannelId; readonly menuId: RichMenuId | null },
): Promise<void> {
  const published = await store.listPublished(transaction, channelId);
  for (const { id, settings } of published) {
    if (id !== menuId && isAlwaysForAll(settings)) await store.withdrawMenu(transaction, id, true);
  }
  if (menuId === null) return;
  const row = orNotFound(await store.findMenu(transaction, menuId), 'rich menu');
  if (row.channelId !== channelId || row.version === null)
    throw AppError.field('validation_failed', 'body.menuUuid', 'Publish the rich menu first');
  const settings = { segmentUuid: null, from: null, until: null, weekdays: [], hours: 'always' } as const;
  await store.updateMenu(transaction, {
    id: menuId,
    name: null,
    draft: null,
    settings: { ...settings, weekdays: [] },
  });
  await store.withdrawMenu(transaction, menuId, false);
  await store.moveMenu(transaction, row, contract.RICH_MENUS_MAX);
}

async function menusAtLine(
  transaction: AccountTransaction,
  { timesOf }: MenuDependencies,
  { id: channelId, adapter }: OpenChannel,
): Promise<atLine.MenusAtLine> {
  const row = await line.findChannelMenus(transaction, channelId);
  const rows = await line.listLineMenus(transaction, channelId);
  const published = await store.listPublished(transaction, channelId);
  const now = new Date(transaction.now());
  const times = await timesOf(transaction, channelId);
  const everybodys = published.find(
    (menu) => menu.settings.segmentUuid === null && isShownAt(menu.settings, now, times),
  );
  const isOurs = rows.some(({ lineId }) => lineId === row?.defaultFound);
  const isIdle = row === null || (row.done >= row.wanted && !row.isRunning);
  return {
    channelUuid: channelId,
    job: withEnd(jobOf(row, { isIdle, now }), { rows, published, limits: adapter.menus?.limits }),
    default: {
      wanted: everybodys?.id ?? null,
      found: !row?.checkedAt ? 'unknown' : row.defaultFound === null ? 'none' : isOurs ? 'ours' : 'other',
    },
    menus: [
      ...published.flatMap(({ id, version, definition }) =>
        contract.RichMenuDefinition.parse(definition).pages.map((page) => {
          const made = rows.filter(({ menuId, pageId }) => menuId === id && pageId === page.id);
          const isStuck = row?.problems.some(({ menuUuid }) => menuUuid === id) ?? false;
          const isReady = made.some(({ hasPicture }) => hasPicture) && isIdle && !isStuck;
          return { menuUuid: id, pageId: page.id, version, state: isReady ? 'ready' : 'waiting' } as const;
        }),
      ),
      ...rows
        .filter(({ menuId }) => !published.some(({ id }) => id === menuId))
        .map(({ menuId, pageId }) => ({ menuUuid: menuId, pageId, version: 0, state: 'leaving' }) as const),
    ],
    otherMenus: row?.otherMenus ?? 0,
    drift: (row?.drift ?? []).flatMap(({ kind, menuUuid, pageId, at, isLeft }) =>
      isLeft ? [] : [{ kind, menuUuid, pageId, at }],
    ),
    friends: await friends.countShares(transaction, channelId),
    checkedAt: row?.checkedAt?.toISOString() ?? null,
  };
}

function jobOf(
  row: line.ChannelMenusRow | null,
  { isIdle, now }: { readonly isIdle: boolean; readonly now: Date },
): Omit<atLine.MenusAtLine['job'], 'endsAt'> {
  if (!row) return { state: 'idle', done: 0, total: 0, waitsUntil: null, error: null, problems: [] };
  const { error, isRunning, dueAt, stepsDone, stepsTotal } = row;
  const isLimited = error === 'limited' && !isRunning && dueAt !== null && dueAt > now;
  const isFailed = row.problems.length > 0 || (error !== null && error !== 'limited');
  return {
    state: isFailed ? 'failed' : isIdle ? 'idle' : isRunning ? 'running' : 'waiting',
    done: Math.min(stepsDone, stepsTotal),
    total: stepsTotal,
    waitsUntil: isLimited ? dueAt.toISOString() : null,
    error,
    problems: row.problems.map(({ code, menuUuid, pageId, reason, detail }) => ({
      code,
      menuUuid,
      pageId,
      reason,
      detail,
    })),
  };
}

interface AtWork {
  readonly rows: Awaited<ReturnType<typeof line.listLineMenus>>;
  readonly published: Awaited<ReturnType<typeof store.listPublished>>;
  readonly limits: Parameters<typeof estimateEnd>[2] | undefined;
}

/** Adds when the work that waits for the vendor's hourly limit will be done. */
function withEnd(
  job: Omit<atLine.MenusAtLine['job'], 'endsAt'>,
  { rows, published, limits }: AtWork,
): atLine.MenusAtLine['job'] {
  if (!job.waitsUntil || !limits) return { ...job, endsAt: null };
  const pages = published.flatMap(({ id, definition }) =>
    contract.RichMenuDefinition.parse(definition).pages.map((page) => `${id} ${page.id}`),
  );
  const current = rows.filter(
    ({ menuId, pageId, replacedAt }) => replacedAt === null && pages.includes(`${menuId} ${pageId}`),
  );
  const left = { toCreate: pages.length - current.length, toDelete: rows.length - current.length };
  return { ...job, endsAt: estimateEnd(new Date(job.waitsUntil), left, limits).toISOString() };
}

async function friendMenu(
  transaction: AccountTransaction,
  { timesOf }: MenuDependencies,
  found: friends.FriendMenuRow,
): Promise<z.output<typeof atLine.getFriendMenu.output>> {
  const published = await store.listPublished(transaction, found.channelId);
  const times = await timesOf(transaction, found.channelId);
  const now = new Date(transaction.now());
  const everybodys = published.find(
    ({ settings }) => settings.segmentUuid === null && isShownAt(settings, now, times),
  );
  // What was given a moment ago is not shared yet.
  const given = published.find(({ id }) => id === found.givenMenuId);
  const own = given ?? published.find(({ id }) => id === found.menuId);
  const menu = own ?? everybodys ?? null;
  const isGiven = own !== undefined && own.id === found.givenMenuId;
  const rows = await line.listLineMenus(transaction, found.channelId);
  const isCurrent = rows.some(
    ({ lineId, menuId, replacedAt }) => lineId === found.lineId && menuId === menu?.id && replacedAt === null,
  );
  const isLinked = isCurrent || (own === undefined && found.lineId === null);
  return {
    menu: menu && { uuid: menu.id, name: menu.name },
    why: isGiven ? 'hand' : own ? 'segment' : menu ? 'everybody' : 'none',
    linked: isLinked,
  };
}
