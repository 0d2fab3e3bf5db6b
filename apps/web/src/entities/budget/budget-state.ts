import {
  BUDGET_PERIODS,
  BUDGET_WARNING_SHARE,
  type BudgetPeriod,
  type BudgetView,
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

const AT_LIMIT = {
  warn: { account: 'limitWarn', bot: 'limitWarn', key: 'limitWarn' },
  builtin: { account: 'limitBuiltin', bot: 'limitBuiltin', key: 'limitBuiltin' },
  pause: { account: 'limitPause', bot: 'limitPauseBot', key: 'limitPauseKey' },
} as const;
const REACHED = {
  warn: { account: 'reachedWarn', bot: 'reachedWarn', key: 'reachedWarn' },
  builtin: { account: 'reachedBuiltin', bot: 'reachedBuiltin', key: 'reachedBuiltin' },
  pause: { account: 'reachedPause', bot: 'reachedPause', key: 'reachedPauseKey' },
} as const;

const SHORT = {
  warn: { account: 'reachedWarn', bot: 'reachedWarn', key: 'reachedWarn' },
  builtin: { account: 'shortBuiltin', bot: 'shortBuiltin', key: 'shortBuiltin' },
  pause: { account: 'shortPause', bot: 'shortPause', key: 'shortPauseKey' },
} as const;

/** What a budget does now and at its limit, as sentences of `budgets.effects`. */
export function effectsOf(budget: Standing & Pick<BudgetView, 'of' | 'action'>) {
  const { action, of } = budget;
  const level = levelOf(budget);
  // At the limit the economy model pauses like any other.
  const end = action === 'cheaper' ? 'pause' : action;
  if (level === 'reached') return [REACHED[end][of.kind]] as const;
  if (level === 'short') return [SHORT[end][of.kind]] as const;
  const atLimit = AT_LIMIT[end][of.kind];
  if (action === 'cheaper' && level === 'near')
    return [of.kind === 'bot' ? 'economyNowBot' : 'economyNow', atLimit] as const;
  if (action === 'cheaper') return ['economyFrom', atLimit] as const;
  return [level === 'near' ? 'warned' : 'warns', atLimit] as const;
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
