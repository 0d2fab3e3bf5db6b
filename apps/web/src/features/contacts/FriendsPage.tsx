import type { ChannelView } from '@hanasu/contract/channels';
import { bulkCustomers } from '@hanasu/contract/customers';
import { FRIEND_STATES, type FriendView } from '@hanasu/contract/friends';
import type { FriendId } from '@hanasu/contract/ids';
import { UPDATE_FRIEND_SYNC } from '@hanasu/contract/realtime';
import { Button, Group, Select, Skeleton, Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { kindOf } from '../../entities/channel/channel-kinds.ts';
import { channelsQuery } from '../../entities/channel/channels.queries.ts';
import { tagsQuery } from '../../entities/contact/customers.queries.ts';
import { SegmentSelect } from '../../entities/contact/SegmentSelect.tsx';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { useRealtime, useRealtimeRejoin } from '../../shell/api/realtime.tsx';
import { EmptyState } from '../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../shell/components/ErrorNotice.tsx';
import { Pager } from '../../shell/components/Pager.tsx';
import { Surface } from '../../shell/components/Surface.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import { PageFrame } from '../../shell/layout/PageFrame.tsx';
import { useNameOptions } from '../../shell/name-options.ts';
import { usePermission } from '../../shell/use-permission.ts';
import { type ChosenFriends, FriendList } from './FriendList.tsx';
import { FriendPanel } from './FriendPanel.tsx';
import classes from './Friends.module.css';
import { SORTS } from './friend-sorts.ts';
import { type FriendFilter, friendsQuery, isFiltered, syncsQuery, withSync } from './friends.queries.ts';
import { SyncLine, SyncMenu } from './SyncMenu.tsx';

const CustomerBulk = lazy(() =>
  import('./customers/CustomerBulk.tsx').then((module) => ({ default: module.CustomerBulk })),
);

/** Who follows or has written to the account, on every channel. */
export function FriendsPage() {
  const { t } = useWords();
  const { friend, ...filter } = useSearch({ from: '/_default/Friend' });
  const navigate = useNavigate({ from: '/Friend' });
  const friends = useQuery(friendsQuery(filter));
  const channels = useQuery(channelsQuery).data?.items ?? [];
  const syncs = useQuery(syncsQuery).data?.items ?? [];
  useSyncUpdates();
  const telling = channels.filter(({ kind }) => kindOf(kind)?.manifest.capabilities.followers);
  const change = (changed: FriendFilter) =>
    void navigate({ search: (old) => ({ ...old, page: undefined, ...changed }), replace: true });
  const { items = [], total = 0, pageSize = 20, page = 1, counts } = friends.data ?? {};
  const mayChange = usePermission(bulkCustomers);
  const chosen = useChosenFriends(items);
  return (
    <PageFrame
      title={t('friends.title')}
      purpose={t('friends.purpose')}
      actions={telling.length > 0 && <SyncMenu channels={telling} syncs={syncs} />}
    >
      <Stack gap="md">
        <FriendFilters filter={filter} channels={channels} counts={counts} onChange={change} />
        <div className={classes.summary}>
          {counts && <Counts {...counts} />}
          <SyncLine channels={telling} syncs={syncs} />
        </div>
        {friends.isError && <ErrorNotice error={friends.error} onRetry={() => void friends.refetch()} />}
        {friends.isPending && <Skeleton height={280} radius="lg" aria-hidden />}
        {friends.data && items.length === 0 && (
          <Nobody filter={filter} hasChannels={channels.length > 0} maySync={telling.length > 0} />
        )}
        {items.length > 0 && <FriendList items={items} chosen={mayChange ? chosen : null} />}
        <Pager
          page={page}
          pageSize={pageSize}
          total={total}
          label={t('friends.title')}
          onPage={(next) => void navigate({ search: (old) => ({ ...old, page: next }) })}
        />
        {mayChange && chosen.customers.length > 0 && (
          <Suspense>
            <CustomerBulk chosen={chosen.customers} onEnd={chosen.end} />
          </Suspense>
        )}
      </Stack>
      <FriendPanel
        uuid={friend}
        onClose={() =>
          void navigate({ search: (old) => ({ ...old, friend: undefined }), resetScroll: false })
        }
      />
    </PageFrame>
  );
}

/** Who is chosen of those that are shown, and the customers behind them, each once. */
function useChosenFriends(items: readonly FriendView[]): ChosenFriends {
  const [wanted, setWanted] = useState<ReadonlySet<FriendId>>(new Set());
  const friends = items.filter(({ uuid }) => wanted.has(uuid));
  const customers = new Map(friends.map(({ customerUuid, tags }) => [customerUuid, tags]));
  return {
    ids: new Set(friends.map(({ uuid }) => uuid)),
    customers: [...customers].map(([uuid, tags]) => ({ uuid, tags })),
    choose: (uuids, isOn) =>
      setWanted(
        (old) => new Set(isOn ? [...old, ...uuids] : [...old].filter((uuid) => !uuids.includes(uuid))),
      ),
    end: () => setWanted(new Set()),
  };
}

function Counts({ following, blocked, unknown }: { following: number; blocked: number; unknown: number }) {
  const { t } = useWords();
  const format = useFormat();
  const total = following + blocked + unknown;
  if (total === 0) return null;
  return (
    <p className="numbers">
      {t('friends.sums', {
        count: total,
        number: format.number(total),
        following: format.number(following),
        unknown: format.number(unknown),
        blocked: format.number(blocked),
      })}
    </p>
  );
}

interface NobodyProps {
  filter: FriendFilter;
  hasChannels: boolean;
  maySync: boolean;
}

function Nobody({ filter, hasChannels, maySync }: NobodyProps) {
  const { t } = useWords();
  if (isFiltered(filter) || filter.page) {
    return (
      <Surface>
        <EmptyState icon="search-x" title={t('friends.nobodyFound')} text={t('friends.nobodyFoundText')} />
      </Surface>
    );
  }
  return (
    <Surface>
      <EmptyState
        drawing="customers"
        title={t('friends.nobody')}
        text={maySync ? t('friends.nobodyText') : t('friends.nobodyWaits')}
        action={
          !hasChannels && (
            <Button
              leftSection={<Icon name="radio" />}
              renderRoot={(props) => <Link to="/Channel" {...props} />}
            >
              {t('friends.toChannels')}
            </Button>
          )
        }
      />
    </Surface>
  );
}

/** Puts each step of a sync straight into what is shown; who it has found is fetched. */
function useSyncUpdates(): void {
  const queryClient = useQueryClient();
  useRealtimeRejoin(() => void queryClient.invalidateQueries({ queryKey: ['friends'] }));
  useRealtime(UPDATE_FRIEND_SYNC, ({ sync }) => {
    queryClient.setQueryData(syncsQuery.queryKey, (old) => withSync(old, sync));
    void queryClient.invalidateQueries({ queryKey: ['friends', 'list'] });
  });
}

interface FriendFiltersProps {
  filter: FriendFilter;
  channels: readonly ChannelView[];
  counts: Readonly<Record<(typeof FRIEND_STATES)[number], number>> | undefined;
  onChange: (change: FriendFilter) => void;
}

/** Words, state, tag, segment, channel and order of the friends that are listed. */
function FriendFilters({ filter, channels, counts, onChange }: FriendFiltersProps) {
  const { t } = useWords();
  const nameOptions = useNameOptions();
  const format = useFormat();
  const { data: tags = [] } = useQuery(tagsQuery);
  const setQ = useDebouncedCallback((q: string) => onChange({ q: q || undefined }), 250);
  const labelOf = (state: (typeof FRIEND_STATES)[number]): string => {
    const word = t(`friends.states.${state}`);
    return counts ? t('friends.counted', { word, number: format.number(counts[state]) }) : word;
  };
  return (
    <Group gap="xs">
      <TextInput
        flex="1 1 200px"
        maw={320}
        leftSection={<Icon name="search" />}
        placeholder={t('friends.search')}
        aria-label={t('friends.search')}
        defaultValue={filter.q ?? ''}
        maxLength={200}
        onChange={(event) => setQ(event.currentTarget.value)}
      />
      <Select
        flex="1 1 150px"
        maw={220}
        aria-label={t('friends.filterState')}
        placeholder={t('friends.everyState')}
        clearable
        data={FRIEND_STATES.map((value) => ({ value, label: labelOf(value) }))}
        value={filter.state ?? null}
        onChange={(value) => onChange({ state: FRIEND_STATES.find((one) => one === value) })}
      />
      <Select
        flex="1 1 150px"
        maw={220}
        aria-label={t('contact.tags.label')}
        placeholder={t('customers.filters.everyTag')}
        clearable
        searchable
        nothingFoundMessage={t('contact.noOption')}
        data={tags.map(({ uuid, name }) => ({ value: uuid, label: name }))}
        value={filter.tag ?? null}
        onChange={(value) => onChange({ tag: tags.find(({ uuid }) => uuid === value)?.uuid })}
      />
      <SegmentSelect
        flex="1 1 150px"
        maw={220}
        value={filter.segment ?? null}
        onChange={(segment) => onChange({ segment: segment ?? undefined })}
      />
      {channels.length > 1 && (
        <Select
          flex="1 1 150px"
          maw={220}
          aria-label={t('friends.filterChannel')}
          placeholder={t('friends.everyChannel')}
          clearable
          data={nameOptions(channels)}
          value={filter.channel ?? null}
          onChange={(value) => onChange({ channel: channels.find(({ uuid }) => uuid === value)?.uuid })}
        />
      )}
      <Select
        flex="1 1 150px"
        maw={220}
        aria-label={t('friends.order')}
        allowDeselect={false}
        data={SORTS.map((value) => ({ value, label: t(`friends.orders.${ORDER_WORDS[value]}`) }))}
        value={filter.sort ?? SORTS[0]}
        onChange={(value) => onChange({ sort: SORTS.find((one) => one === value && one !== SORTS[0]) })}
      />
    </Group>
  );
}

/** A minus has no place in a key of words. */
const ORDER_WORDS = {
  '-createdAt': 'newest',
  '-lastWroteAt': 'wrote',
  lastWroteAt: 'silent',
  name: 'name',
  '-name': 'nameBackwards',
  createdAt: 'oldest',
} as const;
