import type { FakeWorld } from './answer.ts';
import type { FakeChannel } from './state.ts';

const TOKYO_AHEAD_MS = 9 * 60 * 60 * 1000;

/** yyyyMMdd as the vendor counts it. */
export const dayOf = (now: number): string =>
  new Date(now + TOKYO_AHEAD_MS).toISOString().slice(0, 10).replaceAll('-', '');

/** yyyy-mm as the vendor counts it. */
export const monthOf = (now: number): string => new Date(now + TOKYO_AHEAD_MS).toISOString().slice(0, 7);

/** Counted messages of the current month; a month begins at midnight in Tokyo. */
export function quotaUsed(channel: FakeChannel, now: number): number {
  const month = monthOf(now);
  if (channel.usedMonth !== month) {
    channel.usedMonth = month;
    channel.used = 0;
  }
  return channel.used;
}

/** Counts `recipients` (not message objects) and tells whether they still fitted; nothing is counted otherwise. */
export function takeQuota(channel: FakeChannel, recipients: number, now: number): boolean {
  const used = quotaUsed(channel, now);
  if (channel.monthlyQuota !== null && used + recipients > channel.monthlyQuota) return false;
  channel.used = used + recipients;
  return true;
}

/** Of the month's messages, what is set aside until it is known whom the messages reached. */
export function reservedBy({ state }: FakeWorld, { channelId }: FakeChannel): number {
  const open = [...state.narrowcasts.values()].filter(
    (sent) => sent.channelId === channelId && sent.settled === null && sent.errorCode === null,
  );
  return open.reduce((sum, { userIds, most }) => sum + Math.min(userIds.length, most), 0);
}
