import type { FakeWorld } from './answer.ts';
import { takeQuota } from './quota.ts';
import { deliver } from './sending.ts';
import type { FakeNarrowcast } from './state.ts';

const WAITS_MS = 1_000;
const TAKES_MS = 3_000;

/** Delivers what was accepted long enough ago. */
export function settleNarrowcasts(world: FakeWorld): void {
  for (const [requestId, sent] of world.state.narrowcasts) {
    if (sent.settled !== null || world.now() - sent.acceptedAt < TAKES_MS) continue;
    sent.settled = { at: sent.acceptedAt + TAKES_MS, sentTo: sendOut(world, requestId, sent) };
  }
}

function sendOut(world: FakeWorld, requestId: string, sent: FakeNarrowcast): readonly string[] {
  const channel = world.state.channels.get(sent.channelId);
  if (!channel || sent.errorCode !== null) return [];
  const chosen = sent.userIds.slice(0, sent.most);
  // Whoever has blocked the account meanwhile gets nothing.
  const sentTo = chosen.filter(
    (id) => world.state.friends.get(`${sent.channelId}/${id}`)?.relation === 'following',
  );
  takeQuota(channel, sentTo.length, world.now());
  for (const id of sentTo)
    deliver(world, channel, { chatId: id, messages: sent.messages, via: 'narrowcast', requestId });
  return sentTo;
}

const REASONS = {
  2: 'There are not enough recipients.',
  5: 'The messages would have been delivered to a part of the recipients only.',
} as const;

/** The vendor's own account of how far it is. */
export function progressOf(sent: FakeNarrowcast, now: number): object {
  const acceptedTime = new Date(sent.acceptedAt).toISOString();
  if (now - sent.acceptedAt < WAITS_MS) return { phase: 'waiting', acceptedTime };
  const targetCount = Math.min(sent.userIds.length, sent.most);
  if (sent.settled === null) {
    return { phase: 'sending', successCount: 0, failureCount: 0, targetCount, acceptedTime };
  }
  const completedTime = new Date(sent.settled.at).toISOString();
  const successCount = sent.settled.sentTo.length;
  const counts = { successCount, failureCount: targetCount - successCount, targetCount };
  if (sent.errorCode === null) return { phase: 'succeeded', ...counts, acceptedTime, completedTime };
  const { errorCode } = sent;
  const failedDescription = REASONS[errorCode];
  return { phase: 'failed', ...counts, failedDescription, errorCode, acceptedTime, completedTime };
}
