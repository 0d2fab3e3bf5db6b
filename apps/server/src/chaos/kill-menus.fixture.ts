import { createLineChannel } from '@hanasu/channels/line/line.channel';
import { CREDENTIALS, createCaller, setStage } from '@hanasu/channels/line/testing';
import type { ChannelMenus } from '@hanasu/channels/spec/menus';
import type {
  AccountId,
  ChannelId,
  CustomerId,
  FriendId,
  RichMenuId,
  SegmentId,
  UserId,
} from '@hanasu/contract/ids';
import type { RichMenuDefinition, RichMenuSettings } from '@hanasu/contract/rich-menus';
import type { OpenChannel } from '../features/channels/public.ts';
import { openSegments } from '../features/contacts/public.ts';
import { createTrackedLinks } from '../features/links/public.ts';
import * as line from '../features/rich-menus/menus/channel-menus.store.ts';
import { giveMenu } from '../features/rich-menus/menus/friend-menus.store.ts';
import { installationOf } from '../features/rich-menus/menus/menu-marks.ts';
import { createMenuReconciler } from '../features/rich-menus/menus/reconcile-menus.ts';
import * as store from '../features/rich-menus/menus/rich-menus.store.ts';
import { type AccountTransaction, type Database, openDatabase } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import { createTestDatabase } from '../testing/test-database.ts';

const HOUR_MS = 60 * 60_000;
/** LINE links friends a moment after it has answered. */
const SOON_MS = 5_000;
export const INSTALLATION = installationOf('https://bot.example.jp');

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
/** For those alone to whom it is given by hand. */
const BY_HAND: RichMenuSettings = { ...ALWAYS, from: '2099-01-01T00:00:00Z' };

/** `segment`: the number of the segment that the menu is for. */
type MenuKind = 'everybody' | 'by-hand' | { readonly segment: number };
export interface ShopPlan {
  /** In the order in which they are looked at. */
  readonly menus: readonly { readonly for: MenuKind; readonly pages: readonly string[] }[];
  readonly friends: number;
  readonly foreignMenus: number;
  readonly hasForeignDefault: boolean;
}

/** A process dies before its n-th call reaches LINE, or when LINE has done it and the answer is not yet stored. */
export interface Death {
  readonly atCall: number;
  readonly moment: 'before' | 'after';
}
class Died extends Error {}

/** Wraps the vendor for one process. After its death no call gets through, and no answer arrives. */
function mortal(vendor: ChannelMenus, death: Death | null) {
  const process = { calls: 0, isDead: false, underWay: new Set<Promise<unknown>>() };
  const die = (): never => {
    process.isDead = true;
    throw new Died();
  };
  const wrap =
    (call: (...all: readonly unknown[]) => Promise<unknown>) =>
    async (...all: readonly unknown[]): Promise<unknown> => {
      if (process.isDead) return die();
      process.calls += 1;
      const isLast = process.calls === death?.atCall;
      if (isLast && death?.moment === 'before') return die();
      const made = Reflect.apply(call, vendor, all);
      process.underWay.add(made);
      const outcome = await made;
      return isLast || process.isDead ? die() : outcome;
    };
  const menus = Object.fromEntries(
    Object.entries(vendor).map(([name, call]) => [name, typeof call === 'function' ? wrap(call) : call]),
  );
  // Two friends in a call, so that a menu takes several calls, two of them side by side.
  const limits = { ...vendor.limits, linkedAtOnce: 2 };
  return { process, vendor: { ...menus, limits } as unknown as ChannelMenus };
}

export interface ShopFriend {
  readonly id: FriendId;
  readonly customerId: CustomerId;
  readonly externalId: string;
  /** The number of the segment that the friend is in. */
  segment: number | null;
  /** The number of the menu that was given by hand. */
  given: number | null;
}

export interface ShopMenu {
  readonly id: RichMenuId;
  readonly for: MenuKind;
  readonly pages: readonly string[];
  isPublished: boolean;
  wasPublished: boolean;
  /** Stands in the label of each area. */
  content: number;
}

function definitionOf({ pages }: Pick<ShopMenu, 'pages'>, content: number): RichMenuDefinition {
  const nextOf = (id: string): string => pages[(pages.indexOf(id) + 1) % pages.length] ?? id;
  return {
    size: 'compact',
    chatBarText: 'Menu',
    selected: true,
    pages: pages.map((id) => ({
      id,
      name: id,
      picture: {
        kind: 'composed',
        background: '#ffffff',
        fileUuid: null,
        line: null,
        font: 'sans',
        cells: [],
      },
      areas: [
        {
          id: `a${id}`,
          x: 0,
          y: 0,
          width: 2500,
          height: 843,
          label: labelOf(content),
          action:
            pages.length > 1
              ? { kind: 'page', pageId: nextOf(id) }
              : { kind: 'message', text: 'Opening hours?' },
        },
      ],
    })),
  };
}
export const labelOf = (content: number): string => `Version ${content}`;

type Stage = Awaited<ReturnType<typeof setStage>>;
type InAccount = <T>(work: (transaction: AccountTransaction) => Promise<T>) => Promise<T>;

export interface MenuDatabase {
  readonly database: Database;
  close(): Promise<void>;
}
export async function openMenuDatabase(): Promise<MenuDatabase> {
  const testDatabase = await createTestDatabase();
  const database = openDatabase({ url: testDatabase.url, poolSize: 4, onError: () => undefined });
  return {
    database,
    async close() {
      await database.close();
      await testDatabase.drop();
    },
  };
}

/** A shop with a LINE channel of its own, whose menus one process after the other publishes. */
export interface MenuShop {
  readonly accountId: AccountId;
  readonly channelId: ChannelId;
  readonly stage: Stage;
  readonly call: ReturnType<typeof createCaller>;
  readonly friends: readonly ShopFriend[];
  readonly menus: readonly ShopMenu[];
  readonly foreign: readonly string[];
  readonly inAccount: InAccount;
  /** A new version of these menus, and of all when absent. */
  publish(menus?: readonly ShopMenu[]): Promise<void>;
  /** Takes these menus back, and all when absent; with `false` what was published last is shown again. */
  withdraw(menus?: readonly ShopMenu[], isWithdrawn?: boolean): Promise<void>;
  /** Puts a friend into one segment, and out of the others; null: into none. */
  move(friends: readonly ShopFriend[], segmentOf: (friend: ShopFriend) => number | null): Promise<void>;
  give(friends: readonly ShopFriend[], menu: number | null): Promise<void>;
  takeBack(): Promise<void>;
  /** Runs a new process until there is nothing to do, or until it dies; true: it died. */
  run(death?: Death | null): Promise<boolean>;
  /** So much time passes, at least the hour for which the vendor limits calls; the work at LINE is due. */
  pass(ms: number): Promise<void>;
  /** Links that were made are old enough to be compared with the vendor's by the next process. */
  ageLinks(): Promise<void>;
  /** Errors of processes other than their deaths. */
  readonly errors: readonly unknown[];
  close(): Promise<void>;
}

interface Changing extends Pick<MenuShop, 'inAccount' | 'channelId' | 'menus'> {
  readonly segments: readonly SegmentId[];
}

/** What staff and friends do; each change asks for the work at LINE. */
function changesOf({
  inAccount,
  channelId,
  menus,
  segments,
}: Changing): Pick<MenuShop, 'publish' | 'withdraw' | 'move' | 'give' | 'takeBack'> {
  let content = 0;
  const change = (work: (transaction: AccountTransaction) => Promise<unknown>): Promise<void> =>
    inAccount(async (transaction) => {
      await work(transaction);
      await line.wantMenus(transaction, channelId);
    });
  return {
    async publish(some = menus) {
      content += 1;
      await change(async (transaction) => {
        for (const menu of some) {
          const draft = definitionOf(menu, content);
          await store.updateMenu(transaction, { id: menu.id, name: null, draft, settings: null });
          await store.publishMenu(transaction, menu.id, null as unknown as UserId);
          Object.assign(menu, { isPublished: true, wasPublished: true, content });
        }
      });
    },
    withdraw: (some = menus, isWithdrawn = true) =>
      change(async (transaction) => {
        for (const menu of some) {
          await store.withdrawMenu(transaction, menu.id, isWithdrawn);
          menu.isPublished = menu.wasPublished && !isWithdrawn;
        }
      }),
    move: (some, segmentOf) =>
      change(async (transaction) => {
        for (const friend of some) {
          friend.segment = segmentOf(friend);
          await putInSegment(transaction, friend, segments);
        }
      }),
    give: (some, menu) =>
      change((transaction) => {
        for (const friend of some) friend.given = menu;
        const friendIds = some.map(({ id }) => id);
        const menuId = menu === null ? null : idOf(menus, menu);
        return giveMenu(transaction, { channelId, friendIds, menuId });
      }),
    async takeBack() {
      await inAccount((transaction) => line.wantMenus(transaction, channelId, { takesBack: true }));
    },
  };
}

export async function openMenuShop({ database }: MenuDatabase, plan: ShopPlan): Promise<MenuShop> {
  const stage = await setStage();
  const call = createCaller(stage.fake);
  const adapter = createLineChannel({ hosts: stage.fake.hosts, now: stage.clock.now });
  const accountId = newId<AccountId>();
  const channelId = newId<ChannelId>();
  const inAccount: InAccount = (work) => database.account(accountId, work);
  const errors: unknown[] = [];
  const segments = [0, 1, 2].map(() => newId<SegmentId>());
  const friends = await inAccount((transaction) =>
    addShop(transaction, { channelId, segments, stage, plan }),
  );
  const menus = await inAccount((transaction) => addMenus(transaction, { channelId, segments, plan }));
  if (plan.hasForeignDefault) stage.fake.setForeignDefaultMenu(CREDENTIALS.channelId);
  const foreign: string[] = [];
  for (let count = 0; count < plan.foreignMenus; count += 1)
    foreign.push(
      String((await call('POST', '/v2/bot/richmenu', { json: foreignMenu(count) })).body.richMenuId),
    );

  const shop: MenuShop = {
    accountId,
    channelId,
    stage,
    call,
    friends,
    menus,
    foreign,
    inAccount,
    errors,
    ...changesOf({ inAccount, channelId, menus, segments }),
    async run(death = null) {
      // Leases of the process before are released when the next one starts.
      await database.system((transaction) => line.releaseLeases(transaction));
      const onError = (error: unknown) => errors.push(error);
      const { worker, process } = startProcess({ database, adapter, accountId, channelId, death, onError });
      await worker.runOnce();
      await worker.drain();
      // What was under way beside the last call reaches LINE before the next process starts.
      await Promise.all(process.underWay);
      stage.clock.advance(SOON_MS);
      return process.isDead;
    },
    pass: (ms) => passTime(shop, ms),
    async ageLinks() {
      await inAccount((transaction) =>
        transaction.run(
          `update friend_menus set changed_at = changed_at - interval '1 hour' where account_id = $1`,
          [accountId],
        ),
      );
    },
    async close() {
      await inAccount((transaction) =>
        transaction.run(`delete from channel_menus where account_id = $1`, [accountId]),
      );
      await stage.close();
    },
  };
  return shop;
}

const idOf = (menus: readonly ShopMenu[], index: number): RichMenuId => {
  const menu = menus[index];
  if (!menu) throw new Error(`no menu ${index}`);
  return menu.id;
};

const foreignMenu = (count: number): object => ({
  size: { width: 2500, height: 843 },
  selected: false,
  name: `Foreign ${count}`,
  chatBarText: 'x',
  areas: [],
});

interface NewShop {
  readonly channelId: ChannelId;
  readonly segments: readonly SegmentId[];
  readonly plan: ShopPlan;
}

async function addShop(
  transaction: AccountTransaction,
  { channelId, segments, stage, plan }: NewShop & { readonly stage: Stage },
): Promise<ShopFriend[]> {
  const { accountId } = transaction;
  await transaction.run(`insert into accounts (id, name) values ($1, 'Shop')`, [accountId]);
  await transaction.run(
    `insert into channels (account_id, id, kind, name, sandbox, external_id, credentials, batching_delay)
     values ($1, $2, 'line', 'Shop', false, $3, '', 0)`,
    [accountId, channelId, channelId],
  );
  for (const [index, id] of segments.entries())
    await transaction.run(
      `insert into segments (account_id, id, name, kind, definition) values ($1, $2, $3, 'snapshot', '{"kind":"and","items":[]}')`,
      [accountId, id, `Segment ${index}`],
    );
  const friends: ShopFriend[] = [];
  for (let index = 0; index < plan.friends; index += 1) {
    const [id, customerId] = [newId<FriendId>(), newId<CustomerId>()];
    const externalId = stage.fake.addFriend(CREDENTIALS.channelId, { displayName: `Friend ${index}` });
    await transaction.run(`insert into customers (account_id, id, name) values ($1, $2, 'Friend')`, [
      accountId,
      customerId,
    ]);
    await transaction.run(
      `insert into friends (account_id, id, channel_id, customer_id, external_id, name, state)
       values ($1, $2, $3, $4, $5, 'Friend', 'following')`,
      [accountId, id, channelId, customerId, externalId],
    );
    friends.push({ id, customerId, externalId, segment: null, given: null });
  }
  return friends;
}

/** The last menu is added first: a new one goes before the others. */
async function addMenus(
  transaction: AccountTransaction,
  { channelId, segments, plan }: NewShop,
): Promise<ShopMenu[]> {
  const menus = plan.menus.map(
    ({ for: people, pages }): ShopMenu => ({
      id: newId<RichMenuId>(),
      for: people,
      pages,
      isPublished: false,
      wasPublished: false,
      content: 0,
    }),
  );
  for (const [index, menu] of [...menus.entries()].reverse()) {
    const settings = settingsOf(menu.for, segments);
    await store.insertMenu(transaction, {
      id: menu.id,
      channelId,
      name: `Menu ${index}`,
      draft: definitionOf(menu, 0),
      settings,
      userId: null as unknown as UserId,
    });
  }
  return menus;
}

function settingsOf(people: MenuKind, segments: readonly SegmentId[]): RichMenuSettings {
  if (people === 'everybody') return ALWAYS;
  if (people === 'by-hand') return BY_HAND;
  return { ...ALWAYS, segmentUuid: segments[people.segment] ?? null };
}

async function putInSegment(
  transaction: AccountTransaction,
  { customerId, segment }: ShopFriend,
  segments: readonly SegmentId[],
): Promise<void> {
  const { accountId } = transaction;
  await transaction.run('delete from segment_members where account_id = $1 and customer_id = $2', [
    accountId,
    customerId,
  ]);
  if (segment !== null)
    await transaction.run(
      'insert into segment_members (account_id, segment_id, customer_id) values ($1, $2, $3)',
      [accountId, segments[segment], customerId],
    );
}

interface Start extends Pick<MenuShop, 'accountId' | 'channelId'> {
  readonly database: Database;
  readonly adapter: ReturnType<typeof createLineChannel>;
  readonly death: Death | null;
  readonly onError: (error: unknown) => void;
}

/** A process of its own: it remembers nothing of the one before. */
function startProcess({ database, adapter, accountId, channelId, death, onError }: Start) {
  const { process, vendor } = mortal(adapter.menus as ChannelMenus, death);
  const channel = {
    id: channelId,
    accountId,
    isDisconnected: false,
    adapter: { ...adapter, menus: vendor },
    connection: { credentials: CREDENTIALS },
  } as unknown as OpenChannel;
  const worker = createMenuReconciler({
    database,
    directory: { open: async () => channel } as never,
    segments: openSegments(() => []),
    trackedLinks: createTrackedLinks('https://hanasu.example'),
    installation: INSTALLATION,
    timesOf: async () => ({ timeZone: 'Asia/Tokyo', isStaffed: () => true }),
    renderPicture: async () => ({ bytes: PNG, contentType: 'image/png' }),
    onError: (error) => {
      if (!(error instanceof Died)) onError(error);
    },
  });
  return { worker, process };
}

async function passTime({ stage, inAccount, accountId }: MenuShop, ms: number): Promise<void> {
  stage.clock.advance(Math.max(ms, HOUR_MS));
  await inAccount(async (transaction) => {
    await transaction.run(
      `update channel_menus set due_at = now(), created_times = '{}', deleted_times = '{}' where account_id = $1`,
      [accountId],
    );
    const ago = `interval '1 millisecond' * $2::float8`;
    await transaction.run(
      `update line_menus set replaced_at = replaced_at - ${ago}, created_at = created_at - ${ago} where account_id = $1`,
      [accountId, ms],
    );
  });
}
