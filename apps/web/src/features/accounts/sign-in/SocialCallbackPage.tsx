import { type SocialProvider, socialCallback } from '@hanasu/contract/social';
import { Button, Skeleton, Stack } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { call } from '../../../shell/api/api-client.ts';
import { isApiError } from '../../../shell/api/api-error.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { usePageTitle } from '../../../shell/layout/use-page-title.ts';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { useEnter } from './accounts.queries.ts';
import { FormHead } from './FormHead.tsx';
import { NoReferrer } from './NoReferrer.tsx';
import { endOauthSession, readOauthSession } from './oauth-session.ts';
import { SecondFactorForm } from './SecondFactorForm.tsx';

/** Where a provider sends the browser back to. */
export function SocialCallbackPage({ provider }: { provider: SocialProvider }) {
  const { t } = useWords();
  const { state, enter, isLink } = useSocialCallback(provider);
  usePageTitle(t('session.signIn'));
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
      {state.kind === 'failed' && <Failed words={errorMessage(state.error)} isLink={isLink} />}
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

type CallbackState =
  | { readonly kind: 'working' }
  | { readonly kind: 'second-factor'; readonly challenge: string }
  | { readonly kind: 'other-window' }
  | { readonly kind: 'failed'; readonly error: unknown };

/** What the provider put into the address, which it leaves at once. */
function useReturnAddress() {
  const navigate = useNavigate();
  const [given] = useState(() => {
    const parameters = new URLSearchParams(location.search);
    const named = (name: string) => parameters.get(name) ?? undefined;
    return { code: named('code'), state: named('state'), error: named('error'), iss: named('iss') };
  });
  useEffect(() => {
    // Facebook also appends `#_=_`.
    if (location.search || location.hash) void navigate({ to: '.', search: {}, hash: '', replace: true });
  }, [navigate]);
  return given;
}

/** Completes what `beginTrip` began, once, and goes on from there. */
function useSocialCallback(provider: SocialProvider) {
  const { t } = useWords();
  const navigate = useNavigate();
  const given = useReturnAddress();
  const [oauthSession] = useState(() => readOauthSession(provider));
  const [state, setState] = useState<CallbackState>({ kind: 'working' });
  const enter = useEnter(oauthSession?.returnTo);
  const isSent = useRef(false);

  const complete = async () => {
    const { state: proof, code, error, iss } = given;
    if (!oauthSession || !proof) return setState({ kind: 'other-window' });
    endOauthSession();
    const body = {
      state: proof,
      binding: oauthSession.binding,
      ...(code ? { code } : {}),
      ...(error ? { error } : {}),
      ...(iss ? { iss } : {}),
    };
    try {
      const outcome = await call(socialCallback, { params: { provider }, body });
      if (outcome.kind === 'session') return enter(outcome.session);
      toasts.add({ title: t('accounts.social.linked') });
      await navigate({ to: '/Account', search: { tab: 'security' }, replace: true });
    } catch (fault) {
      if (isApiError(fault, 'second_factor_required') && fault.challenge) {
        setState({ kind: 'second-factor', challenge: fault.challenge });
      } else setState({ kind: 'failed', error: fault });
    }
  };
  useEffect(() => {
    // A development build mounts twice, and the code of a provider works once.
    if (isSent.current) return;
    isSent.current = true;
    void complete();
  });
  return { state, enter, isLink: oauthSession?.intent === 'link' };
}
