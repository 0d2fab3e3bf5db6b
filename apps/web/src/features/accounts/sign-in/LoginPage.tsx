import { LoginInput } from '@hanasu/contract/accounts';
import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { ApiError, isApiError } from '../../../shell/api/api-error.ts';
import { applyFormError } from '../../../shell/api/apply-form-error.ts';
import { PasswordField } from '../../../shell/components/PasswordField.tsx';
import { useRowsMark } from '../../../shell/mark-rows.ts';
import { AttemptsNotice } from './AttemptsNotice.tsx';
import { type LoginValues, useEnter, useLogin } from './accounts.queries.ts';
import { FormError } from './FormError.tsx';
import { FormHead } from './FormHead.tsx';
import { OtherSignInMethods } from './OtherSignInMethods.tsx';
import { SecondFactorForm } from './SecondFactorForm.tsx';
import { keptCode } from './use-address-code.ts';

export function LoginPage() {
  const { returnTo } = useSearch({ from: '/_login/Login' });
  const [challenge, setChallenge] = useState<string | null>(null);
  const enter = useEnter(returnTo);
  if (challenge !== null) {
    return <SecondFactorForm challenge={challenge} onSession={enter} onRestart={() => setChallenge(null)} />;
  }
  return <PasswordForm returnTo={returnTo} onChallenge={setChallenge} />;
}

interface PasswordFormProps {
  returnTo: string | undefined;
  onChallenge: (challenge: string) => void;
}

function PasswordForm({ returnTo, onChallenge }: PasswordFormProps) {
  const { t } = useWords();
  const [waitUntil, setWaitUntil] = useState<number | null>(null);
  useRowsMark(true);
  const form = useForm<LoginValues>({
    resolver: zodResolver(LoginInput),
    defaultValues: { identifier: '', password: '', remember: false },
  });
  const login = useLogin(returnTo);
  const enter = useEnter(returnTo);
  const refuse = (error: unknown) => {
    const isWait = isApiError(error, 'too_many_tries') && error.retryAfter !== null;
    setWaitUntil(isWait ? Date.now() + error.retryAfter * 1000 : null);
    if (isApiError(error, 'second_factor_required') && error.challenge) onChallenge(error.challenge);
    else if (!isWait) applyFormError(form, error);
  };
  const submit = form.handleSubmit((values) => login.mutateAsync(values).then(() => undefined, refuse));
  // Whoever was invited may be new: signing in elsewhere then makes them an account.
  const invitation = returnTo === '/Join' ? keptCode('join') : null;
  const remember = () => form.getValues('remember') === true;
  const { errors } = form.formState;
  return (
    <Stack gap="md">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <FormHead title={t('accounts.signInTitle')}>{t('accounts.signInPurpose')}</FormHead>
          {waitUntil !== null && <AttemptsNotice key={waitUntil} until={waitUntil} />}
          <FormError message={errors.root?.message} />
          <TextInput
            label={t('accounts.identifier')}
            // Browsers that can, offer passkeys here, too.
            autoComplete="username webauthn"
            autoCapitalize="none"
            spellCheck={false}
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
          <Group justify="space-between" gap="xs">
            <Checkbox label={t('accounts.remember')} {...form.register('remember')} />
            <Link to="/Forgot-Password">{t('accounts.forgotLink')}</Link>
          </Group>
          <Button type="submit" size="md" loading={login.isPending} fullWidth>
            {t('session.signIn')}
          </Button>
        </Stack>
      </form>
      <OtherSignInMethods
        returnTo={returnTo}
        remember={remember}
        ticket={{ ...(invitation !== null && { invitation }), acceptedTerms: true }}
        saysConsent
        onSession={enter}
        onError={(error) =>
          error instanceof ApiError
            ? refuse(error)
            : form.setError('root', { message: t('accounts.passkey.failed') })
        }
      />
      <Text c="dimmed" ta="center">
        {t('accounts.noAccount')}{' '}
        <Link to="/Register" search={{ returnTo }}>
          {t('session.register')}
        </Link>
      </Text>
    </Stack>
  );
}
