import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { BotId, ChannelId, GroupId, uuidParams } from './ids.ts';
import { PageQuery, pageOf, Time } from './page.ts';
import { SimulatorMenu } from './simulator-menu.ts';

/**
 * `attention`: connected, but something needs the owner (for example the webhook test failed). `disconnected`: nothing is
 * received or sent, and the conversations can be read.
 */
export const CHANNEL_STATUSES = ['connected', 'attention', 'paused', 'disconnected'] as const;
export const ChannelStatus = z.enum(CHANNEL_STATUSES);
export type ChannelStatus = z.infer<typeof ChannelStatus>;

export const ChannelView = z
  .object({
    uuid: ChannelId,
    kind: z.string(),
    name: z.string(),
    sandbox: z.boolean(),
    status: ChannelStatus,
    /** What needs the owner, in plain English; null when all is well. */
    attention: z.string().nullable(),
    /** What the product itself found wrong, for words in other languages; null: the vendor's words. */
    attentionCode: z
      .enum([
        'access_lost',
        'access_lapsing',
        'renewal_failing',
        'token_refused',
        'secret_wrong',
        'credentials_needed',
        'account_suspended',
      ])
      .nullable(),
    /** What the vendor said when it last gave no new access, in its own words; null: nothing. */
    vendorMessage: z.string().nullable(),
    /** Who answers: a bot, or a group that chooses one; both null: a person. */
    botUuid: BotId.nullable(),
    groupUuid: GroupId.nullable(),
    /** Whether who answers can: `live` for a group when one of its bots is. Null: a person answers. */
    answererState: z.enum(['live', 'paused', 'not_published']).nullable(),
    webhookUrl: z.string(),
    /** The official account's own name and picture, as the vendor gave them. */
    displayName: z.string().nullable(),
    pictureUrl: z.string().nullable(),
    /** Milliseconds that messages of one friend are gathered into one turn. */
    batchingDelay: z.number().int(),
    lastInboundAt: Time.nullable(),
    lastOutboundAt: Time.nullable(),
    failedDeliveries: z.number().int(),
    /** Messages of which nobody knows whether they arrived. */
    unconfirmedDeliveries: z.number().int(),
    health: z.object({
      /** `unknown`: not tested yet, or the vendor can't be asked. */
      webhook: z.enum(['ok', 'failed', 'unknown']),
      /** `lapsing`: somebody should reconnect soon. `lost`: nothing can be sent until somebody does. `unreadable`: its credentials have to be typed again. */
      access: z.enum(['ok', 'lapsing', 'lost', 'unreadable']),
      accessLapsesAt: Time.nullable(),
    }),
    /** What the vendor lets the account send in a month; null: it doesn't count, or was not asked yet. */
    quota: z
      .object({ limit: z.number().int().nullable(), used: z.number().int(), checkedAt: Time })
      .nullable(),
    /** Messages of this month that cost money: pushes, or outside of the free window. */
    paidThisMonth: z.number().int(),
    /** Since midnight in the account's time zone: what bots answered, and what staff wrote. */
    today: z.object({ answers: z.number().int(), staffReplies: z.number().int() }),
    /** Conversations in which a customer waits for staff now; those that are snoozed apart. */
    waiting: z.number().int(),
    createdAt: Time,
  })
  .meta({ id: 'Channel' });
export type ChannelView = z.infer<typeof ChannelView>;

const name = z.string().trim().min(1).max(80);

/** Either a bot or a group of bots answers. */
const answerer = { botUuid: BotId.optional(), groupUuid: GroupId.optional() };
const oneAnswerer = (input: { botUuid?: BotId | undefined; groupUuid?: GroupId | undefined }): boolean =>
  (input.botUuid === undefined) !== (input.groupUuid === undefined);
const ONE_ANSWERER = { path: ['botUuid'], error: 'either a bot or a group' };

export const ConnectLineInput = z
  .object({
    name,
    channelId: z
      .string()
      .trim()
      .regex(/^\d{6,20}$/, 'digits only, as shown in the LINE Developers console'),
    channelSecret: z
      .string()
      .trim()
      .regex(/^[0-9a-f]{32}$/, '32 characters 0-9 a-f'),
    /** The long-lived token; absent: tokens are asked for with id and secret as they are needed. */
    channelAccessToken: z.string().trim().min(20).max(1000).optional(),
    /** Private key of the assertion signing key (JWK as JSON, with its `kid`): tokens of 30 days are issued with it. */
    assertionKey: z.string().trim().max(5000).optional(),
    ...answerer,
  })
  .strict()
  .refine(oneAnswerer, ONE_ANSWERER);

export const connectLine = endpoint({
  method: 'POST',
  path: '/api/channel/line/connect',
  summary: 'Connect a LINE official account: checks the credentials, sets and tests the webhook',
  tag: 'channels',
  access: 'admin',
  body: ConnectLineInput,
  status: 200,
  output: ChannelView,
  errors: ['channel_credentials_rejected', 'channel_vendor_unreachable', 'channel_exists'],
});

export const ConnectZaloInput = z
  .object({
    name,
    appId: z
      .string()
      .trim()
      .regex(/^\d{10,25}$/, 'digits only, as shown on the page of the app'),
    appSecret: z.string().trim().min(8).max(200),
    /** The key of the webhook page; absent: the app's secret. */
    webhookSecret: z.string().trim().min(8).max(200).optional(),
    ...answerer,
  })
  .strict()
  .refine(oneAnswerer, ONE_ANSWERER);

/** The owner is sent to `url`, gives permission there, and comes back to `/Channel/connected`. */
export const PermissionNeeded = z
  .object({ kind: z.literal('permission'), url: z.string() })
  .meta({ id: 'PermissionNeeded' });
export const ConnectOutcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('connected'), channel: ChannelView }),
  PermissionNeeded,
]);
export type ConnectOutcome = z.infer<typeof ConnectOutcome>;

export const connectZalo = endpoint({
  method: 'POST',
  path: '/api/channel/zalo/connect',
  summary: 'Connect a Zalo official account: gives the address where its admin allows it',
  tag: 'channels',
  access: 'admin',
  body: ConnectZaloInput,
  status: 200,
  output: PermissionNeeded,
});
const connectInput = z.record(z.string().max(40), z.string().trim().max(5000));

/** Any kind: what is typed is checked by the kind's own rules, wrong fields come back as `body.input.{field}`. */
export const connectChannel = endpoint({
  method: 'POST',
  path: '/api/channel',
  summary: 'Connect an official account of any kind',
  tag: 'channels',
  access: 'admin',
  body: z
    .object({ kind: z.string().max(20), name, input: connectInput, ...answerer })
    .strict()
    .refine(oneAnswerer, ONE_ANSWERER),
  status: 200,
  output: ConnectOutcome,
  errors: ['channel_credentials_rejected', 'channel_vendor_unreachable', 'channel_exists'],
});
/** `query`: everything the vendor appended to the address. Bound to whoever began it, within 30 minutes. */
export const finishConnecting = endpoint({
  method: 'POST',
  path: '/api/channel/connected',
  summary: 'Back from the vendor with its permission',
  tag: 'channels',
  access: 'admin',
  body: z.object({ query: z.record(z.string().max(100), z.string().max(5000)) }).strict(),
  status: 200,
  output: ChannelView,
  errors: [
    'channel_permission_refused',
    'channel_permission_unknown',
    'channel_vendor_unreachable',
    'channel_exists',
    'channel_other_account',
  ],
});
export const reconnectChannel = endpoint({
  method: 'POST',
  path: '/api/channel/{uuid}/reconnect',
  summary: 'Ask the vendor for access again, with what is stored',
  tag: 'channels',
  access: 'admin',
  params: uuidParams(ChannelId),
  status: 200,
  output: ConnectOutcome,
  errors: ['channel_credentials_rejected', 'channel_vendor_unreachable'],
});
export const replaceCredentials = endpoint({
  method: 'PUT',
  path: '/api/channel/{uuid}/credentials',
  summary: 'New credentials for the same official account; they are never shown',
  tag: 'channels',
  access: 'admin',
  params: uuidParams(ChannelId),
  body: z.object({ input: connectInput }).strict(),
  status: 200,
  output: ConnectOutcome,
  errors: ['channel_credentials_rejected', 'channel_vendor_unreachable', 'channel_other_account'],
});
export const refreshQuota = endpoint({
  method: 'POST',
  path: '/api/channel/{uuid}/quota',
  summary: 'Ask the vendor what may be sent and was sent this month',
  tag: 'channels',
  access: 'operator',
  params: uuidParams(ChannelId),
  status: 200,
  output: ChannelView,
  errors: ['channel_vendor_unreachable'],
});

/** A sandbox channel talks to the strict fake vendor inside this server and needs no credentials. */
export const createSandboxChannel = endpoint({
  method: 'POST',
  path: '/api/channel/sandbox',
  summary: 'Add a sandbox channel to try a bot without credentials',
  tag: 'channels',
  access: 'admin',
  body: z
    .object({ name, kind: z.string().max(20), ...answerer })
    .strict()
    .refine(oneAnswerer, ONE_ANSWERER),
  status: 200,
  output: ChannelView,
});
export const listChannels = endpoint({
  method: 'GET',
  path: '/api/channels',
  summary: 'Connected channels with health',
  tag: 'channels',
  access: 'viewer',
  query: PageQuery,
  status: 200,
  output: pageOf(ChannelView),
});
export const getChannel = endpoint({
  method: 'GET',
  path: '/api/channel/{uuid}',
  summary: 'One channel',
  tag: 'channels',
  access: 'viewer',
  params: uuidParams(ChannelId),
  status: 200,
  output: ChannelView,
});
export const ChannelPatch = z
  .object({
    name,
    ...answerer,
    paused: z.boolean(),
    batchingDelay: z.number().int().min(0).max(30_000),
  })
  .partial()
  .strict();

export const updateChannel = endpoint({
  method: 'PATCH',
  path: '/api/channel/{uuid}',
  summary: 'Rename a channel, choose its bot or group, pause it, set its batching delay',
  tag: 'channels',
  access: 'admin',
  params: uuidParams(ChannelId),
  body: ChannelPatch.refine((input) => !(input.botUuid && input.groupUuid), ONE_ANSWERER),
  status: 200,
  output: ChannelView,
  errors: ['channel_built_in'],
});
export const testChannel = endpoint({
  method: 'POST',
  path: '/api/channel/{uuid}/test',
  summary: 'Set and test the webhook again',
  tag: 'channels',
  access: 'admin',
  params: uuidParams(ChannelId),
  status: 200,
  output: ChannelView,
  errors: ['channel_vendor_unreachable'],
});
export const disconnectChannel = endpoint({
  method: 'POST',
  path: '/api/channel/{uuid}/disconnect',
  summary: 'Forget the credentials of a channel and refuse its webhook; conversations and friends stay',
  tag: 'channels',
  access: 'admin',
  params: uuidParams(ChannelId),
  status: 200,
  output: ChannelView,
  errors: ['channel_built_in'],
});
export const deleteChannel = endpoint({
  method: 'DELETE',
  path: '/api/channel/{uuid}',
  summary: 'Delete a channel with its conversations and friends',
  tag: 'channels',
  access: 'admin',
  params: uuidParams(ChannelId),
  status: 204,
});

/** What the fake vendor shows a sandbox friend, oldest first. `payload` is the vendor's own message object. */
export const SimulatorMessage = z.object({
  id: z.string(),
  from: z.enum(['friend', 'account']),
  at: Time,
  kind: z.string(),
  text: z.string().nullable(),
  payload: z.unknown(),
});
export const SimulatorState = z
  .object({
    friend: z.object({ id: z.string(), name: z.string(), blocked: z.boolean() }),
    /** True while the vendor's loading animation would be shown. */
    typing: z.boolean(),
    messages: z.array(SimulatorMessage),
    /** At the foot of the chat. */
    menu: SimulatorMenu.nullable(),
  })
  .meta({ id: 'SimulatorState' });
export type SimulatorState = z.infer<typeof SimulatorState>;

export const SIMULATOR_FRIENDS = ['hanako', 'minh', 'alex'] as const;
const simulatorParams = z.object({ uuid: ChannelId, friend: z.enum(SIMULATOR_FRIENDS) });

export const getSimulator = endpoint({
  method: 'GET',
  path: '/api/channel/{uuid}/simulator/{friend}',
  summary: 'The chat of one sandbox friend as the vendor shows it',
  tag: 'channels',
  access: 'operator',
  params: simulatorParams,
  /** `menu`: the one whose picture the caller has. */
  query: z.object({ menu: z.string().max(100).optional() }),
  status: 200,
  output: SimulatorState,
  errors: ['channel_not_sandbox'],
});
export const actAsSimulatorFriend = endpoint({
  method: 'POST',
  path: '/api/channel/{uuid}/simulator/{friend}',
  summary: 'Do something as a sandbox friend: the fake vendor sends a signed webhook',
  tag: 'channels',
  access: 'operator',
  params: simulatorParams,
  body: z.discriminatedUnion('action', [
    z.object({ action: z.literal('text'), text: z.string().trim().min(1).max(5000) }).strict(),
    z.object({ action: z.literal('sticker') }).strict(),
    z.object({ action: z.literal('image') }).strict(),
    z.object({ action: z.literal('video') }).strict(),
    z.object({ action: z.literal('audio') }).strict(),
    z.object({ action: z.literal('file') }).strict(),
    z.object({ action: z.literal('location') }).strict(),
    /** Taps a button or quick reply of a message. */
    z
      .object({
        action: z.literal('postback'),
        data: z.string().min(1).max(1000),
        text: z.string().max(300),
        /** What was picked, as the vendor names it. */
        params: z.record(z.string().max(20), z.string().max(40)).optional(),
      })
      .strict(),
    /** Taps what changes the menu. */
    z
      .object({ action: z.literal('menu'), alias: z.string().min(1).max(100), data: z.string().max(300) })
      .strict(),
    /** Takes the newest own message back. */
    z.object({ action: z.literal('unsend') }).strict(),
    z.object({ action: z.literal('follow') }).strict(),
    z.object({ action: z.literal('unfollow') }).strict(),
  ]),
  status: 200,
  output: SimulatorState,
  errors: ['channel_not_sandbox', 'channel_webhook_failed'],
});
