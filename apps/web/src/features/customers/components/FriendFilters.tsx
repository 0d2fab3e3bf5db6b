import type { ChannelView } from '@hanasu/contract/channels';
import { FRIEND_STATES } from '@hanasu/contract/friends';
import { Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import { SORTS } from '../friend-sorts.ts';
import type { FriendFilter } from '../friends.queries.ts';

interface FriendFiltersProps {
  filter: FriendFilter;
  channels: readonly ChannelView[];
  counts: Readonly<Record<(typeof FRIEND_STATES)[number], number>> | undefined;
  onChange: (change: FriendFilter) => void;
}

/** Words, channel, state and order of the friends that are listed. */
export function FriendFilters({ filter, channels, counts, onChange }: FriendFiltersProps) {
  const { t } = useWords();
  const format = useFormat();
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
      {channels.length > 1 && (
        <Select
          flex="1 1 150px"
          maw={220}
          aria-label={t('friends.filterChannel')}
          placeholder={t('friends.everyChannel')}
          clearable
          data={channels.map(({ uuid, name }) => ({ value: uuid, label: name }))}
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
