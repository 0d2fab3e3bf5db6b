import { Role } from '@hanasu/contract/accounts';
import { UserId } from '@hanasu/contract/ids';
import type { AuditView } from '@hanasu/contract/team';
import { Select, Skeleton, Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import i18next from 'i18next';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { cellClasses, DataTable } from '../../../shell/components/DataTable.tsx';
import { DateRange, startOfDay } from '../../../shell/components/DateRange.tsx';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Pager } from '../../../shell/components/Pager.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import classes from './Team.module.css';
import { AUDIT_PAGE_SIZE, type AuditFilter, auditQuery, membersQuery } from './team.queries.ts';
import type { team as english } from './words/en.ts';

const TYPING_MS = 250;

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
      {audit.isError && <ErrorNotice error={audit.error} onRetry={() => void audit.refetch()} />}
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

function AuditTable({ items }: { items: readonly AuditView[] }) {
  const { t } = useWords();
  return (
    <DataTable label={t('account.tabs.log')}>
      <thead>
        <tr>
          <th scope="col">{t('team.time')}</th>
          <th scope="col">{t('team.action')}</th>
          <th scope="col">{t('team.person')}</th>
          <th scope="col" data-minor>
            {t('team.address')}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((entry) => (
          <AuditRow key={entry.uuid} entry={entry} />
        ))}
      </tbody>
    </DataTable>
  );
}

type KnownAction = keyof (typeof english)['actions'];

/** A newer server may do things that this page has no words for. */
const hasWords = (action: string): action is KnownAction => i18next.exists(`team.actions.${action}`);

/** Ids help machines, not who reads this. */
const isId = (text: string): boolean => /^[\da-f]{8}-[\da-f-]{27}$/.test(text);

/** `{name: 'Shop', role: 'admin'}` → `Shop`, `admin`. */
const detailsOf = (data: AuditView['data']): string[] =>
  Object.values(data).flatMap((value) =>
    typeof value === 'string' || typeof value === 'number' ? [String(value)] : [],
  );

function AuditRow({ entry }: { entry: AuditView }) {
  const { t } = useWords();
  const format = useFormat();
  const action = entry.action.replaceAll('.', '_');
  const roleWords = (text: string) => {
    const role = Role.safeParse(text).data;
    return role ? t(`shell.roles.${role}`) : text;
  };
  const details = [entry.target, ...detailsOf(entry.data)]
    .filter((text) => text && !isId(text))
    .map(roleWords)
    .join(' · ');
  return (
    <tr>
      <td title={format.dateTime(entry.createdAt)}>{format.dateTime(entry.createdAt)}</td>
      <td>
        <span className={cellClasses.main}>
          {hasWords(action) ? t(`team.actions.${action}`) : entry.action}
        </span>
        {details && <span className={classes.details}> {details}</span>}
      </td>
      <td>{entry.actor?.name ?? t('team.nobody')}</td>
      <td data-minor>{entry.address ?? '–'}</td>
    </tr>
  );
}
