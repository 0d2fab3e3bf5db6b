import type { BudgetView, EconomyModels } from '@hanasu/contract/budgets';
import { Alert, Badge, Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import classes from './Budget.module.css';
import { activeAction, compareStrength, levelOf, shareOf } from './budget-state.ts';
import { budgetsQuery } from './budgets.queries.ts';
import { useBudgetWords } from './use-budget-words.ts';

const COLORS = { ok: 'green', near: 'yellow', short: 'red', reached: 'red' } as const;

/** How much of a budget is spent in its period, drawn and in words. */
export function BudgetBar({ budget }: { budget: BudgetView }) {
  const { t } = useWords();
  const { labelOf, used, warning } = useBudgetWords();
  const level = levelOf(budget);
  return (
    <div className={classes.bar}>
      <div className={classes.head}>
        <span>{t(`budgets.periods.${budget.period}`)}</span>
        {level !== 'ok' && (
          <Badge color={COLORS[level]}>{t(`budgets.levels.${level}`, { share: warning })}</Badge>
        )}
      </div>
      <Progress
        mt={4}
        value={Math.min(100, shareOf(budget) * 100)}
        color={COLORS[level]}
        aria-label={labelOf(budget)}
      />
      <p className={classes.used}>{used(budget)}</p>
    </div>
  );
}

/** What a budget does now and at its limit, and which other one decides in its place. */
export function BudgetEffects({ budget }: { budget: BudgetView }) {
  const { effects, precedence } = useBudgetWords();
  const { data } = useQuery(budgetsQuery);
  return (
    <>
      {[...effects(budget), ...precedence(budget, data?.items ?? [])].map((sentence) => (
        <p key={sentence} className={classes.effects}>
          {sentence}
        </p>
      ))}
      {budget.economyModels && <EconomyWarning economyModels={budget.economyModels} />}
    </>
  );
}

interface EconomyWarningProps {
  economyModels: EconomyModels;
  /** Links leave the page as it is: a form on it is not saved. */
  opensTab?: boolean;
}

/** Bots for which a budget with economy models changes nothing before the limit. */
export function EconomyWarning({ economyModels, opensTab = false }: EconomyWarningProps) {
  const { t } = useWords();
  const { without, examples } = economyModels;
  if (without === 0) return null;
  const more = without - examples.length;
  return (
    <Alert role="note" color="yellow" mt="xs" p="xs" title={t('budgets.noEconomy.title', { count: without })}>
      {t('budgets.noEconomy.text')}
      <ul className={classes.bots}>
        {examples.map(({ uuid, name }) => (
          <li key={uuid}>
            <Link
              to="/Bot/$id"
              params={{ id: uuid }}
              search={{ tab: 'model' }}
              {...(opensTab && { target: '_blank' })}
            >
              {name}
            </Link>
          </li>
        ))}
        {more > 0 && <li>{t('budgets.noEconomy.more', { count: more })}</li>}
      </ul>
    </Alert>
  );
}

interface BudgetLineProps {
  /** Budgets near or at their limit. */
  budgets: readonly BudgetView[];
  children: (line: { fact: string; detail: string; isPaused: boolean }) => ReactNode;
}

/** The budget that decides, and what it does now, in one line. */
export function BudgetLine({ budgets, children }: BudgetLineProps) {
  const { t, locale } = useWords();
  const { labelOf, effects, warning } = useBudgetWords();
  const budget = budgets.toSorted(compareStrength).at(-1);
  if (!budget) return null;
  const level = levelOf(budget);
  const more = budgets.length - 1;
  return children({
    fact: t('budgets.attention', {
      name: labelOf(budget),
      level: t(`budgets.levels.${level === 'ok' ? 'near' : level}`, { share: warning }),
    }),
    detail: [...effects(budget), ...(more > 0 ? [t('budgets.more', { count: more })] : [])].join(
      locale === 'ja' ? '' : ' ',
    ),
    isPaused: activeAction(budget) === 'pause',
  });
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
