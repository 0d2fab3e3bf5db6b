import { ROLES, type UserView } from '@hanasu/contract/accounts';
import { GivenRole, type MemberView } from '@hanasu/contract/team';
import { Avatar, Badge, Group, Select } from '@mantine/core';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { faultWords } from '../../../shell/fault-words.ts';
import { toasts } from '../../../shell/toasts.tsx';
import { useChangeMember } from '../team.queries.ts';
import { MemberMenu } from './MemberMenu.tsx';
import classes from './Team.module.css';

const rank = (role: UserView['role']): number => ROLES.indexOf(role);

interface MemberRowProps {
  member: MemberView;
  /** Who is looking: decides what can be changed. */
  user: UserView;
}

export function MemberRow({ member, user }: MemberRowProps) {
  const { t } = useWords();
  const format = useFormat();
  const change = useChangeMember();
  const isSelf = member.uuid === user.uuid;
  const isManager = user.role === 'owner' || user.role === 'admin';
  const mayChange = isManager && !isSelf && member.role !== 'owner' && rank(member.role) >= rank(user.role);
  const giveable = GivenRole.options.filter((role) => rank(role) >= rank(user.role));
  const seen = member.lastSeenAt
    ? t('team.seen', { when: format.ago(member.lastSeenAt) })
    : t('team.neverSeen');
  return (
    <li className={classes.item}>
      <Avatar src={member.avatar?.url ?? null} name={member.displayName} size={36} color="green" alt="" />
      <div className={classes.words}>
        <Group gap={8}>
          {member.displayName}
          {isSelf && <Badge color="green">{t('team.you')}</Badge>}
          {member.secondFactor && <Badge color="gray">{t('team.twoStep')}</Badge>}
        </Group>
        <span className={classes.sub}>
          {[member.email ?? member.username, seen].filter(Boolean).join(' · ')}
        </span>
      </div>
      {mayChange ? (
        <Select
          aria-label={t('team.roleOf', { name: member.displayName })}
          data={giveable.map((value) => ({ value, label: t(`shell.roles.${value}`) }))}
          value={member.role}
          allowDeselect={false}
          w={140}
          disabled={change.isPending}
          onChange={(value) => {
            const role = GivenRole.safeParse(value).data;
            if (!role) return;
            change.mutate(
              { uuid: member.uuid, role },
              { onError: (error) => toasts.add({ title: faultWords(error), color: 'error' }) },
            );
          }}
        />
      ) : (
        <Badge color="gray">{t(`shell.roles.${member.role}`)}</Badge>
      )}
      <MemberMenu member={member} user={user} mayRemove={mayChange} />
    </li>
  );
}
