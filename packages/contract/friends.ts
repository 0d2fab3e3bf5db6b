import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  ChannelId,
  ConversationId,
  CustomerId,
  FriendId,
  FriendSyncId,
  SegmentId,
  TagId,
  uuidParams,
} from './ids.ts';
import { PageQuery, pageOf, Time } from './page.ts';
import { TagShort } from './tags.ts';

export const FRIEND_STATES = ['following', 'blocked', 'unknown'] as const;
export const FRIEND_CONSENTS = ['unknown', 'given', 'withdrawn'] as const;

export const FriendView = z
  .object({
    uuid: FriendId,
    customerUuid: CustomerId,
    channel: z.object({ uuid: ChannelId, kind: z.string(), name: z.string(), sandbox: z.boolean() }),
    name: z.string(),
    pictureUrl: z.string().nullable(),
    language: z.string().nullable(),
    /** `unknown`: wrote without following, or nobody has told us. */
    state: z.enum(FRIEND_STATES),
    /** Of the customer behind them. */
    tags: z.array(TagShort),
    /** What they told of themselves when asked: phone, address, …. */
    details: z.record(z.string(), z.string()),
    conversationUuid: ConversationId.nullable(),
    lastWroteAt: Time.nullable(),
    createdAt: Time,
  })
  .meta({ id: 'Friend' });
export type FriendView = z.infer<typeof FriendView>;

export const SYNC_STATES = ['running', 'stopped', 'done', 'failed'] as const;
export const FriendSyncView = z
  .object({
    uuid: FriendSyncId,
    channelUuid: ChannelId,
    state: z.enum(SYNC_STATES),
    /** Followers read so far; `total` as the vendor says, null when it doesn't. */
    done: z.number().int(),
    total: z.number().int().nullable(),
    added: z.number().int(),
    changed: z.number().int(),
    detail: z.string().nullable(),
    startedAt: Time,
    endedAt: Time.nullable(),
  })
  .meta({ id: 'FriendSync' });
export type FriendSyncView = z.infer<typeof FriendSyncView>;

export const listFriends = endpoint({
  method: 'GET',
  path: '/api/friends',
  summary: 'Friends and followers of all channels',
  tag: 'friends',
  access: 'viewer',
  query: PageQuery.extend({
    channelUuid: ChannelId.optional(),
    state: z.enum(FRIEND_STATES).optional(),
    /** Of the customer behind them. */
    tagUuid: TagId.optional(),
    segmentUuid: SegmentId.optional(),
    sort: z.enum(['name', '-name', 'createdAt', '-createdAt', 'lastWroteAt', '-lastWroteAt']).optional(),
  }),
  status: 200,
  output: pageOf(FriendView).extend({
    counts: z.object({ following: z.number().int(), blocked: z.number().int(), unknown: z.number().int() }),
  }),
  errors: ['segment_too_slow'],
});
export const getFriend = endpoint({
  method: 'GET',
  path: '/api/friend/{uuid}',
  summary: 'One friend',
  tag: 'friends',
  access: 'viewer',
  params: uuidParams(FriendId),
  status: 200,
  output: FriendView,
});
export const refreshFriend = endpoint({
  method: 'POST',
  path: '/api/friend/{uuid}/refresh',
  summary: 'Read name, picture and language anew from the channel',
  tag: 'friends',
  access: 'operator',
  params: uuidParams(FriendId),
  status: 200,
  output: FriendView,
  errors: ['channel_vendor_unreachable'],
});
export const reloadCustomers = endpoint({
  method: 'POST',
  path: '/api/customers/reload',
  summary: 'Read all followers of a channel, or of all channels that can be asked; goes on in the background',
  tag: 'friends',
  access: 'operator',
  body: z.object({ channelUuid: ChannelId.optional() }).strict(),
  status: 200,
  output: z.object({ items: z.array(FriendSyncView) }),
  errors: ['sync_running', 'sync_unsupported'],
});
export const listSyncs = endpoint({
  method: 'GET',
  path: '/api/customers/reload',
  summary: 'The newest sync of each channel',
  tag: 'friends',
  access: 'viewer',
  status: 200,
  output: z.object({ items: z.array(FriendSyncView) }),
});
export const stopSync = endpoint({
  method: 'POST',
  path: '/api/customers/reload/{uuid}/stop',
  summary: 'Stop a sync; it can go on where it stopped',
  tag: 'friends',
  access: 'operator',
  params: uuidParams(FriendSyncId),
  status: 200,
  output: FriendSyncView,
});
export const resumeSync = endpoint({
  method: 'POST',
  path: '/api/customers/reload/{uuid}/resume',
  summary: 'Go on with a sync that was stopped or failed',
  tag: 'friends',
  access: 'operator',
  params: uuidParams(FriendSyncId),
  status: 200,
  output: FriendSyncView,
  errors: ['sync_running'],
});
