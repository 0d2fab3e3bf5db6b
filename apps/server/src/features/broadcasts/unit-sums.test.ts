import { type FakeLine, startFakeLine } from '@hanasu/channels/line/fake/fake-line';
import { createLineChannel } from '@hanasu/channels/line/line.channel';
import { listBroadcastSums } from '@hanasu/contract/broadcast-sums';
import type { AccountId, BroadcastId, ChannelId } from '@hanasu/contract/ids';
import { EMPTY_CONTENT } from '@hanasu/contract/message-content';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { type Stage, setStage } from '../channels/testing/channel-stage.fixture.ts';
import { broadcastsOn } from './testing/broadcast-shop.fixture.ts';
import { findSums, unitOf } from './unit-sums.store.ts';
import { readSums } from './unit-sums.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close());
const { shopWith, draft, start, inState } = broadcastsOn(() => stage);

const sumsOf = async (uuid: BroadcastId) =>
  (await stage.owner.call(listBroadcastSums, { params: { uuid } })).items;
/** The names under which something was sent, by its words. */
const unitsOf = (words: string): string[] => [
  ...new Set(
    stage.fake.calls.flatMap(({ path, body }) => {
      const isIt =
        /^\/v2\/bot\/message\/(push|multicast)$/.test(path) && JSON.stringify(body).includes(words);
      return isIt ? ((body as { customAggregationUnits?: string[] }).customAggregationUnits ?? []) : [];
    }),
  ),
];

test('each variant goes out under a name of its own, to many and to one', async () => {
  const shop = await shopWith(30);
  const bubbles = [{ kind: 'text' as const, id: 'a', text: 'Dear {{customer.name}}' }];
  const { uuid } = await draft(shop, 'Counted', {
    abTest: {
      others: [{ ...EMPTY_CONTENT, bubbles }],
      shares: [50, 50],
      metric: 'replied',
      decide: 'by_person',
    },
  });
  expect(await sumsOf(uuid)).toEqual([]);
  await start(uuid);
  await inState(uuid, 'sent');
  expect([unitsOf('Counted'), unitsOf('Dear')]).toEqual([[unitOf(uuid, 0)], [unitOf(uuid, 1)]]);
  expect(unitOf(uuid, 0)).toMatch(/^[a-z0-9]{1,26}_a$/);
  expect(await sumsOf(uuid)).toEqual([{ channelUuid: shop.channel.uuid, isCounted: true, sums: [] }]);
});

test('goes out without a name when the vendor does not say that it takes one more', async () => {
  const shop = await shopWith(1);
  stage.fake.fault({ path: '/v2/bot/message/aggregation/info', status: 500, times: 1 });
  const { uuid } = await draft(shop, 'Nameless');
  await start(uuid);
  expect(await inState(uuid, 'sent')).toMatchObject({ accepted: 1 });
  expect(unitsOf('Nameless')).toEqual([]);
  expect(await sumsOf(uuid)).toEqual([{ channelUuid: shop.channel.uuid, isCounted: false, sums: [] }]);
});

const HOUR = 60 * 60 * 1000;
const ACCOUNT = {
  channelId: '1657000002',
  channelSecret: 'a'.repeat(32),
  channelAccessToken: 'b'.repeat(40),
};
const accountId = newId<AccountId>();
const channelId = newId<ChannelId>();
const id = newId<BroadcastId>();

/** A broadcast with two variants that was sent three days ago, and its vendor. */
async function sentLately(database: Database): Promise<FakeLine> {
  const fake = await startFakeLine();
  fake.addChannel({ ...ACCOUNT, displayName: 'Shop' });
  await database.system(async ({ run }) => {
    await run(`insert into accounts (id, name) values ($1, 'Shop')`, [accountId]);
    await run(
      `insert into channels (account_id, id, kind, sandbox, name, external_id, credentials, batching_delay)
       values ($1, $2, 'line', false, 'Shop', 'U1', '\\x00', 0)`,
      [accountId, channelId],
    );
    await run(
      `insert into broadcasts (account_id, id, name, content, audience, state, people, started_at, ab_test)
       values ($1, $2, 'Autumn', '{}', '{"kind": "everybody"}', 'sent', 1, now() - interval '3 days', '{"shares": [50, 50]}')`,
      [accountId, id],
    );
    await run(
      `insert into broadcast_channels (account_id, broadcast_id, channel_id, position, is_counted, sums_at)
       values ($1, $2, $3, 1, true, now())`,
      [accountId, id, channelId],
    );
  });
  return fake;
}

test('what the vendor added up is read once a day with its day, again when it says nothing, and ends', async () => {
  const testDatabase = await createTestDatabase();
  const database = openDatabase({ url: testDatabase.url, poolSize: 2, onError: () => undefined });
  const fake = await sentLately(database);
  try {
    const adapter = createLineChannel({ hosts: fake.hosts, now: Date.now });
    const connection = { credentials: ACCOUNT };
    const ids = Array.from({ length: 25 }, (_, index) =>
      fake.addFriend(ACCOUNT.channelId, { displayName: `Friend ${index}` }),
    );
    for (const unit of [unitOf(id, 0), unitOf(id, 1)])
      await adapter.sendMany?.(connection, {
        ...{ to: ids, messages: [{ type: 'text', text: 'Hi' }] },
        ...{ retryKey: crypto.randomUUID(), unit },
      });
    const at = Date.now() - 60 * HOUR;
    for (const each of ids)
      fake.lookAt(ACCOUNT.channelId, each, { unit: unitOf(id, 0), at, url: 'https://shop.example/' });
    for (const each of ids.slice(6)) fake.lookAt(ACCOUNT.channelId, each, { unit: unitOf(id, 1), at });
    const asked = () => fake.calls.filter(({ path }) => path.startsWith('/v2/bot/insight/')).length;
    const read = () =>
      readSums({ database, directory: { open: async () => ({ adapter: adapter as never, connection }) } });
    const state = async () => {
      const [row] = await database.system((transaction) =>
        transaction.rows<{ hours: number | null }>(
          `select round(extract(epoch from sums_at - now()) / 3600)::float8 as hours from broadcast_channels`,
        ),
      );
      return row?.hours;
    };
    const again = (startedAgo: string) =>
      database.system(async ({ run }) => {
        await run(`update broadcasts set started_at = now() - $1::interval`, [startedAgo]);
        await run(`update broadcast_channels set sums_at = now()`);
      });
    const found = () => database.account(accountId, (transaction) => findSums(transaction, id));

    fake.fault({ path: '/v2/bot/insight/message/event/aggregation', status: 500, times: 1 });
    await read();
    expect([asked(), await state(), await found()]).toEqual([
      1,
      1,
      [{ channelId, isCounted: true, sums: [] }],
    ]);
    await again('3 days');
    await read();
    const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
    expect(await found()).toEqual([
      {
        ...{ channelId, isCounted: true },
        sums: [
          { variant: 0, day, impressions: 25, clicks: 25 },
          { variant: 1, day, impressions: null, clicks: null },
        ],
      },
    ]);
    expect(await state()).toBe(24);
    // It is not due.
    await read();
    expect(asked()).toBe(3);
    await again('16 days');
    await read();
    expect([asked(), await state()]).toEqual([5, null]);
    // No day is over since.
    await again('1 minute');
    await read();
    expect([asked(), await state()]).toEqual([5, 24]);
  } finally {
    await fake.close();
    await database.close();
    await testDatabase.drop();
  }
});
