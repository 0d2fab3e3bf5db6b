import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { memo, useEffect, useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import type { InboxView, Panel } from '../inbox-view.ts';
import { AvailabilityButton } from './AvailabilityButton.tsx';
import { FilterChips } from './FilterChips.tsx';
import { FilterMenu } from './FilterMenu.tsx';
import { InboxMenu } from './InboxMenu.tsx';
import classes from './List.module.css';
import { Tabs } from './Tabs.tsx';

interface ListHeadProps {
  view: InboxView;
  onView: (change: Partial<InboxView>) => void;
  onPanel: (panel: Panel) => void;
  onSelect: (() => void) | undefined;
}

/** Title, whether I am there, search, filters, and the tabs with their counts. What happens in the list leaves it alone. */
export const ListHead = memo(function ListHead({ view, onView, onPanel, onSelect }: ListHeadProps) {
  const { t } = useWords();
  return (
    <header className={classes.listHead}>
      <div className={classes.listTitle}>
        <h1>{t('inbox.title')}</h1>
        <AvailabilityButton />
        <span className={classes.listTitleEnd}>
          <InboxMenu onPanel={onPanel} onSelect={onSelect} />
        </span>
      </div>
      <div className={classes.filters}>
        <SearchField q={view.q} onSearch={(q) => onView({ q })} />
        <FilterMenu view={view} onView={onView} />
      </div>
      <FilterChips view={view} onView={onView} />
      <Tabs tab={view.tab} onTab={(tab) => onView({ tab })} />
    </header>
  );
});

interface SearchFieldProps {
  q: string | undefined;
  onSearch: (q: string | undefined) => void;
}

function SearchField({ q, onSearch }: SearchFieldProps) {
  const { t } = useWords();
  const [text, setText] = useState(q ?? '');
  const isSearching = q !== undefined;
  useEffect(() => {
    if (!isSearching) setText('');
  }, [isSearching]);
  const search = useDebouncedCallback((value: string) => onSearch(value.trim() || undefined), 250);
  const change = (value: string) => {
    setText(value);
    search(value);
  };
  return (
    <TextInput
      className={classes.search ?? ''}
      size="xs"
      type="search"
      leftSection={<Icon name="search" size={14} />}
      placeholder={t('inbox.search')}
      aria-label={t('inbox.search')}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
