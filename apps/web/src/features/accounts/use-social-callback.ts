import { type SocialProvider, socialCallback } from '@hanasu/contract/social';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { call } from '../../shell/api-client.ts';
import { isFault } from '../../shell/api-fault.ts';
import { toasts } from '../../shell/toasts.tsx';
import { useEnter } from './accounts.queries.ts';
import { endTrip, readTrip } from './social-trip.ts';

export type CallbackState =
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
export function useSocialCallback(provider: SocialProvider) {
  const { t } = useWords();
  const navigate = useNavigate();
  const given = useReturnAddress();
  const [trip] = useState(() => readTrip(provider));
  const [state, setState] = useState<CallbackState>({ kind: 'working' });
  const enter = useEnter(trip?.returnTo);
  const isSent = useRef(false);

  const complete = async () => {
    const { state: proof, code, error, iss } = given;
    if (!trip || !proof) return setState({ kind: 'other-window' });
    endTrip();
    const body = {
      state: proof,
      binding: trip.binding,
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
      if (isFault(fault, 'second_factor_required') && fault.challenge) {
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
  return { state, enter, isLink: trip?.intent === 'link' };
}
