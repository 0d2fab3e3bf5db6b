import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { ChannelId, SegmentId } from './ids.ts';
import { Time } from './page.ts';
import { SEGMENT_PROBLEMS } from './segments.ts';

export const NOTIFY_EVENTS = [
  'new_chat',
  'waiting',
  'assigned',
  'mention',
  'late',
  'channel_failed',
  'balance_low',
  /** Sent to the owner, whatever the rules say: tokens expire within two weeks. */
  'tokens_expiring',
  /** Sent to the owner and admins, whatever the rules say: 80 % or all of a budget is used, or too little is left for a question. */
  'budget_used',
  'form_submitted',
  /** Always told to the owner, whatever the rules say. */
  'model_key_refused',
  /** What an automatic rule tells staff. */
  'rule',
  /** An automatic rule does nothing because a part of it is broken, or could not do something. */
  'rule_failed',
  'broadcast_finished',
  /** Waits for a person: its quota, credentials or words do not let it go on, or it could not start by the clock. */
  'broadcast_failed',
  /** A post was not published at its time; only the owner and admins, who may publish, are notified. */
  'post_failed',
] as const;
export type NotifyEvent = (typeof NOTIFY_EVENTS)[number];
/** `channel`: a message on a connected channel that the person follows. */
export const NOTIFY_WAYS = ['desktop', 'email', 'channel', 'web_hook'] as const;
export type NotifyWay = (typeof NOTIFY_WAYS)[number];

/** Events of a customer's conversation that concern the whole team; each can be narrowed to a segment. */
export const NARROWED_EVENTS = ['new_chat', 'waiting', 'late'] as const satisfies readonly NotifyEvent[];
export type NarrowedEvent = (typeof NARROWED_EVENTS)[number];
const Narrowed = SegmentId.nullable().default(null);

const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

export const NotifySettings = z
  .object({
    /** Events by way: who is told of what, and how. */
    rules: z
      .object({
        desktop: z.array(z.enum(NOTIFY_EVENTS)),
        email: z.array(z.enum(NOTIFY_EVENTS)),
        channel: z.array(z.enum(NOTIFY_EVENTS)),
        web_hook: z.array(z.enum(NOTIFY_EVENTS)),
      })
      .strict(),
    /** Only customers in this saved segment; null: all customers. A segment that is broken narrows nothing. */
    narrowedTo: z.object({ new_chat: Narrowed, waiting: Narrowed, late: Narrowed }).strict().prefault({}),
    /** Only conversations that are mine or nobody's. */
    onlyMine: z.boolean(),
    /** Nothing but the desktop in this time; what came is told in one when it ends. Null: none. */
    quiet: z
      .object({
        from: Clock,
        until: Clock,
        timeZone: z.string().min(1).max(60),
        days: z.array(z.number().int().min(0).max(6)),
      })
      .strict()
      .nullable(),
    /** Mails are gathered for so many minutes; 0: each at once. */
    digestMinutes: z.number().int().min(0).max(1440),
    /** Sound with notifications on the page. */
    sound: z.boolean(),
    /** Empty: none. Signed with the secret that is shown once. */
    webHookUrl: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(2000)]),
    /** The balance is low under so many tokens. */
    balanceBelow: z.number().int().min(0).max(1_000_000_000),
  })
  .strict()
  .meta({ id: 'NotifySettings' });
export type NotifySettings = z.infer<typeof NotifySettings>;

export const DEFAULT_NOTIFY: NotifySettings = {
  rules: {
    desktop: [
      'new_chat',
      'waiting',
      'assigned',
      'mention',
      'late',
      'form_submitted',
      'rule',
      'rule_failed',
      'broadcast_finished',
      'broadcast_failed',
      'post_failed',
    ],
    email: [
      'waiting',
      'mention',
      'channel_failed',
      'balance_low',
      'rule_failed',
      'broadcast_failed',
      'post_failed',
    ],
    channel: [],
    web_hook: [],
  },
  narrowedTo: { new_chat: null, waiting: null, late: null },
  onlyMine: false,
  quiet: null,
  digestMinutes: 5,
  sound: true,
  webHookUrl: '',
  balanceBelow: 100_000,
};

export const NotifyView = z
  .object({
    settings: NotifySettings,
    /** Rules whose segment is broken for my role: I am notified of all customers until it is repaired. */
    brokenRules: z.array(
      z.object({ event: z.enum(NARROWED_EVENTS), reason: z.enum([...SEGMENT_PROBLEMS, 'segment_missing']) }),
    ),
    /** Channels on which I can be told, once I am linked there. */
    links: z.array(
      z.object({ channelUuid: ChannelId, name: z.string(), kind: z.string(), linkedAt: Time.nullable() }),
    ),
    /** Null: I have no confirmed address. */
    email: z.string().nullable(),
    hasWebHookSecret: z.boolean(),
    /** The newest notifications that went elsewhere than to this page; those that failed for one reason are one. */
    recent: z.array(
      z.object({
        event: z.enum(NOTIFY_EVENTS),
        way: z.enum(NOTIFY_WAYS),
        subject: z.string(),
        state: z.enum(['waiting', 'sent', 'failed']),
        detail: z.string().nullable(),
        at: Time,
        /** How many failed for this reason in 30 days; 1 for all others. */
        count: z.number().int(),
      }),
    ),
  })
  .meta({ id: 'Notify' });
export type NotifyView = z.infer<typeof NotifyView>;

export const getNotify = endpoint({
  method: 'GET',
  path: '/api/user/notify',
  summary: 'What I am told of, and how',
  tag: 'notify',
  access: 'viewer',
  status: 200,
  output: NotifyView,
});
export const updateNotify = endpoint({
  method: 'PUT',
  path: '/api/user/notify',
  summary: 'Change what I am told of, and how',
  tag: 'notify',
  access: 'viewer',
  body: NotifySettings,
  status: 200,
  output: NotifyView,
  errors: ['address_not_allowed'],
});
export const linkNotifyChannel = endpoint({
  method: 'POST',
  path: '/api/user/notify/link',
  summary: 'A code to send to the official account from my own phone, good for 15 minutes',
  tag: 'notify',
  access: 'viewer',
  body: z.object({ channelUuid: ChannelId }).strict(),
  status: 200,
  output: z.object({ code: z.string(), expiresAt: Time }),
});
export const unlinkNotifyChannel = endpoint({
  method: 'DELETE',
  path: '/api/user/notify/link/{channel}',
  summary: 'No longer told on this channel',
  tag: 'notify',
  access: 'viewer',
  params: z.object({ channel: ChannelId }),
  status: 204,
});
export const rotateNotifySecret = endpoint({
  method: 'POST',
  path: '/api/user/notify/web-hook-secret',
  summary: 'A new secret that calls are signed with; shown this once',
  tag: 'notify',
  access: 'viewer',
  status: 200,
  output: z.object({ secret: z.string() }),
});
export const testNotify = endpoint({
  method: 'POST',
  path: '/api/user/notify/test',
  summary: 'Tell me something now, one way',
  tag: 'notify',
  access: 'viewer',
  body: z.object({ way: z.enum(NOTIFY_WAYS) }).strict(),
  status: 200,
  output: z.object({ ok: z.boolean(), detail: z.string().nullable() }),
  errors: ['notify_not_linked'],
});
