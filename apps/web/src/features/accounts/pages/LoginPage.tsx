import { LoginInput } from '@hanasu/contract/accounts';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { applyFault } from '../../../shell/apply-fault.ts';
import { usePageTitle } from '../../../shell/use-page-title.ts';
import { type LoginValues, useLogin } from '../accounts.queries.ts';
import { PasswordField } from '../components/PasswordField.tsx';

export function LoginPage() {
  const { t } = useWords();
  const { returnTo } = useSearch({ from: '/_login/Login' });
  const form = useForm<LoginValues>({
    resolver: zodResolver(LoginInput),
    defaultValues: { identifier: '', password: '' },
  });
  const login = useLogin(returnTo);
  usePageTitle(t('accounts.signIn'));

  const submit = form.handleSubmit((values) =>
    login.mutateAsync(values).catch((error: unknown) => applyFault(form, error)),
  );
  const { errors } = form.formState;
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <div>
          <Title order={1} size="h3">
            {t('accounts.signInTitle')}
          </Title>
          <Text c="dimmed">{t('accounts.signInPurpose')}</Text>
        </div>
        {errors.root?.message && (
          <Alert color="red" role="alert">
            {errors.root.message}
          </Alert>
        )}
        <TextInput
          label={t('accounts.identifier')}
          autoComplete="username"
          autoCapitalize="none"
          autoFocus
          size="md"
          {...form.register('identifier')}
          error={errors.identifier?.message}
        />
        <PasswordField
          size="md"
          autoComplete="current-password"
          {...form.register('password')}
          error={errors.password?.message}
        />
        <Button type="submit" size="md" loading={login.isPending} fullWidth>
          {t('accounts.signIn')}
        </Button>
        <Text c="dimmed" ta="center">
          {t('accounts.noAccount')}{' '}
          <Link to="/Register" search={{ returnTo }}>
            {t('accounts.register')}
          </Link>
        </Text>
      </Stack>
    </form>
  );
}
