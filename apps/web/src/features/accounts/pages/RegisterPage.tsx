import { RegisterInput } from '@hanasu/contract/accounts';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { useForm, useWatch } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { applyFault } from '../../../shell/apply-fault.ts';
import { usePageTitle } from '../../../shell/use-page-title.ts';
import { type RegisterValues, useRegister } from '../accounts.queries.ts';
import { PasswordField } from '../components/PasswordField.tsx';
import { StrengthHint } from '../components/StrengthHint.tsx';

const FIELD_BY_CODE = { email_taken: 'email', username_taken: 'username' } as const;

export function RegisterPage() {
  const { t, locale } = useWords();
  const { returnTo } = useSearch({ from: '/_login/Register' });
  const form = useForm<RegisterValues>({
    resolver: zodResolver(RegisterInput),
    defaultValues: { username: '', email: '', password: '' },
  });
  const password = useWatch({ control: form.control, name: 'password' });
  const register = useRegister(returnTo);
  usePageTitle(t('accounts.register'));

  const submit = form.handleSubmit((values) =>
    register
      .mutateAsync({ ...values, locale })
      .catch((error: unknown) => applyFault(form, error, FIELD_BY_CODE)),
  );
  const { errors } = form.formState;
  const usernameError =
    errors.username?.type === 'invalid_format' ? t('accounts.usernameRule') : errors.username?.message;
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <div>
          <Title order={1} size="h3">
            {t('accounts.registerTitle')}
          </Title>
          <Text c="dimmed">{t('accounts.registerPurpose')}</Text>
        </div>
        {errors.root?.message && (
          <Alert color="red" role="alert">
            {errors.root.message}
          </Alert>
        )}
        <TextInput
          label={t('accounts.username')}
          autoComplete="username"
          autoFocus
          size="md"
          {...form.register('username')}
          error={usernameError}
        />
        <TextInput
          label={t('accounts.email')}
          type="email"
          autoComplete="email"
          size="md"
          {...form.register('email')}
          error={errors.email?.message}
        />
        <div>
          <PasswordField
            size="md"
            autoComplete="new-password"
            {...form.register('password')}
            error={errors.password?.message}
            mb={6}
          />
          <StrengthHint password={password} />
        </div>
        <Button type="submit" size="md" loading={register.isPending} fullWidth>
          {t('accounts.register')}
        </Button>
        <Text c="dimmed" ta="center">
          {t('accounts.haveAccount')}{' '}
          <Link to="/Login" search={{ returnTo }}>
            {t('accounts.signIn')}
          </Link>
        </Text>
      </Stack>
    </form>
  );
}
