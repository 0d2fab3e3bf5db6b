import { BUDGET_WARNING_SHARE, type BudgetView } from '@hanasu/contract/budgets';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { useAccountZone } from '../../shell/time-zones.ts';
import {
  actionAtLimit,
  activeAction,
  type BudgetInForce,
  type BudgetTarget,
  effectsOf,
  precedenceOf,
  shareOf,
} from './budget-state.ts';

/** Budgets in the language in use; times in the time zone that their periods follow. */
export function useBudgetWords() {
  const { t } = useWords();
  const format = useFormat();
  const { timeOf } = useAccountZone();
  const warning = format.percent(BUDGET_WARNING_SHARE);
  const nameOf = (target: BudgetTarget): string =>
    target.kind === 'account' ? t('budgets.account') : t(`budgets.${target.kind}`, { name: target.name });
  const labelOf = ({ of, period }: Pick<BudgetView, 'of' | 'period'>): string =>
    `${nameOf(of)}, ${t(`budgets.periods.${period}`)}`;
  const amounts = (budget: BudgetView) => ({
    spent: format.number(budget.spent),
    limit: format.number(budget.limit),
    share: format.percent(shareOf(budget)),
  });
  return {
    nameOf,
    /** With its period. */
    labelOf,
    used: (budget: BudgetView): string => t('budgets.used', amounts(budget)),
    effects: (budget: BudgetInForce & Pick<BudgetView, 'endsAt'>): string[] =>
      effectsOf(budget).map((effect) =>
        t(`budgets.effects.${effect}`, { warning, time: timeOf(budget.endsAt) }),
      ),
    /** Which of several budgets decides, where that is not this one. */
    precedence: (budget: BudgetView, all: readonly BudgetView[]): string[] => {
      const { winner, exceptions } = precedenceOf(budget, all);
      const action = winner && activeAction(winner);
      const names = new Set(exceptions.map(({ of }) => nameOf(of)));
      return [
        action && action !== 'warn'
          ? t(`budgets.precedence.${action}`, { name: labelOf(winner), time: timeOf(winner.endsAt) })
          : '',
        names.size > 0 ? t('budgets.precedence.exceptions', { names: format.list(names) }) : '',
      ].filter((sentence) => sentence !== '');
    },
    startsAgain: ({ endsAt }: BudgetView): string => t('budgets.startsAgain', { time: timeOf(endsAt) }),
    warning,
    /** In one line among other facts. */
    fact: (budget: BudgetView): string =>
      t(`budgets.facts.${budget.period}`, {
        ...amounts(budget),
        action: t(`budgets.actions.${actionAtLimit(budget.action)}`),
      }),
  };
}
