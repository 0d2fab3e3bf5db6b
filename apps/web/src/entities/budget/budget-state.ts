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

/** What a budget does now and at its limit, as sentences of `budgets.effects`. */
export function effectsOf(budget: Standing & Pick<BudgetView, 'of' | 'action'>) {
  const { action, of } = budget;
  const level = levelOf(budget);
  // At the limit the economy model pauses like any other.
  const effectAt = (stage: keyof typeof PAUSES) =>
    action === 'pause' || action === 'cheaper' ? PAUSES[stage][of.kind] : OTHERS[stage][action];
  if (level === 'reached' || level === 'short') return [effectAt(level)] as const;
  const atLimit = effectAt('atLimit');
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
