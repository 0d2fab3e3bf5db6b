import type { ChannelId } from '@hanasu/contract/ids';

/** How a delivery ended, as far as it says something about the vendor; `nothing`: the vendor was not asked. */
export type PaceResult = 'answered' | 'trouble' | 'nothing';

/** How many more deliveries of a channel may be started. */
export interface ChannelRoom {
  readonly channelId: ChannelId;
  readonly room: number;
}

/** Limits the calls of each channel, so that a vendor in trouble neither blocks other channels nor is flooded. */
export interface ChannelPace {
  started(channelId: ChannelId): void;
  ended(channelId: ChannelId, result: PaceResult): void;
  /** Channels with less room than `MOST_PER_CHANNEL`. */
  rooms(): ChannelRoom[];
  /** Milliseconds until a paused channel may be tried again; null: none is paused. */
  nextIn(): number | null;
}

/** Enough for a busy channel, and a fraction of what one process can do. */
export const MOST_PER_CHANNEL = 32;
/** Calls that try whether a channel works again, at a time. */
const PROBES = 2;
/** Troubles in a row after which a channel is paused. */
const TROUBLES = 3;
const FIRST_PAUSE_MS = 500;
/** Short, because reply tokens expire. */
const LONGEST_PAUSE_MS = 5_000;

interface Channel {
  running: number;
  troubles: number;
  pausedUntil: number;
}

/** A circuit breaker for each channel; `now` in milliseconds. */
export function createChannelPace(now: () => number): ChannelPace {
  const channels = new Map<ChannelId, Channel>();

  function roomOf({ running, troubles, pausedUntil }: Channel): number {
    if (troubles < TROUBLES) return MOST_PER_CHANNEL - running;
    return pausedUntil > now() ? 0 : Math.max(0, PROBES - running);
  }

  function noteTrouble(channel: Channel): void {
    // Those that were under way when it was paused say nothing new.
    if (channel.pausedUntil > now()) return;
    channel.troubles += 1;
    if (channel.troubles < TROUBLES) return;
    const pause = FIRST_PAUSE_MS * 1.5 ** (channel.troubles - TROUBLES);
    channel.pausedUntil = now() + Math.min(pause, LONGEST_PAUSE_MS);
  }

  return {
    started(channelId) {
      const channel = channels.get(channelId) ?? { running: 0, troubles: 0, pausedUntil: 0 };
      channel.running += 1;
      channels.set(channelId, channel);
    },
    ended(channelId, result) {
      const channel = channels.get(channelId);
      if (!channel) return;
      channel.running -= 1;
      if (result === 'trouble') noteTrouble(channel);
      if (result === 'answered') Object.assign(channel, { troubles: 0, pausedUntil: 0 });
      if (channel.running === 0 && channel.troubles === 0) channels.delete(channelId);
    },
    rooms: () => [...channels].map(([channelId, channel]) => ({ channelId, room: roomOf(channel) })),
    nextIn() {
      const waits = [...channels.values()]
        .filter(({ pausedUntil }) => pausedUntil > now())
        .map(({ pausedUntil }) => pausedUntil - now());
      return waits.length === 0 ? null : Math.min(...waits);
    },
  };
}
