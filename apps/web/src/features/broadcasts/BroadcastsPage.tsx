import { type BroadcastView, createBroadcast } from '@hanasu/contract/broadcasts';
import type { PostId } from '@hanasu/contract/ids';
import { Button, Group, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { channelsQuery } from '../../entities/channel/channels.queries.ts';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { Can } from '../../shell/components/Can.tsx';
import { cellClasses, DataTable } from '../../shell/components/DataTable.tsx';
import { ErrorNotice } from '../../shell/components/ErrorNotice.tsx';
import { ListPage, ListSearch, useNothingFound } from '../../shell/components/ListPage.tsx';
import { NameDialog, NameForm } from '../../shell/components/NameForm.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import { BroadcastBadge, DeleteAction, takesBroadcasts, useChannelName } from './BroadcastParts.tsx';
import { BroadcastSettings } from './BroadcastSettings.tsx';
import classes from './Broadcasts.module.css';
import {
  BROADCASTS_PAGE_SIZE,
  broadcastsQuery,
  postMessageQuery,
  useBroadcastUpdates,
  useCreateBroadcast,
} from './broadcasts.queries.ts';

/** One message to many people: those that were sent, and those to come. */
export function BroadcastsPage() {
  const { t } = useWords();
  const navigate = useNavigate({ from: '/Channel/message/' });
  const { q, page = 1, create, post } = useSearch({ from: '/_default/Channel/message/' });
  useBroadcastUpdates();
  const broadcasts = useQuery(broadcastsQuery(page, q));
  const setQ = (next: string | undefined) =>
    void navigate({ search: (old) => ({ ...old, q: next, page: undefined }), replace: true });
  const setCreate = (open: boolean) =>
    void navigate({
      search: (old) => ({ ...old, create: open || undefined, post: undefined }),
      replace: !open,
    });
  const { items = [], total = 0 } = broadcasts.data ?? {};
  const isEmpty = !q && broadcasts.data?.total === 0;
  const add = (
    <Can endpoint={createBroadcast}>
      <Button leftSection={<Icon name="plus" />} onClick={() => setCreate(true)}>
        {t('broadcasts.create')}
      </Button>
    </Can>
  );
  return (
    <ListPage
      title={t('broadcasts.title')}
      purpose={t('broadcasts.purpose')}
      query={broadcasts}
      isEmpty={isEmpty}
      empty={{
        drawing: 'broadcast',
        title: t('broadcasts.empty'),
        text: t('broadcasts.emptyText'),
        action: add,
      }}
      nothing={useNothingFound(q)}
      add={add}
      tools={
        <Group gap="xs" justify="space-between" wrap="nowrap">
          {isEmpty ? <span /> : <ListSearch label={t('broadcasts.search')} q={q} onSearch={setQ} />}
          <BroadcastSettings />
        </Group>
      }
      page={page}
      pageSize={BROADCASTS_PAGE_SIZE}
      total={total}
      onPage={(next) => void navigate({ search: (old) => ({ ...old, page: next }) })}
      dialog={
        <NameDialog opened={create === true} onClose={() => setCreate(false)} title={t('broadcasts.create')}>
          <CreateFields post={post} onClose={() => setCreate(false)} />
        </NameDialog>
      }
    >
      {items.length > 0 ? <BroadcastTable items={items} /> : null}
    </ListPage>
  );
}

function BroadcastTable({ items }: { items: readonly BroadcastView[] }) {
  const { t } = useWords();
  const format = useFormat();
  const channelName = useChannelName();
  return (
    <DataTable label={t('broadcasts.title')}>
      <thead>
        <tr>
          <th>{t('broadcasts.name')}</th>
          <th data-fit>{t('broadcasts.state')}</th>
          <th data-minor>{t('broadcasts.channels')}</th>
          <th data-minor data-number>
            {t('broadcasts.people')}
          </th>
          <th data-minor>{t('broadcasts.when')}</th>
          <th data-fit>
            <VisuallyHidden>{t('shell.more')}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((broadcast) => {
          const { uuid, name, state, channelUuids, people, startAt, startedAt, updatedAt } = broadcast;
          const when = startedAt ?? startAt ?? updatedAt;
          return (
            <tr key={uuid}>
              <td>
                <Link to="/Channel/message/$uuid" params={{ uuid }} className={cellClasses.main}>
                  {name}
                </Link>
                <div className={cellClasses.sub}>{broadcast.createdBy?.name ?? '—'}</div>
                <div className={`${cellClasses.sub} ${classes.onPhone}`}>
                  <OnPhone broadcast={broadcast} when={when} />
                </div>
              </td>
              <td data-fit>
                <BroadcastBadge state={state} />
              </td>
              <td data-minor>{channelUuids.map(channelName).join(' · ')}</td>
              <td data-minor data-number>
                {people === null ? '—' : format.number(people)}
              </td>
              <td data-minor>
                <time dateTime={when}>{format.dateTime(when)}</time>
              </td>
              <td data-fit>
                <DeleteAction broadcast={broadcast} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </DataTable>
  );
}

/** What the columns say that a phone has no room for. */
function OnPhone({ broadcast: { people, reason }, when }: { broadcast: BroadcastView; when: string }) {
  const { t } = useWords();
  const format = useFormat();
  const said = [
    people !== null && t('broadcasts.peopleCount', { count: people, number: format.number(people) }),
    reason && t(`broadcasts.why.${reason}`),
  ].filter(Boolean);
  return <>{said.length > 0 ? said.join(' · ') : format.dateTime(when)}</>;
}

interface CreateFieldsProps {
  /** The post that the message has a card of. */
  post: PostId | undefined;
  onClose: () => void;
}

/** Asks for a name; a new broadcast is for all customers on every connected channel. */
function CreateFields({ post, onClose }: CreateFieldsProps) {
  const { t } = useWords();
  const channels = useQuery(channelsQuery);
  const message = useQuery(postMessageQuery(post));
  const create = useCreateBroadcast();
  const navigate = useNavigate();
  if (channels.isError) return <ErrorNotice error={channels.error} onRetry={() => void channels.refetch()} />;
  if (message.isError) return <ErrorNotice error={message.error} onRetry={() => void message.refetch()} />;
  if (!channels.data || !message.data) return <Skeleton height={120} aria-hidden />;
  const { name: first, content } = message.data;
  const channelUuids = channels.data.items.filter(takesBroadcasts).map(({ uuid }) => uuid);
  if (channelUuids.length === 0)
    return (
      <Stack gap="md" align="flex-start">
        <span>{t('broadcasts.noChannels')}</span>
        <Button variant="default" renderRoot={(props) => <Link to="/Channel" {...props} />}>
          {t('broadcasts.toChannels')}
        </Button>
      </Stack>
    );
  return (
    <NameForm
      label={t('broadcasts.name')}
      help={t('broadcasts.nameHelp')}
      first={first}
      above={post && <Text size="sm">{t('broadcasts.withPost')}</Text>}
      action={t('broadcasts.createAction')}
      isPending={create.isPending}
      error={create.error}
      onCancel={onClose}
      onName={(name) =>
        create.mutate(
          {
            name,
            content,
            channelUuids,
            audience: { kind: 'everybody' },
            peoplePerHour: null,
          },
          { onSuccess: ({ uuid }) => void navigate({ to: '/Channel/message/$uuid', params: { uuid } }) },
        )
      }
    />
  );
}
