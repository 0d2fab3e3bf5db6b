import type { ChannelAdapter, FollowersOutcome, ProfileOutcome } from '@hanasu/channels/spec/channel';
import type { FriendSyncView } from '@hanasu/contract/friends';
import type { AccountId, ChannelId, SessionId, UserId } from '@hanasu/contract/ids';
import { UpdateFriendSync } from '@hanasu/contract/realtime';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../platform/database/database.ts';
import type { Session } from '../../../platform/http/context.ts';
import { newId } from '../../../platform/ids.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { eventually } from '../../../testing/test-server.ts';
import { resumeSync, startSync, stopSync } from '../routes.ts';
import { openSegments } from '../segments/saved-segments.ts';
import { createFriendSyncer } from './run-syncs.ts';
import { listSyncs } from './syncs.store.ts';

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, poolSize: 6, onError: () => undefined });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

// Workers take up whatever runs, also what another test has left.
beforeEach(() => database.system((transaction) => transaction.run('delete from friend_syncs')));

interface Vendor {
  followers?: (cursor: string | null) => Promise<FollowersOutcome> | FollowersOutcome;
  profile?: (id: string) => Promise<ProfileOutcome> | ProfileOutcome;
}

/** One account with one channel at a vendor that answers as told. */
async function shopOf(vendor: Vendor) {
  const session: Session = {
    accountId: newId<AccountId>(),
    userId: newId<UserId>(),
    sessionId: newId<SessionId>(),
    role: 'owner',
  };
  const { accountId } = session;
  const channelId = newId<ChannelId>();
  await database.system((transaction) =>
    transaction.run(
      `insert into channels (account_id, id, kind, name, sandbox, external_id, credentials, batching_delay)
       values ($1, $2, 'test', 'Shop', false, $2::uuid::text, '\\x00', 0)`,
      [accountId, channelId],
    ),
  );
  const asked: string[] = [];
  const adapter = {
    manifest: { capabilities: { followers: vendor.followers !== undefined, profile: true } },
    ...(vendor.followers && {
      followers: async (_connection: unknown, cursor: string | null) =>
        vendor.followers?.(cursor) ?? { kind: 'refused', detail: '' },
    }),
    async profile(_connection: unknown, id: string) {
      asked.push(id);
      return vendor.profile?.(id) ?? found(`Name of ${id}`);
    },
  } as unknown as ChannelAdapter;
  const told: FriendSyncView[] = [];
  const errors: unknown[] = [];
  const dependencies = {
    database,
    segments: openSegments(() => []),
    adapters: { find: () => adapter },
    directory: { open: async () => ({ adapter, connection: { credentials: {} } }) },
    realtime: {
      emit: (_account: AccountId, _event: string, payload: unknown) =>
        void told.push(UpdateFriendSync.parse(payload).sync),
    },
    notifySyncs: () => undefined,
  };
  const newSyncer = () =>
    createFriendSyncer({
      ...dependencies,
      onError: (error) => errors.push(error),
      pausesMs: [1, 1],
    });
  const newest = async () => {
    const [sync] = await database.account(accountId, listSyncs);
    if (!sync) throw new Error('there is no sync');
    return sync;
  };
  return {
    session,
    channelId,
    dependencies,
    asked,
    told,
    errors,
    newSyncer,
    newest,
    start: () => startSync(dependencies, session, channelId),
    until: (state: FriendSyncView['state']) =>
      eventually(`the sync is ${state}`, async () => {
        const sync = await newest();
        return sync.state === state && sync;
      }),
    friends: () =>
      database.account(accountId, (transaction) =>
        transaction.rows<{ externalId: string; name: string; state: string; customer: string | null }>(
          `select f.external_id as "externalId", f.name, f.state, c.name as customer from friends f
             left join customers c on c.account_id = f.account_id and c.id = f.customer_id
           where f.account_id = $1 order by f.external_id`,
          [accountId],
        ),
      ),
    known: (externalId: string, state: string, profile: 'read' | 'unread') =>
      database.account(accountId, (transaction) =>
        transaction.run(
          `with c as (insert into customers (account_id, id, name) values ($1, gen_random_uuid(), 'Ms Known')
             returning id)
           insert into friends (account_id, id, channel_id, customer_id, external_id, name, state, profile_at)
           select $1, gen_random_uuid(), $2, c.id, $3, 'Known', $4, case when $5 then now() end from c`,
          [accountId, channelId, externalId, state, profile === 'read'],
        ),
      ),
  };
}

const found = (displayName: string): ProfileOutcome => ({
  kind: 'found',
  profile: { displayName, pictureUrl: null, language: 'ja' },
});
const PAGES: Readonly<Record<string, FollowersOutcome>> = {
  '': { kind: 'page', externalIds: ['a', 'b', 'c'], next: 'two', total: 5 },
  two: { kind: 'page', externalIds: ['d', 'e'], next: null, total: 5 },
};
const pages = (cursor: string | null): FollowersOutcome =>
  PAGES[cursor ?? ''] ?? { kind: 'refused', detail: `no page ${cursor}` };

test('all pages are read, the new become friends with a name, the known keep what is theirs', async () => {
  const shop = await shopOf({ followers: pages });
  await shop.known('b', 'blocked', 'read');
  await shop.known('c', 'unknown', 'unread');
  await shop.known('z', 'following', 'read');
  const [started] = await shop.start();
  expect(started).toMatchObject({ state: 'running', done: 0, total: null });
  await shop.newSyncer().runOnce();
  const done = await shop.until('done');
  expect(done).toMatchObject({ done: 5, total: 5, added: 3, changed: 2, detail: null });
  expect(await shop.friends()).toEqual([
    { externalId: 'a', name: 'Name of a', state: 'following', customer: 'Name of a' },
    // Read within a day: not asked about again.
    { externalId: 'b', name: 'Known', state: 'following', customer: 'Ms Known' },
    { externalId: 'c', name: 'Name of c', state: 'following', customer: 'Ms Known' },
    { externalId: 'd', name: 'Name of d', state: 'following', customer: 'Name of d' },
    { externalId: 'e', name: 'Name of e', state: 'following', customer: 'Name of e' },
    // Not in the list: stays.
    { externalId: 'z', name: 'Known', state: 'following', customer: 'Ms Known' },
  ]);
  expect(shop.asked.toSorted()).toEqual(['a', 'c', 'd', 'e']);
  expect(shop.told.at(0)).toEqual(started);
  expect(shop.told.at(-1)).toEqual(done);
  expect(shop.errors).toEqual([]);
});

test('a second one finds nothing new, and what was renamed', async () => {
  const shop = await shopOf({
    followers: pages,
    profile: (id) => found(id === 'a' ? 'Renamed' : `Name of ${id}`),
  });
  await shop.start();
  const syncer = shop.newSyncer();
  await syncer.runOnce();
  await shop.until('done');
  await database.system((transaction) =>
    transaction.run(
      `update friends set profile_at = now() - interval '2 days', name = 'Name of a'
      where external_id = 'a' and account_id = $1`,
      [shop.session.accountId],
    ),
  );
  const [second] = await shop.start();
  await syncer.runOnce();
  await eventually('the second is done', async () => {
    const newest = await shop.newest();
    return newest.uuid === second?.uuid && newest.state === 'done';
  });
  expect(await shop.newest()).toMatchObject({ added: 0, changed: 1, done: 5 });
});

test('one at a time for each channel, and none where nobody tells', async () => {
  const shop = await shopOf({ followers: pages });
  await shop.start();
  await expect(shop.start()).rejects.toMatchObject({ code: 'sync_running' });
  await expect(startSync(shop.dependencies, shop.session, undefined)).rejects.toMatchObject({
    code: 'sync_running',
  });
  const other = await shopOf({});
  await expect(other.start()).rejects.toMatchObject({ code: 'sync_unsupported' });
  const foreign = startSync(other.dependencies, other.session, shop.channelId);
  await expect(foreign).rejects.toMatchObject({ code: 'not_found' });
});

test('two who start it at the same moment start one', async () => {
  const shop = await shopOf({ followers: pages });
  const tries = await Promise.allSettled([shop.start(), shop.start(), shop.start()]);
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('stopped, it goes on at its page; others are asked about once', async () => {
  const gate = Promise.withResolvers<void>();
  const shop = await shopOf({
    async followers(cursor) {
      if (cursor === 'two') await gate.promise;
      return pages(cursor);
    },
  });
  const [started] = await shop.start();
  if (!started) throw new Error('nothing was started');
  await shop.newSyncer().runOnce();
  await eventually('the first page is read', async () => (await shop.newest()).done === 3);
  expect(await stopSync(shop.dependencies, shop.session, started.uuid)).toMatchObject({
    state: 'stopped',
    done: 3,
  });
  gate.resolve();
  const stopped = await shop.newest();
  expect(await shop.friends()).toHaveLength(3);
  expect(stopped.state).toBe('stopped');
  expect(await resumeSync(shop.dependencies, shop.session, started.uuid)).toMatchObject({ state: 'running' });
  await shop.newSyncer().runOnce();
  expect(await shop.until('done')).toMatchObject({ uuid: started.uuid, done: 5, added: 5 });
  expect(shop.asked.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(await resumeSync(shop.dependencies, shop.session, started.uuid)).toMatchObject({ state: 'done' });
});

test('while another of its channel runs, a stopped one waits', async () => {
  const shop = await shopOf({ followers: pages });
  const [first] = await shop.start();
  if (!first) throw new Error('nothing was started');
  await stopSync(shop.dependencies, shop.session, first.uuid);
  await shop.start();
  const resumed = resumeSync(shop.dependencies, shop.session, first.uuid);
  await expect(resumed).rejects.toMatchObject({ code: 'sync_running' });
});

test('what a server that stops breaks off, the next one does, counted once', async () => {
  const gate = Promise.withResolvers<void>();
  let isFirst = true;
  const shop = await shopOf({
    followers: pages,
    async profile(id) {
      if (id === 'd' && isFirst) await gate.promise;
      return found(id);
    },
  });
  await shop.start();
  const first = shop.newSyncer();
  await first.runOnce();
  await eventually('the second page is being read', async () => shop.asked.includes('d'));
  // Nobody else takes what somebody works on.
  await shop.newSyncer().runOnce();
  const ended = first.stop();
  isFirst = false;
  gate.resolve();
  await ended;
  expect((await shop.newest()).state).toBe('running');
  await shop.newSyncer().runOnce();
  expect(await shop.until('done')).toMatchObject({ done: 5, added: 5 });
});

test('what a crash broke off is taken up when its lease ends', async () => {
  const shop = await shopOf({ followers: pages });
  await shop.start();
  await database.system((transaction) =>
    transaction.run(`update friend_syncs set lease_until = now() + interval '1 hour' where account_id = $1`, [
      shop.session.accountId,
    ]),
  );
  await shop.newSyncer().runOnce();
  expect(shop.asked).toEqual([]);
  await database.system((transaction) =>
    transaction.run(
      `update friend_syncs set lease_until = now() - interval '1 second' where account_id = $1`,
      [shop.session.accountId],
    ),
  );
  await shop.newSyncer().runOnce();
  expect(await shop.until('done')).toMatchObject({ done: 5 });
});

test.each([
  ['refuses', { kind: 'refused', detail: 'Only verified accounts' } as const, 'Only verified accounts', 1],
  ['can not be reached', { kind: 'unreachable', detail: 'no route' } as const, 'no route', 3],
])('a vendor that %s ends it with its words', async (_what, outcome, detail, tries) => {
  let times = 0;
  const shop = await shopOf({
    followers() {
      times += 1;
      return outcome;
    },
  });
  await shop.start();
  await shop.newSyncer().runOnce();
  expect(await shop.until('failed')).toMatchObject({ detail, done: 0 });
  expect(times).toBe(tries);
});

test('a vendor that gives one page for ever is not followed', async () => {
  const shop = await shopOf({
    followers: () => ({ kind: 'page', externalIds: ['a'], next: 'again', total: null }),
  });
  await shop.start();
  await shop.newSyncer().runOnce();
  expect(await shop.until('failed')).toMatchObject({ done: 1, added: 1 });
});

test('a vendor without profiles now leaves nameless friends, not none', async () => {
  const shop = await shopOf({ followers: pages, profile: () => ({ kind: 'unavailable', detail: 'busy' }) });
  await shop.start();
  await shop.newSyncer().runOnce();
  expect(await shop.until('done')).toMatchObject({ done: 5, added: 5 });
  expect((await shop.friends()).map(({ name }) => name)).toEqual(['', '', '', '', '']);
});

test('somebody who writes while a page is being stored follows afterwards', async () => {
  const shop = await shopOf({ followers: pages });
  await shop.start();
  const [begun, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const writing = database.account(shop.session.accountId, async (transaction) => {
    await transaction.run(
      `insert into friends (account_id, id, channel_id, customer_id, external_id, name, state)
       values ($1, gen_random_uuid(), $2, gen_random_uuid(), 'a', '', 'unknown')`,
      [shop.session.accountId, shop.channelId],
    );
    begun.resolve();
    await written.promise;
  });
  await begun.promise;
  await shop.newSyncer().runOnce();
  await eventually('the page waits for the writer', async () => {
    const row = await database.system((transaction) =>
      transaction.one<{ count: number }>(
        "select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      ),
    );
    return row?.count === 1;
  });
  written.resolve();
  await writing;
  expect(await shop.until('done')).toMatchObject({ added: 4, changed: 1 });
  expect((await shop.friends()).map(({ state }) => state)).toEqual(Array(5).fill('following'));
});
