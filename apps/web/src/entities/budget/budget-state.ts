import {
  BUDGET_ACTIONS,
  BUDGET_PERIODS,
  BUDGET_WARNING_SHARE,
  type BudgetAction,
  type BudgetPeriod,
  type BudgetView,
  type EconomyModels,
} from '@hanasu/contract/budgets';

/** What a budget limits, with its name. */
export type BudgetTarget = BudgetView['of'];

/** `near`: from `BUDGET_WARNING_SHARE` on. `short`: what is left was too little for a question. */
export type BudgetLevel = 'ok' | 'near' | 'short' | 'reached';

type Spent = Pick<BudgetView, 'spent' | 'limit'>;
type Standing = Spent & Pick<BudgetView, 'isReached'>;

/** Rounded down to a whole percent: 100 % means that nothing is left. */
export const shareOf = ({ spent, limit }: Spent): number => Math.floor((spent * 100) / limit) / 100;

export function levelOf({ spent, limit, isReached }: Standing): BudgetLevel {
  if (spent >= limit) return 'reached';
  if (isReached) return 'short';
  return spent >= limit * BUDGET_WARNING_SHARE ? 'near' : 'ok';
}

const PAUSES = {
  atLimit: { account: 'limitPause', bot: 'limitPauseBot', key: 'limitPauseKey' },
  short: { account: 'shortPause', bot: 'shortPause', key: 'shortPauseKey' },
  reached: { account: 'reachedPause', bot: 'reachedPause', key: 'reachedPauseKey' },
} as const;
const OTHERS = {
  atLimit: { warn: 'limitWarn', builtin: 'limitBuiltin' },
  // A budget that only warns is never short.
  short: { warn: 'reachedWarn', builtin: 'shortBuiltin' },
  reached: { warn: 'reachedWarn', builtin: 'reachedBuiltin' },
} as const;

/** How many of the bots have an economy model that can answer. */
const coverageOf = (economyModels: EconomyModels | null): 'all' | 'some' | 'none' => {
  if (!economyModels || economyModels.without === 0) return 'all';
  return economyModels.without === economyModels.bots ? 'none' : 'some';
};

/** What decides over the effects of a budget. */
export type BudgetInForce = Standing &
  Pick<BudgetView, 'action' | 'economyModels'> & { readonly of: Pick<BudgetTarget, 'kind'> };

/** What a budget does now and at its limit, as sentences of `budgets.effects`. */
export function effectsOf(budget: BudgetInForce) {
  const { action, of } = budget;
  const level = levelOf(budget);
  // At the limit the economy model pauses like any other.
  const effectAt = (stage: keyof typeof PAUSES) =>
    action === 'pause' || action === 'cheaper' ? PAUSES[stage][of.kind] : OTHERS[stage][action];
  if (level === 'reached' || level === 'short') return [effectAt(level)] as const;
  const atLimit = effectAt('atLimit');
  const coverage = coverageOf(budget.economyModels);
  if (action !== 'cheaper' || coverage === 'none')
    return [level === 'near' ? 'warned' : 'warns', atLimit] as const;
  if (coverage === 'some') return [level === 'near' ? 'economyNowSome' : 'economyFromSome', atLimit] as const;
  if (level !== 'near') return ['economyFrom', atLimit] as const;
  return [of.kind === 'bot' ? 'economyNowBot' : 'economyNow', atLimit] as const;
}

/** What a budget does at its limit: with an economy model it pauses like any other. */
export const actionAtLimit = (action: BudgetAction) => (action === 'cheaper' ? 'pause' : action);

/** What a budget does to answers now; null: nothing yet. */
export function activeAction(budget: BudgetInForce): BudgetAction | null {
  const level = levelOf(budget);
  if (level === 'reached' || level === 'short') return actionAtLimit(budget.action);
  const isEconomical = budget.action === 'cheaper' && coverageOf(budget.economyModels) !== 'none';
  return level === 'near' && isEconomical ? 'cheaper' : null;
}

const strengthOf = (budget: BudgetInForce): number => {
  const action = activeAction(budget);
  return action ? BUDGET_ACTIONS.indexOf(action) : -1;
};

const LONGER_COUNTS: readonly (BudgetAction | null)[] = ['builtin', 'pause'];

/** The budget that decides comes last: the stronger action, and of two that replace or refuse answers the one that lasts longer. */
export function compareStrength(one: BudgetView, other: BudgetView): number {
  const difference = strengthOf(one) - strengthOf(other);
  if (difference !== 0 || !LONGER_COUNTS.includes(activeAction(one))) return difference;
  return Date.parse(one.endsAt) - Date.parse(other.endsAt);
}

/**
 * Budgets that override this one, which is in force. `winner`: for all of its answers. `exceptions`: bots or API keys whose own
 * budget is stronger. A budget that is only short decides over some questions, so it wins over none.
 */
export function precedenceOf(
  budget: BudgetView,
  all: readonly BudgetView[],
): { readonly winner: BudgetView | null; readonly exceptions: readonly BudgetView[] } {
  if (activeAction(budget) === null) return { winner: null, exceptions: [] };
  const decisive = all.filter((other) => levelOf(other) !== 'short');
  const winner = decisive
    .filter((other) => other.of.kind === 'account' || isOf(other, budget.of))
    .filter((other) => compareStrength(other, budget) > 0)
    .toSorted(compareStrength)
    .at(-1);
  const limit = strengthOf(winner ?? budget);
  const isException = (other: BudgetView) => other.of.kind !== 'account' && strengthOf(other) > limit;
  return {
    winner: winner ?? null,
    exceptions: budget.of.kind === 'account' ? decisive.filter(isException) : [],
  };
}

export const isOf = (budget: Pick<BudgetView, 'of'>, target: BudgetTarget): boolean =>
  budget.of.kind === target.kind && uuidOf(budget.of) === uuidOf(target);

export const uuidOf = (target: BudgetTarget): string | null =>
  target.kind === 'account' ? null : target.uuid;

/** The longest period that a target has no budget for; null: it has one for each. */
export function freePeriod(
  budgets: readonly Pick<BudgetView, 'of' | 'period'>[],
  target: BudgetTarget,
): BudgetPeriod | null {
  const taken = budgets.filter((budget) => isOf(budget, target)).map(({ period }) => period);
  return BUDGET_PERIODS.findLast((period) => !taken.includes(period)) ?? null;
}
