import type { UserView } from '@hanasu/contract/accounts';
import type { AdminAccountView } from '@hanasu/contract/admin';
import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { isFault } from '../../../shell/api-fault.ts';
import { applyFault } from '../../../shell/apply-fault.ts';
import { toasts } from '../../../shell/toasts.tsx';
import { PasswordField } from '../../accounts/components/PasswordField.tsx';
import { useEraseAccount } from '../admin.queries.ts';

interface EraseDialogProps {
  account: AdminAccountView;
  /** Who erases. */
  user: UserView;
  onClose: () => void;
}

/** For good, so the account's name and one's own password are asked for. */
export function EraseDialog({ account: { uuid, name }, user, onClose }: EraseDialogProps) {
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
      const isOther = isFault(error, 'name_differs');
      if (isOther) form.setError('name', { message: t('admin.erase.otherName') }, { shouldFocus: true });
      else applyFault(form, error, { wrong_password: 'password' });
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
