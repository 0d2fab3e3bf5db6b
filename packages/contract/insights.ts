import { z } from 'zod';
import { BOT_STATES } from './bots.ts';
import { BudgetView } from './budgets.ts';
import { endpoint } from './endpoint.ts';
import { BotId, ChannelId, ConversationId, DocumentId, KnowledgeId, ToolId } from './ids.ts';
import { Time } from './page.ts';

/** What needs somebody now. A number is that of the rows its link leads to; what is named is the first of them. */
export const HomeView = z
  .object({
    attention: z.object({
      waiting: z.number().int(),
      /** Who waits longest, with their earliest message that is unanswered and how many more are. */
      longestWaiting: z
        .object({
          conversationUuid: ConversationId,
          name: z.string(),
          /** Null: the bot's own test chat. */
          channel: z.string().nullable(),
          text: z.string(),
          more: z.number().int(),
          since: Time,
        })
        .nullable(),
      failedDocuments: z.number().int(),
      failedDocument: z
        .object({
          uuid: DocumentId,
          knowledgeUuid: KnowledgeId,
          title: z.string(),
          failure: z.string().nullable(),
          at: Time,
        })
        .nullable(),
      brokenChannels: z.number().int(),
      brokenChannel: z.object({ uuid: ChannelId, name: z.string() }).nullable(),
      /** Bots that channels ask and that were never published or are paused. */
      silentBots: z.number().int(),
      silentBot: z
        .object({ uuid: BotId, name: z.string(), channel: z.string(), state: z.enum(['draft', 'paused']) })
        .nullable(),
      /** Tools, switched on, whose calls fail now; the one that failed last. `reason`: as in `ToolView.failure`. */
      failingTools: z.number().int(),
      failingTool: z
        .object({
          uuid: ToolId,
          name: z.string(),
          bot: z.object({ uuid: BotId, name: z.string() }),
          reason: z.string(),
        })
        .nullable(),
      failedDeliveries: z.number().int(),
      unconfirmedDeliveries: z.number().int(),
      /** Budgets of the account and of bots that are used up or nearly; those of API keys are for admins. */
      budgets: z.array(BudgetView),
      lowBalance: z.boolean(),
      /** Of the account's own room for files nine tenths are used. */
      lowStorage: z.boolean(),
      /** The server's disk. `full`: files are refused, messages still stored. */
      disk: z.enum(['ok', 'low', 'full']),
    }),
    /** Files of the account; a quota of 0 is none. */
    storage: z.object({ usedBytes: z.number().int(), quotaBytes: z.number().int() }),
    balance: z.number().int(),
    /** The part of the starting tokens that is added when the owner confirms their address. */
    withheldTokens: z.number().int(),
  })
  .meta({ id: 'Home' });
export type HomeView = z.infer<typeof HomeView>;

export const home = endpoint({
  method: 'GET',
  path: '/api/user/home',
  summary: 'What needs somebody now',
  tag: 'insights',
  access: 'viewer',
  status: 200,
  output: HomeView,
});

/** The way to the first answered message. Each step is true once it is really done. */
export const FirstStepsView = z
  .object({
    steps: z.object({
      /** A document has been read. */
      knowledge: z.boolean(),
      /** A bot with knowledge answers, published. */
      bot: z.boolean(),
      /** Somebody of the account asked it and an answer was found. */
      tested: z.boolean(),
      /** A channel asks a published bot. */
      channel: z.boolean(),
      /** A customer was answered. */
      answered: z.boolean(),
    }),
    /** A channel is connected that is no stand-in of the simulator. */
    isConnected: z.boolean(),
    document: z
      .object({
        uuid: DocumentId,
        knowledgeUuid: KnowledgeId,
        title: z.string(),
        language: z.string().nullable(),
        passages: z.number().int(),
      })
      .nullable(),
    bot: z.object({ uuid: BotId, name: z.string(), state: z.enum(BOT_STATES) }).nullable(),
    channel: z
      .object({ uuid: ChannelId, name: z.string(), kind: z.string(), sandbox: z.boolean() })
      .nullable(),
    /** A customer's latest question that went to staff because no answer was found; null once a customer was answered. */
    unanswered: z.object({ conversationUuid: ConversationId, question: z.string() }).nullable(),
    /** What the document itself asks or is about, in its own language, to be tried at once. */
    questions: z.array(z.string()),
  })
  .meta({ id: 'FirstSteps' });
export type FirstStepsView = z.infer<typeof FirstStepsView>;

export const firstSteps = endpoint({
  method: 'GET',
  path: '/api/user/first-steps',
  summary: 'How far the account is on the way to its first answered message',
  tag: 'insights',
  access: 'viewer',
  status: 200,
  output: FirstStepsView,
});

/** Days, today's among them, by the account's own time zone. */
export const PERIODS = ['7', '30', '90'] as const;
export const Period = z.enum(PERIODS);
export type Period = z.infer<typeof Period>;

const Counts = z.object({
  /** The customer wrote; in the inbox, so neither tests nor the API. */
  conversations: z.number().int(),
  /** … and the bot found an answer. */
  answered: z.number().int(),
  /** … and a person was asked for or wrote. */
  handedOver: z.number().int(),
  /** … and the bot found none. */
  notFound: z.number().int(),
  /** Each of `conversations` is in exactly one of these four. The bot answered, and no person was needed. */
  botOnly: z.number().int(),
  /** The bot answered, and a person was asked for or wrote. */
  botAndStaff: z.number().int(),
  /** A person was asked for or wrote, and the bot had no answer. */
  staffOnly: z.number().int(),
  unanswered: z.number().int(),
  /** What model calls cost, those of tests apart. */
  tokens: z.number().int(),
});

/** What happened in the last days. Each number is that of the rows under `from` of `listConversations` or `tokenHistory`. */
export const InsightsView = z
  .object({
    from: Time,
    numbers: Counts.extend({
      /** Median, until a person answered who had been asked for; null: none did. */
      responseSeconds: z.number().int().nullable(),
    }),
    /** Of as many days before. */
    before: Counts,
    days: z.array(
      Counts.extend({
        /** `2026-01-31`. */
        day: z.string(),
        from: Time,
        to: Time,
      }),
    ),
    /** A line a channel, with what happened on it today. */
    lines: z.array(
      z.object({
        channel: z.object({ uuid: ChannelId, name: z.string(), kind: z.string() }),
        conversations: z.number().int(),
        waiting: z.number().int(),
        /** Ten minutes each, numbered from midnight. */
        marks: z.array(z.object({ slot: z.number().int(), by: z.enum(['bot', 'person', 'waiting']) })),
      }),
    ),
    /** By the hour of the account's day. */
    hours: z.object({
      /** Opening hours of most open days, as `09:00`; empty: no channel has any. */
      usual: z.array(z.object({ from: z.string(), until: z.string() })),
      /** 24 of them: messages of customers, while staff were there (`open`) and while they were not. */
      asked: z.array(z.object({ open: z.number().int(), closed: z.number().int() })),
      /** Answers that the bot found, and how many of them while staff were not there. */
      answered: z.number().int(),
      answeredClosed: z.number().int(),
    }),
    /** Asked in vain in these days and not settled yet, most asked first. */
    questions: z.array(
      z.object({ question: z.string(), times: z.number().int(), knowledgeUuid: KnowledgeId }),
    ),
    /** In a conversation of these days a customer waits for a reply of staff, whatever the reason. */
    hasUnanswered: z.boolean(),
    bots: z.array(
      z.object({
        uuid: BotId,
        name: z.string(),
        state: z.enum(BOT_STATES),
        channelKinds: z.array(z.string()),
        today: z.number().int(),
      }),
    ),
  })
  .meta({ id: 'Insights' });
export type InsightsView = z.infer<typeof InsightsView>;

export const getInsights = endpoint({
  method: 'GET',
  path: '/api/user/insights',
  summary: 'Conversations, answers and tokens of the last days, by day and channel',
  tag: 'insights',
  access: 'viewer',
  query: z.object({ days: Period.default('7') }),
  status: 200,
  output: InsightsView,
});
