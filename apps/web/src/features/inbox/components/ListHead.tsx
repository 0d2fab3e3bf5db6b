import { Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import { channelsQuery } from '../../channels/channels.queries.ts';
import { tabCountsQuery } from '../inbox.queries.ts';
import { type InboxView, TABS } from '../inbox-view.ts';
import classes from './List.module.css';
import { NotifyButton } from './NotifyButton.tsx';

interface ListHeadProps {
  view: InboxView;
  onView: (change: Partial<InboxView>) => void;
}

/** Title, search, channel filter and the tabs with their counts. */
export function ListHead({ view, onView }: ListHeadProps) {
  const { t } = useWords();
  const { data: channels } = useQuery(channelsQuery);
  const [text, setText] = useState(view.q ?? '');
  const isSearching = view.q !== undefined;
  useEffect(() => {
    if (!isSearching) setText('');
  }, [isSearching]);
  const search = useDebouncedCallback((value: string) => onView({ q: value.trim() || undefined }), 250);
  return (
    <header className={classes.listHead}>
      <div className={classes.listTitle}>
        <h1>{t('inbox.title')}</h1>
        <NotifyButton />
      </div>
      <div className={classes.filters}>
        <TextInput
          className={classes.search ?? ''}
          size="xs"
          leftSection={<Icon name="search" size={14} />}
          placeholder={t('inbox.search')}
          aria-label={t('inbox.search')}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            search(event.currentTarget.value);
          }}
        />
        {(channels?.items.length ?? 0) > 1 && (
          <Select
            className={classes.channelFilter ?? ''}
            size="xs"
            clearable
            placeholder={t('inbox.allChannels')}
            aria-label={t('inbox.channel')}
            value={view.channel ?? null}
            data={channels?.items.map(({ uuid, name }) => ({ value: uuid as string, label: name })) ?? []}
            onChange={(value) =>
              onView({ channel: channels?.items.find(({ uuid }) => uuid === value)?.uuid })
            }
          />
        )}
      </div>
      <Tabs view={view} onView={onView} />
    </header>
  );
}

function Tabs({ view, onView }: ListHeadProps) {
  const { t } = useWords();
  const format = useFormat();
  const { data: counts } = useQuery(tabCountsQuery);
  return (
    <nav className={classes.tabs} aria-label={t('inbox.tabsLabel')}>
      {TABS.map((tab) => (
        <button
          key={tab}
          type="button"
          className={classes.tab}
          aria-current={view.tab === tab ? 'page' : undefined}
          data-urgent={(tab === 'waiting' && (counts?.waiting ?? 0) > 0) || undefined}
          onClick={() => onView({ tab })}
        >
          {t(`inbox.tabs.${tab}`)}
          {counts && counts[tab] > 0 && (
            <span className={classes.tabCount}>{format.compact(counts[tab])}</span>
          )}
        </button>
      ))}
    </nav>
  );
}
