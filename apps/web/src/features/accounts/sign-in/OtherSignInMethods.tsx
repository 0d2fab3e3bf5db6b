import type { SessionView } from '@hanasu/contract/accounts';
import type { SocialProvider } from '@hanasu/contract/social';
import { Alert, Button, Divider, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useWords } from '../../../i18n/use-words.ts';
import { CopyButton } from '../../../shell/clipboard/CopyButton.tsx';
import { providersQuery, type Ticket, useSocialSignIn } from './accounts.queries.ts';
import { ConsentText } from './ConsentText.tsx';
import { canUsePasskeys, PasskeyButton } from './PasskeyButton.tsx';
import classes from './SocialButtons.module.css';

interface OtherSignInMethodsProps {
  returnTo: string | undefined;
  remember?: () => boolean;
  ticket?: Ticket | undefined;
  /** Asked before leaving for a provider; says what is missing. */
  mayLeave?: () => boolean;
  /** Where no box asks for it: who is new here agrees by going on. */
  saysConsent?: boolean;
  /** Given where a passkey may be used. */
  onSession?: (session: SessionView) => void;
  onError: (error: unknown) => void;
}

/** Everything but a password, under a line; nothing where there is nothing. */
export function OtherSignInMethods({
  returnTo,
  remember = () => false,
  ticket,
  mayLeave = () => true,
  saysConsent = false,
  onSession,
  onError,
}: OtherSignInMethodsProps) {
  const { t } = useWords();
  const { data: providers = [] } = useQuery(providersQuery);
  const withPasskey = onSession !== undefined && canUsePasskeys();
  if (providers.length === 0 && !withPasskey) return null;
  return (
    <Stack gap="sm">
      <Divider label={t('accounts.or')} />
      {withPasskey && <PasskeyButton remember={remember} onSession={onSession} onError={onError} />}
      <SocialButtons
        providers={providers}
        returnTo={returnTo}
        remember={remember}
        ticket={ticket}
        mayLeave={mayLeave}
        onError={onError}
      />
      {providers.length > 0 && saysConsent && (
        <Text size="xs" c="dimmed">
          <ConsentText before={t('accounts.consent.bySocial')} after={t('accounts.consent.bySocialAfter')} />
        </Text>
      )}
    </Stack>
  );
}

interface SocialButtonsProps {
  /** Those this installation has keys for. */
  providers: readonly SocialProvider[];
  returnTo: string | undefined;
  remember: () => boolean;
  ticket: Ticket | undefined;
  mayLeave: () => boolean;
  onError: (error: unknown) => void;
}

/** Sign-in with another service, in the look the services ask for. */
function SocialButtons({ providers, returnTo, remember, ticket, mayLeave, onError }: SocialButtonsProps) {
  const { t } = useWords();
  const leave = useSocialSignIn(returnTo, ticket);
  const go = (provider: SocialProvider) => {
    if (mayLeave()) leave.mutate({ provider, remember: remember() }, { onError: onError });
  };
  return (
    <>
      {providers.map((provider) => (
        <UnstyledButton
          key={provider}
          className={classes.button}
          disabled={leave.isPending}
          onClick={() => go(provider)}
        >
          <img src={`/brands/${provider}.svg`} width={20} height={20} alt="" />
          {t(`accounts.social.${provider}`)}
        </UnstyledButton>
      ))}
      {providers.includes('google') && isEmbedded(navigator.userAgent) && <EmbeddedNotice />}
    </>
  );
}

function EmbeddedNotice() {
  const { t } = useWords();
  const outside = outsideAddress(navigator.userAgent, location.href);
  return (
    <Alert
      color="yellow"
      styles={{ root: { background: 'var(--warn-soft)' }, message: { color: 'var(--warn-text)' } }}
    >
      <Stack gap="sm">
        {t('accounts.social.embedded')}
        <Group gap="xs">
          {outside && (
            <Button component="a" href={outside} size="xs">
              {t('accounts.social.openOutside')}
            </Button>
          )}
          <CopyButton value={location.href}>
            {({ copied, copy }) => (
              <Button size="xs" variant="default" onClick={copy}>
                {copied ? t('accounts.social.copied') : t('accounts.social.copy')}
              </Button>
            )}
          </CopyButton>
        </Group>
      </Stack>
    </Alert>
  );
}

/** Apps that show pages inside themselves and say so. */
const APPS = /\b(?:FBAN|FBAV|Instagram|Line)\b[/;]/;
/** This one opens a link outside when the address says so. */
const OBEYS_ADDRESS = /\bLine\//;

/**
 * The page is shown inside another app, where Google refuses to sign anybody in (`disallowed_useragent`): Android says
 * `wv`; on iOS every browser, but no app, ends with `Safari/` and a number.
 */
export function isEmbedded(userAgent: string): boolean {
  if (/\(iP(?:hone|ad|od)/.test(userAgent) && !/Safari\/\d/.test(userAgent)) return true;
  return /; wv\)/.test(userAgent) || APPS.test(userAgent);
}

/** Where the same page opens in the person's own browser; null when the app offers no such address. */
export function outsideAddress(userAgent: string, href: string): string | null {
  if (!OBEYS_ADDRESS.test(userAgent)) return null;
  const url = new URL(href);
  url.searchParams.set('openExternalBrowser', '1');
  return url.href;
}
