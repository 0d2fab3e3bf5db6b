import type { SocialProvider } from '@hanasu/contract/social';
import { Button, Skeleton, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useWords } from '../../../i18n/use-words.ts';
import { faultWords } from '../../../shell/fault-words.ts';
import { usePageTitle } from '../../../shell/use-page-title.ts';
import { FormHead } from '../components/FormHead.tsx';
import { NoReferrer } from '../components/NoReferrer.tsx';
import { SecondFactorForm } from '../components/SecondFactorForm.tsx';
import { useSocialCallback } from '../use-social-callback.ts';

/** Where a provider sends the browser back to. */
export function SocialCallbackPage({ provider }: { provider: SocialProvider }) {
  const { t } = useWords();
  const { state, enter, isLink } = useSocialCallback(provider);
  usePageTitle(t('accounts.signIn'));
  return (
    <>
      <NoReferrer />
      {state.kind === 'working' && (
        <Stack gap="md" role="status">
          <FormHead title={t('accounts.social.working')} />
          <Skeleton height={44} aria-hidden />
        </Stack>
      )}
      {state.kind === 'second-factor' && <Second challenge={state.challenge} enter={enter} />}
      {state.kind === 'other-window' && <Failed words={t('accounts.social.otherWindow')} isLink={isLink} />}
      {state.kind === 'failed' && <Failed words={faultWords(state.error)} isLink={isLink} />}
    </>
  );
}

interface SecondProps {
  challenge: string;
  enter: ReturnType<typeof useSocialCallback>['enter'];
}

const Second = ({ challenge, enter }: SecondProps) => (
  <SecondFactorForm
    challenge={challenge}
    onSession={enter}
    // The provider has to be asked again.
    onRestart={() => location.assign('/Login')}
  />
);

function Failed({ words, isLink }: { words: string; isLink: boolean }) {
  const { t } = useWords();
  return (
    <Stack gap="md" role="alert">
      <FormHead title={t('accounts.social.failedTitle')}>{words}</FormHead>
      {isLink ? (
        <Button
          size="md"
          renderRoot={(props) => <Link to="/Account" search={{ tab: 'security' }} {...props} />}
        >
          {t('accounts.social.toAccount')}
        </Button>
      ) : (
        <Button size="md" renderRoot={(props) => <Link to="/Login" {...props} />}>
          {t('accounts.toSignIn')}
        </Button>
      )}
    </Stack>
  );
}
