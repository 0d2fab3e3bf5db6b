import type { FakeEvent } from '@hanasu/channels/line/fake/build-event';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  expectNothingWrong,
  type FireStage,
  type LineShop,
  openLineShop,
  setFireStage,
  settled,
  storedMessages,
} from './fire-stage.fixture.ts';
import { friendsOf, questionsOf, shuffled } from './storm.fixture.ts';

let stage: FireStage;
beforeAll(async () => {
  stage = await setFireStage({ BATCHING_DELAY_MS: '300' });
});
afterAll(() => stage.close());

/** What the product doesn't know, between what it does. */
const strange = (shop: LineShop, friend: string, name: string): FakeEvent =>
  stage.line.friendEvent(shop.credentials.channelId, friend, {
    type: 'custom',
    event: { type: `somethingOf2030-${name}`, source: { type: 'user', userId: friend } },
  });

test('a hundred events of twenty friends in one call: reordered, doubled, redelivered, with strange ones between', async () => {
  const { line, owner, server } = stage;
  const shop = await openLineShop(owner, line);
  const { channelId } = shop.credentials;
  const friends = friendsOf(shop, 'batch', 20);
  const { asked, writes } = questionsOf(friends, 'batch', 5, Date.now() - 1_000);
  const events = writes.map(({ friend, text, timestamp }) =>
    line.friendEvent(channelId, friend, { type: 'text', text }, { timestamp }),
  );
  const mixed = shuffled([...events, ...friends.slice(0, 5).map((friend) => strange(shop, friend, 'a'))]);
  // Somebody who can't sign is not listened to, whatever he repeats.
  const tampered = friends.map((friend, index) =>
    line.friendEvent(channelId, friend, { type: 'text', text: `tampered-${index}?` }),
  );
  line.setRedelivery(null);
  expect((await line.deliver(channelId, tampered, { tamperSignature: true })).status).not.toBe(200);
  line.setRedelivery({ attempts: 300, delayMs: 200 });
  const answers = await Promise.all([
    line.deliver(channelId, mixed, { times: 2 }),
    line.deliver(channelId, mixed, { reversed: true }),
    line.deliver(channelId, shuffled(events), { isRedelivery: true }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  await settled(server.sql, stage);
  await line.deliver(channelId, mixed, { isRedelivery: true });
  await settled(server.sql, stage);
  const done = { fault: 'a call of 100 events, mixed, doubled and delivered again', times: 4 };
  await expectNothingWrong(server.sql, new Map([[shop, asked]]), done);
  const stored = await storedMessages(server.sql, shop.channel.uuid);
  expect(stored.filter(({ text }) => text.includes('tampered'))).toEqual([]);
  // They are shown in the order in which they were written.
  for (const [friend, questions] of asked) {
    const heard = stored.filter((each) => each.friend === friend && each.sender === 'customer');
    expect(heard.map(({ text }) => text).filter((text) => text.startsWith('batch-'))).toEqual(questions);
  }
});
