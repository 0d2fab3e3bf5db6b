import type { AdminAccountView } from '@hanasu/contract/admin';
import { Button, Skeleton, Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormat, useWords } from '../../../../i18n/use-words.ts';
import { cellClasses, DataTable } from '../../../../shell/components/DataTable.tsx';
import { EmptyState } from '../../../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../../../shell/components/ErrorNotice.tsx';
import { Pager } from '../../../../shell/components/Pager.tsx';
import { Surface } from '../../../../shell/components/Surface.tsx';
import { Icon } from '../../../../shell/icons/Icon.tsx';
import { meQuery } from '../../../../shell/shell.queries.ts';
import { type AccountsFilter, accountsQuery } from '../admin.queries.ts';
import { AddTokensDialog } from './AddTokensDialog.tsx';

const TYPING_MS = 250;

interface TokensTabProps {
  filter: AccountsFilter;
  onSearch: (words: string | undefined) => void;
  onPage: (page: number) => void;
}

/** The balance of each account, last used first. */
export function TokensTab({ filter, onSearch, onPage }: TokensTabProps) {
  const { t } = useWords();
  const accounts = useQuery(accountsQuery(filter));
  const { data: user } = useQuery(meQuery);
  const search = useDebouncedCallback((words: string) => onSearch(words.trim() || undefined), TYPING_MS);
  const [chosen, setChosen] = useState<AdminAccountView | null>(null);
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
      {items.length > 0 && <BalanceTable items={items} onAdd={setChosen} />}
      <Pager page={page} pageSize={pageSize} total={total} label={t('admin.tabs.tokens')} onPage={onPage} />
      {chosen && user && <AddTokensDialog account={chosen} user={user} onClose={() => setChosen(null)} />}
    </Stack>
  );
}

interface BalanceTableProps {
  items: readonly AdminAccountView[];
  onAdd: (account: AdminAccountView) => void;
}

function BalanceTable({ items, onAdd }: BalanceTableProps) {
  const { t } = useWords();
  const format = useFormat();
  return (
    <DataTable label={t('admin.tabs.tokens')}>
      <thead>
        <tr>
          <th scope="col">{t('admin.accounts.name')}</th>
          <th scope="col" data-number>
            {t('admin.accounts.balance')}
          </th>
          <th scope="col" data-fit aria-label={t('adminPayments.add.action')} />
        </tr>
      </thead>
      <tbody>
        {items.map((account) => (
          <tr key={account.uuid}>
            <td style={{ overflowWrap: 'anywhere' }}>
              <span className={cellClasses.main}>{account.name}</span>
              {account.owner && (
                <span className={cellClasses.sub}>
                  {[account.owner.username, account.owner.email].filter(Boolean).join(' · ')}
                </span>
              )}
            </td>
            <td data-number>{format.number(account.balance)}</td>
            <td data-fit>
              <Button
                size="xs"
                variant="default"
                aria-haspopup="dialog"
                aria-label={`${t('adminPayments.add.action')}: ${account.name}`}
                onClick={() => onAdd(account)}
              >
                {t('adminPayments.add.short')}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}
