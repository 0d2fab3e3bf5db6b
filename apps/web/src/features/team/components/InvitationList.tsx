import type { InvitationView } from '@hanasu/contract/team';
import { Badge, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { faultWords } from '../../../shell/fault-words.ts';
import { toasts } from '../../../shell/toasts.tsx';
import { invitationsQuery, useDeleteInvitation, useResendInvitation } from '../team.queries.ts';
import classes from './Team.module.css';

export function InvitationList() {
  const { t } = useWords();
  const { data } = useQuery(invitationsQuery);
  if (!data || data.items.length === 0) return null;
  return (
    <>
      <h3 className={classes.waiting}>{t('team.waiting')}</h3>
      <ul className={classes.list}>
        {data.items.map((invitation) => (
          <InvitationRow key={invitation.uuid} invitation={invitation} />
        ))}
      </ul>
    </>
  );
}

const showFault = (error: unknown) => toasts.add({ title: faultWords(error), color: 'error' });

function InvitationRow({ invitation }: { invitation: InvitationView }) {
  const { t } = useWords();
  const format = useFormat();
  const resend = useResendInvitation();
  const remove = useDeleteInvitation();
  const { uuid, email } = invitation;
  return (
    <li className={classes.item}>
      <div className={classes.words}>
        <Group gap={8}>
          {email}
          <Badge color="gray">{t(`shell.roles.${invitation.role}`)}</Badge>
          {invitation.expired && <Badge color="yellow">{t('team.expired')}</Badge>}
        </Group>
        <span className={classes.sub} title={format.dateTime(invitation.createdAt)}>
          {t('team.invitedBy', { name: invitation.invitedBy, when: format.ago(invitation.createdAt) })}
        </span>
      </div>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          aria-label={`${t('account.sendAgain')}: ${email}`}
          loading={resend.isPending}
          onClick={() =>
            resend.mutate(uuid, {
              onSuccess: () => toasts.add({ title: t('team.invited', { email }) }),
              onError: showFault,
            })
          }
        >
          {t('account.sendAgain')}
        </Button>
        <Button
          size="xs"
          variant="subtle"
          color="red"
          aria-label={`${t('team.takeBack')}: ${email}`}
          loading={remove.isPending}
          onClick={() => remove.mutate(uuid, { onError: showFault })}
        >
          {t('team.takeBack')}
        </Button>
      </Group>
    </li>
  );
}
