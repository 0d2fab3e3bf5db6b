import { updateChannel } from '@hanasu/contract/channels';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sizeOf } from './chaos-run.fixture.ts';
import {
  everybodyReads,
  expectNothingWrong,
  type FireShop,
  type FireStage,
  openLineShop,
  openTelegramShop,
  openZaloShop,
  setFireStage,
  settled,
  storedMessages,
} from './fire-stage.fixture.ts';
import { type Asked, friendsOf, questionsOf, shuffled } from './storm.fixture.ts';

let stage: FireStage;
beforeAll(async () => {
  stage = await setFireStage({ BATCHING_DELAY_MS: '300' });
});
afterAll(() => stage.close());

const MINUTE = 60_000;
/** Connections of the vendor; what goes over different ones may overtake each other, so fewer than friends. */
const LANES = 100;

test.concurrent('events an hour late, or two minutes off by the vendor’s clock, are answered like others', async () => {
  const { line, zalo, owner, server } = stage;
  const late = [-60 * MINUTE, -2 * MINUTE, 0, 2 * MINUTE];
  for (const shop of [await openLineShop(owner, line), await openZaloShop(owner, zalo, server.publicUrl)]) {
    const asked: Asked = new Map();
    await Promise.all(
      late.map(async (difference) => {
        const friend = shop.addFriend(`clock ${difference}`);
        asked.set(friend, [`clock${difference}-1?`, `clock${difference}-2?`]);
        for (const [index, text] of (asked.get(friend) ?? []).entries()) {
          const timestamp = Date.now() + difference + index;
          expect(await shop.says(friend, text, { timestamp })).toBe(200);
        }
      }),
    );
    await settled(server.sql, stage);
    const done = { fault: 'events an hour late or two minutes off', times: late.length };
    await expectNothingWrong(server.sql, new Map([[shop, asked]]), done);
  }
  // Whatever a vendor's clock says, what is due and who holds it goes by the database's.
  const [ahead] = await server.sql<{ rows: number }>(
    `select (select count(*) from outbox where next_attempt_at > now() + interval '1 minute')::int
       + (select count(*) from inbound_events where received_at > now() + interval '1 minute')::int as rows`,
  );
  expect(ahead?.rows).toBe(0);
});

test.concurrent('the other vendor: doubled, tampered, unknown and out of order', async () => {
  const { zalo, owner, server } = stage;
  const shop = await openZaloShop(owner, zalo, server.publicUrl);
  const friends = friendsOf(shop, 'storm', 10);
  const { asked, writes } = questionsOf(friends, 'storm', 3, Date.now() - 1_000);
  await Promise.all(
    shuffled(writes).map(async ({ friend, text, timestamp }, index) => {
      if (index % 3 === 0) {
        await zalo.friendSays(shop.oaId, friend, {
          type: 'custom',
          event: {
            event_name: `something_of_2030_${index}`,
            sender: { id: friend },
            recipient: { id: shop.oaId },
          },
        });
      }
      const { status } = await zalo.friendSays(
        shop.oaId,
        friend,
        { type: 'text', text },
        { timestamp, times: 3 },
      );
      expect(status).toBe(200);
    }),
  );
  const [stranger = ''] = friends;
  const forged = { type: 'text', text: 'forged?' } as const;
  await zalo.friendSays(shop.oaId, stranger, forged, { tamperSignature: true });
  await settled(server.sql, stage);
  const done = { fault: 'each event three times, mixed, with forged and unknown ones', times: 30 };
  await expectNothingWrong(server.sql, new Map([[shop, asked]]), done);
  const stored = await storedMessages(server.sql, shop.channel.uuid);
  expect(stored.filter(({ text }) => text === 'forged?')).toEqual([]);
});

const FLOOD_FRIENDS = 200;
/** Of each vendor; the long run is a minute of five thousand. */
const FLOOD = { line: sizeOf(5, 15), zalo: sizeOf(1, 5), telegram: sizeOf(1, 5) };

test('many events of many friends of all vendors, as fast as they can be written', async () => {
  const { line, zalo, telegram, owner, server } = stage;
  const shops: readonly (readonly [FireShop, number])[] = [
    [await openLineShop(owner, line), FLOOD.line],
    [await openZaloShop(owner, zalo, server.publicUrl), FLOOD.zalo],
    [await openTelegramShop(owner, telegram), FLOOD.telegram],
  ];
  // As by default: who writes in quick succession is answered at once.
  const body = { batchingDelay: 1_500 };
  for (const [{ channel }] of shops) {
    await owner.call(updateChannel, { params: { uuid: channel.uuid }, body });
  }
  const all = shops.map(([shop, count], place) => {
    const friends = friendsOf(shop, `flood${place}x`, FLOOD_FRIENDS);
    return { shop, friends, ...questionsOf(friends, `flood${place}`, count, Date.now()) };
  });
  await Promise.all(all.map(({ shop, writes }) => writeAll(shop, writes)));
  for (const { shop, friends } of all) await everybodyReads(shop, friends);
  await settled(server.sql, stage);
  const messages = all.reduce((sum, { writes }) => sum + writes.length, 0);
  const asked = new Map(all.map((each) => [each.shop, each.asked]));
  await expectNothingWrong(server.sql, asked, { fault: 'a flood of all vendors at once', times: messages });
  // Each is stored once, though the vendor delivered some of them again.
  const [flood] = all;
  const [events] = await server.sql<{ stored: number }>(
    `select count(*)::int as stored from inbound_events where channel_id = '${flood?.shop.channel.uuid}'`,
  );
  expect(events?.stored).toBe(flood?.writes.length);
});

/** Over as many connections as a vendor has; what one friend writes may overtake what they wrote before. */
async function writeAll(shop: FireShop, writes: ReturnType<typeof questionsOf>['writes']): Promise<void> {
  const queue = [...writes];
  const lane = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      await shop.says(next.friend, next.text, { timestamp: next.timestamp });
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}
