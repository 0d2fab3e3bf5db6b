import type { SessionView } from '@hanasu/contract/accounts';
import { FactorCode } from '@hanasu/contract/sessions';
import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { useWords } from '../../../i18n/use-words.ts';
import { isApiError } from '../../../shell/api/api-error.ts';
import { applyFormError } from '../../../shell/api/apply-form-error.ts';
import { AttemptsNotice } from './AttemptsNotice.tsx';
import { useSecondFactor } from './accounts.queries.ts';
import { FormError } from './FormError.tsx';
import { FormHead } from './FormHead.tsx';

const Values = z.object({ code: FactorCode });

interface SecondFactorFormProps {
  challenge: string;
  onSession: (session: SessionView) => void;
  /** Back to the first step. */
  onRestart: () => void;
}

/** The second step of signing in: a code of the authenticator app, or one of the recovery codes. */
export function SecondFactorForm({ challenge, onSession, onRestart }: SecondFactorFormProps) {
  const { t } = useWords();
  const [isRecovery, setRecovery] = useState(false);
  const [waitUntil, setWaitUntil] = useState<number | null>(null);
  const form = useForm({ resolver: zodResolver(Values), defaultValues: { code: '' } });
  const confirm = useSecondFactor(onSession);
  const isTooLate = isApiError(confirm.error, 'code_invalid');
  const submit = form.handleSubmit(({ code }) =>
    // People type the digits in groups, as the app shows them.
    confirm.mutateAsync({ challenge, code: isRecovery ? code : code.replace(/\s/g, '') }).then(
      () => undefined,
      (error: unknown) => {
        const isWait = isApiError(error, 'too_many_tries') && error.retryAfter !== null;
        setWaitUntil(isWait ? Date.now() + error.retryAfter * 1000 : null);
        if (!isWait && !isApiError(error, 'code_invalid'))
          applyFormError(form, error, { wrong_factor_code: 'code' });
      },
    ),
  );
  const change = () => {
    setRecovery(!isRecovery);
    form.reset();
  };
  const { errors } = form.formState;
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <FormHead title={t('accounts.factor.title')}>
          {isRecovery ? t('accounts.factor.recoveryPurpose') : t('accounts.factor.purpose')}
        </FormHead>
        {waitUntil !== null && <AttemptsNotice key={waitUntil} until={waitUntil} />}
        <FormError message={isTooLate ? t('accounts.factor.tooLate') : errors.root?.message} />
        <TextInput
          key={String(isRecovery)}
          label={isRecovery ? t('accounts.factor.recovery') : t('accounts.factor.code')}
          size="md"
          autoFocus
          autoCapitalize="none"
          spellCheck={false}
          {...(isRecovery
            ? { autoComplete: 'off' }
            : { autoComplete: 'one-time-code', inputMode: 'numeric' as const })}
          {...form.register('code')}
          error={errors.code?.message}
        />
        {!isTooLate && (
          <Button type="submit" size="md" loading={confirm.isPending} fullWidth>
            {t('accounts.factor.confirm')}
          </Button>
        )}
        <Button variant="subtle" color="gray" onClick={change}>
          {isRecovery ? t('accounts.factor.useApp') : t('accounts.factor.useRecovery')}
        </Button>
        <Button {...(isTooLate ? {} : { variant: 'subtle', color: 'gray' })} onClick={onRestart}>
          {t('accounts.factor.again')}
        </Button>
      </Stack>
    </form>
  );
}
