import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sizeOf } from './chaos-run.fixture.ts';
import {
  everybodyReads,
  expectNothingWrong,
  type FireStage,
  type LineShop,
  openLineShop,
  setFireStage,
  settled,
  unanswered,
} from './fire-stage.fixture.ts';

let stage: FireStage;
beforeAll(async () => {
  stage = await setFireStage({ BATCHING_DELAY_MS: '300' });
});
afterEach(() => stage.models.reset());
afterAll(() => stage.close());

/** The long run is a minute of five thousand events for one channel. */
const FLOOD_FRIENDS = sizeOf(300, 1_000);
const EVENTS_EACH = sizeOf(2, 5);
/** A vendor puts so many events into one call. */
const CALL = 100;
const QUIET_FRIENDS = 10;
const OTHER_MODEL = 'openai-gpt-4o';

type Asked = Map<string, string[]>;

/** All of it is stored when this resolves. */
async function flood(shop: LineShop): Promise<{ friends: string[]; asked: Asked }> {
  const { channelId } = shop.credentials;
  const friends = Array.from({ length: FLOOD_FRIENDS }, (_, index) => shop.addFriend(`flood ${index}`));
  const asked: Asked = new Map(friends.map((friend) => [friend, []]));
  const now = Date.now();
  const events = Array.from({ length: FLOOD_FRIENDS * EVENTS_EACH }, (_, index) => {
    const friend = friends[index % FLOOD_FRIENDS] ?? '';
    const text = `flood-${index}?`;
    asked.get(friend)?.push(text);
    return stage.line.friendEvent(channelId, friend, { type: 'text', text }, { timestamp: now + index });
  });
  for (let from = 0; from < events.length; from += CALL) {
    const { status } = await stage.line.deliver(channelId, events.slice(from, from + CALL));
    expect(status).toBe(200);
  }
  return { friends, asked };
}

/** Of those who waited on the flooded channel before, at least so many wait still. */
const RATIO = 1 / 2;

test.each([
  ['is flooded', 'ok'],
  // More of them run at once than there is room for.
  ['is flooded and has a model that takes its time', 'slow-300'],
] as const)('a channel that %s starves no other one', async (fault, behaviour) => {
  const { line, owner, server, models } = stage;
  const flooded = await openLineShop(owner, line);
  const quiet = await openLineShop(owner, line, { model: OTHER_MODEL });
  models.behave('gpt-4o-mini', behaviour);
  const backlog = await flood(flooded);
  const asked: Asked = new Map();
  await Promise.all(
    Array.from({ length: QUIET_FRIENDS }, async (_, index) => {
      const friend = quiet.addFriend(`quiet ${index}`);
      asked.set(friend, [`quiet-${index}?`]);
      expect(await quiet.says(friend, `quiet-${index}?`)).toBe(200);
    }),
  );
  const left = unanswered(flooded, backlog.friends);
  await everybodyReads(quiet, [...asked.keys()]);
  // They wrote last of all.
  expect(unanswered(flooded, backlog.friends)).toBeGreaterThan(left * RATIO);
  await everybodyReads(flooded, backlog.friends);
  await settled(server.sql, stage);
  const both = new Map([
    [flooded, backlog.asked],
    [quiet, asked],
  ]);
  const times = FLOOD_FRIENDS * EVENTS_EACH;
  await expectNothingWrong(server.sql, both, { fault: `another channel ${fault}`, times });
});
