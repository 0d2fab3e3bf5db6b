import { createLineChannel } from '@hanasu/channels/line/line.channel';
import { CREDENTIALS, createCaller, setStage } from '@hanasu/channels/line/testing';
import type { ChannelMenus } from '@hanasu/channels/spec/menus';
import type { AccountId, ChannelId, CustomerId, FriendId, RichMenuId } from '@hanasu/contract/ids';
import type { RichMenuDefinition, RichMenuSettings } from '@hanasu/contract/rich-menus';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenChannel } from '../features/channels/public.ts';
import { createTrackedLinks } from '../features/links/public.ts';
import * as line from '../features/rich-menus/menus/channel-menus.store.ts';
import { findFriendMenu, giveMenu } from '../features/rich-menus/menus/friend-menus.store.ts';
import { installationOf, readMark } from '../features/rich-menus/menus/menu-marks.ts';
import { createMenuReconciler } from '../features/rich-menus/menus/reconcile-menus.ts';
import * as store from '../features/rich-menus/menus/rich-menus.store.ts';
import { type AccountTransaction, type Database, openDatabase } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { seededRandom, sizeOf } from './chaos-run.fixture.ts';

const HOUR_MS = 60 * 60_000;
const SOON_MS = 5_000;
const KILLS = sizeOf(100, 1_000);
const accountId = newId<AccountId>();
const channelId = newId<ChannelId>();
const installation = installationOf('https://bot.example.jp');
const menuIds = [newId<RichMenuId>(), newId<RichMenuId>(), newId<RichMenuId>()];
/** Of the width and height that its header says. */
const PNG = Buffer.alloc(33);
Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(PNG);
PNG.writeUInt32BE(2500, 16);
PNG.writeUInt32BE(843, 20);
const ALWAYS: RichMenuSettings = {
  segmentUuid: null,
  from: null,
  until: null,
  weekdays: [],
  hours: 'always',
};
const LATER: RichMenuSettings = { ...ALWAYS, from: '2099-01-01T00:00:00Z' };

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, poolSize: 4, onError: () => undefined });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});
const inAccount = <T>(work: (transaction: AccountTransaction) => Promise<T>) =>
  database.account(accountId, work);

const definitionOf = (menu: number, content: number): RichMenuDefinition => ({
  size: 'compact',
  chatBarText: `Menu ${menu}`,
  selected: true,
  pages: ['p1', 'p2'].map((id) => ({
    id,
    name: id,
    picture: { kind: 'composed', background: '#ffffff', fileUuid: null, line: null, font: 'sans', cells: [] },
    areas: [
      {
        id: `a${id}`,
        x: 0,
        y: 0,
        width: 2500,
        height: 843,
        label: `Version ${content}`,
        action: { kind: 'page', pageId: id === 'p1' ? 'p2' : 'p1' },
      },
    ],
  })),
});

class Killed extends Error {}

/** The process ends before or behind one of the calls to come. */
function killable(vendor: ChannelMenus) {
  let left = Number.POSITIVE_INFINITY;
  const step = (): void => {
    left -= 1;
    if (left < 0) throw new Killed();
  };
  const wrapped = Object.fromEntries(
    Object.entries(vendor).map(([name, call]) => [
      name,
      typeof call === 'function'
        ? async (...all: readonly unknown[]) => {
            step();
            const outcome: unknown = await Reflect.apply(call, vendor, all);
            step();
            return outcome;
          }
        : call,
    ]),
  );
  return {
    vendor: wrapped as unknown as ChannelMenus,
    killAfter(steps: number) {
      left = steps;
    },
  };
}

test(`killed ${KILLS} times at any call while menus change, LINE ends as it should be, and other tools' menus survive`, async () => {
  const stage = await setStage();
  const call = createCaller(stage.fake);
  const adapter = createLineChannel({ hosts: stage.fake.hosts, now: stage.clock.now });
  const { vendor, killAfter } = killable(adapter.menus as ChannelMenus);
  const channel = {
    id: channelId,
    accountId,
    isDisconnected: false,
    adapter: { ...adapter, menus: vendor },
    connection: { credentials: CREDENTIALS },
  } as unknown as OpenChannel;
  const errors: unknown[] = [];
  const worker = createMenuReconciler({
    database,
    directory: { open: async () => channel } as never,
    segments: { friendsIn: () => Promise.reject(new Error('no menu is for a segment')) } as never,
    trackedLinks: createTrackedLinks('https://hanasu.example'),
    installation,
    timesOf: async () => ({ timeZone: 'Asia/Tokyo', isStaffed: () => true }),
    renderPicture: async () => ({ bytes: PNG, contentType: 'image/png' }),
    onError: (error) => {
      if (!(error instanceof Killed)) errors.push(error);
    },
  });

  const friends: { id: FriendId; externalId: string }[] = [];
  await inAccount(async (transaction) => {
    await transaction.run(`insert into accounts (id, name) values ($1, 'Shop')`, [accountId]);
    await transaction.run(
      `insert into channels (account_id, id, kind, name, sandbox, external_id, credentials, batching_delay)
       values ($1, $2, 'line', 'Shop', false, 'shop', '', 0)`,
      [accountId, channelId],
    );
    for (let index = 0; index < 12; index += 1) {
      const id = newId<FriendId>();
      const customerId = newId<CustomerId>();
      const externalId = stage.fake.addFriend(CREDENTIALS.channelId, { displayName: `Friend ${index}` });
      friends.push({ id, externalId });
      await transaction.run(`insert into customers (account_id, id, name) values ($1, $2, 'Friend')`, [
        accountId,
        customerId,
      ]);
      await transaction.run(
        `insert into friends (account_id, id, channel_id, customer_id, external_id, name, state)
         values ($1, $2, $3, $4, $5, 'Friend', 'following')`,
        [accountId, id, channelId, customerId, externalId],
      );
    }
    const userId = null as never;
    for (const [index, id] of menuIds.entries()) {
      const draft = definitionOf(index, 0);
      await store.insertMenu(transaction, {
        id,
        channelId,
        name: `Menu ${index}`,
        draft,
        settings: LATER,
        userId,
      });
    }
  });
  stage.fake.setForeignDefaultMenu(CREDENTIALS.channelId);
  for (let count = 0; count < 10; count += 1) {
    const foreign = {
      size: { width: 2500, height: 843 },
      selected: false,
      name: `Foreign ${count}`,
      chatBarText: 'x',
      areas: [],
    };
    expect(await call('POST', '/v2/bot/richmenu', { json: foreign })).toMatchObject({ status: 200 });
  }

  /** An hour goes by for the vendor and for us; whoever was killed has lost the lease. */
  const anHourLater = async (): Promise<void> => {
    stage.clock.advance(HOUR_MS);
    await database.system((transaction) => line.releaseLeases(transaction));
    await inAccount((transaction) =>
      transaction.run(
        `update channel_menus set due_at = now(), created_times = '{}', deleted_times = '{}' where account_id = $1`,
        [accountId],
      ),
    );
    await inAccount((transaction) =>
      transaction.run(
        `update line_menus set replaced_at = replaced_at - interval '1 hour' where account_id = $1`,
        [accountId],
      ),
    );
  };
  const runOnce = async (): Promise<void> => {
    await anHourLater();
    await worker.runOnce();
    await worker.drain();
  };
  const next = seededRandom('menus');
  const random = (below: number): number => Math.floor(next() * below);
  const pick = <T>(all: readonly T[]): T => all[random(all.length)] as T;
  const change = async (content: number): Promise<void> => {
    const menu = random(menuIds.length);
    const id = menuIds[menu] as RichMenuId;
    await inAccount(async (transaction) => {
      const what = random(5);
      if (what <= 1) {
        const draft = definitionOf(menu, content);
        await store.updateMenu(transaction, { id, name: null, draft, settings: null });
        await store.publishMenu(transaction, id, null as never);
      }
      if (what === 2) await store.withdrawMenu(transaction, id, random(2) === 0);
      if (what >= 3) {
        const friendIds = friends.filter(() => random(3) === 0).map((friend) => friend.id);
        await giveMenu(transaction, { channelId, friendIds, menuId: pick([id, id, null]) });
      }
      await line.wantMenus(transaction, channelId);
    });
  };

  for (let kill = 0; kill < KILLS; kill += 1) {
    await change(kill);
    killAfter(random(30));
    await runOnce();
  }
  killAfter(Number.POSITIVE_INFINITY);
  // A day, after which nothing is left of what was replaced.
  for (let run = 0; run < 25; run += 1) await runOnce();
  stage.clock.advance(SOON_MS);

  expect(errors).toEqual([]);
  const row = await inAccount((transaction) => line.findChannelMenus(transaction, channelId));
  expect(row).toMatchObject({ error: null, otherMenus: 10, defaultFound: 'other' });
  expect(row?.done).toBe(row?.wanted);
  const { richmenus } = (await call('GET', '/v2/bot/richmenu/list')).body;
  const found = richmenus as { richMenuId: string; name: string }[];
  const ours = found.flatMap(({ richMenuId, name }) => {
    const mark = readMark(name, { accountId, installation });
    return mark ? [{ richMenuId, ...mark }] : [];
  });
  expect(found.length - ours.length).toBe(10);
  const published = await inAccount((transaction) => store.listPublished(transaction, channelId));
  const pages = published.flatMap(({ id }) => [`${id}/p1`, `${id}/p2`]);
  expect(ours.map(({ menuId, pageId }) => `${menuId}/${pageId}`).sort()).toEqual(pages.sort());
  for (const { id, externalId } of friends) {
    const wanted = await inAccount((transaction) => findFriendMenu(transaction, id));
    const shown = (await call('GET', `/v2/bot/user/${externalId}/richmenu`)).body.richMenuId ?? null;
    const menuId = ours.find(({ richMenuId }) => richMenuId === shown)?.menuId ?? null;
    expect(menuId).toBe(wanted?.menuId ?? null);
  }
  await stage.close();
});
