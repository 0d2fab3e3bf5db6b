import type { BroadcastAudience } from '@hanasu/contract/broadcast-audience';
import { checkBroadcast } from '@hanasu/contract/broadcasts';
import type { BroadcastId } from '@hanasu/contract/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Stage, setStage } from '../channels/testing/channel-stage.fixture.ts';
import { broadcastsOn, copies } from './testing/broadcast-shop.fixture.ts';

let stage: Stage;
const broadcasts = broadcastsOn(() => stage);
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close());

const check = (uuid: BroadcastId) => stage.owner.call(checkBroadcast, { params: { uuid } });

test('an earlier broadcast names its audience: who did something after it, who did not, and who got it', async () => {
  const shop = await broadcasts.shopWith(3);
  const first = await broadcasts.draft(shop, 'First');
  await broadcasts.start(first.uuid);
  await broadcasts.inState(first.uuid, 'sent');
  await shop.says('Tell me more', shop.ids[0]);
  await shop.until('it has come', (all) => all.length > 0);
  await broadcasts.addPeople(shop, [
    stage.fake.addFriend(shop.credentials.channelId, { id: `U${'a'.repeat(32)}`, displayName: 'New' }),
  ]);
  const audienceOf = async (audience: BroadcastAudience) => {
    const { uuid } = await broadcasts.draft(shop, 'Second', { audience });
    return check(uuid);
  };
  const reacted = { kind: 'reacted', broadcastUuid: first.uuid, reaction: 'replied' } as const;
  expect((await audienceOf({ ...reacted, did: true })).count).toBe(1);
  expect((await audienceOf({ ...reacted, did: false })).count).toBe(2);
  expect(
    await audienceOf({ ...reacted, did: true, broadcastUuid: crypto.randomUUID() as BroadcastId }),
  ).toMatchObject({
    isReady: false,
    count: 0,
    audienceProblem: 'broadcast_missing',
  });
  const { uuid } = await broadcasts.draft(shop, 'Second', {
    audience: { kind: 'everybody', exceptBroadcastUuids: [first.uuid] },
  });
  expect((await check(uuid)).count).toBe(1);
  await broadcasts.start(uuid);
  expect(await broadcasts.inState(uuid, 'sent')).toMatchObject({ people: 1, accepted: 1 });
  expect(copies(shop, 'Second')).toEqual([0, 0, 0]);
});
