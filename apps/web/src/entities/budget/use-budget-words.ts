import { BUDGET_WARNING_SHARE, type BudgetView } from '@hanasu/contract/budgets';
import { useQuery } from '@tanstack/react-query';
import { LOCALE_TAGS } from '../../i18n/locales.ts';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { meQuery } from '../../shell/shell.queries.ts';
import { type BudgetTarget, effectsOf, shareOf } from './budget-state.ts';

/** Budgets in the language in use; times in the time zone that their periods follow. */
export function useBudgetWords() {
  const { t, locale } = useWords();
  const format = useFormat();
  const { data: me } = useQuery(meQuery);
  const timeZone = me?.account.timeZone;
  const timeOf = (iso: string): string =>
    new Intl.DateTimeFormat(LOCALE_TAGS[locale], {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone,
    }).format(new Date(iso));
  const warning = format.percent(BUDGET_WARNING_SHARE);
  return {
    nameOf: (target: BudgetTarget): string =>
      target.kind === 'account' ? t('budgets.account') : t(`budgets.${target.kind}`, { name: target.name }),
    used: (budget: BudgetView): string =>
      t('budgets.used', {
        spent: format.number(budget.spent),
        limit: format.number(budget.limit),
        share: format.percent(shareOf(budget)),
      }),
    effects: (budget: BudgetView): string[] =>
      effectsOf(budget).map((effect) =>
        t(`budgets.effects.${effect}`, { warning, time: timeOf(budget.endsAt) }),
      ),
    startsAgain: ({ endsAt }: BudgetView): string => t('budgets.startsAgain', { time: timeOf(endsAt) }),
    warning,
    /** In one line among other facts. */
    fact: (budget: BudgetView): string =>
      t(`budgets.facts.${budget.period}`, {
        spent: format.number(budget.spent),
        limit: format.number(budget.limit),
        share: format.percent(shareOf(budget)),
      }),
  };
}
