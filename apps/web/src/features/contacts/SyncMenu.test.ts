import type { FriendSyncView } from '@hanasu/contract/friends';
import { expect, test } from 'vitest';
import { lineOf } from './SyncMenu.tsx';

const sync = (state: FriendSyncView['state'], endedAt: string | null) =>
  ({ state, endedAt }) as FriendSyncView;

test('one line tells of what runs, else of what failed, else of what was read last', () => {
  const done = sync('done', '2026-01-02T00:00:00Z');
  const older = sync('done', '2026-01-01T00:00:00Z');
  const failed = sync('failed', '2025-12-31T00:00:00Z');
  const running = sync('running', null);
  expect(lineOf([older, failed, running, done])).toBe(running);
  expect(lineOf([older, failed, done])).toBe(failed);
  expect(lineOf([older, done])).toBe(done);
  expect(lineOf([])).toBeUndefined();
});
