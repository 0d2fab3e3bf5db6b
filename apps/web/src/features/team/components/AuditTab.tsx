import { UserId } from '@hanasu/contract/ids';
import { Select, Skeleton, Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useWords } from '../../../i18n/use-words.ts';
import { DateRange } from '../../../shell/components/DateRange.tsx';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { Pager } from '../../../shell/components/Pager.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import { AUDIT_PAGE_SIZE, type AuditFilter, auditQuery, membersQuery } from '../team.queries.ts';
import { AuditTable } from './AuditTable.tsx';
import classes from './Team.module.css';

const TYPING_MS = 250;

/** `2026-05-01` → when that day (or so many days later) begins here. */
function startOfDay(day: string, daysLater = 0): string {
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + daysLater);
  return date.toISOString();
}

/** Who changed what, newest first; filters live in the address. */
export function AuditTab() {
  const { t } = useWords();
  const { q, page = 1, person, from, to } = useSearch({ from: '/_default/Account' });
  const navigate = useNavigate({ from: '/Account' });
  const { data: members } = useQuery(membersQuery);
  const userUuid = UserId.safeParse(person).data;
  const filter: AuditFilter = {
    page,
    ...(q ? { q } : {}),
    ...(userUuid ? { userUuid } : {}),
    ...(from ? { from: startOfDay(from) } : {}),
    ...(to ? { to: startOfDay(to, 1) } : {}),
  };
  const audit = useQuery(auditQuery(filter));
  const change = (next: Partial<Record<'q' | 'person' | 'from' | 'to', string | undefined>>) =>
    void navigate({ search: (old) => ({ ...old, page: undefined, ...next }), replace: true });
  const search = useDebouncedCallback((text: string) => change({ q: text || undefined }), TYPING_MS);
  return (
    <Stack gap="md">
      <div className={classes.filters}>
        <TextInput
          label={t('shell.search')}
          placeholder={t('team.searchLog')}
          leftSection={<Icon name="search" />}
          defaultValue={q ?? ''}
          onChange={(event) => search(event.currentTarget.value)}
        />
        <Select
          label={t('team.person')}
          placeholder={t('team.everybody')}
          data={members?.items.map(({ uuid, displayName }) => ({ value: uuid, label: displayName })) ?? []}
          value={userUuid ?? null}
          onChange={(value) => change({ person: value ?? undefined })}
          clearable
          clearButtonProps={{ 'aria-label': t('team.everybody') }}
        />
        <DateRange
          label={t('team.days')}
          value={[from ?? null, to ?? null]}
          onChange={([first, last]) => change({ from: first ?? undefined, to: last ?? undefined })}
        />
      </div>
      {audit.isError && <FaultNotice error={audit.error} onRetry={() => void audit.refetch()} />}
      {audit.isPending && <Skeleton height={320} radius="lg" aria-hidden />}
      {audit.data?.items.length === 0 && (
        <EmptyState icon="history" title={t('team.noLog')} text={t('team.noLogText')} />
      )}
      {audit.data && audit.data.items.length > 0 && <AuditTable items={audit.data.items} />}
      {audit.data && (
        <Pager
          page={page}
          pageSize={AUDIT_PAGE_SIZE}
          total={audit.data.total}
          label={t('team.logPages')}
          onPage={(next) => void navigate({ search: (old) => ({ ...old, page: next }) })}
        />
      )}
    </Stack>
  );
}
