import type { BudgetView } from '@hanasu/contract/budgets';
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BudgetActions, RaiseLimit } from '../../../entities/budget/BudgetActions.tsx';
import { BudgetBar, BudgetEffects } from '../../../entities/budget/BudgetBar.tsx';
import { AddBudgetDrawer } from '../../../entities/budget/BudgetDrawer.tsx';
import { budgetsQuery } from '../../../entities/budget/budgets.queries.ts';
import { useBudgetWords } from '../../../entities/budget/use-budget-words.ts';
import { useWords } from '../../../i18n/use-words.ts';
import cards from '../../../shell/components/Cards.module.css';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import classes from './BudgetsTab.module.css';

const REFETCH_MS = 30_000;

/** How many tokens may be used, how many are, and what happens at the limit. */
export function BudgetsTab() {
  const { t } = useWords();
  const [isAdding, drawer] = useDisclosure(false);
  // Answers spend budgets while the page is open.
  const budgets = useQuery({ ...budgetsQuery, refetchInterval: REFETCH_MS });
  const items = budgets.data?.items;
  const add = (
    <Button leftSection={<Icon name="plus" />} onClick={drawer.open}>
      {t('budgets.add')}
    </Button>
  );
  return (
    <Stack gap="lg">
      {/* After a failed refetch the budgets that are known stay in sight. */}
      {budgets.isError && <ErrorNotice error={budgets.error} onRetry={() => void budgets.refetch()} />}
      {budgets.isPending && <Skeleton height={240} radius="lg" aria-hidden />}
      {items?.length === 0 && (
        <EmptyState
          icon="gauge"
          title={t('budgets.empty')}
          text={
            <>
              {t('budgets.text')}
              <br />
              {t('budgets.emptyText')}
            </>
          }
          action={add}
        />
      )}
      {items && items.length > 0 && (
        <>
          <Group justify="space-between" gap="sm">
            <Text className={classes.text ?? ''}>{t('budgets.text')}</Text>
            {add}
          </Group>
          <ul className={classes.cards}>
            {items.map((budget) => (
              <BudgetCard key={budget.uuid} budget={budget} />
            ))}
          </ul>
        </>
      )}
      {isAdding && <AddBudgetDrawer onClose={drawer.close} />}
    </Stack>
  );
}

const ICONS = { account: 'building-2', bot: 'bot', key: 'key-round' } as const;

function BudgetCard({ budget }: { budget: BudgetView }) {
  const { t } = useWords();
  const { nameOf, startsAgain } = useBudgetWords();
  const { of } = budget;
  const name = nameOf(of);
  return (
    <li className={cards.card}>
      <div className={cards.cardTop}>
        <span className={cards.face}>
          <Icon name={ICONS[of.kind]} size={18} />
        </span>
        <h2 className={cards.cardName}>
          {of.kind === 'bot' ? (
            <Link to="/Bot/$id" params={{ id: of.uuid }} search={{ tab: 'model' }} className={classes.link}>
              {name}
            </Link>
          ) : (
            name
          )}
        </h2>
        <BudgetActions budget={budget} />
      </div>
      <div>
        <BudgetBar budget={budget} />
        <BudgetEffects budget={budget} />
        <RaiseLimit budget={budget} />
      </div>
      <p className={cards.cardFoot}>
        {t(`budgets.actions.${budget.action}`)} · {startsAgain(budget)}
      </p>
    </li>
  );
}
