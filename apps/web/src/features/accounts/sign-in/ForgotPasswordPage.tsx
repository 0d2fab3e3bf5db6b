import { Email } from '@hanasu/contract/accounts';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { useWords } from '../../../i18n/use-words.ts';
import { applyFormError } from '../../../shell/api/apply-form-error.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { systemQuery } from '../../../shell/shell.queries.ts';
import { useForgotPassword } from './accounts.queries.ts';
import { FormError } from './FormError.tsx';
import { FormHead } from './FormHead.tsx';

const Values = z.object({ email: Email });

/** Says the same whether or not there is such an account. */
export function ForgotPasswordPage() {
  const { t } = useWords();
  const form = useForm({ resolver: zodResolver(Values), defaultValues: { email: '' } });
  const ask = useForgotPassword();
  const submit = form.handleSubmit((values) =>
    ask.mutateAsync(values).then(
      () => undefined,
      (error: unknown) => applyFormError(form, error),
    ),
  );
  const { errors } = form.formState;
  if (ask.isSuccess) return <Sent email={ask.variables.email} onAgain={ask.reset} />;
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <FormHead title={t('accounts.forgot.title')}>{t('accounts.forgot.purpose')}</FormHead>
        <FormError message={errors.root?.message} />
        <TextInput
          label={t('accounts.email')}
          type="email"
          autoComplete="email"
          autoFocus
          size="md"
          {...form.register('email')}
          error={errors.email?.message}
        />
        <Button type="submit" size="md" loading={ask.isPending} fullWidth>
          {t('accounts.forgot.send')}
        </Button>
        <Text ta="center">
          <Link to="/Login">{t('accounts.toSignIn')}</Link>
        </Text>
      </Stack>
    </form>
  );
}

function Sent({ email, onAgain }: { email: string; onAgain: () => void }) {
  const { t } = useWords();
  const { data: system } = useQuery(systemQuery);
  const hasNoMail = system?.sandboxed.some(({ part }) => part === 'mail') ?? false;
  return (
    <Stack gap="md" role="status">
      <FormHead title={t('accounts.forgot.sentTitle')}>{t('accounts.forgot.sent', { email })}</FormHead>
      {hasNoMail ? (
        <Alert variant="light" icon={<Icon name="flask-conical" />}>
          {t('session.outboxWhere')} <Link to="/dev/outbox">{t('session.toOutbox')}</Link>
        </Alert>
      ) : (
        <Text>{t('accounts.forgot.spam')}</Text>
      )}
      <Button variant="default" onClick={onAgain}>
        {t('accounts.forgot.otherAddress')}
      </Button>
      <Text ta="center">
        <Link to="/Login">{t('accounts.toSignIn')}</Link>
      </Text>
    </Stack>
  );
}
