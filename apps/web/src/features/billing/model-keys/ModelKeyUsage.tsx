import { Group, SegmentedControl, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { DataTable } from '../../../shell/components/DataTable.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Stat, Stats } from '../../../shell/components/Stats.tsx';
import { modelKeyUsageQuery } from './model-keys.queries.ts';

const DAYS = 30;
const VIEWS = ['byDay', 'byBot', 'byModel'] as const;
type View = (typeof VIEWS)[number];

interface Row {
  readonly key: string;
  readonly name: string;
  readonly calls: number;
  readonly input: number;
  readonly output: number;
  readonly micros: number;
  readonly unpriced: number;
}

/** What calls with own keys have cost, in money. */
export function ModelKeyUsage() {
  const { t } = useWords();
  const format = useFormat();
  const [view, setView] = useState<View>('byDay');
  const usage = useQuery(modelKeyUsageQuery(DAYS));
  const money = useMoney();
  if (usage.isError) return <ErrorNotice error={usage.error} onRetry={() => void usage.refetch()} />;
  if (!usage.data) return <Skeleton height={160} aria-hidden />;
  const { total, byDay, byBot, byModel } = usage.data;
  if (total.calls === 0) return t('modelKeys.noCalls');
  const rows: Record<View, Row[]> = {
    byDay: byDay.map(({ day, ...spent }) => ({ key: day, name: format.date(`${day}T12:00:00`), ...spent })),
    byBot: byBot.map(({ bot, ...spent }) => ({
      key: bot?.uuid ?? '',
      name: bot?.name || t('modelKeys.noBot'),
      ...spent,
    })),
    byModel: byModel.map(({ serviceUuid, ...spent }) => ({ key: serviceUuid, ...spent })),
  };
  return (
    <Stack gap="md">
      <Stats>
        <Stat label={t('modelKeys.total')} value={money(total)} />
        <Stat label={t('modelKeys.calls')} value={format.number(total.calls)} />
      </Stats>
      <Group>
        <SegmentedControl
          aria-label={t('modelKeys.viewBy')}
          data={VIEWS.map((value) => ({ value, label: t(`modelKeys.${value}`) }))}
          value={view}
          onChange={(value) => setView(VIEWS.find((one) => one === value) ?? 'byDay')}
        />
      </Group>
      <UsageTable rows={rows[view]} heading={t(`modelKeys.${view}`)} />
    </Stack>
  );
}

/** An amount, or that nobody knows it; where some calls have no price, that it is at least so much. */
function useMoney() {
  const { t } = useWords();
  const format = useFormat();
  return ({ micros, unpriced, calls }: Pick<Row, 'micros' | 'unpriced' | 'calls'>): string => {
    if (unpriced === calls) return t('modelKeys.unknown');
    return unpriced > 0 ? t('modelKeys.atLeast', { money: format.money(micros) }) : format.money(micros);
  };
}

function UsageTable({ rows, heading }: { rows: readonly Row[]; heading: string }) {
  const { t } = useWords();
  const format = useFormat();
  const money = useMoney();
  return (
    <DataTable label={t('modelKeys.usage')}>
      <thead>
        <tr>
          <th scope="col">{heading}</th>
          <th scope="col" data-number>
            {t('modelKeys.calls')}
          </th>
          <th scope="col" data-number data-minor>
            {t('billing.readWritten')}
          </th>
          <th scope="col" data-number>
            {t('modelKeys.money')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <td>{row.name}</td>
            <td data-number>{format.number(row.calls)}</td>
            <td data-number data-minor>
              {format.number(row.input)} / {format.number(row.output)}
            </td>
            <td data-number>{money(row)}</td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}
