import type { SocialProvider } from '@hanasu/contract/social';
import { Alert, Button, CopyButton, Group, Stack, UnstyledButton } from '@mantine/core';
import { useWords } from '../../../i18n/use-words.ts';
import { type Ticket, useSocialSignIn } from '../accounts.queries.ts';
import { isEmbedded, outsideAddress } from '../embedded-browser.ts';
import classes from './SocialButtons.module.css';

interface SocialButtonsProps {
  /** Those this installation has keys for. */
  providers: readonly SocialProvider[];
  returnTo: string | undefined;
  remember: () => boolean;
  ticket: Ticket | undefined;
  onFault: (error: unknown) => void;
}

/** Sign-in with another service, in the look the services ask for. */
export function SocialButtons({ providers, returnTo, remember, ticket, onFault }: SocialButtonsProps) {
  const { t } = useWords();
  const leave = useSocialSignIn(returnTo, ticket);
  const go = (provider: SocialProvider) =>
    leave.mutate({ provider, remember: remember() }, { onError: onFault });
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
