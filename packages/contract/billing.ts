import { z } from 'zod';
import { Locale } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import {
  ApiKeyId,
  BotId,
  ChannelId,
  ConversationId,
  DocumentId,
  KnowledgeId,
  PaymentId,
  UserId,
} from './ids.ts';
import { Period } from './insights.ts';
import { PageQuery, pageOf, Time } from './page.ts';

/**
 * `grant` and `purchase` add tokens, `call` is one settled model call. `refund`: money was given back or is disputed, so tokens were
 * taken, or come back. `expiry`: they were good for so long.
 */
export const LEDGER_KINDS = ['grant', 'call', 'purchase', 'refund', 'expiry'] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

/** What an entry was paid for, where it still exists and the caller may open it. */
const PaidFor = z.discriminatedUnion('kind', [
  /** In the inbox. */
  z.object({ kind: z.literal('conversation'), uuid: ConversationId }),
  /** The caller's own chat with a bot; `test`: with its draft. */
  z.object({ kind: z.enum(['chat', 'test']), uuid: ConversationId, botUuid: BotId }),
  z.object({
    kind: z.literal('document'),
    uuid: DocumentId,
    name: z.string(),
    knowledgeUuid: KnowledgeId,
  }),
  z.object({ kind: z.literal('knowledge'), uuid: KnowledgeId, name: z.string() }),
  z.object({ kind: z.literal('payment'), uuid: PaymentId }),
]);

export const LedgerEntryView = z
  .object({
    uuid: z.string(),
    time: Time,
    kind: z.enum(LEDGER_KINDS),
    bot: z.object({ uuid: BotId, name: z.string() }).nullable(),
    /** Catalogue name of the model. */
    service: z.string().nullable(),
    /** Channel's name; `chat` for the chat page and API. */
    channel: z.string().nullable(),
    conversationUuid: ConversationId.nullable(),
    /** The API key that a program called with. Null also for callers who are no admins. */
    key: z.object({ uuid: ApiKeyId, name: z.string() }).nullable(),
    /** The member of the team who asked for the call. Null also for callers who are no admins. */
    person: z.object({ uuid: UserId, name: z.string() }).nullable(),
    paidFor: PaidFor.nullable(),
    input: z.number().int(),
    output: z.number().int(),
    /** Change of the balance: negative for a call. */
    tokens: z.number().int(),
    /** Balance after this entry. */
    balance: z.number().int(),
    /** Why a server administrator added these tokens. Null also for callers who are no admins. */
    reason: z.string().nullable(),
    /**
     * A call with a key of the account itself: it took no tokens. `micros`: what it has cost there by the list price, in
     * millionths of a US dollar; null: the price is unknown.
     */
    ownKey: z.object({ micros: z.number().int().nullable() }).nullable(),
  })
  .meta({ id: 'LedgerEntry' });
export type LedgerEntryView = z.infer<typeof LedgerEntryView>;

/** `none`: entries without one. */
const orNone = <Id extends z.ZodType>(id: Id) => z.union([id, z.literal('none')]).optional();

/** Conditions that entries of the ledger meet, all of them. Those of keys and persons are for admins. */
const LedgerFilter = z.object({
  kind: z.enum(LEDGER_KINDS).optional(),
  botUuid: orNone(BotId),
  /** The model, by its id in the catalogue. */
  serviceUuid: z.string().min(1).max(200).optional(),
  channelUuid: orNone(ChannelId),
  keyUuid: orNone(ApiKeyId),
  personUuid: orNone(UserId),
  from: Time.optional(),
  /** Excluded. */
  to: Time.optional(),
  /** `false`: model calls, those of tries of a bot's draft apart. */
  tests: z.stringbool().optional(),
});

export const tokenHistory = endpoint({
  method: 'GET',
  path: '/api/user/token/history',
  summary: 'Token entries, newest first, and the balance',
  tag: 'billing',
  access: 'viewer',
  query: PageQuery.extend(LedgerFilter.shape),
  status: 200,
  output: pageOf(LedgerEntryView).extend({
    balance: z.number().int(),
    /** Held for calls that are running. */
    reserved: z.number().int(),
    /** The part of the starting tokens that is added when the owner confirms their address. */
    withheld: z.number().int(),
    /** `listed`: by the calls under these filters, on all pages. */
    spent: z.object({ today: z.number().int(), month: z.number().int(), listed: z.number().int() }),
  }),
});

export const exportTokenHistory = endpoint({
  method: 'GET',
  path: '/api/user/token/history/export',
  summary: 'Token entries as CSV (with BOM); with `locale` in words, else as the API names things',
  tag: 'billing',
  access: 'admin',
  query: LedgerFilter.extend({ locale: Locale.optional() }),
  status: 200,
});

/** What the usage can be divided by. */
export const USAGE_GROUPS = ['day', 'bot', 'model', 'channel', 'key', 'person'] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];
/** Days of one request at most. */
export const USAGE_DAYS_MAX = 366;

const UsageSum = z.object({ tokens: z.number().int(), calls: z.number().int() });

export const TokenUsageView = z
  .object({
    from: Time,
    to: Time,
    total: UsageSum,
    /** Days in their order; all else by tokens, the most first. */
    items: z.array(
      UsageSum.extend({
        /** The day as `2026-01-31`, or the id of the bot, model, channel, key or person; null: calls without one. */
        key: z.string().nullable(),
        /** Null: it is gone, or there is none. */
        name: z.string().nullable(),
        from: Time,
        to: Time,
      }),
    ),
  })
  .meta({ id: 'TokenUsage' });
export type TokenUsageView = z.infer<typeof TokenUsageView>;

/** Each number is that of the entries of `tokenHistory` under the same conditions, the kind `call` and `from` and `to` of its item. */
export const tokenUsage = endpoint({
  method: 'GET',
  path: '/api/user/token/usage',
  summary:
    'What model calls cost, by day (of the account’s time zone), bot, model, channel, and for admins by API key or person',
  tag: 'billing',
  access: 'viewer',
  query: LedgerFilter.omit({ kind: true }).extend({
    by: z.enum(USAGE_GROUPS),
    /** Today and the days before it, where `from` is absent. */
    days: Period.default('30'),
  }),
  status: 200,
  output: TokenUsageView,
  errors: ['validation_failed'],
});

/**
 * `day`: the balance is used up on that day, at the mean of each weekday over the last four weeks. `more_than_year`: not within a year.
 * `too_little_data`: calls have been made for less than a week. `no_use`: none in these four weeks. `empty`: nothing is left.
 */
export const FORECAST_STATES = ['day', 'more_than_year', 'too_little_data', 'no_use', 'empty'] as const;

export const TokenBalanceView = z
  .object({
    balance: z.number().int(),
    forecast: z.object({
      state: z.enum(FORECAST_STATES),
      /** `2026-01-31`, in the account's time zone; null unless the state is `day`. */
      day: z.string().nullable(),
    }),
    /** Tokens that expire, the next ones first. */
    expiring: z.array(z.object({ tokens: z.number().int(), expiresAt: Time })),
  })
  .meta({ id: 'TokenBalance' });
export type TokenBalanceView = z.infer<typeof TokenBalanceView>;

export const tokenBalance = endpoint({
  method: 'GET',
  path: '/api/user/token/balance',
  summary: 'The balance, how long it lasts, and when parts of it expire',
  tag: 'billing',
  access: 'viewer',
  status: 200,
  output: TokenBalanceView,
});
