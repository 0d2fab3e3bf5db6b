import type { AdminAccountView } from '@hanasu/contract/admin';
import { Badge, Group, Text } from '@mantine/core';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { cellClasses, DataTable } from '../../../shell/components/DataTable.tsx';
import { AccountMenu } from './AccountMenu.tsx';

export function AccountTable({ items }: { items: readonly AdminAccountView[] }) {
  const { t } = useWords();
  return (
    <DataTable label={t('admin.tabs.accounts')}>
      <thead>
        <tr>
          <th scope="col">{t('admin.accounts.name')}</th>
          <th scope="col" data-number data-minor>
            {t('admin.accounts.members')}
          </th>
          <th scope="col" data-number data-minor>
            {t('admin.accounts.conversations')}
          </th>
          <th scope="col" data-number data-minor>
            {t('admin.accounts.size')}
          </th>
          <th scope="col" data-number data-minor>
            {t('admin.accounts.balance')}
          </th>
          <th scope="col" data-minor>
            {t('admin.accounts.lastUsed')}
          </th>
          <th scope="col" data-fit aria-label={t('shell.more')} />
        </tr>
      </thead>
      <tbody>
        {items.map((account) => (
          <AccountRow key={account.uuid} account={account} />
        ))}
      </tbody>
    </DataTable>
  );
}

function AccountRow({ account }: { account: AdminAccountView }) {
  const { t } = useWords();
  const format = useFormat();
  const size = format.bytes(account.bytes);
  const lastUsed = account.lastUsedAt ? format.ago(account.lastUsedAt) : t('admin.accounts.neverUsed');
  const facts = [size, t('shell.balance', { tokens: format.number(account.balance) }), lastUsed];
  return (
    <tr>
      <td style={{ overflowWrap: 'anywhere' }}>
        <Group gap={6}>
          <span className={cellClasses.main}>{account.name}</span>
          <AccountState account={account} />
        </Group>
        <Owner owner={account.owner} />
        {/* The columns that a phone leaves out. */}
        <Text component="span" hiddenFrom="sm" className={cellClasses.sub}>
          {facts.join(' · ')}
        </Text>
      </td>
      <td data-number data-minor>
        {format.number(account.members)}
      </td>
      <td data-number data-minor>
        {format.number(account.conversations)}
      </td>
      <td data-number data-minor>
        {size}
      </td>
      <td data-number data-minor>
        {format.number(account.balance)}
      </td>
      <td data-minor>{lastUsed}</td>
      <td data-fit>
        <AccountMenu account={account} />
      </td>
    </tr>
  );
}

function Owner({ owner }: Pick<AdminAccountView, 'owner'>) {
  const { t } = useWords();
  if (!owner) return null;
  const { username, email, emailVerified } = owner;
  return (
    <span className={cellClasses.sub}>
      {[username, email, email && !emailVerified ? t('account.notConfirmed') : null]
        .filter(Boolean)
        .join(' · ')}
    </span>
  );
}

function AccountState({ account: { suspendedAt, deleteAt } }: { account: AdminAccountView }) {
  const { t } = useWords();
  const format = useFormat();
  return (
    <>
      {suspendedAt && (
        <Badge color="yellow" title={format.dateTime(suspendedAt)}>
          {t('admin.accounts.suspended')}
        </Badge>
      )}
      {deleteAt && (
        <Badge color="red">{t('admin.accounts.deletedOn', { date: format.date(deleteAt) })}</Badge>
      )}
    </>
  );
}
