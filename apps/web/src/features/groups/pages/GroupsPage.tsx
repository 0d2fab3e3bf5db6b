import { createGroup, type GroupView } from '@hanasu/contract/groups';
import { Badge, Button, Skeleton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import classes from '../../../shell/components/Cards.module.css';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { OnlyFor } from '../../../shell/components/OnlyFor.tsx';
import { PageFrame } from '../../../shell/components/PageFrame.tsx';
import { Surface } from '../../../shell/components/Surface.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import { CreateGroup } from '../components/CreateGroup.tsx';
import { DeleteGroupMenu } from '../components/DeleteGroupMenu.tsx';
import { groupsQuery } from '../groups.queries.ts';

const SEARCH_FROM = 6;

export function GroupsPage() {
  const { t } = useWords();
  const { q, create } = useSearch({ from: '/_default/Bot-Group/' });
  const navigate = useNavigate({ from: '/Bot-Group/' });
  const groups = useQuery(groupsQuery(q));
  const setQ = useDebouncedCallback((value: string) => {
    void navigate({ search: (old) => ({ ...old, q: value || undefined }), replace: true });
  }, 250);
  const setCreate = (open: boolean) =>
    void navigate({ search: (old) => ({ ...old, create: open || undefined }), replace: !open });
  const button = (
    <OnlyFor endpoint={createGroup}>
      <Button leftSection={<Icon name="plus" />} onClick={() => setCreate(true)}>
        {t('groups.create')}
      </Button>
    </OnlyFor>
  );
  const items = groups.data?.items ?? [];
  return (
    <PageFrame title={t('groups.title')} purpose={t('groups.purpose')} actions={button}>
      {(items.length >= SEARCH_FROM || q) && (
        <TextInput
          className={classes.search}
          leftSection={<Icon name="search" />}
          placeholder={t('groups.searchLabel')}
          aria-label={t('groups.searchLabel')}
          defaultValue={q ?? ''}
          onChange={(event) => setQ(event.currentTarget.value)}
        />
      )}
      {groups.isError && <FaultNotice error={groups.error} onRetry={() => void groups.refetch()} />}
      {groups.isPending && <LoadingCards />}
      {groups.data && items.length === 0 && (
        <Surface>
          {q ? (
            <EmptyState icon="search-x" title={t('shell.nothingFound', { query: q })} />
          ) : (
            <EmptyState
              icon="layers"
              title={t('groups.empty')}
              text={t('groups.emptyText')}
              action={button}
            />
          )}
        </Surface>
      )}
      <div className={classes.cards}>
        {items.map((group) => (
          <GroupCard key={group.uuid} group={group} />
        ))}
      </div>
      <OnlyFor endpoint={createGroup}>
        <CreateGroup opened={create === true} onClose={() => setCreate(false)} />
      </OnlyFor>
    </PageFrame>
  );
}

const LoadingCards = () => (
  <div className={classes.cards} aria-hidden>
    {['one', 'two', 'three'].map((key) => (
      <Skeleton key={key} height={146} radius="lg" />
    ))}
  </div>
);

function GroupCard({ group }: { group: GroupView }) {
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
