import { z } from 'zod';
import { AbTest, AbVariant, AbVariantCount, AbWinner } from './broadcast-ab.ts';
import { AUDIENCE_PROBLEMS, BroadcastAudience } from './broadcast-audience.ts';
import { BROADCAST_LATER, EXCLUDED_REASONS } from './broadcast-excluded.ts';
import { BroadcastLink, LinkTracking, Utm } from './broadcast-links.ts';
import { endpoint } from './endpoint.ts';
import { BroadcastId, ChannelId, CustomerId, FriendId, MessageId, UserId, uuidParams } from './ids.ts';
import { ContentProblem, MessageContent } from './message-content.ts';
import { PageQuery, pageOf, Time } from './page.ts';
import { shortWords } from './typed-words.ts';

export const BROADCASTS_MAX = 2_000;
export const BROADCAST_CHANNELS_MAX = 20;

/** `failed`: the vendor refuses what it says. */
export const BROADCAST_STATES = [
  'draft',
  'scheduled',
  'sending',
  /** Until its A/B test is decided. */
  'waiting',
  'paused',
  'stopped',
  'sent',
  'failed',
] as const;
export type BroadcastState = (typeof BROADCAST_STATES)[number];
/** Reasons why a broadcast doesn't go on by itself. */
export const BROADCAST_REASONS = [
  'by_person',
  /** The next one would use what is kept for staff, or more than the vendor takes this month. */
  'quota_short',
  'credentials_rejected',
  'payment_needed',
  'message_invalid',
  /** The scheduled start failed: its audience, content or channels do not allow it. */
  'not_ready',
  /** Its A/B test is over, and a person chooses what the rest gets. */
  'winner_wanted',
] as const;
export type BroadcastReason = (typeof BROADCAST_REASONS)[number];

/** `unknown`: the vendor never said whether it took it, and may no longer be asked. */
export const RECIPIENT_STATES = ['pending', 'sending', 'accepted', 'skipped', 'failed', 'unknown'] as const;
export type RecipientState = (typeof RECIPIENT_STATES)[number];

export const BroadcastView = z
  .object({
    uuid: BroadcastId,
    name: z.string(),
    content: MessageContent,
    /** A customer who is on several of them gets it on the first where they can be reached. */
    channelUuids: z.array(ChannelId),
    audience: BroadcastAudience,
    state: z.enum(BROADCAST_STATES),
    reason: z.enum(BROADCAST_REASONS).nullable(),
    startAt: Time.nullable(),
    /** Null: as fast as the vendors take it. */
    peoplePerHour: z.number().int().nullable(),
    later: z.enum(BROADCAST_LATER),
    linkTracking: LinkTracking,
    utm: Utm.nullable(),
    /** Counts up with each change; sent back with one, so that no user overwrites what they have not seen. */
    version: z.number().int(),
    /** Size of the audience when it started, with those who get nothing; null: not started. */
    people: z.number().int().nullable(),
    /** Null: all recipients get `content`, which is variant A otherwise. */
    abTest: AbTest.nullable(),
    /** Variant for the people who waited; null: not chosen. */
    winner: AbWinner.nullable(),
    /** With `waiting`: when the rule chooses; null: a person does. */
    decideAt: Time.nullable(),
    createdBy: z.object({ uuid: UserId, name: z.string() }).nullable(),
    createdAt: Time,
    updatedAt: Time,
    startedAt: Time.nullable(),
    finishedAt: Time.nullable(),
  })
  .meta({ id: 'Broadcast' });
export type BroadcastView = z.infer<typeof BroadcastView>;

const Count = z.number().int();
/** Lists who would get it now, and what it would cost. Nothing is sent or stored. */
export const BroadcastCheck = z
  .object({
    isReady: z.boolean(),
    /** People who would get it. */
    count: Count,
    channels: z.array(
      z.object({
        channelUuid: ChannelId,
        count: Count,
        /** Messages that the vendor counts. */
        cost: Count,
        /** Left of this month's quota; null: without end, or the vendor doesn't say. */
        left: Count.nullable(),
        /** Part of `left` that is reserved for staff. */
        keep: Count,
        /** It pauses before all recipients have got it. */
        isShort: z.boolean(),
      }),
    ),
    sample: z.array(z.object({ customerUuid: CustomerId, name: z.string(), channelUuid: ChannelId })),
    excluded: z.array(z.object({ channelUuid: ChannelId, reason: z.enum(EXCLUDED_REASONS), count: Count })),
    /** Problems that keep the message from being sent. */
    problems: z.array(ContentProblem.extend({ variant: AbVariant })),
    /** Reason why the audience is empty. */
    audienceProblem: z.enum(AUDIENCE_PROBLEMS).nullable(),
    /** Addresses in the message, each once, and whether clicks on them are counted. */
    links: z.array(BroadcastLink),
    /** Variables for which some of the sample have no value and nothing is said instead; those people are skipped. */
    missing: z.array(z.string()),
    /** End of the account's quiet hours, if it would start in them and wait; null: it would not. */
    quietUntil: Time.nullable(),
    /** Part of `count` that gets each variant first; variant null: waits for the winner. Empty: no A/B test. */
    variants: z.array(AbVariantCount),
  })
  .meta({ id: 'BroadcastCheck' });
export type BroadcastCheck = z.infer<typeof BroadcastCheck>;

const TAG = 'broadcasts';
const params = uuidParams(BroadcastId);
const Fields = z.object({
  name: shortWords(80).min(1),
  content: MessageContent,
  channelUuids: z
    .array(ChannelId)
    .min(1)
    .max(BROADCAST_CHANNELS_MAX)
    .refine((ids) => new Set(ids).size === ids.length, 'each channel once'),
  audience: BroadcastAudience,
  peoplePerHour: z.number().int().min(1).max(1_000_000).nullable(),
  later: z.enum(BROADCAST_LATER),
  linkTracking: LinkTracking,
  utm: Utm.nullable(),
  abTest: AbTest.nullable(),
});

export const listBroadcasts = endpoint({
  method: 'GET',
  path: '/api/broadcasts',
  summary: 'Broadcasts, the last changed first',
  tag: TAG,
  access: 'viewer',
  query: PageQuery.extend({ state: z.enum(BROADCAST_STATES).optional() }),
  status: 200,
  output: pageOf(BroadcastView),
});
export const createBroadcast = endpoint({
  method: 'POST',
  path: '/api/broadcast',
  summary: 'Adds a broadcast as a draft',
  tag: TAG,
  access: 'operator',
  body: Fields.extend({
    peoplePerHour: Fields.shape.peoplePerHour.default(null),
    later: Fields.shape.later.default('skip'),
    linkTracking: LinkTracking.default('counted'),
    utm: Fields.shape.utm.default(null),
    abTest: Fields.shape.abTest.default(null),
  }).strict(),
  status: 201,
  output: BroadcastView,
  errors: ['too_many_broadcasts'],
});
export const getBroadcast = endpoint({
  method: 'GET',
  path: '/api/broadcast/{uuid}',
  summary: 'One broadcast',
  tag: TAG,
  access: 'viewer',
  params,
  status: 200,
  output: BroadcastView,
});
export const changeBroadcast = endpoint({
  method: 'PATCH',
  path: '/api/broadcast/{uuid}',
  summary:
    'Changes a draft or a scheduled broadcast; what is absent stays. Goes with the `version` it was made from. A scheduled one stays scheduled',
  tag: TAG,
  access: 'operator',
  params,
  body: Fields.partial().extend({ version: z.number().int() }).strict(),
  status: 200,
  output: BroadcastView,
  errors: ['broadcast_changed', 'broadcast_state'],
});
export const deleteBroadcast = endpoint({
  method: 'DELETE',
  path: '/api/broadcast/{uuid}',
  summary: 'Deletes a broadcast with its report. One that is being sent has to be stopped first',
  tag: TAG,
  access: 'admin',
  params,
  status: 204,
  errors: ['broadcast_state'],
});
export const checkBroadcast = endpoint({
  method: 'POST',
  path: '/api/broadcast/{uuid}/check',
  summary: 'Who would get it now, who would not and why, what it costs, and what keeps it from being sent',
  tag: TAG,
  access: 'viewer',
  params,
  status: 200,
  output: BroadcastCheck,
  errors: ['segment_too_slow'],
});
export const scheduleBroadcast = endpoint({
  method: 'POST',
  path: '/api/broadcast/{uuid}/schedule',
  summary: 'Starts it at a time; null: it becomes a draft again. Its audience is found at that time',
  tag: TAG,
  access: 'admin',
  params,
  body: z.object({ startAt: Time.nullable() }).strict(),
  status: 200,
  output: BroadcastView,
  errors: ['broadcast_state', 'broadcast_not_ready', 'segment_too_slow'],
});
export const startBroadcast = endpoint({
  method: 'POST',
  path: '/api/broadcast/{uuid}/start',
  summary: 'Starts it now, or goes on with one that is paused',
  tag: TAG,
  access: 'admin',
  params,
  status: 200,
  output: BroadcastView,
  errors: ['broadcast_state', 'broadcast_not_ready', 'segment_too_slow'],
});
export const pauseBroadcast = endpoint({
  method: 'POST',
  path: '/api/broadcast/{uuid}/pause',
  summary: 'Pauses it; the calls that are on their way come to their end',
  tag: TAG,
  access: 'operator',
  params,
  status: 200,
  output: BroadcastView,
  errors: ['broadcast_state'],
});
export const stopBroadcast = endpoint({
  method: 'POST',
  path: '/api/broadcast/{uuid}/stop',
  summary: 'Stops it for good: who has not got it is skipped',
  tag: TAG,
  access: 'operator',
  params,
  status: 200,
  output: BroadcastView,
  errors: ['broadcast_state'],
});
export const retryBroadcast = endpoint({
  method: 'POST',
  path: '/api/broadcast/{uuid}/retry',
  summary: 'Sends it again to those whom the vendor has refused; never to those of whom it is not known',
  tag: TAG,
  access: 'admin',
  params,
  status: 200,
  output: BroadcastView,
  errors: ['broadcast_state'],
});
export const testBroadcast = endpoint({
  method: 'POST',
  path: '/api/broadcast/{uuid}/test',
  summary: 'Sends its message to one friend, in the name of the user who tries it; the friend is not counted',
  tag: TAG,
  access: 'operator',
  params,
  body: z.object({ friendUuid: FriendId, variant: AbVariant.default(0) }).strict(),
  status: 200,
  output: z.object({ messageUuid: MessageId }),
  errors: [
    'broadcast_not_ready',
    'message_not_deliverable',
    'sending_window_closed',
    'sending_quota_short',
    'channel_disconnected',
    'conversation_taken',
  ],
});
