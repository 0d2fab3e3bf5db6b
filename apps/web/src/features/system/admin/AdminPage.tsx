import type { QueueView } from '@hanasu/contract/admin';
import { ActionIcon, Skeleton, Stack, Tabs, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { cellClasses, DataTable } from '../../../shell/components/DataTable.tsx';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Pager } from '../../../shell/components/Pager.tsx';
import { Surface } from '../../../shell/components/Surface.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import type { IconName } from '../../../shell/icons/icon-names.ts';
import { PageFrame } from '../../../shell/layout/PageFrame.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { AccountTable } from './AccountTable.tsx';
import { type AccountsFilter, accountsQuery, queuesQuery, useRetryQueue } from './admin.queries.ts';
import { ADMIN_TABS, type AdminTab } from './admin-tabs.ts';
import { PaymentsTab } from './payments/PaymentsTab.tsx';
import { TokensTab } from './payments/TokensTab.tsx';
import { ReportsTab } from './ReportsTab.tsx';

const TYPING_MS = 250;

interface AccountsTabProps {
  filter: AccountsFilter;
  onSearch: (words: string | undefined) => void;
  onPage: (page: number) => void;
}

/** Every account of the installation, last used first. */
export function AccountsTab({ filter, onSearch, onPage }: AccountsTabProps) {
  const { t } = useWords();
  const accounts = useQuery(accountsQuery(filter));
  const search = useDebouncedCallback((words: string) => onSearch(words.trim() || undefined), TYPING_MS);
  const { items = [], total = 0, page = 1, pageSize = 20 } = accounts.data ?? {};
  return (
    <Stack gap="md">
      <TextInput
        maw={360}
        leftSection={<Icon name="search" />}
        placeholder={t('admin.accounts.search')}
        aria-label={t('admin.accounts.search')}
        defaultValue={filter.q ?? ''}
        maxLength={200}
        onChange={(event) => search(event.currentTarget.value)}
      />
      {accounts.isError && <ErrorNotice error={accounts.error} onRetry={() => void accounts.refetch()} />}
      {accounts.isPending && <Skeleton height={320} radius="lg" aria-hidden />}
      {accounts.data && items.length === 0 && (
        <Surface>
          <EmptyState
            icon="search-x"
            title={t('admin.accounts.nothingFound')}
            text={t('admin.accounts.nothingFoundText')}
          />
        </Surface>
      )}
      {items.length > 0 && <AccountTable items={items} />}
      <Pager page={page} pageSize={pageSize} total={total} label={t('admin.tabs.accounts')} onPage={onPage} />
    </Stack>
  );
}

const ICONS = {
  accounts: 'building-2',
  tokens: 'coins',
  payments: 'credit-card',
  reports: 'triangle-alert',
  queues: 'list-checks',
} as const satisfies Record<AdminTab, IconName>;

/** What whoever runs this installation sees and does. */
export function AdminPage() {
  const { t } = useWords();
  const { tab = 'accounts', q, page } = useSearch({ from: '/_default/Admin' });
  const navigate = useNavigate({ from: '/Admin' });
  const onPage = (next: number) => void navigate({ search: (old) => ({ ...old, page: next }) });
  return (
    <PageFrame title={t('admin.title')} purpose={t('admin.purpose')}>
      <Tabs
        value={tab}
        onChange={(value) =>
          void navigate({ search: { tab: ADMIN_TABS.find((name) => name === value) }, replace: true })
        }
        keepMounted={false}
      >
        <Tabs.List aria-label={t('admin.parts')} mb="lg">
          {ADMIN_TABS.map((name) => (
            <Tabs.Tab key={name} value={name} leftSection={<Icon name={ICONS[name]} />}>
              {t(`admin.tabs.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="accounts">
          <AccountsTab
            filter={{ q, page }}
            onSearch={(words) => void navigate({ search: { q: words }, replace: true })}
            onPage={onPage}
          />
        </Tabs.Panel>
        <Tabs.Panel value="tokens">
          <TokensTab
            filter={{ q, page }}
            onSearch={(words) => void navigate({ search: { tab, q: words }, replace: true })}
            onPage={onPage}
          />
        </Tabs.Panel>
        <Tabs.Panel value="payments">
          <PaymentsTab page={page} onPage={onPage} />
        </Tabs.Panel>
        <Tabs.Panel value="reports">
          <ReportsTab page={page} onPage={onPage} />
        </Tabs.Panel>
        <Tabs.Panel value="queues">
          <QueuesTab />
        </Tabs.Panel>
      </Tabs>
    </PageFrame>
  );
}

/** What waits, since when, and what failed. */
export function QueuesTab() {
  const { t } = useWords();
  const queues = useQuery(queuesQuery);
  if (queues.isError) return <ErrorNotice error={queues.error} onRetry={() => void queues.refetch()} />;
  if (!queues.data) return <Skeleton height={280} radius="lg" aria-hidden />;
  return (
    <Stack gap="md">
      <DataTable label={t('admin.tabs.queues')}>
        <thead>
          <tr>
            <th scope="col">{t('admin.queues.name')}</th>
            <th scope="col" data-number>
              {t('admin.queues.waiting')}
            </th>
            <th scope="col" data-minor>
              {t('admin.queues.oldest')}
            </th>
            <th scope="col" data-number>
              {t('admin.queues.failed')}
            </th>
            <th scope="col" data-fit aria-label={t('admin.queues.retry')} />
          </tr>
        </thead>
        <tbody>
          {queues.data.items.map((queue) => (
            <QueueRow key={queue.name} queue={queue} />
          ))}
        </tbody>
      </DataTable>
      <Text size="sm" c="dimmed">
        {t('admin.queues.help')}
      </Text>
    </Stack>
  );
}

function QueueRow({ queue: { name, waiting, oldestAt, failed } }: { queue: QueueView }) {
  const { t } = useWords();
  const format = useFormat();
  const retry = useRetryQueue();
  const label = t(`admin.queues.names.${name}`);
  const tryAgain = () =>
    retry.mutate(name, {
      onSuccess: ({ retried }) =>
        void toasts.add({
          title: t('admin.queues.retried', { count: retried, number: format.number(retried) }),
        }),
    });
  const oldest = oldestAt ? format.ago(oldestAt) : null;
  return (
    <tr>
      <td>
        <span className={cellClasses.main}>{label}</span>
        {oldest && (
          <Text component="span" hiddenFrom="sm" className={cellClasses.sub}>
            {t('admin.queues.since', { when: oldest })}
          </Text>
        )}
      </td>
      <td data-number>{format.number(waiting)}</td>
      <td data-minor>{oldest ?? '–'}</td>
      <td data-number>{format.number(failed)}</td>
      <td data-fit>
        {failed > 0 && (
          <ActionIcon
            variant="default"
            size={34}
            loading={retry.isPending}
            onClick={tryAgain}
            aria-label={`${t('admin.queues.retry')}: ${label}`}
            title={t('admin.queues.retry')}
          >
            <Icon name="rotate-ccw" />
          </ActionIcon>
        )}
      </td>
    </tr>
  );
}
