import { z } from 'zod';
import { Locale, TimeZone } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { BotId, DocumentId, KnowledgeId, uuidParams } from './ids.ts';
import { PageQuery, pageOf, Time } from './page.ts';

export const TONES = ['neutral', 'friendly', 'formal', 'playful'] as const;

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
/** 0 is Sunday. `until` before `from` means over midnight. */
const OpenHours = z.object({ day: z.number().int().min(0).max(6), from: clock, until: clock }).strict();

/** `shop.example`, which is `www.shop.example` as well, or `*.shop.example` for all below it; a port when it isn't the usual one. */
export const LinkHost = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(
    /^(?:\*\.)?(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}(?::\d{1,5})?$/u,
  );

/** A text that stands for `{{name}}`. */
export const BotVariable = z
  .object({
    name: z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,39}$/),
    value: z.string().max(2_000),
    /** What people call it; absent: its name. */
    label: z.string().max(60).optional(),
    /** The bot is not published while it is empty. */
    required: z.boolean().optional(),
    /** True: the value was made up or is another shop's, and has to be replaced. False: the owner has confirmed it. */
    sample: z.boolean().optional(),
  })
  .strict();
export type BotVariable = z.infer<typeof BotVariable>;

const settings = {
  suggestedQuestions: z.array(z.string().trim().min(1).max(200)).max(6),
  tone: z.enum(TONES),
  /** Null: the customer's own language. */
  language: Locale.nullable(),
  /** Null: the model's own. */
  temperature: z.number().min(0).max(2).nullable(),
  /** Model tokens of one answer; null: what the product allows. */
  maxOutputTokens: z.number().int().min(50).max(8_000).nullable(),
  /** Asked when the model fails before its first word; of another provider, ideally. */
  fallbackServiceUuid: z.string().min(1).max(120).nullable(),
  /** The economy model: answers where a budget wants it (budgets.ts); null: the bot's own model goes on. */
  cheaperServiceUuid: z.string().min(1).max(120).nullable(),
  /** `{{name}}` in instructions, greeting, no-answer reply and prepared answers. */
  variables: z.array(BotVariable).max(30),
  /** A message with one of these asks for a person. */
  handoverWords: z.array(z.string().trim().min(1).max(60)).max(30),
  /** When people are there; null: not said. Outside of them a customer who wants a person is told so. */
  businessHours: z
    .object({ timeZone: TimeZone, open: z.array(OpenHours).max(28), closedReply: z.string().max(2_000) })
    .strict()
    .nullable(),
  /** Passages given to the model for one answer. */
  passages: z.number().int().min(1).max(12),
  /** Passages below this confidence are left out. */
  minConfidence: z.number().min(0).max(1),
  /** Hosts that links of answers may lead to, beside those that the owner's own texts and crawled sites name. */
  linkHosts: z.array(LinkHost).max(100),
};
export const BotSettings = z
  .object({
    ...settings,
    /** Ignored: a budget is no part of a bot any more (budgets.ts). Files and programs may send it still. */
    monthlyBudget: z.number().nullable().optional(),
  })
  .strict()
  .meta({ id: 'BotSettings' });
export type BotSettings = z.infer<typeof BotSettings>;
export const DEFAULT_BOT_SETTINGS: BotSettings = {
  suggestedQuestions: [],
  tone: 'neutral',
  language: null,
  temperature: null,
  maxOutputTokens: null,
  fallbackServiceUuid: null,
  cheaperServiceUuid: null,
  variables: [],
  handoverWords: [],
  businessHours: null,
  passages: 8,
  minConfidence: 0,
  linkHosts: [],
};

const config = {
  name: z.string().trim().min(1).max(80),
  serviceUuid: z.string().min(1).max(120),
  instructions: z.string().max(20_000),
  greeting: z.string().max(2000),
  /** Said when the bot can't answer; empty: the built-in words in the customer's language. */
  noAnswerReply: z.string().max(2000),
  knowledgeUuids: z.array(KnowledgeId).max(20),
  answerOnlyFromKnowledge: z.boolean(),
  /** Show numbered sources under answers on channels. */
  showSources: z.boolean(),
};

/** All that makes a bot answer as it does: what a draft and a version hold. */
export const BotConfig = z
  .object({ ...config, settings: BotSettings })
  .strict()
  .meta({ id: 'BotConfig' });
export type BotConfig = z.infer<typeof BotConfig>;

/** A new bot is published at once as its first version, unless `draft` is true or it uses sample text. */
export const BotInput = z
  .object({
    name: config.name,
    serviceUuid: config.serviceUuid,
    instructions: config.instructions.default(''),
    greeting: config.greeting.default(''),
    noAnswerReply: config.noAnswerReply.default(''),
    knowledgeUuids: config.knowledgeUuids.default([]),
    answerOnlyFromKnowledge: config.answerOnlyFromKnowledge.default(true),
    showSources: config.showSources.default(false),
    settings: BotSettings.partial().default({}),
    draft: z.boolean().default(false),
  })
  .strict();
export type BotInput = z.infer<typeof BotInput>;

/** Changes the draft. Every field optional and none defaulted: what is absent stays, in `settings` too. */
export const BotPatch = z
  .object({ ...config, settings: BotSettings.partial() })
  .partial()
  .strict();
export type BotPatch = z.infer<typeof BotPatch>;

/** `draft`: never published. `changed`: live, and its draft differs from what answers. */
export const BOT_STATES = ['draft', 'live', 'changed', 'paused'] as const;

/** Why a fact holds a bot back: nothing was entered, it is made up, or a text names a variable that the bot lacks. */
export const FACT_GAPS = ['empty', 'sample', 'missing'] as const;

/** Sample text that a draft still uses. Publishing is refused until none is left. */
export const SampleText = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('knowledge'),
      uuid: KnowledgeId,
      name: z.string(),
      documentUuid: DocumentId,
      /** Passages of the sample that are still as they were shipped. */
      passages: z.number().int(),
    }),
    z.object({
      kind: z.literal('fact'),
      name: z.string(),
      label: z.string(),
      value: z.string(),
      gap: z.enum(FACT_GAPS),
    }),
  ])
  .meta({ id: 'SampleText' });
export type SampleText = z.infer<typeof SampleText>;

/** The draft as it is edited; `live` says what answers now. */
export const BotView = z
  .object({
    uuid: BotId,
    ...BotConfig.shape,
    state: z.enum(BOT_STATES),
    /** The published version; 0: none. */
    version: z.number().int(),
    publishedAt: Time.nullable(),
    channels: z.array(z.object({ uuid: z.string(), kind: z.string(), name: z.string() })),
    /** What keeps the draft from being published; empty: nothing. */
    sampleText: z.array(SampleText),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'Bot' });
export type BotView = z.infer<typeof BotView>;

export const listBots = endpoint({
  method: 'GET',
  path: '/api/user/bots',
  summary: 'Bots',
  tag: 'bots',
  access: 'viewer',
  query: PageQuery,
  status: 200,
  output: pageOf(BotView),
});
export const ACTIVITY_DAYS = 7;
/** What customers of the inbox brought a bot in the last days, by the account's time zone; neither tests nor the API. */
export const BotActivity = z
  .object({
    botUuid: BotId,
    /** Conversations in which a customer wrote, for each of the days; today's comes last. */
    days: z.array(z.number().int()),
    /** Each conversation once. */
    conversations: z.number().int(),
    /** Each of them is in exactly one of these four, as on the home page. */
    botOnly: z.number().int(),
    botAndStaff: z.number().int(),
    staffOnly: z.number().int(),
    unanswered: z.number().int(),
  })
  .meta({ id: 'BotActivity' });
export type BotActivity = z.infer<typeof BotActivity>;
export const listBotActivity = endpoint({
  method: 'GET',
  path: '/api/user/bots/activity',
  summary: 'How many conversations each bot had on the last seven days; bots without any are left out',
  tag: 'bots',
  access: 'viewer',
  status: 200,
  output: z.object({ items: z.array(BotActivity) }),
});
export const createBot = endpoint({
  method: 'POST',
  path: '/api/user/bot',
  summary: 'Create a bot, published as its first version unless `draft` is set or it uses sample text',
  tag: 'bots',
  access: 'admin',
  body: BotInput,
  status: 200,
  output: BotView,
  errors: ['service_unavailable_model'],
});
export const getBot = endpoint({
  method: 'GET',
  path: '/api/user/bot/{uuid}',
  summary: 'One bot',
  tag: 'bots',
  access: 'viewer',
  params: uuidParams(BotId),
  status: 200,
  output: BotView,
});
export const updateBot = endpoint({
  method: 'PATCH',
  path: '/api/user/bot/{uuid}',
  summary: 'Change the draft of a bot; what answers stays as it is until it is published',
  tag: 'bots',
  access: 'admin',
  params: uuidParams(BotId),
  body: BotPatch,
  status: 200,
  output: BotView,
  errors: ['service_unavailable_model'],
});
/** `settings`: instructions, greeting, replies, variables or suggested questions. */
export const LINK_HOST_ORIGINS = ['settings', 'curated', 'website'] as const;
export type LinkHostOrigin = (typeof LINK_HOST_ORIGINS)[number];
/** A host that documents link to and answers may not. */
export const UnlistedHost = z.object({
  host: z.string(),
  documents: z.int().describe('How many documents of the bot hold an address of it'),
});
export type UnlistedHost = z.infer<typeof UnlistedHost>;
export const listLinkHosts = endpoint({
  method: 'GET',
  path: '/api/user/bot/{uuid}/link-hosts',
  summary:
    'Hosts that links of the answers may lead to without being on the list of the bot and where each is named; hosts of documents that answers may not link to yet',
  tag: 'bots',
  access: 'viewer',
  params: uuidParams(BotId),
  status: 200,
  output: z.object({
    items: z.array(z.object({ host: z.string(), origin: z.enum(LINK_HOST_ORIGINS) })),
    unlisted: z.array(UnlistedHost).max(20),
  }),
  errors: ['not_found'],
});
export const deleteBot = endpoint({
  method: 'DELETE',
  path: '/api/user/bot/{uuid}',
  summary: 'Delete a bot; its channels stay connected and their conversations wait for a person',
  tag: 'bots',
  access: 'admin',
  params: uuidParams(BotId),
  status: 204,
});
