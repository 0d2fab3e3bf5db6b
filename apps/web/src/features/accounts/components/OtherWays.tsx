import type { SessionView } from '@hanasu/contract/accounts';
import { Divider, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useWords } from '../../../i18n/use-words.ts';
import { providersQuery, type Ticket } from '../accounts.queries.ts';
import { canUsePasskeys, PasskeyButton } from './PasskeyButton.tsx';
import { SocialButtons } from './SocialButtons.tsx';

interface OtherWaysProps {
  returnTo: string | undefined;
  remember?: () => boolean;
  ticket?: Ticket | undefined;
  /** Given where a passkey may be used. */
  onSession?: (session: SessionView) => void;
  onFault: (error: unknown) => void;
}

/** Everything but a password, under a line; nothing where there is nothing. */
export function OtherWays({ returnTo, remember = () => false, ticket, onSession, onFault }: OtherWaysProps) {
  const { t } = useWords();
  const { data: providers = [] } = useQuery(providersQuery);
  const withPasskey = onSession !== undefined && canUsePasskeys();
  if (providers.length === 0 && !withPasskey) return null;
  return (
    <Stack gap="sm">
      <Divider label={t('accounts.or')} />
      {withPasskey && <PasskeyButton remember={remember} onSession={onSession} onFault={onFault} />}
      <SocialButtons
        providers={providers}
        returnTo={returnTo}
        remember={remember}
        ticket={ticket}
        onFault={onFault}
      />
    </Stack>
  );
}
