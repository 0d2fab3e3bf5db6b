import { exportTokenHistory, type tokenHistory } from '@hanasu/contract/billing';
import { listBudgets } from '@hanasu/contract/budgets';
import type { EndpointOutput } from '@hanasu/contract/endpoint';
import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { Can } from '../../../shell/components/Can.tsx';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Pager } from '../../../shell/components/Pager.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { useRowsMark } from '../../../shell/mark-rows.ts';
import { BalanceStrip } from './BalanceStrip.tsx';
import { HistoryTable } from './HistoryTable.tsx';
import { type HistoryFilter, isFiltered, withoutFilters } from './token-search.ts';
import classes from './Usage.module.css';
import { HISTORY_PAGE_SIZE, historyQuery, useSaveHistory } from './usage.queries.ts';

/** Fetched behind the first rows: neither is needed to read them. */
const UsagePanel = lazy(async () => ({ default: (await import('./UsagePanel.tsx')).UsagePanel }));
const BudgetNotice = lazy(async () => ({
  default: (await import('../../../entities/budget/BudgetBar.tsx')).BudgetNotice,
}));
const HistoryFilters = lazy(async () => ({ default: (await import('./HistoryFilters.tsx')).HistoryFilters }));

/** The balance and what it was spent on. */
export function UsageTab() {
  const search = useSearch({ from: '/_default/Token' });
  const { page = 1, kind, bot, model, channel, key, person, from, to, tests } = search;
  const filter: HistoryFilter = { kind, bot, model, channel, key, person, from, to, tests };
  const history = useQuery(historyQuery(filter, page));
  const { data } = history;
  useRowsMark(data !== undefined);
  return (
    <Stack gap="lg">
      {history.isError && <ErrorNotice error={history.error} onRetry={() => void history.refetch()} />}
      {history.isPending && <Skeleton height={300} radius="lg" aria-hidden />}
      {data && (
        <>
          <Can endpoint={listBudgets}>
            <Suspense>
              <BudgetNotice />
            </Suspense>
          </Can>
          <BalanceStrip history={data} isFiltered={isFiltered(filter)} />
          <Suspense fallback={<div className={classes.waiting} aria-hidden />}>
            <UsagePanel />
          </Suspense>
          <History filter={filter} page={page} data={data} />
        </>
      )}
    </Stack>
  );
}

interface HistoryProps {
  filter: HistoryFilter;
  page: number;
  data: EndpointOutput<typeof tokenHistory>;
}

/** The entries of the ledger under the filters. */
function History({ filter, page, data }: HistoryProps) {
  const { t } = useWords();
  const navigate = useNavigate({ from: '/Token' });
  const hasFilters = isFiltered(filter);
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isOpen = chosen ?? hasFilters;
  return (
    <Stack gap="sm" component="section" id="history" aria-labelledby="history-title">
      <Group justify="space-between">
        <h2 id="history-title" className={classes.heading}>
          {t('billing.history')}
        </h2>
        <HistoryTools filter={filter} isOpen={isOpen} onToggle={() => setChosen(!isOpen)} />
      </Group>
      {isOpen && (
        <Suspense fallback={<Skeleton height={64} aria-hidden />}>
          <HistoryFilters />
        </Suspense>
      )}
      {data.items.length === 0 && (
        <EmptyState
          icon="coins"
          title={t(hasFilters ? 'tokenUsage.noneFound' : 'billing.empty')}
          text={t(hasFilters ? 'tokenUsage.noneFoundText' : 'billing.emptyText')}
        />
      )}
      {data.items.length > 0 && <HistoryTable items={data.items} />}
      <Pager
        page={page}
        pageSize={HISTORY_PAGE_SIZE}
        total={data.total}
        label={t('billing.pages')}
        onPage={(next) => void navigate({ search: (old) => ({ ...old, page: next }) })}
      />
    </Stack>
  );
}

interface HistoryToolsProps {
  filter: HistoryFilter;
  isOpen: boolean;
  onToggle: () => void;
}

function HistoryTools({ filter, isOpen, onToggle }: HistoryToolsProps) {
  const { t, locale } = useWords();
  const search = useSearch({ from: '/_default/Token' });
  const save = useSaveHistory(filter, locale);
  const hasFilters = isFiltered(filter);
  return (
    <Group gap="xs">
      <Button
        variant="default"
        size="xs"
        leftSection={<Icon name="settings-2" size={14} />}
        aria-expanded={isOpen}
        onClick={onToggle}
      >
        {t('tokenUsage.filter')}
      </Button>
      {hasFilters && (
        <Button
          variant="subtle"
          size="xs"
          leftSection={<Icon name="x" size={14} />}
          renderRoot={(props) => (
            <Link to="/Token" search={withoutFilters(search)} resetScroll={false} {...props} />
          )}
        >
          {t('tokenUsage.clear')}
        </Button>
      )}
      <Can endpoint={exportTokenHistory}>
        <Button
          variant="default"
          size="xs"
          leftSection={<Icon name="download" size={14} />}
          loading={save.isPending}
          onClick={() => save.mutate(undefined)}
        >
          {t('tokenUsage.saveFile')}
        </Button>
      </Can>
    </Group>
  );
}
