import { BotId } from '@hanasu/contract/ids';
import { Group, Select, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { Pager } from '../../../shell/components/Pager.tsx';
import { Stat, Stats } from '../../../shell/components/Stats.tsx';
import { botsQuery } from '../../bots/bots.queries.ts';
import { HISTORY_PAGE_SIZE, historyQuery } from '../billing.queries.ts';
import { HistoryTable } from './HistoryTable.tsx';

/** The balance and what it was spent on. */
export function UsageTab() {
  const { t } = useWords();
  const format = useFormat();
  const { page = 1, bot } = useSearch({ from: '/_default/Token' });
  const navigate = useNavigate({ from: '/Token' });
  const botUuid = BotId.safeParse(bot).data;
  const history = useQuery(historyQuery(page, botUuid));
  const { data: bots } = useQuery(botsQuery());
  const data = history.data;
  return (
    <Stack gap="lg">
      {history.isError && <FaultNotice error={history.error} onRetry={() => void history.refetch()} />}
      {history.isPending && <Skeleton height={300} radius="lg" aria-hidden />}
      {data && (
        <Stats>
          <Stat
            label={t('billing.balance')}
            value={format.number(data.balance)}
            note={data.reserved ? t('billing.reserved', { tokens: format.number(data.reserved) }) : undefined}
          />
          <Stat label={t('billing.today')} value={format.number(data.spent.today)} />
          <Stat label={t('billing.month')} value={format.number(data.spent.month)} />
        </Stats>
      )}
      {data && (
        <Stack gap="sm">
          <Group justify="space-between">
            <h2 style={{ fontSize: 15, fontWeight: 600, margin: 0 }}>{t('billing.history')}</h2>
            {bots && bots.items.length > 1 && (
              <Select
                aria-label={t('billing.filterBot')}
                placeholder={t('billing.allBots')}
                data={bots.items.map(({ uuid, name }) => ({ value: uuid, label: name }))}
                value={botUuid ?? null}
                onChange={(value) => void navigate({ search: { bot: value ?? undefined } })}
                clearable
                clearButtonProps={{ 'aria-label': t('billing.allBots') }}
                w={220}
              />
            )}
          </Group>
          {data.items.length === 0 ? (
            <EmptyState icon="coins" title={t('billing.empty')} text={t('billing.emptyText')} />
          ) : (
            <HistoryTable items={data.items} />
          )}
          <Pager
            page={page}
            pageSize={HISTORY_PAGE_SIZE}
            total={data.total}
            label={t('billing.pages')}
            onPage={(next) => void navigate({ search: (old) => ({ ...old, page: next }) })}
          />
        </Stack>
      )}
    </Stack>
  );
}
