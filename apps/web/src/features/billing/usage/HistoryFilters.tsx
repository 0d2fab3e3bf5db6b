import { dayAfter, instantOf, localMoment } from '@hanasu/contract/open-hours';
import { Checkbox, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { DateRange } from '../../../shell/components/DateRange.tsx';
import { meQuery } from '../../../shell/shell.queries.ts';
import { useGroups } from './Breakdown.tsx';
import { type Group, KINDS, type TokenSearch } from './token-search.ts';
import classes from './Usage.module.css';
import { usageQuery } from './usage.queries.ts';
import { useGroupName } from './use-group-name.ts';

/** Conditions of the history; they stand in the address. */
export function HistoryFilters() {
  const { t } = useWords();
  const groups = useGroups();
  const search = useSearch({ from: '/_default/Token' });
  const navigate = useNavigate({ from: '/Token' });
  const change = (changed: TokenSearch): void =>
    void navigate({
      search: (old) => ({ ...old, page: undefined, ...changed }),
      replace: true,
      resetScroll: false,
    });
  return (
    <div className={classes.filters}>
      <Select
        label={t('tokenUsage.kind')}
        placeholder={t('tokenUsage.every')}
        data={KINDS.map((kind) => ({
          value: kind,
          label: t(kind === 'call' ? 'tokenUsage.call' : `billing.${kind}`),
        }))}
        value={search.kind ?? null}
        onChange={(value) => change({ kind: KINDS.find((kind) => kind === value) })}
        clearable
        clearButtonProps={{ 'aria-label': t('shell.clear') }}
      />
      {groups.map((group) => (
        <GroupFilter
          key={group}
          group={group}
          value={search[group]}
          onChange={(value) => change({ [group]: value })}
        />
      ))}
      <Dates search={search} onChange={change} />
      <Checkbox
        label={t('tokenUsage.withoutTests')}
        checked={search.tests === false}
        onChange={({ currentTarget }) => change({ tests: currentTarget.checked ? false : undefined })}
      />
    </div>
  );
}

interface GroupFilterProps {
  group: Group;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** Offers what was used in the longest period; it is asked for when the list opens. */
function GroupFilter({ group, value, onChange }: GroupFilterProps) {
  const { t } = useWords();
  const [isOpened, setOpened] = useState(false);
  const { data: usage } = useQuery({
    ...usageQuery(group, '90', {}),
    enabled: isOpened || value !== undefined,
  });
  const nameOf = useGroupName(group);
  const offered = (usage?.items ?? []).map((item) => ({ value: item.key ?? 'none', label: nameOf(item) }));
  const isOffered = value === undefined || offered.some((option) => option.value === value);
  const other = {
    value: value ?? '',
    label: nameOf({ key: value === 'none' ? null : (value ?? ''), name: null }),
  };
  return (
    <Select
      label={t(`tokenUsage.by.${group}`)}
      placeholder={t('tokenUsage.every')}
      data={isOffered ? offered : [...offered, other]}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      onDropdownOpen={() => setOpened(true)}
      nothingFoundMessage={t('tokenUsage.none')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('shell.clear') }}
    />
  );
}

interface DatesProps {
  search: TokenSearch;
  onChange: (changed: TokenSearch) => void;
}

/** Days of the account's time zone, as the usage has them. */
function Dates({ search: { from, to }, onChange }: DatesProps) {
  const { t } = useWords();
  const { data: me } = useQuery(meQuery);
  const timeZone = me?.account.timeZone ?? 'UTC';
  const dayOf = (time: string | undefined, before = 0): string | null =>
    time === undefined ? null : localMoment(timeZone, new Date(Date.parse(time) - before)).day;
  const startOf = (day: string): string => instantOf(timeZone, day, 0).toISOString();
  const [chosen, setChosen] = useState<[string | null, string | null] | null>(null);
  return (
    <DateRange
      label={t('tokenUsage.dates')}
      value={chosen ?? [dayOf(from), dayOf(to, 1)]}
      onChange={([first, last]) => {
        // The calendar asks for the first day, then for the last one.
        setChosen(first !== null && last === null ? [first, last] : null);
        if (first !== null && last === null) return;
        onChange({
          from: first === null ? undefined : startOf(first),
          to: last === null ? undefined : startOf(dayAfter(last, 1)),
        });
      }}
      clearable
    />
  );
}
