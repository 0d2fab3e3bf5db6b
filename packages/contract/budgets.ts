import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { ApiKeyId, BotId, BudgetId, uuidParams } from './ids.ts';
import { Time } from './page.ts';

export const BUDGET_PERIODS = ['day', 'month'] as const;
export type BudgetPeriod = (typeof BUDGET_PERIODS)[number];

/**
 * What a budget does. `warn`: nothing beside the notices. `cheaper`: from `BUDGET_WARNING_SHARE` on bots answer with
 * their economy model, and at the limit it pauses. `builtin`: at the limit bots answer with the built-in model, for no tokens. `pause`: at the limit bots give prepared answers only, and other questions wait for the team.
 */
export const BUDGET_ACTIONS = ['warn', 'cheaper', 'builtin', 'pause'] as const;
export type BudgetAction = (typeof BUDGET_ACTIONS)[number];

/** From this share of the limit on admins are notified, and `cheaper` begins. */
export const BUDGET_WARNING_SHARE = 0.8;

/**
 * A notification's body about a budget is its stage, period and effect: `near month pause`. `near`: 80 % are used. `short`: what
 * is left was too little for a question. `used`: all of it. `refuse`: calls with the key are refused.
 */
export const BUDGET_STAGES = ['near', 'short', 'used'] as const;
export type BudgetStage = (typeof BUDGET_STAGES)[number];
export const BUDGET_EFFECTS = [...BUDGET_ACTIONS, 'refuse'] as const;
export type BudgetEffect = (typeof BUDGET_EFFECTS)[number];

export const BUDGETS_MAX = 200;

const Limit = z.number().int().min(1).max(1_000_000_000_000);

/** What a budget limits: all of the account, or one bot or API key. */
const BudgetOf = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('account') }).strict(),
  z.object({ kind: z.literal('bot'), uuid: BotId }).strict(),
  z.object({ kind: z.literal('key'), uuid: ApiKeyId }).strict(),
]);
export type BudgetOf = z.infer<typeof BudgetOf>;

/** Economy models of the bots whose answers a budget limits, as these answer now: published, or a first draft. */
const EconomyModels = z.object({
  bots: z.number().int(),
  /** Bots without an economy model, or with one that is not available: their own model answers until the limit. */
  without: z.number().int(),
  /** The first of these. */
  examples: z.array(z.object({ uuid: BotId, name: z.string() })),
});
export type EconomyModels = z.infer<typeof EconomyModels>;

export const BudgetView = z
  .object({
    uuid: BudgetId,
    of: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('account') }),
      z.object({ kind: z.literal('bot'), uuid: BotId, name: z.string() }),
      z.object({ kind: z.literal('key'), uuid: ApiKeyId, name: z.string() }),
    ]),
    /** A calendar day or month in the account's time zone. */
    period: z.enum(BUDGET_PERIODS),
    /** Tokens. */
    limit: Limit,
    action: z.enum(BUDGET_ACTIONS),
    /** Tokens that calls have taken in this period; calls with a key of the account itself take none. */
    spent: z.number().int(),
    /** It has refused a call or replaced its model in this period. What is left may be too little for an answer. */
    isReached: z.boolean(),
    /** When the next period begins. */
    endsAt: Time,
    /** Null unless the action is `cheaper`. */
    economyModels: EconomyModels.nullable(),
  })
  .meta({ id: 'Budget' });
export type BudgetView = z.infer<typeof BudgetView>;

const RunningPeriod = z.object({ spent: z.number().int(), endsAt: Time });

/** What a budget would limit, before there is one. */
const BudgetBasis = z
  .object({
    /** The running day and month: tokens that calls have taken so far, and when the next one begins. */
    day: RunningPeriod,
    month: RunningPeriod,
    /** Tokens of one answer: the average of the last 200 of the last 30 days; null: there are none. */
    answerTokens: z.number().int().nullable(),
    economyModels: EconomyModels,
  })
  .meta({ id: 'BudgetBasis' });
export type BudgetBasis = z.infer<typeof BudgetBasis>;

export const listBudgets = endpoint({
  method: 'GET',
  path: '/api/user/budgets',
  summary: 'Budgets of tokens: those of the account first, then those of bots and API keys by name',
  tag: 'billing',
  access: 'admin',
  status: 200,
  output: z.object({ items: z.array(BudgetView) }),
});
export const getBudgetBasis = endpoint({
  method: 'GET',
  path: '/api/user/budgets/basis',
  summary:
    'What the account, a bot or an API key has used in the running day and month, and what an answer costs',
  tag: 'billing',
  access: 'admin',
  /** Neither: of the account. */
  query: z.object({ botUuid: BotId.optional(), keyUuid: ApiKeyId.optional() }),
  status: 200,
  output: BudgetBasis,
  errors: ['not_found'],
});
export const createBudget = endpoint({
  method: 'POST',
  path: '/api/user/budget',
  summary: 'Adds a budget. What this period has taken already counts',
  tag: 'billing',
  access: 'admin',
  body: z
    .object({
      of: BudgetOf,
      period: z.enum(BUDGET_PERIODS),
      limit: Limit,
      action: z.enum(BUDGET_ACTIONS),
    })
    .strict(),
  status: 201,
  output: BudgetView,
  errors: ['not_found', 'budget_exists', 'too_many_budgets'],
});
export const changeBudget = endpoint({
  method: 'PATCH',
  path: '/api/user/budget/{uuid}',
  summary: 'Changes what a budget allows or does; fields that are absent stay as they are',
  tag: 'billing',
  access: 'admin',
  params: uuidParams(BudgetId),
  body: z.object({ limit: Limit.optional(), action: z.enum(BUDGET_ACTIONS).optional() }).strict(),
  status: 200,
  output: BudgetView,
  errors: ['not_found'],
});
export const deleteBudget = endpoint({
  method: 'DELETE',
  path: '/api/user/budget/{uuid}',
  summary: 'Removes a budget',
  tag: 'billing',
  access: 'admin',
  params: uuidParams(BudgetId),
  status: 204,
  errors: ['not_found'],
});
