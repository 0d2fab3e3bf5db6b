import type { UserView } from '@hanasu/contract/accounts';
import { changeAccount, listInvitations } from '@hanasu/contract/team';
import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useWords } from '../../../i18n/use-words.ts';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { SettingsSection } from '../../../shell/components/SettingsSection.tsx';
import { useMay } from '../../../shell/use-may.ts';
import { membersQuery } from '../team.queries.ts';
import { AccountForm } from './AccountForm.tsx';
import { InvitationList } from './InvitationList.tsx';
import { InviteForm } from './InviteForm.tsx';
import { MemberRow } from './MemberRow.tsx';
import { RoleTable } from './RoleTable.tsx';
import classes from './Team.module.css';

/** Who shares the account, and what each may do. */
export function TeamTab({ user }: { user: UserView }) {
  const { t } = useWords();
  const members = useQuery(membersQuery);
  const mayInvite = useMay(listInvitations);
  const mayRename = useMay(changeAccount);
  return (
    <Stack gap="md">
      {mayRename && (
        <SettingsSection title={t('team.account')} text={t('team.accountText')}>
          <AccountForm user={user} />
        </SettingsSection>
      )}
      {mayInvite && (
        <SettingsSection title={t('team.invite')} text={t('team.inviteText')}>
          <InviteForm />
          <InvitationList />
        </SettingsSection>
      )}
      <SettingsSection title={t('team.members')} text={t('team.membersText')}>
        {members.isError && <FaultNotice error={members.error} onRetry={() => void members.refetch()} />}
        {members.isPending && <Skeleton height={120} aria-hidden />}
        <ul className={classes.list}>
          {members.data?.items.map((member) => (
            <MemberRow key={member.uuid} member={member} user={user} />
          ))}
        </ul>
      </SettingsSection>
      <SettingsSection title={t('team.roles')} text={t('team.rolesText')}>
        <RoleTable />
      </SettingsSection>
    </Stack>
  );
}
