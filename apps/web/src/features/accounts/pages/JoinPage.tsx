import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { readInvitation } from '@hanasu/contract/team';
import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { isFault } from '../../../shell/api-fault.ts';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { readToken } from '../../../shell/session.ts';
import { invitationQuery } from '../accounts.queries.ts';
import { BrokenLink } from '../components/BrokenLink.tsx';
import { FormHead } from '../components/FormHead.tsx';
import { JoinAsMyself } from '../components/JoinAsMyself.tsx';
import { NoReferrer } from '../components/NoReferrer.tsx';
import { useAddressCode } from '../use-address-code.ts';

/** Who invites to what, and the ways to accept. */
export function JoinPage() {
  const code = useAddressCode('join');
  return (
    <>
      <NoReferrer />
      {code === null ? <AskInviter isMissing /> : <Invited code={code} />}
    </>
  );
}

function AskInviter({ isMissing }: { isMissing: boolean }) {
  const { t } = useWords();
  return (
    <BrokenLink isMissing={isMissing} help={t('accounts.join.askAgain')}>
      {null}
    </BrokenLink>
  );
}

function Invited({ code }: { code: string }) {
  const invitation = useQuery(invitationQuery(code));
  const [isSignedIn, setSignedIn] = useState(() => readToken() !== null);
  if (isFault(invitation.error, 'code_invalid')) return <AskInviter isMissing={false} />;
  if (invitation.error) {
    return <FaultNotice error={invitation.error} onRetry={() => void invitation.refetch()} />;
  }
  if (!invitation.data) return <Skeleton height={260} radius="lg" aria-hidden />;
  const { accountName } = invitation.data;
  return (
    <Stack gap="md">
      <InvitationHead {...invitation.data} />
      {isSignedIn ? (
        <JoinAsMyself code={code} account={accountName} onSignedOut={() => setSignedIn(false)} />
      ) : (
        <JoinAsGuest />
      )}
    </Stack>
  );
}

function InvitationHead(invitation: EndpointOutput<typeof readInvitation>) {
  const { t } = useWords();
  const format = useFormat();
  const { accountName, role, email, invitedBy, expiresAt } = invitation;
  return (
    <>
      <FormHead title={t('accounts.join.title', { account: accountName })}>
        {t('accounts.join.purpose', { name: invitedBy, role: t(`shell.roles.${role}`) })}
      </FormHead>
      <Text>{t(`accounts.join.roleHelp.${role}`)}</Text>
      <Text c="dimmed" size="sm">
        {t('accounts.join.sentTo', { email, date: format.dateTime(expiresAt) })}
      </Text>
    </>
  );
}

function JoinAsGuest() {
  const { t } = useWords();
  return (
    <Stack gap="xs">
      <Button size="md" renderRoot={(props) => <Link to="/Register" search={{ join: true }} {...props} />}>
        {t('accounts.join.newPerson')}
      </Button>
      <Button
        size="md"
        variant="default"
        renderRoot={(props) => <Link to="/Login" search={{ returnTo: '/Join' }} {...props} />}
      >
        {t('accounts.join.haveAccount')}
      </Button>
    </Stack>
  );
}
