import { exportTokenHistory, type TokenUsageView } from '@hanasu/contract/billing';
import { Button, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { cellClasses, DataTable } from '../../../shell/components/DataTable.tsx';
import { usePermission } from '../../../shell/use-permission.ts';
import { GROUPS, type Group, type Narrowed } from './token-search.ts';
import classes from './Usage.module.css';
import { type PeriodDays, usageQuery } from './usage.queries.ts';
import { useGroupName } from './use-group-name.ts';

const ROWS_AT_FIRST = 6;
const FOR_ALL = GROUPS.filter((group) => group !== 'key' && group !== 'person');

/** Groups that this person may see: keys and persons are for admins, like the file. */
export const useGroups = (): readonly Group[] => (usePermission(exportTokenHistory) ? GROUPS : FOR_ALL);

interface BreakdownProps {
  days: PeriodDays;
  filter: Narrowed;
}

/** What the period cost, by bot, model, channel, key or person; each leads to its entries. */
export function Breakdown({ days, filter }: BreakdownProps) {
  const { t } = useWords();
  const groups = useGroups();
  const { by: asked } = useSearch({ from: '/_default/Token' });
  const navigate = useNavigate({ from: '/Token' });
  const by = groups.find((group) => group === asked) ?? 'bot';
  const { data: usage, isPlaceholderData } = useQuery(usageQuery(by, days, filter));
  return (
    <div className={classes.chart} aria-busy={isPlaceholderData}>
      <div className={classes.groups}>
        <SegmentedControl
          aria-label={t('tokenUsage.divide')}
          value={by}
          data={groups.map((group) => ({ value: group, label: t(`tokenUsage.by.${group}`) }))}
          onChange={(value) =>
            void navigate({
              search: (old) => ({ ...old, by: groups.find((group) => group === value) }),
              replace: true,
              resetScroll: false,
            })
          }
        />
      </div>
      {usage && !isPlaceholderData && usage.items.length > 0 && (
        <GroupTable by={by} usage={usage} chosen={filter[by]} />
      )}
      {usage?.items.length === 0 && <p className={classes.note}>{t('tokenUsage.none')}</p>}
    </div>
  );
}

interface GroupTableProps {
  by: Group;
  usage: TokenUsageView;
  /** The group that the history shows. */
  chosen: string | undefined;
}

function GroupTable({ by, usage, chosen }: GroupTableProps) {
  const { t } = useWords();
  const format = useFormat();
  const nameOf = useGroupName(by);
  const [hasAll, setAll] = useState(false);
  const { items, total } = usage;
  const most = Math.max(...items.map(({ tokens }) => tokens), 1);
  const shown = hasAll ? items : items.slice(0, ROWS_AT_FIRST);
  return (
    <>
      <DataTable label={t(`tokenUsage.by.${by}`)}>
        <thead>
          <tr>
            <th scope="col">{t(`tokenUsage.by.${by}`)}</th>
            <th scope="col" data-number data-minor>
              {t('tokenUsage.calls')}
            </th>
            <th scope="col" data-number>
              {t('billing.tokens')}
            </th>
            <th scope="col" data-number>
              {t('tokenUsage.share')}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((item) => {
            const value = item.key ?? 'none';
            return (
              <tr key={value}>
                <td>
                  <Link
                    to="/Token"
                    search={(old) => ({
                      ...old,
                      ...{
                        [by]: value,
                        kind: 'call' as const,
                        from: usage.from,
                        to: usage.to,
                        page: undefined,
                      },
                    })}
                    hash="history"
                    className={cellClasses.main}
                    aria-current={chosen === value ? 'true' : undefined}
                  >
                    {nameOf(item)}
                  </Link>
                  <span className={classes.track} aria-hidden>
                    <span style={{ width: `${(item.tokens / most) * 100}%` }} />
                  </span>
                </td>
                <td data-number data-minor>
                  {format.number(item.calls)}
                </td>
                <td data-number>{format.number(item.tokens)}</td>
                <td data-number>{total.tokens === 0 ? '–' : format.percent(item.tokens / total.tokens)}</td>
              </tr>
            );
          })}
        </tbody>
      </DataTable>
      {items.length > ROWS_AT_FIRST && (
        <Button variant="subtle" size="xs" onClick={() => setAll(!hasAll)} aria-expanded={hasAll}>
          {hasAll ? t('tokenUsage.showFewer') : t('tokenUsage.showAll', { count: items.length })}
        </Button>
      )}
    </>
  );
}
