import type { UserView } from '@hanasu/contract/accounts';
import { confirmByLog } from '@hanasu/contract/admin';
import type { EndpointInput } from '@hanasu/contract/endpoint';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { call } from '../../../shell/api/api-client.ts';
import { isApiError } from '../../../shell/api/api-error.ts';
import { applyFormError } from '../../../shell/api/apply-form-error.ts';
import { PasswordField } from '../../../shell/components/PasswordField.tsx';
import { SettingsSection } from '../../../shell/components/SettingsSection.tsx';
import { administratorQuery, meQuery } from '../../../shell/shell.queries.ts';
import { toasts } from '../../../shell/toasts.tsx';
import { FormError } from '../sign-in/FormError.tsx';

interface LogCodeSectionProps {
  user: UserView;
  /** From the link in the log. */
  given: string | undefined;
  onDone: () => void;
}

/**
 * For whoever runs the server: confirms their address with the code in its log. Shown only to those who came by the link
 * in the log; who is in `ADMIN_EMAILS` is told to nobody.
 */
export function LogCodeSection({ user, given, onDone }: LogCodeSectionProps) {
  const { t } = useWords();
  const { data: isAdministrator } = useQuery(administratorQuery);
  if (isAdministrator !== false || !given) return null;
  return (
    <SettingsSection title={t('account.logCode.title')} text={t('account.logCode.text')}>
      <LogCodeForm user={user} given={given} onDone={onDone} />
    </SettingsSection>
  );
}

function useConfirmByLog() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<typeof confirmByLog>['body']) => call(confirmByLog, { body }),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: meQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: administratorQuery.queryKey }),
      ]),
    meta: { inPlace: true },
  });
}

function LogCodeForm({ user, given = '', onDone }: LogCodeSectionProps) {
  const { t } = useWords();
  const form = useForm({ defaultValues: { code: given, password: '' } });
  const confirm = useConfirmByLog();
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ code, password }) => {
    try {
      await confirm.mutateAsync({ code: code.trim(), ...(password ? { password } : {}) });
      toasts.add({ title: t('account.logCode.done') });
      onDone();
    } catch (error) {
      const isWrong = isApiError(error, 'code_invalid');
      if (isWrong) form.setError('code', { message: t('account.logCode.wrong') }, { shouldFocus: true });
      else applyFormError(form, error, { wrong_password: 'password' });
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm" maw={460}>
        <FormError message={errors.root?.message} />
        <TextInput
          label={t('account.logCode.code')}
          autoComplete="off"
          spellCheck={false}
          {...form.register('code')}
          error={errors.code?.message}
        />
        {user.hasPassword && (
          <PasswordField
            label={t('account.currentPassword')}
            autoComplete="current-password"
            {...form.register('password')}
            error={errors.password?.message}
          />
        )}
        <Group>
          <Button type="submit" variant="default" loading={isSubmitting}>
            {t('account.logCode.action')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
