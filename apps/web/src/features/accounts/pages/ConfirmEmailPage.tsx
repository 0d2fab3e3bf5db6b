import { Button, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useWords } from '../../../i18n/use-words.ts';
import { isFault } from '../../../shell/api-fault.ts';
import { faultWords } from '../../../shell/fault-words.ts';
import { readToken } from '../../../shell/session.ts';
import { useConfirmEmail } from '../accounts.queries.ts';
import { BrokenLink } from '../components/BrokenLink.tsx';
import { FormFault } from '../components/FormFault.tsx';
import { FormHead } from '../components/FormHead.tsx';
import { NoReferrer } from '../components/NoReferrer.tsx';
import { forgetCode, useAddressCode } from '../use-address-code.ts';

/** Asks for a click, because mail scanners follow links. Works signed in and signed out. */
export function ConfirmEmailPage() {
  const { t } = useWords();
  const code = useAddressCode('confirm');
  const confirm = useConfirmEmail();
  const isInvalid = isFault(confirm.error, 'code_invalid');
  const send = (given: string) => confirm.mutate(given, { onSuccess: () => forgetCode('confirm') });
  return (
    <>
      <NoReferrer />
      {confirm.data && <Confirmed {...confirm.data} />}
      {!confirm.data && (code === null || isInvalid) && (
        <BrokenLink isMissing={code === null} help={t('accounts.confirm.newLink')}>
          <OpenApp />
        </BrokenLink>
      )}
      {!confirm.data && code !== null && !isInvalid && (
        <Stack gap="md">
          <FormHead title={t('accounts.confirm.title')}>{t('accounts.confirm.purpose')}</FormHead>
          <FormFault message={confirm.error ? faultWords(confirm.error) : undefined} />
          <Button size="md" loading={confirm.isPending} onClick={() => send(code)}>
            {t('accounts.confirm.button')}
          </Button>
        </Stack>
      )}
    </>
  );
}

function Confirmed({ email, username }: { email: string; username: string }) {
  const { t } = useWords();
  return (
    <Stack gap="md" role="status">
      <FormHead title={t('accounts.confirm.doneTitle')}>
        {t('accounts.confirm.done', { email, username })}
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
      {isSignedIn ? t('accounts.toHome') : t('accounts.signIn')}
    </Button>
  );
}
