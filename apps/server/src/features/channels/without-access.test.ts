import { Readable } from 'node:stream';
import type { ChannelAdapter } from '@hanasu/channels/spec/channel';
import { DEFAULT_MESSAGE_OPTIONS } from '@hanasu/channels/spec/outgoing';
import { describe, expect, test } from 'vitest';
import { withoutAccess } from './attention.ts';
import { createRotatingVendor } from './testing/rotating-channel.fixture.ts';

const connection = { credentials: {} };
const how = { method: 'push', retryKey: 'k' } as const;

/** An adapter with everything an adapter may have, which tells of each call that is made. */
function everything(): { adapter: ChannelAdapter; calls: string[] } {
  const calls: string[] = [];
  const called = (name: string) => {
    calls.push(name);
  };
  const { adapter } = createRotatingVendor();
  const profile = async () => {
    called('profile');
    return { kind: 'unavailable', detail: '' } as const;
  };
  return {
    calls,
    adapter: {
      ...adapter,
      profile,
      groupProfile: profile,
      memberProfile: profile,
      showTyping: async () => called('typing'),
      markRead: async () => called('read'),
      async send() {
        called('send');
        return { kind: 'sent', vendorMessageIds: [], requestId: null };
      },
      async findSent() {
        called('check');
        return 'absent';
      },
      async followers() {
        called('followers');
        return { kind: 'page', externalIds: [], next: null, total: 0 };
      },
      async quota() {
        called('quota');
        return { kind: 'known', limit: 1, used: 0 };
      },
      async fetchMedia() {
        called('media');
        return { kind: 'fetched', body: Readable.from(''), contentType: 'text/plain' };
      },
    },
  };
}

const useAll = async (adapter: ChannelAdapter) => ({
  send: await adapter.send(connection, { to: 'U', messages: [], how }),
  profiles: [
    await adapter.profile(connection, 'U'),
    await adapter.groupProfile?.(connection, 'G'),
    await adapter.memberProfile?.(connection, 'G', 'U'),
  ].map((outcome) => outcome?.kind),
  typing: await adapter.showTyping(connection, 'U'),
  read: await adapter.markRead?.(connection, 't'),
  sent: await adapter.findSent?.(connection, { to: 'U', messages: [], since: 0 }),
  followers: (await adapter.followers?.(connection, null))?.kind,
  quota: (await adapter.quota?.(connection))?.kind,
  media: (await adapter.fetchMedia?.(connection, { from: 'vendor', vendorMessageId: 'm' }))?.kind,
});

const NOTHING = {
  profiles: ['unavailable', 'unavailable', 'unavailable'],
  typing: undefined,
  read: undefined,
  sent: 'unknown',
  followers: 'unreachable',
  quota: 'unavailable',
  media: 'unreachable',
};

describe('a channel without access', () => {
  test('makes no call at all, and what it would send is refused for good', async () => {
    const { adapter, calls } = everything();
    const outcome = await useAll(withoutAccess(adapter, 'lost'));
    expect(outcome).toMatchObject({
      ...NOTHING,
      send: { kind: 'rejected', reason: 'credentials_rejected', retryable: false },
    });
    expect(calls).toEqual([]);
  });

  test('whose vendor is away sends later', async () => {
    const { adapter, calls } = everything();
    const outcome = await useAll(withoutAccess(adapter, 'away'));
    expect(outcome).toMatchObject({
      ...NOTHING,
      send: { kind: 'rejected', reason: 'vendor_error', retryable: true, retryAfterMs: 30_000 },
    });
    expect(calls).toEqual([]);
  });

  test('still plans messages and checks signatures, and has nothing that it did not have', () => {
    const { adapter } = createRotatingVendor();
    const without = withoutAccess(adapter, 'lost');
    expect(without.toMessages([], DEFAULT_MESSAGE_OPTIONS)).toEqual([]);
    expect(without.verifyWebhook(connection, Buffer.alloc(0), { 'x-signature': 'right' })).toBe(true);
    expect(without.followers).toBeUndefined();
    expect(without.findSent).toBeUndefined();
  });
});
