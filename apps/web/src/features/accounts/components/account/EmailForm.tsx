import { Email, sendConfirmation, type UserView } from '@hanasu/contract/accounts';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { useWords } from '../../../../i18n/use-words.ts';
import { call } from '../../../../shell/api-client.ts';
import { applyFault } from '../../../../shell/apply-fault.ts';
import { toasts } from '../../../../shell/toasts.tsx';
import { useUpdateAccount } from '../../account.queries.ts';
import { PasswordField } from '../PasswordField.tsx';

const Change = z.object({ email: Email, currentPassword: z.string() });
const FIELD_BY_CODE = { wrong_password: 'currentPassword' } as const;

/** The address in use, the one that waits for its confirmation, and a way to another. */
export function EmailForm({ user }: { user: UserView }) {
  const { t } = useWords();
  const form = useForm({
    resolver: zodResolver(Change),
    defaultValues: { email: '', currentPassword: '' },
  });
  const update = useUpdateAccount();
  const resend = useMutation({
    mutationFn: () => call(sendConfirmation),
    onSuccess: () => toasts.add({ title: t('account.confirmationSent') }),
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit(async ({ email, currentPassword }) => {
    try {
      await update.mutateAsync({ email, ...(currentPassword ? { currentPassword } : {}) });
      form.reset();
      toasts.add({ title: t('account.emailAsked', { email }) });
    } catch (error) {
      applyFault(form, error, FIELD_BY_CODE);
    }
  });
  const waiting = user.pendingEmail ?? (user.emailVerified ? null : user.email);
  return (
    <Stack gap="md" maw={460}>
      <Group gap="xs">
        <Text>{user.email ?? t('account.noEmail')}</Text>
        {user.email && (
          <Badge color={user.emailVerified ? 'green' : 'yellow'}>
            {t(user.emailVerified ? 'account.confirmed' : 'account.notConfirmed')}
          </Badge>
        )}
      </Group>
      {waiting && (
        <Alert color="yellow" title={t('account.waitingFor', { email: waiting })}>
          <Stack gap="xs" align="flex-start">
            <Text size="sm">{t('account.waitingText')}</Text>
            <Button size="xs" variant="default" onClick={() => resend.mutate()} loading={resend.isPending}>
              {t('account.sendAgain')}
            </Button>
          </Stack>
        </Alert>
      )}
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="sm">
          {errors.root?.message && (
            <Alert color="red" role="alert">
              {errors.root.message}
            </Alert>
          )}
          <TextInput
            label={t('account.newEmail')}
            type="email"
            autoComplete="email"
            {...form.register('email')}
            error={errors.email?.message}
          />
          {user.hasPassword && (
            <PasswordField
              label={t('account.currentPassword')}
              autoComplete="current-password"
              {...form.register('currentPassword')}
              error={errors.currentPassword?.message}
            />
          )}
          <Group>
            <Button type="submit" variant="default" loading={update.isPending}>
              {t('account.changeEmail')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Stack>
  );
}
