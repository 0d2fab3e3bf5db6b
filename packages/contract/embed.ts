import { z } from 'zod';
import { StreamCursor } from './chat.ts';
import { endpoint } from './endpoint.ts';
import { BotId, ChannelId, ConversationId } from './ids.ts';
import { ShownBubble } from './message-content.ts';
import { PageQuery, pageOf } from './page.ts';
import {
  FormButtonAction,
  QuickReplyAction,
  VisitorAnswer,
  VisitorMessage,
  VisitorQuestion,
  VisitorQuickReply,
  VisitorToken,
} from './visitors.ts';

/**
 * A web site: `https://shop.example`, with its port where it has one, or `https://*.example.com` for every name below
 * a domain. Only characters of host names: it goes into a content policy as it is.
 */
export const Site = z
  .string()
  .trim()
  .toLowerCase()
  .max(200)
  .transform((site) => site.replace(/\/+$/, ''))
  .pipe(
    z
      .string()
      .regex(
        /^https?:\/\/((\*\.)?([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}|localhost|\d+(\.\d+){3})(:\d{1,5})?$/,
      ),
  );

export const EMBED_POSITIONS = ['right', 'left'] as const;
export const EMBED_THEMES = ['auto', 'light', 'dark'] as const;
export const EMBED_LAUNCHERS = ['chat', 'question', 'spark'] as const;

const Texts = z
  .object({
    /** Empty: the account's name. */
    title: z.string().trim().max(60),
    /** Empty: the bot's greeting. */
    greeting: z.string().trim().max(500),
    /** Empty: the widget's own words. */
    placeholder: z.string().trim().max(80),
  })
  .strict();
export type EmbedTexts = z.infer<typeof Texts>;
const EMPTY_TEXTS: EmbedTexts = { title: '', greeting: '', placeholder: '' };

export const EmbedConfig = z
  .object({
    enabled: z.boolean(),
    /** Where it may be shown; empty: only at its own address. */
    sites: z.array(Site).max(30),
    texts: z.object({ en: Texts, ja: Texts, vi: Texts }).strict(),
    /** The account's while nothing was saved. */
    colour: z.string().regex(/^#[0-9a-f]{6}$/i),
    theme: z.enum(EMBED_THEMES),
    position: z.enum(EMBED_POSITIONS),
    launcher: z.enum(EMBED_LAUNCHERS),
    /** Seconds until the greeting appears beside the launcher; null: never. */
    greetingDelay: z.number().int().min(0).max(600).nullable(),
    /** Questions of one visitor in 24 hours. */
    perVisitorPerDay: z.number().int().min(1).max(1000),
    /** Questions of all visitors together in 24 hours. */
    perDay: z.number().int().min(1).max(1_000_000),
    /** Only visitors whom the site has signed in. */
    identityRequired: z.boolean(),
  })
  .strict();
export type EmbedConfig = z.infer<typeof EmbedConfig>;
export const DEFAULT_EMBED: EmbedConfig = {
  enabled: false,
  sites: [],
  texts: { en: EMPTY_TEXTS, ja: EMPTY_TEXTS, vi: EMPTY_TEXTS },
  colour: '#15803d',
  theme: 'auto',
  position: 'right',
  launcher: 'chat',
  greetingDelay: 5,
  perVisitorPerDay: 50,
  perDay: 2000,
  identityRequired: false,
};

/** Greeting from the settings of the channel, instead of the words of the look and the bot. */
export const ChannelGreeting = z.object({
  /** By language; null: as the look or the bot says; empty: nothing. */
  texts: z.object({ en: z.string().nullable(), ja: z.string().nullable(), vi: z.string().nullable() }),
  /** A composed message, of which `texts` are the first words. */
  bubbles: z.array(ShownBubble),
  /** Under it. */
  quickReplies: z.array(z.string()),
});
export type ChannelGreeting = z.infer<typeof ChannelGreeting>;

export const EmbedSetting = z
  .object({
    ...EmbedConfig.shape,
    sites: z.array(z.string()),
    botUuid: BotId,
    /** Null while it never was on a site. */
    channelUuid: ChannelId.nullable(),
    /** Null: visitors are greeted in the words of the look or the bot. */
    channelGreeting: ChannelGreeting.nullable(),
    hasIdentitySecret: z.boolean(),
    /** Where browsers load the widget and the chat from. */
    baseUrl: z.string(),
  })
  .meta({ id: 'EmbedSetting' });
export type EmbedSetting = z.infer<typeof EmbedSetting>;

export const getEmbedSetting = endpoint({
  method: 'GET',
  path: '/api/embed-setting',
  summary: 'How a bot appears on web sites',
  tag: 'embed',
  access: 'viewer',
  query: z.object({ botUuid: BotId }),
  status: 200,
  output: EmbedSetting,
});
export const updateEmbedSetting = endpoint({
  method: 'PATCH',
  path: '/api/embed-setting',
  summary: 'Change how a bot appears on web sites; what is absent stays',
  tag: 'embed',
  access: 'admin',
  body: EmbedConfig.partial().extend({ botUuid: BotId }).strict(),
  status: 200,
  output: EmbedSetting,
  errors: ['identity_secret_missing'],
});
export const rotateIdentitySecret = endpoint({
  method: 'POST',
  path: '/api/embed-setting/identity-secret',
  summary: "A new secret to sign visitors' ids with; shown this once, and the one before stops at once",
  tag: 'embed',
  access: 'admin',
  body: z.object({ botUuid: BotId }).strict(),
  status: 200,
  output: z.object({ secret: z.string() }),
});
export const EmbedSummary = z
  .object({
    botUuid: BotId,
    name: z.string(),
    enabled: z.boolean(),
    sites: z.array(z.string()),
    /** Visitors who wrote in the last 30 days. */
    visitors: z.number().int(),
  })
  .meta({ id: 'EmbedSummary' });
export type EmbedSummary = z.infer<typeof EmbedSummary>;
export const listEmbedSettings = endpoint({
  method: 'GET',
  path: '/api/embed-settings',
  summary: 'All bots with where they appear, those on web sites first',
  tag: 'embed',
  access: 'viewer',
  query: PageQuery,
  status: 200,
  output: pageOf(EmbedSummary),
});

const botParams = z.object({ botUuid: BotId });

/** What a browser needs to show the chat. */
export const EmbedLook = z
  .object({
    botUuid: BotId,
    /** Logo of the account, a path of this server. */
    logoUrl: z.string().nullable(),
    texts: EmbedConfig.shape.texts,
    /** Bubbles of a composed greeting, instead of the greeting in `texts`; paths are of this server. */
    greetingBubbles: z.array(ShownBubble),
    colour: z.string(),
    theme: z.enum(EMBED_THEMES),
    position: z.enum(EMBED_POSITIONS),
    launcher: z.enum(EMBED_LAUNCHERS),
    greetingDelay: z.number().int().nullable(),
    suggestedQuestions: z.array(z.string()),
    identityRequired: z.boolean(),
  })
  .meta({ id: 'EmbedLook' });
export type EmbedLook = z.infer<typeof EmbedLook>;

export const getEmbedLook = endpoint({
  method: 'GET',
  path: '/api/embed/{botUuid}/config',
  summary: 'Look and words of an embedded chat; for its allowed sites only',
  tag: 'embed',
  access: 'public',
  params: botParams,
  status: 200,
  output: EmbedLook,
  errors: ['site_not_allowed'],
});
export const openEmbedSession = endpoint({
  method: 'POST',
  path: '/api/embed/{botUuid}/session',
  summary:
    'Who is visiting: a new token, the same visitor with `visitor`, or one whom the site has signed: `hash` is the HMAC-SHA256 of `userId` under the identity secret, in hexadecimal',
  tag: 'embed',
  access: 'public',
  params: botParams,
  body: z
    .object({
      visitor: VisitorToken.optional(),
      userId: z.string().min(1).max(200).optional(),
      name: z.string().trim().max(100).optional(),
      hash: z.string().max(200).optional(),
    })
    .strict(),
  status: 200,
  output: z.object({ visitor: VisitorToken, identified: z.boolean() }),
  errors: ['site_not_allowed', 'identity_invalid', 'identity_needed'],
});
export const EmbedQuestion = VisitorQuestion.extend({
  /** Of the quick reply that was tapped. */
  action: z.union([QuickReplyAction, FormButtonAction]).optional(),
}).strict();
export type EmbedQuestion = z.infer<typeof EmbedQuestion>;

export const chatWithEmbed = endpoint({
  method: 'POST',
  path: '/api/embed/{botUuid}/chat',
  summary: 'A question of a visitor: a UI message stream, or one JSON with `Accept: application/json`',
  tag: 'embed',
  access: 'public',
  params: botParams,
  body: EmbedQuestion,
  status: 200,
  output: VisitorAnswer,
  stream: 'ui-message-stream',
  errors: [
    'site_not_allowed',
    'identity_needed',
    'chat_limit_reached',
    'conversation_not_found',
    'conversation_busy',
  ],
});
export const resumeEmbedChat = endpoint({
  method: 'GET',
  path: '/api/embed/{botUuid}/stream',
  summary:
    'The answer that is being made in the last conversation of the visitor whose token is in the header `x-visitor`, or one of the last five minutes, as a stream from a position; no content when there is none',
  tag: 'embed',
  access: 'public',
  params: botParams,
  query: StreamCursor,
  status: 204,
  stream: 'ui-message-stream',
  errors: ['site_not_allowed'],
});
/** The token travels in the header `x-visitor`, which no log keeps. */
export const listEmbedMessages = endpoint({
  method: 'GET',
  path: '/api/embed/{botUuid}/messages',
  summary:
    'The last conversation of the visitor whose token is in the header `x-visitor`; the last 100 messages',
  tag: 'embed',
  access: 'public',
  params: botParams,
  status: 200,
  output: z.object({
    conversationUuid: ConversationId.nullable(),
    /** An answer is being written. */
    busy: z.boolean(),
    /** Who answers; `waiting`: the visitor was told that a person will. */
    handling: z.enum(['bot', 'waiting', 'person']),
    messages: z.array(VisitorMessage),
    /** Buttons under the last message. */
    quickReplies: z.array(VisitorQuickReply),
  }),
  errors: ['site_not_allowed'],
});
