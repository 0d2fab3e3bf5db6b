import type { BudgetView } from '@hanasu/contract/budgets';
import { Alert, Badge, Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useWords } from '../../i18n/use-words.ts';
import classes from './Budget.module.css';
import { levelOf, shareOf } from './budget-state.ts';
import { budgetsQuery } from './budgets.queries.ts';
import { useBudgetWords } from './use-budget-words.ts';

const COLORS = { ok: 'green', near: 'yellow', short: 'red', reached: 'red' } as const;

/** How much of a budget is spent in its period, drawn and in words. */
export function BudgetBar({ budget }: { budget: BudgetView }) {
  const { t } = useWords();
  const { nameOf, used, warning } = useBudgetWords();
  const level = levelOf(budget);
  const period = t(`budgets.periods.${budget.period}`);
  return (
    <div className={classes.bar}>
      <div className={classes.head}>
        <span>{period}</span>
        {level !== 'ok' && (
          <Badge color={COLORS[level]}>{t(`budgets.levels.${level}`, { share: warning })}</Badge>
        )}
      </div>
      <Progress
        mt={4}
        value={Math.min(100, shareOf(budget) * 100)}
        color={COLORS[level]}
        aria-label={`${nameOf(budget.of)}, ${period}`}
      />
      <p className={classes.used}>{used(budget)}</p>
    </div>
  );
}

/** What a budget does now and at its limit. */
export function BudgetEffects({ budget }: { budget: BudgetView }) {
  const { effects } = useBudgetWords();
  return effects(budget).map((effect) => (
    <p key={effect} className={classes.effects}>
      {effect}
    </p>
  ));
}

/** Budgets that refuse or replace answers now. */
export function BudgetNotice() {
  const { t } = useWords();
  const { nameOf } = useBudgetWords();
  const { data } = useQuery(budgetsQuery);
  const used = (data?.items ?? []).filter(({ isReached }) => isReached);
  return used.map((budget) => (
    <Alert key={budget.uuid} color="yellow" title={`${t('budgets.title')} – ${nameOf(budget.of)}`}>
      <BudgetEffects budget={budget} />
      <Link to="/Token" search={{ tab: 'budgets' }}>
        {t('budgets.open')}
      </Link>
    </Alert>
  ));
}
