import { z } from 'zod';
import { Locale } from './accounts.ts';
import { BROADCAST_REACTIONS } from './broadcast-audience.ts';
import { LinkTracking } from './broadcast-links.ts';
import { BROADCAST_REASONS, BROADCAST_STATES, RECIPIENT_STATES } from './broadcasts.ts';
import { endpoint } from './endpoint.ts';
import { BroadcastId, ChannelId, CustomerId, TrackedLinkId, uuidParams } from './ids.ts';
import { PageQuery, pageOf, Time } from './page.ts';

const Count = z.number().int();

export const BroadcastRecipient = z
  .object({
    /** Null: the customer is gone since. */
    customerUuid: CustomerId.nullable(),
    name: z.string(),
    channelUuid: ChannelId,
    state: z.enum(RECIPIENT_STATES),
    reason: z.string().nullable(),
    at: Time.nullable(),
    reactions: z.array(z.enum(BROADCAST_REACTIONS)),
  })
  .meta({ id: 'BroadcastRecipient' });
export type BroadcastRecipient = z.infer<typeof BroadcastRecipient>;

/** People, each once; `clicks` are all of them. */
export const BroadcastReactions = z.object({
  clicks: Count,
  /** Null: its links are the same for all recipients, so it is not known who followed them. */
  clicked: Count.nullable(),
  tapped: Count,
  replied: Count,
  filled: Count,
  /** Blocked the account within 72 hours. */
  blocked: Count,
  /** Took back within 72 hours that they had blocked the account. */
  returned: Count,
});
export type BroadcastReactions = z.infer<typeof BroadcastReactions>;

/** Numbers of people by result. */
const Numbers = {
  people: Count,
  /** Not tried yet, or not settled. */
  open: Count,
  /** Accepted by the vendor, which also takes messages to people who have blocked the account. */
  accepted: Count,
  skipped: Count,
  failed: Count,
  unknown: Count,
  /** Messages that the vendor counts. */
  cost: Count,
  reactions: BroadcastReactions,
};

export const BroadcastReport = z
  .object({
    state: z.enum(BROADCAST_STATES),
    reason: z.enum(BROADCAST_REASONS).nullable(),
    /** End of the quiet hours that it waits for; null: it does not wait. */
    quietUntil: Time.nullable(),
    ...Numbers,
    linkTracking: LinkTracking,
    /** Its counted links in the order of the message; `people` as in `reactions.clicked`. */
    links: z.array(
      z.object({
        uuid: TrackedLinkId,
        url: z.string(),
        part: z.string(),
        clicks: Count,
        people: Count.nullable(),
        lastClickAt: Time.nullable(),
      }),
    ),
    reasons: z.array(
      z.object({
        state: z.enum(['pending', 'skipped', 'failed', 'unknown']),
        reason: z.string(),
        count: Count,
      }),
    ),
    channels: z.array(z.object({ channelUuid: ChannelId, people: Count, accepted: Count, open: Count })),
  })
  .meta({ id: 'BroadcastReport' });
export type BroadcastReport = z.infer<typeof BroadcastReport>;

const TAG = 'broadcasts';
const params = uuidParams(BroadcastId);

export const listBroadcastRecipients = endpoint({
  method: 'GET',
  path: '/api/broadcast/{uuid}/recipients',
  summary:
    'Who is among its recipients, with what became of it; `state` and `reason` choose, and `reaction`: who did it, or with `reacted=false` who did not though it had reached them',
  tag: TAG,
  access: 'viewer',
  params,
  query: PageQuery.extend({
    state: z.enum(RECIPIENT_STATES).optional(),
    reason: z.string().max(60).optional(),
    reaction: z.enum(BROADCAST_REACTIONS).optional(),
    reacted: z.enum(['true', 'false']).default('true'),
  }),
  status: 200,
  output: pageOf(BroadcastRecipient),
});
export const exportBroadcastRecipients = endpoint({
  method: 'GET',
  path: '/api/broadcast/{uuid}/recipients/export',
  summary: 'Its recipients as CSV (with BOM); with `locale` in words, else as the API names things',
  tag: TAG,
  access: 'admin',
  params,
  query: z.object({ locale: Locale.optional() }),
  status: 200,
});
export const reportBroadcast = endpoint({
  method: 'GET',
  path: '/api/broadcast/{uuid}/report',
  summary: 'How many got it, what they did after, and why others did not get it',
  tag: TAG,
  access: 'viewer',
  params,
  status: 200,
  output: BroadcastReport,
});

export const BROADCASTS_COMPARED_MAX = 6;
const split = (value: string | readonly string[]): string[] =>
  [value].flat().flatMap((one) => one.split(','));
export const compareBroadcasts = endpoint({
  method: 'GET',
  path: '/api/broadcasts/compare',
  summary: `Numbers of up to ${BROADCASTS_COMPARED_MAX} broadcasts side by side, in the order of \`uuid\`, which may stand there several times`,
  tag: TAG,
  access: 'viewer',
  query: z.object({
    uuid: z
      .union([z.string(), z.array(z.string())])
      .transform(split)
      .pipe(z.array(BroadcastId).min(1).max(BROADCASTS_COMPARED_MAX)),
  }),
  status: 200,
  output: z.object({
    items: z.array(
      z.object({
        uuid: BroadcastId,
        name: z.string(),
        state: z.enum(BROADCAST_STATES),
        startedAt: Time.nullable(),
        ...Numbers,
      }),
    ),
  }),
});
export type ComparedBroadcast = z.infer<typeof compareBroadcasts.output>['items'][number];
