import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { channelsQuery } from '../../../entities/channel/channels.queries.ts';
import { ownersQuery, tagsQuery } from '../../../entities/contact/customers.queries.ts';
import { SegmentSelect } from '../../../entities/contact/SegmentSelect.tsx';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { useNameOptions } from '../../../shell/name-options.ts';
import { meQuery } from '../../../shell/shell.queries.ts';
import type { CustomerFilter } from './customers.queries.ts';

const SEARCH_DELAY_MS = 250;

interface CustomerFiltersProps {
  filter: CustomerFilter;
  /** The page is about one channel: another takes its place, but there is always one. */
  hasOneChannel: boolean;
  onChange: (change: CustomerFilter) => void;
  onNewSegment: () => void;
}

/** Words, tag, owner and channel of the customers that are listed. */
export function CustomerFilters({ filter, hasOneChannel, onChange, onNewSegment }: CustomerFiltersProps) {
  const { t } = useWords();
  const nameOptions = useNameOptions();
  const { data: tags = [] } = useQuery(tagsQuery);
  const channels = useQuery(channelsQuery).data?.items ?? [];
  const field = { flex: '1 1 150px', maw: 220, clearable: true } as const;
  const isNarrowed =
    filter.q ||
    filter.tag ||
    filter.owner ||
    filter.segmentUuid ||
    filter.segment ||
    filter.import ||
    (!hasOneChannel && filter.channel);
  return (
    <>
      <SearchField q={filter.q ?? ''} onChange={(q) => onChange({ q: q || undefined })} />
      <Select
        {...field}
        aria-label={t('contact.tags.label')}
        placeholder={t('customers.filters.everyTag')}
        searchable
        nothingFoundMessage={t('contact.noOption')}
        data={tags.map(({ uuid, name }) => ({ value: uuid, label: name }))}
        value={filter.tag ?? null}
        onChange={(value) => onChange({ tag: tags.find(({ uuid }) => uuid === value)?.uuid })}
      />
      <OwnerFilter owner={filter.owner} onChange={(owner) => onChange({ owner })} />
      {(channels.length > 1 || filter.channel) && (
        <Select
          {...field}
          clearable={!hasOneChannel}
          allowDeselect={!hasOneChannel}
          aria-label={t('customers.columns.channels')}
          placeholder={t('customers.filters.everyChannel')}
          data={nameOptions(channels)}
          value={filter.channel ?? null}
          onChange={(value) => onChange({ channel: channels.find(({ uuid }) => uuid === value)?.uuid })}
        />
      )}
      <SegmentSelect
        flex="1 1 150px"
        maw={220}
        hasArchived
        value={filter.segmentUuid ?? null}
        onChange={(uuid) => onChange({ segmentUuid: uuid ?? undefined, segment: undefined })}
      />
      <Button variant="default" leftSection={<Icon name="plus" />} onClick={onNewSegment}>
        {t('segments.new')}
      </Button>
      {filter.import && (
        <Button
          variant="light"
          rightSection={<Icon name="x" />}
          onClick={() => onChange({ import: undefined })}
        >
          {t('customers.filters.ofImport')}
        </Button>
      )}
      {isNarrowed && (
        <Button
          variant="subtle"
          color="gray"
          leftSection={<Icon name="x" />}
          onClick={() =>
            onChange({
              q: undefined,
              tag: undefined,
              owner: undefined,
              segmentUuid: undefined,
              segment: undefined,
              import: undefined,
              ...(hasOneChannel ? {} : { channel: undefined }),
            })
          }
        >
          {t('customers.filters.clear')}
        </Button>
      )}
    </>
  );
}

/** Asks when the person stops typing; follows the address when it changes by itself. */
function SearchField({ q, onChange }: { q: string; onChange: (q: string) => void }) {
  const { t } = useWords();
  const [typed, setTyped] = useState(q);
  const ask = useDebouncedCallback(onChange, SEARCH_DELAY_MS);
  useEffect(() => setTyped(q), [q]);
  return (
    <TextInput
      flex="3 1 280px"
      maw={420}
      type="search"
      leftSection={<Icon name="search" />}
      placeholder={t('customers.filters.search')}
      aria-label={t('customers.filters.search')}
      value={typed}
      maxLength={200}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        ask(event.currentTarget.value.trim());
      }}
    />
  );
}

function OwnerFilter({
  owner,
  onChange,
}: {
  owner: CustomerFilter['owner'];
  onChange: (owner: CustomerFilter['owner']) => void;
}) {
  const { t } = useWords();
  const { data: me } = useQuery(meQuery);
  const { data: members = [] } = useQuery(ownersQuery);
  const mine = members.filter(({ uuid }) => uuid === me?.uuid);
  const others = members.filter(({ uuid }) => uuid !== me?.uuid);
  const options = [
    ...mine.map(({ uuid, name }) => ({ value: uuid, label: t('customers.filters.mine', { name }) })),
    { value: 'none' as const, label: t('customers.filters.noOwner') },
    ...others.map(({ uuid, name }) => ({ value: uuid, label: name })),
  ];
  return (
    <Select
      flex="1 1 150px"
      maw={220}
      clearable
      aria-label={t('contact.facts.owner')}
      placeholder={t('customers.filters.everyOwner')}
      data={options}
      value={owner ?? null}
      onChange={(value) => onChange(options.find((option) => option.value === value)?.value)}
    />
  );
}
