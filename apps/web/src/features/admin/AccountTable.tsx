import type { UserView } from '@hanasu/contract/accounts';
import type { AdminAccountView } from '@hanasu/contract/admin';
import { ActionIcon, Alert, Badge, Button, Group, Menu, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { isApiError } from '../../shell/api/api-error.ts';
import { applyFormError } from '../../shell/api/apply-form-error.ts';
import { ConfirmDelete } from '../../shell/components/ConfirmDelete.tsx';
import { cellClasses, DataTable } from '../../shell/components/DataTable.tsx';
import { PasswordField } from '../../shell/components/PasswordField.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import { toasts } from '../../shell/notifications/toasts.tsx';
import { meQuery } from '../../shell/shell.queries.ts';
import { useEraseAccount, useResumeAccount, useSuspendAccount } from './admin.queries.ts';

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
      {[username, email, email && !emailVerified ? t('admin.notConfirmed') : null]
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

/** Suspend or resume, and erase; nothing for the account one is in. */
function AccountMenu({ account }: { account: AdminAccountView }) {
  const { t } = useWords();
  const { data: user } = useQuery(meQuery);
  const [asking, setAsking] = useState<'suspend' | 'erase' | null>(null);
  const suspend = useSuspendAccount();
  const resume = useResumeAccount();
  const { uuid, name } = account;
  if (!user || user.account.uuid === uuid) return null;
  const close = () => {
    setAsking(null);
    suspend.reset();
  };
  const said = (title: string) => ({ onSuccess: () => void toasts.add({ title }) });
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={34} aria-label={`${t('shell.more')}: ${name}`}>
            <Icon name="ellipsis" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {account.suspendedAt ? (
            <Menu.Item
              leftSection={<Icon name="play" />}
              onClick={() => resume.mutate(uuid, said(t('admin.accounts.resumed', { name })))}
            >
              {t('admin.accounts.resume')}
            </Menu.Item>
          ) : (
            <Menu.Item leftSection={<Icon name="ban" />} onClick={() => setAsking('suspend')}>
              {t('admin.accounts.suspend')}
            </Menu.Item>
          )}
          <Menu.Item color="red" leftSection={<Icon name="trash-2" />} onClick={() => setAsking('erase')}>
            {t('admin.erase.action')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDelete
        opened={asking === 'suspend'}
        onClose={close}
        onConfirm={() =>
          suspend.mutate(uuid, {
            onSuccess: () => {
              close();
              toasts.add({ title: t('admin.accounts.suspendedNow', { name }) });
            },
          })
        }
        title={t('admin.accounts.suspendTitle', { name })}
        action={t('admin.accounts.suspend')}
        pending={suspend.isPending}
        error={suspend.error}
      >
        {t('admin.accounts.suspendText')}
      </ConfirmDelete>
      {asking === 'erase' && <EraseDialog account={account} user={user} onClose={close} />}
    </>
  );
}

interface EraseDialogProps {
  account: AdminAccountView;
  /** Who erases. */
  user: UserView;
  onClose: () => void;
}

/** For good, so the account's name and one's own password are asked for. */
function EraseDialog({ account: { uuid, name }, user, onClose }: EraseDialogProps) {
  const { t } = useWords();
  const form = useForm({ defaultValues: { name: '', password: '' } });
  const erase = useEraseAccount(uuid);
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    const { password } = values;
    try {
      await erase.mutateAsync({ name: values.name, ...(password ? { password } : {}) });
      toasts.add({ title: t('admin.erase.done', { name }) });
      onClose();
    } catch (error) {
      const isOther = isApiError(error, 'name_differs');
      if (isOther) form.setError('name', { message: t('admin.erase.otherName') }, { shouldFocus: true });
      else applyFormError(form, error, { wrong_password: 'password' });
    }
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('admin.erase.title', { name })}
      centered
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <Text size="sm">{t('admin.erase.text')}</Text>
          {errors.root?.message && (
            <Alert color="red" role="alert">
              {errors.root.message}
            </Alert>
          )}
          <TextInput
            label={t('admin.erase.typeName', { name })}
            autoComplete="off"
            data-autofocus
            {...form.register('name')}
            error={errors.name?.message}
          />
          <input type="text" autoComplete="username" value={user.username} readOnly hidden />
          {user.hasPassword && (
            <PasswordField
              label={t('admin.erase.password')}
              autoComplete="current-password"
              {...form.register('password')}
              error={errors.password?.message}
            />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('shell.cancel')}
            </Button>
            <Button type="submit" color="red" loading={isSubmitting}>
              {t('admin.erase.action')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
