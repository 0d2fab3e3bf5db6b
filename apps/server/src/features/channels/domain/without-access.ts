import type { ChannelAdapter, SendOutcome } from '@hanasu/channels/spec/channel';

/**
 * `lost`: somebody has to connect again. `away`: the vendor could not be asked for new access just now. `unreadable`: the
 * stored credentials open with no key of this server.
 */
export type NoAccess = 'lost' | 'away' | 'unreadable';

const AGAIN_MS = 30_000;
const DETAILS = {
  lost: 'access to the official account was lost; it has to be connected again',
  away: 'access could not be renewed just now',
  unreadable: 'the channel needs its credentials again',
} as const satisfies Record<NoAccess, string>;

/** The same channel, which makes no call: without access each would be refused, and some would do harm. */
export function withoutAccess(adapter: ChannelAdapter, why: NoAccess): ChannelAdapter {
  const detail = DETAILS[why];
  const unavailable = async () => ({ kind: 'unavailable', detail }) as const;
  const nothing = async () => undefined;
  return {
    ...adapter,
    send: async () => refusal(why, detail),
    profile: unavailable,
    showTyping: nothing,
    ...(adapter.groupProfile && { groupProfile: unavailable }),
    ...(adapter.groupSize && { groupSize: unavailable }),
    ...(adapter.memberProfile && { memberProfile: unavailable }),
    ...(adapter.quota && { quota: unavailable }),
    ...(adapter.followers && { followers: async () => ({ kind: 'unreachable', detail }) as const }),
    ...(adapter.fetchMedia && { fetchMedia: async () => ({ kind: 'unreachable', detail }) as const }),
    ...(adapter.markRead && { markRead: nothing }),
    ...(adapter.findSent && { findSent: async () => 'unknown' as const }),
  };
}

const refusal = (why: NoAccess, detail: string): SendOutcome => ({
  kind: 'rejected',
  detail,
  requestId: null,
  ...(why !== 'away'
    ? { reason: 'credentials_rejected', retryable: false }
    : { reason: 'vendor_error', retryable: true, retryAfterMs: AGAIN_MS }),
});
