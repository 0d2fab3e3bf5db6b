import { Button, Stack, Text } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { isApiError } from '../../../shell/api/api-error.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { PasswordField } from '../../../shell/components/PasswordField.tsx';
import { readToken } from '../../../shell/session/session.ts';
import { useConfirmEmail } from './accounts.queries.ts';
import { BrokenLink } from './BrokenLink.tsx';
import { FormError } from './FormError.tsx';
import { FormHead } from './FormHead.tsx';
import { NoReferrer } from './NoReferrer.tsx';
import { forgetCode, keepCode, useAddressCode } from './use-address-code.ts';

/** Asks for a click, because mail scanners follow links. Works signed in and signed out. */
export function ConfirmEmailPage() {
  const { t } = useWords();
  const navigate = useNavigate();
  const code = useAddressCode('confirm');
  const confirm = useConfirmEmail();
  const [needsProof, setNeedsProof] = useState(false);
  const isInvalid = isApiError(confirm.error, 'code_invalid');
  const send = (given: string, proof: { password?: string; takeOver: boolean }) =>
    confirm.mutate(
      { code: given, ...proof },
      {
        onSuccess: ({ passwordCode }) => {
          forgetCode('confirm');
          if (passwordCode === null) return;
          keepCode('reset', passwordCode);
          void navigate({ to: '/Reset-Password' });
        },
        onError: (error) => setNeedsProof((before) => before || isApiError(error, 'proof_needed')),
      },
    );
  const fault =
    confirm.error && !isApiError(confirm.error, 'proof_needed') ? errorMessage(confirm.error) : undefined;
  return (
    <>
      <NoReferrer />
      {confirm.data && <Confirmed {...confirm.data} />}
      {!confirm.data && (code === null || isInvalid) && (
        <BrokenLink isMissing={code === null} help={t('accounts.confirm.newLink')}>
          <OpenApp />
        </BrokenLink>
      )}
      {!confirm.data && code !== null && !isInvalid && !needsProof && (
        <Stack gap="md">
          <FormHead title={t('session.confirm.title')}>{t('accounts.confirm.purpose')}</FormHead>
          <FormError message={fault} />
          <Button size="md" loading={confirm.isPending} onClick={() => send(code, { takeOver: false })}>
            {t('accounts.confirm.button')}
          </Button>
        </Stack>
      )}
      {!confirm.data && code !== null && !isInvalid && needsProof && (
        <ProofForm
          fault={fault}
          isPending={confirm.isPending}
          onPassword={(password) => send(code, { password, takeOver: false })}
          onTakeOver={() => send(code, { takeOver: true })}
        />
      )}
    </>
  );
}

interface ProofFormProps {
  fault: string | undefined;
  isPending: boolean;
  onPassword: (password: string) => void;
  onTakeOver: () => void;
}

/** Nobody is signed in here who could have registered: whoever it is knows the password, or somebody else set it. */
function ProofForm({ fault, isPending, onPassword, onTakeOver }: ProofFormProps) {
  const { t } = useWords();
  const [password, setPassword] = useState('');
  return (
    <Stack gap="md">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (password) onPassword(password);
        }}
      >
        <Stack gap="md">
          <FormHead title={t('session.confirm.title')}>{t('accounts.confirm.proof')}</FormHead>
          <FormError message={fault} />
          <PasswordField
            label={t('session.password')}
            size="md"
            autoComplete="current-password"
            autoFocus
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Button type="submit" size="md" loading={isPending} fullWidth>
            {t('accounts.confirm.button')}
          </Button>
        </Stack>
      </form>
      <Text size="sm" c="dimmed">
        {t('accounts.confirm.notMine')}
      </Text>
      <Button variant="default" size="md" loading={isPending} onClick={onTakeOver}>
        {t('accounts.confirm.takeOver')}
      </Button>
    </Stack>
  );
}

function Confirmed({ email, name }: { email: string; name: string }) {
  const { t } = useWords();
  return (
    <Stack gap="md" role="status">
      <FormHead title={t('accounts.confirm.doneTitle')}>
        {t('accounts.confirm.done', { email, name })}
      </FormHead>
      <OpenApp />
    </Stack>
  );
}

/** Into the application, or to the page before it. */
function OpenApp() {
  const { t } = useWords();
  const isSignedIn = readToken() !== null;
  return (
    <Button size="md" renderRoot={(props) => <Link to={isSignedIn ? '/' : '/Login'} {...props} />}>
      {isSignedIn ? t('accounts.toHome') : t('session.signIn')}
    </Button>
  );
}
