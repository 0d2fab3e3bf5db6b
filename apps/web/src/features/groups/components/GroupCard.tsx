import type { GroupView } from '@hanasu/contract/groups';
import { Badge } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import classes from '../../../shell/components/Cards.module.css';
import { Icon } from '../../../shell/Icon.tsx';
import { DeleteGroupMenu } from './DeleteGroupMenu.tsx';

export function GroupCard({ group }: { group: GroupView }) {
  const { t } = useWords();
  const format = useFormat();
  const { members, channels } = group;
  return (
    <article className={classes.card}>
      <div className={classes.cardTop}>
        <span className={classes.face}>
          <Icon name="layers" size={19} />
        </span>
        <h2 className={classes.cardName}>
          <Link to="/Bot-Group/$id" params={{ id: group.uuid }} className={classes.cardLink}>
            {group.name}
          </Link>
        </h2>
        <span className={classes.above}>
          <DeleteGroupMenu group={group} />
        </span>
      </div>
      <p className={classes.cardFacts}>
        {members.length > 0 ? t('groups.members', { count: members.length }) : t('groups.noMembers')}
        {' · '}
        {t(`groups.routers.${group.router}.short`)}
      </p>
      {members.length > 0 && (
        <p className={classes.cardFacts}>{members.map(({ name }) => name).join(', ')}</p>
      )}
      <div className={classes.badges}>
        {channels.length === 0 && (
          <Badge color="gray" leftSection={<Icon name="circle-dashed" size={12} />}>
            {t('groups.notConnected')}
          </Badge>
        )}
        {channels.map((channel) => (
          <Badge key={channel.uuid} color="green" leftSection={<Icon name="radio" size={12} />}>
            {channel.name}
          </Badge>
        ))}
      </div>
      <p className={classes.cardFoot} title={format.dateTime(group.updatedAt)}>
        {t('groups.updated', { when: format.ago(group.updatedAt) })}
      </p>
    </article>
  );
}
