import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { createLineChannel } from '@hanasu/channels/line/line.channel';
import { CREDENTIALS, setStage } from '@hanasu/channels/line/testing';
import type { ChannelMenus } from '@hanasu/channels/spec/menus';
import type { ChannelId, RichMenuId } from '@hanasu/contract/ids';
import type { RichMenuDefinition } from '@hanasu/contract/rich-menus';
import type { SegmentDefinition } from '@hanasu/contract/segments';
import type { OpenChannel } from '../apps/server/src/features/channels/public.ts';
import { openSegments } from '../apps/server/src/features/contacts/public.ts';
import { CONTACT_CONDITIONS } from '../apps/server/src/features/contacts/segments/conditions.ts';
import { conversationConditions } from '../apps/server/src/features/conversations/segment-conditions.ts';
import { createTrackedLinks } from '../apps/server/src/features/links/public.ts';
import * as line from '../apps/server/src/features/rich-menus/menus/channel-menus.store.ts';
import { sharePublished } from '../apps/server/src/features/rich-menus/menus/published-menus.ts';
import {
  createMenuReconciler,
  type ReconcileDependencies,
} from '../apps/server/src/features/rich-menus/menus/reconcile-menus.ts';
import * as store from '../apps/server/src/features/rich-menus/menus/rich-menus.store.ts';
import type { AccountTransaction } from '../apps/server/src/platform/database/database.ts';
import { accountId, fillAccount, segments } from './lib/account-of-people.ts';
import { openBenchDatabase } from './lib/bench-database.ts';
import { checkBounds, printTable } from './lib/print-table.ts';

/**
 * How long it takes until 100,000 friends have the menus of their segments, beside the work that nobody can leave out: the
 * statement that works out whose menu is which, and the calls that tell the vendor, 500 friends each. `--scale 0.1` makes a tenth.
 */
const { values } = parseArgs({ options: { scale: { type: 'string', default: '1' } } });
const SCALE = Number(values.scale);
const FRIENDS = Math.round(100_000 * SCALE);
const MOST_RATIO = 1.5;
const MEMORY_MB = 100;
const SIDE = { width: 2500, height: 843 };
/** Of the width and height that its header says. */
const PNG = Buffer.alloc(33);
Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(PNG);
PNG.writeUInt32BE(SIDE.width, 16);
PNG.writeUInt32BE(SIDE.height, 20);

const MENU: RichMenuDefinition = {
  size: 'compact',
  chatBarText: 'Menu',
  selected: true,
  pages: [
    {
      id: 'p1',
      name: '',
      picture: {
        kind: 'composed',
        background: '#ffffff',
        fileUuid: null,
        line: null,
        font: 'sans',
        cells: [],
      },
      areas: [{ id: 'a', x: 0, y: 0, ...SIDE, label: 'All', action: { kind: 'message', text: 'Hello' } }],
    },
  ],
};

const bench = await openBenchDatabase();
const stage = await setStage();
const { database } = bench;
const inAccount = <T>(work: (transaction: AccountTransaction) => Promise<T>): Promise<T> =>
  database.account(accountId, async (transaction) => {
    await transaction.run('set local statement_timeout = 0');
    return work(transaction);
  });
const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const before = performance.now();
  await work();
  return (performance.now() - before) / 1_000;
};

try {
  await fillAccount(bench, SCALE * 1.2);
  await compare(await makeMenus());
} finally {
  await stage.close();
  await bench.close();
}

/** One menu for those of a segment, another for all the others. */
async function makeMenus(): Promise<ChannelId> {
  const [chosen] = segments().slice(3, 4);
  const everybody: SegmentDefinition = { kind: 'and', items: [{ kind: 'everybody' }] };
  return inAccount(async (transaction) => {
    const channel = await transaction.one<{ id: ChannelId }>(
      `select id from channels where account_id = $1 and kind = 'line'`,
      [accountId],
    );
    if (!channel) throw new Error('there is no channel');
    await transaction.run(
      `update friends set channel_id = $2, external_id = 'U' || md5(id::text),
         state = case when n.place <= $3 then 'following' else 'blocked' end
       from (select id as friend, row_number() over (order by id) as place from friends where account_id = $1) n
       where account_id = $1 and id = n.friend`,
      [accountId, channel.id, FRIENDS],
    );
    for (const definition of [everybody, chosen]) {
      const segmentUuid = randomUUID();
      await transaction.run(
        `insert into segments (account_id, id, name, kind, definition) values ($1, $2::uuid, $2::uuid::text, 'live', $3)`,
        [accountId, segmentUuid, JSON.stringify(definition)],
      );
      const id = randomUUID() as RichMenuId;
      await store.insertMenu(transaction, {
        id,
        channelId: channel.id,
        name: id,
        draft: MENU,
        settings: {
          segmentUuid: segmentUuid as never,
          from: null,
          until: null,
          weekdays: [],
          hours: 'always',
        },
        userId: null as never,
      });
      await store.publishMenu(transaction, id, null as never);
    }
    return channel.id;
  });
}

async function compare(channelId: ChannelId): Promise<void> {
  const adapter = createLineChannel({ hosts: stage.fake.hosts, now: stage.clock.now });
  const menus = adapter.menus as ChannelMenus;
  const connection = { credentials: CREDENTIALS };
  const dependencies: ReconcileDependencies = {
    database,
    directory: {
      open: async () => ({ id: channelId, accountId, adapter, connection }) as unknown as OpenChannel,
    } as never,
    segments: openSegments(() => [
      ...CONTACT_CONDITIONS,
      ...conversationConditions(['zalo'], () => ({ freeMs: 86_400_000, openMs: 7 * 86_400_000 })),
    ]),
    trackedLinks: createTrackedLinks('https://hanasu.example'),
    installation: 'a1b2c3d4',
    timesOf: async () => ({ timeZone: 'Asia/Tokyo', isStaffed: () => true }),
    renderPicture: async () => ({ bytes: PNG, contentType: 'image/png' }),
    onError: (error) => console.error(error),
  };
  const due = { accountId, channelId, wanted: 1, attempts: 0, isResumed: false };

  // What has to be done by anybody, from the same state.
  const people = await inAccount((transaction) =>
    transaction.rows<{ id: string }>(
      `select external_id as id from friends where account_id = $1 and state = 'following'`,
      [accountId],
    ),
  );
  const made = await menus.create(connection, {
    name: 'x',
    chatBarText: 'x',
    selected: true,
    size: SIDE,
    areas: [],
  });
  if (made.kind !== 'made') throw new Error(made.kind);
  await menus.setPicture(connection, made.id, { bytes: PNG, contentType: 'image/png' });
  const calls = await secondsOf(async () => {
    for (let at = 0; at < people.length; at += menus.limits.linkedAtOnce)
      await menus.link(
        connection,
        made.id,
        people.slice(at, at + menus.limits.linkedAtOnce).map(({ id }) => id),
      );
  });
  const statement = await secondsOf(() =>
    inAccount((transaction) => sharePublished(transaction, dependencies, due)),
  );
  await inAccount((transaction) =>
    transaction.run('delete from friend_menus where account_id = $1', [accountId]),
  );

  const worker = createMenuReconciler(dependencies);
  await inAccount((transaction) => line.wantMenus(transaction, channelId));
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let most = before;
  const watching = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 50);
  const ours = await secondsOf(async () => {
    await worker.runOnce();
    await worker.drain();
  });
  clearInterval(watching);
  const row = await inAccount((transaction) => line.findChannelMenus(transaction, channelId));
  if (row === null || row.done < row.wanted) throw new Error(`it did not end: ${row?.error}`);
  const told = await inAccount((transaction) =>
    transaction.one<{ count: number }>(
      `select count(*)::int as count from friend_menus where account_id = $1 and line_id is not null`,
      [accountId],
    ),
  );
  const bound = statement + calls;
  printTable(`Menus for ${told?.count} friends by two segments`, [
    { what: 'the statement alone, s', seconds: statement },
    { what: `${Math.ceil(people.length / menus.limits.linkedAtOnce)} calls alone, s`, seconds: calls },
    { what: 'worked out and told, s', seconds: ours },
  ]);
  checkBounds([
    { what: 'friends who were not told', measured: people.length - (told?.count ?? 0), atMost: 0 },
    { what: 'times the bound', measured: ours / bound, atMost: MOST_RATIO },
    { what: 'memory above the beginning, MB', measured: (most - before) / 1_048_576, atMost: MEMORY_MB },
  ]);
}
