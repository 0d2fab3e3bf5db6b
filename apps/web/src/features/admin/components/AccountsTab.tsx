import { Skeleton, Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useWords } from '../../../i18n/use-words.ts';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { Pager } from '../../../shell/components/Pager.tsx';
import { Surface } from '../../../shell/components/Surface.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import { type AccountsFilter, accountsQuery } from '../admin.queries.ts';
import { AccountTable } from './AccountTable.tsx';

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
