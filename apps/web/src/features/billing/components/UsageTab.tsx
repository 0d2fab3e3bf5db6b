import type { LedgerEntryView } from '@hanasu/contract/billing';
import { BotId } from '@hanasu/contract/ids';
import { Group, Select, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { cellClasses, DataTable } from '../../../shell/components/DataTable.tsx';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { Pager } from '../../../shell/components/Pager.tsx';
import { Stat, Stats } from '../../../shell/components/Stats.tsx';
import { botsQuery } from '../../bots/bots.queries.ts';
import { HISTORY_PAGE_SIZE, historyQuery } from '../billing.queries.ts';

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

function HistoryTable({ items }: { items: readonly LedgerEntryView[] }) {
  const { t } = useWords();
  return (
    <DataTable label={t('billing.history')}>
      <thead>
        <tr>
          <th scope="col">{t('billing.time')}</th>
          <th scope="col">{t('billing.what')}</th>
          <th scope="col" data-minor>
            {t('billing.model')}
          </th>
          <th scope="col" data-number data-minor>
            {t('billing.readWritten')}
          </th>
          <th scope="col" data-number>
            {t('billing.tokens')}
          </th>
          <th scope="col" data-number data-minor>
            {t('billing.after')}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((entry) => (
          <HistoryRow key={entry.uuid} entry={entry} />
        ))}
      </tbody>
    </DataTable>
  );
}

function HistoryRow({ entry }: { entry: LedgerEntryView }) {
  const { t } = useWords();
  const format = useFormat();
  const isCall = entry.kind === 'call';
  const channel = entry.channel === 'chat' ? t('billing.chatPage') : entry.channel;
  return (
    <tr>
      <td title={format.dateTime(entry.time)}>{format.ago(entry.time)}</td>
      <td>
        {entry.bot ? (
          <Link to="/Bot/$id" params={{ id: entry.bot.uuid }} className={cellClasses.main}>
            {entry.bot.name}
          </Link>
        ) : (
          t(`billing.${entry.kind}`)
        )}
        {isCall && channel && <span className={cellClasses.sub}>{channel}</span>}
      </td>
      <td data-minor>{entry.service ?? '–'}</td>
      <td data-number data-minor>
        {isCall ? `${format.number(entry.input)} / ${format.number(entry.output)}` : '–'}
      </td>
      <td data-number>{format.signed(entry.tokens)}</td>
      <td data-number data-minor>
        {format.number(entry.balance)}
      </td>
    </tr>
  );
}
