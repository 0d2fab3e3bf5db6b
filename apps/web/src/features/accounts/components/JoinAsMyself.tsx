import { Button, Skeleton, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useWords } from '../../../i18n/use-words.ts';
import { isFault } from '../../../shell/api-fault.ts';
import { faultWords } from '../../../shell/fault-words.ts';
import { clearToken } from '../../../shell/session.ts';
import { meQuery, signOut } from '../../../shell/shell.queries.ts';
import { toasts } from '../../../shell/toasts.tsx';
import { useAcceptInvitation } from '../accounts.queries.ts';
import { forgetCode } from '../use-address-code.ts';
import { FormFault } from './FormFault.tsx';

interface JoinAsMyselfProps {
  code: string;
  account: string;
  onSignedOut: () => void;
}

/** For whoever is signed in already: join as this person, or as another. */
export function JoinAsMyself({ code, account, onSignedOut }: JoinAsMyselfProps) {
  const { t } = useWords();
  const router = useRouter();
  const me = useQuery(meQuery);
  const accept = useAcceptInvitation();
  const leave = useMutation({
    mutationFn: signOut,
    // Also when the server could not be told: this browser forgets the session.
    onSettled: () => {
      clearToken();
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
  const isMember = isFault(accept.error, 'already_member');
  if (me.isPending) return <Skeleton height={96} radius="lg" aria-hidden />;
  return (
    <Stack gap="xs">
      <FormFault message={accept.error && !isMember ? faultWords(accept.error) : undefined} />
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
