import type { FriendSyncView } from '@hanasu/contract/friends';
import { ChannelId, FriendSyncId } from '@hanasu/contract/ids';
import { expect, test } from 'vitest';
import { withSync } from './friends.queries.ts';

const id = (number: number) => `01932f00-0000-7000-8000-00000000000${number}`;
const sync = (number: number, channel: number, startedAt: string): FriendSyncView => ({
  uuid: FriendSyncId.parse(id(number)),
  channelUuid: ChannelId.parse(id(channel)),
  state: 'running',
  done: 0,
  total: null,
  added: 0,
  changed: 0,
  detail: null,
  startedAt,
  endedAt: null,
});
const older = sync(1, 8, '2026-01-01T00:00:00Z');
const newer = sync(2, 8, '2026-01-02T00:00:00Z');
const other = sync(3, 9, '2026-01-01T00:00:00Z');

test('each channel keeps its newest sync, in its newest state', () => {
  expect(withSync(undefined, older)).toEqual({ items: [older] });
  expect(withSync({ items: [older, other] }, newer)).toEqual({ items: [other, newer] });
  expect(withSync({ items: [newer, other] }, { ...older, state: 'stopped' })).toEqual({
    items: [newer, other],
  });
  const further = { ...newer, done: 5 };
  expect(withSync({ items: [newer, other] }, further)).toEqual({ items: [other, further] });
  const done = { ...newer, done: 9, state: 'done' as const };
  expect(withSync({ items: [done, other] }, further)).toEqual({ items: [done, other] });
});
