import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FollowersOutcome } from '../../spec/channel.ts';
import { CREDENTIALS, OA_ID, type Stage, setStage } from '../testing.ts';
import { createZaloChannel } from '../zalo.channel.ts';

const DAY = 24 * 60 * 60 * 1000;
const connection = { credentials: CREDENTIALS };

let stage: Stage;
beforeEach(async () => {
  stage = await setStage();
});
afterEach(() => stage.close());
const adapter = () => createZaloChannel({ hosts: stage.fake.hosts, now: stage.clock.now });

async function allFollowers() {
  const found: string[] = [];
  let cursor: string | null = null;
  let pages = 0;
  let total: number | null = null;
  do {
    const page: FollowersOutcome | undefined = await adapter().followers?.(connection, cursor);
    if (page?.kind !== 'page') throw new Error(page?.detail);
    found.push(...page.externalIds);
    ({ next: cursor, total } = page);
    pages += 1;
  } while (cursor !== null && pages < 500);
  return { found, pages, total };
}

describe('followers', () => {
  it('come fifty at a time, without those who left', async () => {
    for (let index = 0; index < 119; index += 1) stage.fake.addFriend(OA_ID, { displayName: `Bạn ${index}` });
    stage.fake.addFriend(OA_ID, { displayName: 'Đi rồi', relation: 'left' });
    const { found, pages, total } = await allFollowers();
    expect([found.length, new Set(found).size, pages, total]).toEqual([120, 120, 3, 120]);
  });
  it('are read by the day of their last word where there are more than can be paged through', async () => {
    const now = stage.clock.now();
    for (let index = 0; index < 10_400; index += 1) {
      const lastInteractionAt = now - (index % 400) * DAY;
      stage.fake.addFriend(OA_ID, {
        id: String(10n ** 18n + BigInt(index)),
        displayName: `${index}`,
        lastInteractionAt,
      });
    }
    const { found, total } = await allFollowers();
    expect(total).toBe(10_401);
    expect(new Set(found).size).toBe(10_401);
    expect(found).toHaveLength(10_401);
  });
  it('may be refused, or out of reach', async () => {
    const path = '/v3.0/oa/user/getlist';
    stage.fake.fault({ path, status: 200, body: { error: -224, message: 'upgrade' } });
    expect(await adapter().followers?.(connection, null)).toMatchObject({ kind: 'refused' });
    stage.fake.fault({ path, status: 'reset' });
    expect(await adapter().followers?.(connection, null)).toMatchObject({ kind: 'unreachable' });
    stage.fake.fault({ path, status: 200, body: { error: -32, message: 'limit' } });
    expect(await adapter().followers?.(connection, null)).toMatchObject({ kind: 'unreachable' });
  });
});

describe('quota', () => {
  it('is what is left of the packages', async () => {
    stage.fake.addAccount({ oaId: OA_ID, name: 'Hoa', paidTotal: 500, paidLeft: 120 });
    expect(await adapter().quota?.(connection)).toEqual({ kind: 'known', limit: 500, used: 380 });
  });
  it('is not said of an account without packages', async () => {
    stage.fake.addAccount({ oaId: OA_ID, name: 'Hoa', paidLeft: null });
    expect(await adapter().quota?.(connection)).toMatchObject({ kind: 'unavailable' });
  });
});

describe('a profile', () => {
  it('has a name and a picture', async () => {
    const id = stage.fake.addFriend(OA_ID, { displayName: 'Lan', pictureUrl: 'https://a.vn/lan.jpg' });
    expect(await adapter().profile(connection, id)).toEqual({
      kind: 'found',
      profile: { displayName: 'Lan', pictureUrl: 'https://a.vn/lan.jpg', language: null },
    });
  });
  it('is not there of those who left, and not asked for of visitors', async () => {
    await stage.fake.friendSays(OA_ID, stage.minh, { type: 'unfollow' });
    expect(await adapter().profile(connection, stage.minh)).toMatchObject({ kind: 'unavailable' });
    const before = stage.fake.calls.length;
    expect(await adapter().profile(connection, 'anonymous:7')).toMatchObject({ kind: 'unavailable' });
    expect(stage.fake.calls).toHaveLength(before);
  });
});
