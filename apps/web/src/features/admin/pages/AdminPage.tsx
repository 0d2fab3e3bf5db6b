import { Skeleton, Stack, Tabs, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useWords } from '../../../i18n/use-words.ts';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { PageFrame } from '../../../shell/components/PageFrame.tsx';
import { Pager } from '../../../shell/components/Pager.tsx';
import { Surface } from '../../../shell/components/Surface.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import type { IconName } from '../../../shell/icon-names.ts';
import { type AccountsFilter, accountsQuery } from '../admin.queries.ts';
import { ADMIN_TABS, type AdminTab } from '../admin-tabs.ts';
import { AccountTable } from '../components/AccountTable.tsx';
import { QueuesTab } from '../components/QueuesTab.tsx';
import { ReportedBotsTab } from '../components/ReportedBotsTab.tsx';

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
      {accounts.isError && <FaultNotice error={accounts.error} onRetry={() => void accounts.refetch()} />}
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

const ICONS = { accounts: 'building-2', bots: 'bot', queues: 'list-checks' } as const satisfies Record<
  AdminTab,
  IconName
>;

/** What whoever runs this installation sees and does. */
export function AdminPage() {
  const { t } = useWords();
  const { tab = 'accounts', q, page } = useSearch({ from: '/_default/Admin' });
  const navigate = useNavigate({ from: '/Admin' });
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
            onPage={(next) => void navigate({ search: (old) => ({ ...old, page: next }) })}
          />
        </Tabs.Panel>
        <Tabs.Panel value="bots">
          <ReportedBotsTab />
        </Tabs.Panel>
        <Tabs.Panel value="queues">
          <QueuesTab />
        </Tabs.Panel>
      </Tabs>
    </PageFrame>
  );
}
