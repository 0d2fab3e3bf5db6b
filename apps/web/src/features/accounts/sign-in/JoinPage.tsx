import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { readInvitation } from '@hanasu/contract/team';
import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { isApiError } from '../../../shell/api/api-error.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { clearSession, readToken } from '../../../shell/session/session.ts';
import { meQuery, signOut } from '../../../shell/shell.queries.ts';
import { invitationQuery, useAcceptInvitation } from './accounts.queries.ts';
import { BrokenLink } from './BrokenLink.tsx';
import { FormError } from './FormError.tsx';
import { FormHead } from './FormHead.tsx';
import { NoReferrer } from './NoReferrer.tsx';
import { forgetCode, useAddressCode } from './use-address-code.ts';

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
  if (isApiError(invitation.error, 'code_invalid')) return <AskInviter isMissing={false} />;
  if (invitation.error) {
    return <ErrorNotice error={invitation.error} onRetry={() => void invitation.refetch()} />;
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

interface JoinAsMyselfProps {
  code: string;
  account: string;
  onSignedOut: () => void;
}

/** For whoever is signed in already: join as this person, or as another. */
function JoinAsMyself({ code, account, onSignedOut }: JoinAsMyselfProps) {
  const { t } = useWords();
  const router = useRouter();
  const me = useQuery(meQuery);
  const accept = useAcceptInvitation();
  const leave = useMutation({
    mutationFn: signOut,
    // Also when the server could not be told: this browser forgets the session.
    onSettled: () => {
      clearSession();
      onSignedOut();
    },
  });
  const join = () =>
    accept.mutate(code, {
      onSuccess: () => {
        forgetCode('join');
        toasts.add({ title: t('accounts.join.joined', { account }) });
        router.history.push('/');
      },
    });
  const isMember = isApiError(accept.error, 'already_member');
  if (me.isPending) return <Skeleton height={96} radius="lg" aria-hidden />;
  return (
    <Stack gap="xs">
      <FormError message={accept.error && !isMember ? errorMessage(accept.error) : undefined} />
      {isMember && <div role="status">{t('accounts.join.isMember')}</div>}
      {isMember ? (
        <Button size="md" renderRoot={(props) => <Link to="/" {...props} />}>
          {t('accounts.toHome')}
        </Button>
      ) : (
        me.data && (
          <Button size="md" loading={accept.isPending} onClick={join}>
            {t('accounts.join.joinAs', { name: me.data.displayName })}
          </Button>
        )
      )}
      <Button variant="default" size="md" loading={leave.isPending} onClick={() => leave.mutate()}>
        {t('accounts.join.otherPerson')}
      </Button>
    </Stack>
  );
}
