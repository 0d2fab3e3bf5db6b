import type { SessionView } from '@hanasu/contract/accounts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { isApiError } from '../../../shell/api/api-error.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { log } from '../../../shell/log.ts';
import { askForPasskey } from './accounts.queries.ts';

interface PasskeyProps {
  remember: () => boolean;
  onSession: (session: SessionView) => void;
  onError: (error: unknown) => void;
}

/** Passkeys belong to a name: on a bare address browsers refuse them. */
export const canUsePasskeys = (): boolean =>
  'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname);

/** The person closed the question, or another question took its place. */
const isCancelled = (error: unknown) =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');

export function PasskeyButton({ remember, onSession, onError }: PasskeyProps) {
  const { t } = useWords();
  usePasskeyAutofill({ remember, onSession, onError });
  const ask = useMutation({
    mutationFn: () => askForPasskey(false, remember),
    onSuccess: onSession,
    onError: (error) => {
      if (!isCancelled(error)) onError(error);
    },
    meta: { inPlace: true },
  });
  return (
    <Button
      variant="default"
      size="md"
      fullWidth
      leftSection={<Icon name="key-round" />}
      loading={ask.isPending}
      onClick={() => ask.mutate()}
    >
      {t('accounts.passkey.button')}
    </Button>
  );
}

/** Browsers that can offer passkeys where they offer names and passwords. */
function usePasskeyAutofill({ remember, onSession, onError }: PasskeyProps): void {
  const signIn = useEffectEvent(onSession);
  const refuse = useEffectEvent((error: unknown) => {
    if (isCancelled(error)) return;
    // Nobody asked for anything yet, so a server that does not answer is no news for the page.
    if (isApiError(error, 'passkey_refused') || isApiError(error, 'code_invalid')) onError(error);
    else log.info(`no passkeys among the names: ${errorMessage(error)}`);
  });
  const isRemembered = useEffectEvent(remember);
  useEffect(() => {
    let isGone = false;
    void (async () => {
      const { browserSupportsWebAuthnAutofill } = await import('@simplewebauthn/browser');
      if (!(await browserSupportsWebAuthnAutofill()) || isGone) return;
      await askForPasskey(true, () => isRemembered()).then(
        (session) => signIn(session),
        (error: unknown) => refuse(error),
      );
    })();
    return () => {
      isGone = true;
      void import('@simplewebauthn/browser').then(({ WebAuthnAbortService }) =>
        WebAuthnAbortService.cancelCeremony(),
      );
    };
  }, []);
}
