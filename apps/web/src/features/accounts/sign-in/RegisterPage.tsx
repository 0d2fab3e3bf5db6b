import { AccountName, DisplayName, RegisterInput } from '@hanasu/contract/accounts';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Button, Checkbox, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { applyFormError } from '../../../shell/api/apply-form-error.ts';
import { systemQuery } from '../../../shell/shell.queries.ts';
import { invitationQuery, useRegister } from './accounts.queries.ts';
import { ConsentText } from './ConsentText.tsx';
import { FormError } from './FormError.tsx';
import { FormHead } from './FormHead.tsx';
import { NewPasswordField } from './NewPasswordField.tsx';
import { OtherSignInMethods } from './OtherSignInMethods.tsx';
import { keptCode } from './use-address-code.ts';

const FIELD_BY_CODE = { password_too_common: 'password' } as const;

/** The user name is made by the server; who was invited joins a shop that has its name. */
const Form = RegisterInput.pick({ email: true, password: true, acceptedTerms: true })
  .required()
  .extend({ name: AccountName });
const InvitedFormInput = Form.extend({ name: DisplayName });

export function RegisterPage() {
  const { returnTo, join, setup } = useSearch({ from: '/_login/Register' });
  const code = join ? keptCode('join') : null;
  // A page of its own, so that the address of the invitation is there when the form begins.
  return code === null ? (
    <UninvitedForm returnTo={returnTo} setupCode={setup} />
  ) : (
    <InvitedForm key={code} code={code} />
  );
}

interface UninvitedFormProps {
  returnTo: string | undefined;
  setupCode: string | undefined;
}

/** The form where it can lead somewhere; otherwise what to do instead. */
export function UninvitedForm({ returnTo, setupCode }: UninvitedFormProps) {
  const { data: system, isPending } = useQuery(systemQuery);
  if (isPending) return <Skeleton height={420} radius="lg" aria-hidden />;
  // Unknown: the server says so when the form is sent.
  const registration = system?.registration ?? 'open';
  if (registration === 'invited') return <RegistrationClosed why="invited" />;
  if (registration === 'code' && !setupCode) return <RegistrationClosed why="code" />;
  const ticket = setupCode ? { setupCode } : {};
  return <RegisterForm key="alone" returnTo={returnTo} email="" {...ticket} />;
}

function RegistrationClosed({ why }: { why: 'invited' | 'code' }) {
  const { t } = useWords();
  return (
    <Stack gap="md">
      <FormHead title={t(`accounts.closed.${why}.title`)}>{t(`accounts.closed.${why}.text`)}</FormHead>
      {why === 'invited' && (
        <Button size="md" renderRoot={(props) => <Link to="/Login" {...props} />}>
          {t('session.signIn')}
        </Button>
      )}
    </Stack>
  );
}

export function InvitedForm({ code }: { code: string }) {
  const { t } = useWords();
  const { data, isPending } = useQuery(invitationQuery(code));
  if (isPending) return <Skeleton height={420} radius="lg" aria-hidden />;
  // One that no longer works is said so by the server when the form is sent.
  return (
    <RegisterForm returnTo={undefined} invitation={code} email={data?.email ?? ''}>
      <Alert variant="light">
        {data && t('accounts.join.registering', { account: data.accountName, name: data.invitedBy })}{' '}
        {/* Not shown as the page one is on, though only the search differs. */}
        <Link to="/Register" activeOptions={{ exact: true, includeSearch: true }}>
          {t('accounts.join.alone')}
        </Link>
      </Alert>
    </RegisterForm>
  );
}

interface RegisterFormProps {
  returnTo: string | undefined;
  email: string;
  invitation?: string;
  /** From the log of the server, for the first account. */
  setupCode?: string;
  children?: ReactNode;
}

function RegisterForm({ returnTo, email, invitation, setupCode, children }: RegisterFormProps) {
  const { t, locale } = useWords();
  const form = useForm({
    resolver: zodResolver(invitation ? InvitedFormInput : Form),
    // The box begins empty: only a tick is an agreement.
    defaultValues: { name: '', email, password: '', acceptedTerms: false as never },
  });
  const [password, name, address, acceptedTerms] = useWatch({
    control: form.control,
    name: ['password', 'name', 'email', 'acceptedTerms'],
  });
  const register = useRegister(returnTo);
  const ticket = { ...(invitation ? { invitation } : {}), ...(setupCode ? { setupCode } : {}) };
  const submit = form.handleSubmit(({ name: chosen, ...values }) => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const body = {
      ...values,
      ...(invitation ? { displayName: chosen } : { accountName: chosen }),
      locale,
      timeZone,
      ...ticket,
    };
    return register.mutateAsync(body).then(
      () => undefined,
      (error: unknown) => applyFormError(form, error, FIELD_BY_CODE),
    );
  });
  const { errors } = form.formState;
  return (
    <Stack gap="md">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <FormHead title={t('accounts.registerTitle')}>
            {children ? null : t('session.registerPurpose')}
          </FormHead>
          {children}
          <FormError message={errors.root?.message} />
          <TextInput
            label={t(invitation ? 'accounts.yourName' : 'accounts.shopName')}
            {...(invitation ? {} : { description: t('accounts.shopNameHelp') })}
            autoComplete={invitation ? 'name' : 'organization'}
            autoFocus
            size="md"
            {...form.register('name')}
            error={errors.name?.message}
          />
          <TextInput
            label={t('accounts.email')}
            type="email"
            // What the browser keeps beside the password: one signs in with the address.
            autoComplete="username"
            size="md"
            {...form.register('email')}
            error={errors.email?.message}
          />
          <NewPasswordField
            size="md"
            password={password}
            known={[name, address]}
            {...form.register('password')}
            error={errors.password?.message}
          />
          <Checkbox
            label={<ConsentText before={t('accounts.consent.before')} after={t('accounts.consent.after')} />}
            {...form.register('acceptedTerms')}
            error={errors.acceptedTerms ? t('accounts.consent.needed') : undefined}
          />
          <Button type="submit" size="md" loading={register.isPending} fullWidth>
            {t('session.register')}
          </Button>
        </Stack>
      </form>
      <OtherSignInMethods
        returnTo={invitation ? '/Join' : returnTo}
        ticket={{ ...ticket, acceptedTerms: true }}
        mayLeave={() => {
          if (acceptedTerms) return true;
          form.setError('acceptedTerms', { type: 'required' }, { shouldFocus: true });
          return false;
        }}
        onError={(error) => applyFormError(form, error)}
      />
      <Text c="dimmed" ta="center">
        {t('accounts.haveAccount')}{' '}
        <Link to="/Login" search={{ returnTo: invitation ? '/Join' : returnTo }}>
          {t('session.signIn')}
        </Link>
      </Text>
    </Stack>
  );
}
