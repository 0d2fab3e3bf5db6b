import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useWords } from '../../i18n/use-words.ts';
import { ErrorNotice } from '../../shell/components/ErrorNotice.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import classes from './Budget.module.css';
import { BudgetActions, RaiseLimit } from './BudgetActions.tsx';
import { BudgetBar, BudgetEffects } from './BudgetBar.tsx';
import { AddBudgetDrawer } from './BudgetDrawer.tsx';
import { type BudgetTarget, freePeriod, isOf } from './budget-state.ts';
import { budgetsQuery } from './budgets.queries.ts';

/** The budgets of one bot or API key, beside what else is set of it. */
export function TargetBudgets({ target }: { target: BudgetTarget }) {
  const { t } = useWords();
  const [isAdding, drawer] = useDisclosure(false);
  const budgets = useQuery(budgetsQuery);
  if (budgets.data === undefined && budgets.isError)
    return <ErrorNotice error={budgets.error} onRetry={() => void budgets.refetch()} />;
  if (!budgets.data) return <Skeleton height={64} radius="md" aria-hidden />;
  const own = budgets.data.items.filter((budget) => isOf(budget, target));
  return (
    <Stack gap="md" align="stretch">
      {own.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('budgets.noneOfTarget')}
        </Text>
      ) : (
        <ul className={classes.list}>
          {own.map((budget) => (
            <li key={budget.uuid} className={classes.item}>
              <div className={classes.bar}>
                <BudgetBar budget={budget} />
                <BudgetEffects budget={budget} />
                <RaiseLimit budget={budget} />
              </div>
              <BudgetActions budget={budget} />
            </li>
          ))}
        </ul>
      )}
      {freePeriod(own, target) !== null && (
        <div>
          <Button size="xs" variant="default" leftSection={<Icon name="plus" />} onClick={drawer.open}>
            {t('budgets.add')}
          </Button>
        </div>
      )}
      {isAdding && <AddBudgetDrawer target={target} onClose={drawer.close} />}
    </Stack>
  );
}
