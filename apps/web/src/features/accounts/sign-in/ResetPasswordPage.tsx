import { NewPassword, type SessionView } from '@hanasu/contract/accounts';
import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { useWords } from '../../../i18n/use-words.ts';
import { isApiError } from '../../../shell/api/api-error.ts';
import { applyFormError } from '../../../shell/api/apply-form-error.ts';
import { PasswordField } from '../../../shell/components/PasswordField.tsx';
import { toasts } from '../../../shell/toasts.tsx';
import { useEnter, useResetPassword } from './accounts.queries.ts';
import { BrokenLink } from './BrokenLink.tsx';
import { FormError } from './FormError.tsx';
import { FormHead } from './FormHead.tsx';
import { NewPasswordField } from './NewPasswordField.tsx';
import { NoReferrer } from './NoReferrer.tsx';
import { SecondFactorForm } from './SecondFactorForm.tsx';
import { forgetCode, useAddressCode } from './use-address-code.ts';

const Values = z.object({ password: NewPassword, passwordConfirmation: z.string() });
type Values = z.infer<typeof Values>;

export function ResetPasswordPage() {
  const code = useAddressCode('reset');
  return (
    <>
      <NoReferrer />
      {code === null ? <AskAgain isMissing /> : <ResetForm code={code} />}
    </>
  );
}

function AskAgain({ isMissing }: { isMissing: boolean }) {
  const { t } = useWords();
  return (
    <BrokenLink isMissing={isMissing}>
      <Button size="md" renderRoot={(props) => <Link to="/Forgot-Password" {...props} />}>
        {t('accounts.code.newLink')}
      </Button>
    </BrokenLink>
  );
}

function ResetForm({ code }: { code: string }) {
  const { t } = useWords();
  const enter = useEnter(undefined);
  const [challenge, setChallenge] = useState<string | null>(null);
  const form = useForm<Values>({
    resolver: zodResolver(Values),
    defaultValues: { password: '', passwordConfirmation: '' },
  });
  const password = useWatch({ control: form.control, name: 'password' });
  const finish = (session: SessionView) => {
    forgetCode('reset');
    toasts.add({ title: t('accounts.reset.done') });
    enter(session);
  };
  const reset = useResetPassword(finish);
  const submit = form.handleSubmit((values) => {
    if (values.password !== values.passwordConfirmation) {
      form.setError(
        'passwordConfirmation',
        { message: t('accounts.reset.different') },
        { shouldFocus: true },
      );
      return;
    }
    return reset.mutateAsync({ code, ...values }).then(
      () => undefined,
      (error: unknown) => {
        if (isApiError(error, 'second_factor_required') && error.challenge) setChallenge(error.challenge);
        else if (isApiError(error, 'code_invalid')) forgetCode('reset');
        else applyFormError(form, error, { password_too_common: 'password' });
      },
    );
  });
  if (challenge !== null) {
    return <SecondFactorForm challenge={challenge} onSession={finish} onRestart={() => setChallenge(null)} />;
  }
  if (isApiError(reset.error, 'code_invalid')) return <AskAgain isMissing={false} />;
  const { errors } = form.formState;
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <FormHead title={t('accounts.reset.title')}>{t('accounts.reset.purpose')}</FormHead>
        <FormError message={errors.root?.message} />
        {/* Tells password managers that no user name belongs to this form but the one they know. */}
        <input type="text" name="username" autoComplete="username" hidden readOnly />
        <NewPasswordField
          label={t('accounts.reset.newPassword')}
          size="md"
          autoFocus
          password={password}
          {...form.register('password')}
          error={errors.password?.message}
        />
        <PasswordField
          label={t('accounts.reset.repeat')}
          size="md"
          autoComplete="new-password"
          {...form.register('passwordConfirmation')}
          error={errors.passwordConfirmation?.message}
        />
        <Button type="submit" size="md" loading={reset.isPending} fullWidth>
          {t('accounts.reset.save')}
        </Button>
      </Stack>
    </form>
  );
}
