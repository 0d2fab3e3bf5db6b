import { NewPassword, type UserView } from '@hanasu/contract/accounts';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Button, Group, Stack } from '@mantine/core';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { useWords } from '../../../../i18n/use-words.ts';
import { applyFault } from '../../../../shell/apply-fault.ts';
import { toasts } from '../../../../shell/toasts.tsx';
import { useUpdateAccount } from '../../account.queries.ts';
import { NewPasswordField } from '../NewPasswordField.tsx';
import { PasswordField } from '../PasswordField.tsx';

const Change = z.object({ currentPassword: z.string(), password: NewPassword });
const FIELD_BY_CODE = { wrong_password: 'currentPassword', password_too_common: 'password' } as const;

export function PasswordForm({ user }: { user: UserView }) {
  const { t } = useWords();
  const form = useForm({
    resolver: zodResolver(Change),
    defaultValues: { currentPassword: '', password: '' },
  });
  const password = useWatch({ control: form.control, name: 'password' });
  const update = useUpdateAccount();
  const { errors } = form.formState;
  const submit = form.handleSubmit(async ({ currentPassword, password: chosen }) => {
    try {
      await update.mutateAsync({ password: chosen, ...(currentPassword ? { currentPassword } : {}) });
      form.reset();
      toasts.add({ title: t('account.passwordChanged'), description: t('account.passwordChangedText') });
    } catch (error) {
      applyFault(form, error, FIELD_BY_CODE);
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm" maw={460}>
        {errors.root?.message && (
          <Alert color="red" role="alert">
            {errors.root.message}
          </Alert>
        )}
        <input type="text" autoComplete="username" value={user.username} readOnly hidden />
        {user.hasPassword && (
          <PasswordField
            label={t('account.currentPassword')}
            autoComplete="current-password"
            {...form.register('currentPassword')}
            error={errors.currentPassword?.message}
          />
        )}
        <NewPasswordField
          label={t('account.newPassword')}
          password={password}
          known={[user.username, user.displayName, user.email ?? '']}
          {...form.register('password')}
          error={errors.password?.message}
        />
        <Group>
          <Button type="submit" variant="default" loading={update.isPending}>
            {t(user.hasPassword ? 'account.changePassword' : 'account.setPassword')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
