import { setAvailability } from '@hanasu/contract/inbox-work';
import { ActionIcon, Indicator, Loader, Menu, Popover, Skeleton, TextInput } from '@mantine/core';
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks';
import { useIsFetching, useQuery } from '@tanstack/react-query';
import { lazy, memo, Suspense, useEffect, useState } from 'react';
import { channelsQuery } from '../../../entities/channel/channels.queries.ts';
import { tagsQuery } from '../../../entities/contact/customers.queries.ts';
import { segmentsQuery } from '../../../entities/contact/segments.queries.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { Mark } from '../../../shell/layout/Mark.tsx';
import { conversationCountsQuery, meQuery } from '../../../shell/shell.queries.ts';
import { usePermission } from '../../../shell/use-permission.ts';
import { operatorsQuery } from '../inbox.queries.ts';
import { chosenSort, filtersOf, type InboxView, type Panel, TABS, type Tab } from '../inbox-view.ts';
import { useSetAvailability } from '../inbox-work.mutations.ts';
import { setSound, soundIsOn } from '../realtime/sound.ts';
import { ScrollRow } from '../ScrollRow.tsx';
import { useAfterDone } from '../use-done.ts';
import { countOf, type InboxFilter } from './conversation-list.ts';
import { useDaysWords } from './days.ts';
import classes from './List.module.css';
import { notificationPermission as permission } from './NotifyPrompt.tsx';

/** Fetched when the filters are first opened: lists to choose from are large. */
const FilterFields = lazy(async () => ({ default: (await import('./FilterFields.tsx')).FilterFields }));

interface FilterMenuProps {
  view: InboxView;
  onView: (change: Partial<InboxView>) => void;
}

/** Channel, colleague, unread, late, and the order: behind one button, because most days none is needed. */
function FilterMenu({ view, onView }: FilterMenuProps) {
  const { t } = useWords();
  const active = filtersOf(view) + (chosenSort(view) ? 1 : 0);
  const [isOpen, menu] = useDisclosure(false);
  return (
    <Popover
      width={300}
      position="bottom-end"
      shadow="md"
      withinPortal
      trapFocus
      withRoles
      opened={isOpen}
      onChange={menu.set}
    >
      <Indicator
        disabled={active === 0}
        label={<span aria-hidden>{active}</span>}
        size={16}
        offset={4}
        color="var(--accent-text)"
        classNames={{ indicator: classes.filterCount ?? '' }}
      >
        <Popover.Target>
          <ActionIcon
            variant={active > 0 ? 'light' : 'default'}
            size={30}
            aria-label={
              active > 0 ? t('inboxList.filter.active', { count: active }) : t('inboxList.filter.button')
            }
            title={t('inboxList.filter.button')}
            onClick={menu.toggle}
          >
            <Icon name="settings-2" size={15} />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown className={classes.filterPop ?? ''} aria-label={t('inboxList.filter.button')}>
        <Suspense fallback={<Skeleton height={420} aria-hidden />}>
          <FilterFields view={view} onView={onView} isActive={active > 0} onChosen={menu.close} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Which conversations are shown, with how many there are of each kind. */
function Tabs({ tab: shown, onTab }: { tab: Tab; onTab: (tab: Tab) => void }) {
  const { t } = useWords();
  const format = useFormat();
  const { data: counts } = useQuery(conversationCountsQuery);
  return (
    <ScrollRow className={classes.tabs ?? ''} navLabel={t('inbox.tabsLabel')} current={shown}>
      {TABS.map((tab) => (
        <button
          key={tab}
          type="button"
          className={classes.tab}
          aria-current={shown === tab ? 'page' : undefined}
          data-urgent={(tab === 'waiting' && (counts?.waiting ?? 0) > 0) || undefined}
          onClick={() => onTab(tab)}
        >
          {tab === 'snoozed' ? t('inboxList.tabs.snoozed') : t(`inbox.tabs.${tab}`)}
          {counts && counts[countOf(tab)] > 0 && (
            <span className={classes.tabCount}>{format.compact(counts[countOf(tab)])}</span>
          )}
        </button>
      ))}
    </ScrollRow>
  );
}

const NO_DAYS = { from: undefined, to: undefined };

interface FilterChipsProps {
  view: InboxView;
  onView: (change: Partial<InboxView>) => void;
}

/** The filters that narrow the list now; a press takes one away. */
function FilterChips({ view, onView }: FilterChipsProps) {
  const { t } = useWords();
  const { data: channels } = useQuery(channelsQuery);
  const { data: operators } = useQuery(operatorsQuery);
  const { data: segments } = useQuery({ ...segmentsQuery, enabled: view.segment !== undefined });
  const segment = segments?.find(({ uuid }) => uuid === view.segment);
  const { data: tags } = useQuery({ ...tagsQuery, enabled: view.tag !== undefined });
  const days = useDaysWords(view);
  const sort = chosenSort(view);
  if (filtersOf(view) === 0 && !sort) return null;
  const assignee =
    view.assignee === 'none'
      ? t('inboxList.filter.nobody')
      : operators?.find(({ uuid }) => uuid === view.assignee)?.name;
  const chips: readonly (readonly [keyof InboxView, string | undefined | false])[] = [
    ['channel', view.channel && (channels?.items.find(({ uuid }) => uuid === view.channel)?.name ?? '…')],
    ['segment', view.segment && (segment?.name ?? '…')],
    ['tag', view.tag && (tags?.find(({ uuid }) => uuid === view.tag)?.name ?? '…')],
    ['assignee', view.assignee && (assignee ?? '…')],
    ['unread', view.unread && t('inboxList.filter.unread')],
    ['late', view.late && t('inboxList.filter.late')],
    ['from', days],
    ['outcome', view.outcome && t(`inboxList.filter.outcomes.${view.outcome}`)],
    ['delivery', view.delivery && t(`inboxList.filter.deliveries.${view.delivery}`)],
    ['sort', sort && t(`inboxList.filter.sorts.${sort}`)],
  ];
  return (
    <div className={classes.chips}>
      {chips.map(
        ([name, words]) =>
          words && (
            <button
              key={name}
              type="button"
              className={classes.filterChip}
              aria-label={t('inboxList.filter.remove', { what: words })}
              onClick={() => onView(name === 'from' ? NO_DAYS : { [name]: undefined })}
            >
              {words} <Icon name="x" size={12} />
            </button>
          ),
      )}
    </div>
  );
}

/** Whether conversations may be given to me now. */
function AvailabilityButton() {
  const { t } = useWords();
  const may = usePermission(setAvailability);
  const { data: me } = useQuery(meQuery);
  const { data: operators } = useQuery(operatorsQuery);
  const { mutate, isPending } = useSetAvailability();
  const mine = operators?.find(({ uuid }) => uuid === me?.uuid);
  if (!may || !mine) return null;
  const state = t(`inboxList.availability.${mine.available ? 'available' : 'away'}`);
  return (
    <Menu position="bottom-start" width={250}>
      <Menu.Target>
        <button
          type="button"
          className={classes.availability}
          data-available={mine.available || undefined}
          aria-label={t('inboxList.availability.label', { state })}
          disabled={isPending}
        >
          <Icon name={mine.available ? 'check-circle-2' : 'moon'} size={13} />
          {state}
          <Icon name="chevron-down" size={12} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<Icon name={mine.available ? 'moon' : 'check-circle-2'} />}
          onClick={() => mutate(!mine.available)}
        >
          {t(`inboxList.availability.${mine.available ? 'goAway' : 'comeBack'}`)}
          <span className={classes.menuHelp}>{t('inboxList.availability.help')}</span>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

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
        <span className={classes.phoneMark}>
          <Mark height={24} />
        </span>
        <h1 className="display">{t('inbox.title')}</h1>
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
  const asked = useIsFetching({ predicate: ({ queryKey }) => isSearch(queryKey) });
  // From the first letter: the search begins when the typing pauses.
  const isBusy = text.trim() !== (q ?? '') || (isSearching && asked > 0);
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
      rightSection={isBusy ? <Loader size={14} /> : null}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

const isSearch = ([what, which, given]: readonly unknown[]): boolean =>
  what === 'conversations' &&
  (which === 'hits' || (which === 'list' && (given as InboxFilter | undefined)?.q !== undefined));

interface InboxMenuProps {
  onPanel: (panel: Panel) => void;
  /** Absent for whoever may change nothing. */
  onSelect: (() => void) | undefined;
}

/** What is needed now and then: canned replies, figures, sound and notifications. */
function InboxMenu({ onPanel, onSelect }: InboxMenuProps) {
  const { t } = useWords();
  const [isOn, setOn] = useState(soundIsOn);
  const [after, setAfter] = useAfterDone();
  const [asked, setAsked] = useState(permission);
  const toggle = () => {
    setSound(!isOn);
    setOn(!isOn);
  };
  return (
    <Menu position="bottom-end" width={270}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={32} aria-label={t('inboxList.menu.label')}>
          <Icon name="ellipsis" size={17} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {onSelect && (
          <Menu.Item leftSection={<Icon name="list-checks" />} onClick={onSelect}>
            {t('inboxList.menu.select')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<Icon name="zap" />} onClick={() => onPanel('canned')}>
          {t('inboxList.menu.canned')}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="activity" />} onClick={() => onPanel('report')}>
          {t('inboxList.menu.report')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          closeMenuOnClick={false}
          leftSection={<Icon name={isOn ? 'bell-ring' : 'bell'} />}
          onClick={toggle}
        >
          {t(`inboxList.menu.${isOn ? 'soundOn' : 'soundOff'}`)}
        </Menu.Item>
        <Menu.Item
          closeMenuOnClick={false}
          leftSection={<Icon name="check-circle-2" />}
          onClick={() => setAfter(after === 'next' ? 'stay' : 'next')}
        >
          {t(`inboxList.menu.${after === 'next' ? 'afterNext' : 'afterStay'}`)}
        </Menu.Item>
        {asked === 'default' && (
          <Menu.Item
            leftSection={<Icon name="monitor" />}
            onClick={() => void Notification.requestPermission().then(setAsked)}
          >
            {t('inboxList.menu.notify')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
