import type { InboxViewId } from '@hanasu/contract/ids';
import { CONVERSATION_OUTCOMES, UNDELIVERED } from '@hanasu/contract/inbox';
import { INBOX_VIEWS_MAX, type SavedInboxView } from '@hanasu/contract/inbox-work';
import { PERIODS } from '@hanasu/contract/insights';
import { foldForSearch } from '@hanasu/contract/text';
import { ActionIcon, Button, SegmentedControl, Select, Stack, Switch, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { channelsQuery } from '../../../entities/channel/channels.queries.ts';
import { tagsQuery } from '../../../entities/contact/customers.queries.ts';
import { SegmentSelect } from '../../../entities/contact/SegmentSelect.tsx';
import { useWords } from '../../../i18n/use-words.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { newId } from '../../../shell/new-id.ts';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { meQuery } from '../../../shell/shell.queries.ts';
import { inboxViewsQuery, operatorsQuery, savedFilterOf, viewOfSaved } from '../inbox.queries.ts';
import { type InboxView, PLAIN_VIEW, type Sort, usualSort } from '../inbox-view.ts';
import { useSaveViews } from '../inbox-work.mutations.ts';
import { startOf } from './days.ts';
import classes from './List.module.css';

interface FilterFieldsProps {
  view: InboxView;
  onView: (change: Partial<InboxView>) => void;
  isActive: boolean;
  /** A saved view was chosen. */
  onChosen: () => void;
}

const { tab: _tab, q: _q, ...NO_FILTERS } = PLAIN_VIEW;

/** Saved views, then channel, segment, tag, colleague, days, outcome, unread, late, and the order. */
export function FilterFields({ view, onView, isActive, onChosen }: FilterFieldsProps) {
  const { t } = useWords();
  return (
    <Stack gap="sm">
      <SavedViews view={view} onView={onView} onChosen={onChosen} />
      <ChannelFilter view={view} onView={onView} />
      <SegmentSelect
        size="xs"
        label={t('contact.segments.label')}
        comboboxProps={{ withinPortal: false }}
        value={view.segment ?? null}
        onChange={(segment) => onView({ segment: segment ?? undefined })}
      />
      <TagFilter view={view} onView={onView} />
      <AssigneeFilter view={view} onView={onView} />
      <HappenedFilter view={view} onView={onView} />
      <Switch
        label={t('inboxList.filter.unread')}
        checked={view.unread === true}
        onChange={(event) => onView({ unread: event.currentTarget.checked || undefined })}
      />
      <Switch
        label={t('inboxList.filter.late')}
        checked={view.late === true}
        onChange={(event) => onView({ late: event.currentTarget.checked || undefined })}
      />
      <div>
        <p className={classes.filterLabel} id="inbox-order">
          {t('inboxList.filter.sort')}
        </p>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-labelledby="inbox-order"
          value={view.sort ?? usualSort(view.tab)}
          data={(['recent', 'waiting'] as const).map((value) => ({
            value,
            label: t(`inboxList.filter.sorts.${value}`),
          }))}
          onChange={(value) => onView({ sort: value === usualSort(view.tab) ? undefined : (value as Sort) })}
        />
      </div>
      {isActive && (
        <Button variant="default" size="xs" onClick={() => onView(NO_FILTERS)}>
          {t('inboxList.filter.clear')}
        </Button>
      )}
    </Stack>
  );
}

type FieldProps = Pick<FilterFieldsProps, 'view' | 'onView'>;

function ChannelFilter({ view, onView }: FieldProps) {
  const { t } = useWords();
  const { data: channels } = useQuery(channelsQuery);
  const items = channels?.items ?? [];
  return (
    <Select
      size="xs"
      clearable
      label={t('inbox.channel')}
      placeholder={t('inbox.allChannels')}
      value={view.channel ?? null}
      data={items.map(({ uuid, name }) => ({ value: uuid as string, label: name }))}
      comboboxProps={{ withinPortal: false }}
      onChange={(value) => onView({ channel: items.find(({ uuid }) => uuid === value)?.uuid })}
    />
  );
}

/** Archived tags are offered only where the address names one. */
function TagFilter({ view, onView }: FieldProps) {
  const { t } = useWords();
  const { data: tags = [] } = useQuery(tagsQuery);
  const offered = tags.filter(({ uuid, archivedAt }) => archivedAt === null || uuid === view.tag);
  return (
    <Select
      size="xs"
      clearable
      searchable
      label={t('inboxList.filter.tag')}
      placeholder={t('inboxList.filter.anyTag')}
      nothingFoundMessage={t('contact.noOption')}
      value={view.tag ?? null}
      data={offered.map(({ uuid, name }) => ({ value: uuid as string, label: name }))}
      comboboxProps={{ withinPortal: false }}
      onChange={(value) => onView({ tag: offered.find(({ uuid }) => uuid === value)?.uuid })}
    />
  );
}

/** Since when the customer wrote, and what became of it. */
function HappenedFilter({ view, onView }: FieldProps) {
  const { t } = useWords();
  const { data: me } = useQuery(meQuery);
  const timeZone = me?.account.timeZone ?? 'UTC';
  const chosen = PERIODS.find((days) => view.to === undefined && view.from === startOf(timeZone, days));
  return (
    <>
      <Select
        size="xs"
        clearable
        label={t('inboxList.filter.days')}
        placeholder={t('inboxList.filter.ever')}
        value={chosen ?? null}
        data={PERIODS.map((days) => ({ value: days, label: t('inboxList.filter.lastDays', { days }) }))}
        comboboxProps={{ withinPortal: false }}
        onChange={(value) => {
          const days = PERIODS.find((each) => each === value);
          onView({ from: days && startOf(timeZone, days), to: undefined });
        }}
      />
      <Select
        size="xs"
        clearable
        label={t('inboxList.filter.outcome')}
        placeholder={t('inboxList.filter.anyOutcome')}
        value={view.outcome ?? null}
        data={CONVERSATION_OUTCOMES.map((outcome) => ({
          value: outcome,
          label: t(`inboxList.filter.outcomes.${outcome}`),
        }))}
        comboboxProps={{ withinPortal: false }}
        onChange={(value) => onView({ outcome: CONVERSATION_OUTCOMES.find((each) => each === value) })}
      />
      <Select
        size="xs"
        clearable
        label={t('inboxList.filter.delivery')}
        placeholder={t('inboxList.filter.anyOutcome')}
        value={view.delivery ?? null}
        data={UNDELIVERED.map((state) => ({
          value: state,
          label: t(`inboxList.filter.deliveries.${state}`),
        }))}
        comboboxProps={{ withinPortal: false }}
        onChange={(value) => onView({ delivery: UNDELIVERED.find((each) => each === value) })}
      />
    </>
  );
}

function AssigneeFilter({ view, onView }: FieldProps) {
  const { t } = useWords();
  const { data: me } = useQuery(meQuery);
  const { data: operators = [] } = useQuery(operatorsQuery);
  // What is assigned to me is the tab of that name.
  const value = view.assignee ?? (view.tab === 'mine' ? (me?.uuid ?? null) : null);
  const choose = (chosen: string | null) => {
    const isMe = chosen !== null && chosen === me?.uuid;
    const tab = isMe ? 'mine' : view.tab === 'mine' ? 'all' : view.tab;
    const other = chosen === 'none' ? 'none' : operators.find(({ uuid }) => uuid === chosen)?.uuid;
    onView({ tab, assignee: isMe ? undefined : other });
  };
  return (
    <Select
      size="xs"
      clearable
      label={t('inboxList.filter.assignee')}
      placeholder={t('inboxList.filter.anybody')}
      value={value}
      data={[
        { value: 'none', label: t('inboxList.filter.nobody') },
        ...operators.map(({ uuid, name }) => ({
          value: uuid as string,
          label: uuid === me?.uuid ? t('inboxList.filter.me', { name }) : name,
        })),
      ]}
      comboboxProps={{ withinPortal: false }}
      onChange={choose}
    />
  );
}

/** My views, and what can be done with them. */
function useViews(view: InboxView) {
  const { t } = useWords();
  const { data: me } = useQuery(meQuery);
  const { data: views } = useQuery(inboxViewsQuery);
  const { mutate: save, error } = useSaveViews();
  if (!me || !views) return null;
  const { timeZone } = me.account;
  const current = savedFilterOf(view, timeZone);
  const isCurrent = ({ filter }: SavedInboxView) =>
    JSON.stringify(current) === JSON.stringify(savedFilterOf(viewOfSaved(filter, timeZone), timeZone));
  const isNarrowed = Object.keys(current).length > 1 || current.tab !== 'all';
  return {
    views,
    error,
    current,
    isCurrent,
    /** Something is shown that no view holds yet. */
    isNew: isNarrowed && views.length < INBOX_VIEWS_MAX && !views.some(isCurrent),
    isTaken: (name: string, except?: InboxViewId) =>
      views.some((each) => each.uuid !== except && foldForSearch(each.name) === foldForSearch(name)),
    viewOf: ({ filter }: SavedInboxView) => viewOfSaved(filter, timeZone),
    add: (name: string) =>
      save([...views, { uuid: newId() as string as InboxViewId, name, filter: current }]),
    rename: (uuid: InboxViewId, name: string) =>
      save(views.map((each) => (each.uuid === uuid ? { ...each, name } : each))),
    remove({ uuid, name }: SavedInboxView) {
      save(views.filter((each) => each.uuid !== uuid));
      const id = `view-${uuid}`;
      const undo = () => {
        toasts.remove(id);
        save(views);
      };
      const action = { label: t('inboxList.done.undo'), onClick: undo };
      toasts.add({ title: t('inboxList.views.deleted', { name }), action }, id);
    },
  };
}
type Views = NonNullable<ReturnType<typeof useViews>>;

/** My own views: opened, renamed and deleted here; what is shown now can be saved as another one. */
function SavedViews({ view, onView, onChosen }: Omit<FilterFieldsProps, 'isActive'>) {
  const { t } = useWords();
  const own = useViews(view);
  if (!own || (own.views.length === 0 && !own.isNew)) return null;
  const open = (chosen: SavedInboxView) => {
    onView(own.viewOf(chosen));
    onChosen();
  };
  return (
    <section className={classes.views} aria-label={t('inboxList.views.title')}>
      {own.views.length > 0 && <p className={classes.filterLabel}>{t('inboxList.views.title')}</p>}
      <ul>
        {own.views.map((each) => (
          <SavedView key={each.uuid} view={each} own={own} onOpen={() => open(each)} />
        ))}
      </ul>
      {own.isNew && (
        <ViewName
          key={JSON.stringify(own.current)}
          label={t('inboxList.views.saveAs')}
          isTaken={own.isTaken}
          onSave={own.add}
        />
      )}
      {own.error && (
        <p className={classes.viewFault} role="alert">
          {errorMessage(own.error)}
        </p>
      )}
    </section>
  );
}

function SavedView({ view, own, onOpen }: { view: SavedInboxView; own: Views; onOpen: () => void }) {
  const { t } = useWords();
  const [isRenaming, renaming] = useDisclosure(false);
  const { uuid, name } = view;
  if (isRenaming) {
    return (
      <li>
        <ViewName
          start={name}
          isTaken={(given) => own.isTaken(given, uuid)}
          onSave={(given) => {
            own.rename(uuid, given);
            renaming.close();
          }}
          onCancel={renaming.close}
        />
      </li>
    );
  }
  const button = { variant: 'subtle', color: 'gray', size: 28 } as const;
  return (
    <li>
      <button
        type="button"
        className={classes.view}
        aria-current={own.isCurrent(view) || undefined}
        onClick={onOpen}
      >
        {name}
      </button>
      <ActionIcon {...button} aria-label={t('inboxList.views.rename', { name })} onClick={renaming.open}>
        <Icon name="pencil" size={13} />
      </ActionIcon>
      <ActionIcon
        {...button}
        aria-label={t('inboxList.views.delete', { name })}
        onClick={() => own.remove(view)}
      >
        <Icon name="trash-2" size={13} />
      </ActionIcon>
    </li>
  );
}

interface ViewNameProps {
  /** Stands above the field; absent: only screen readers get a name. */
  label?: string;
  start?: string;
  isTaken: (name: string) => boolean;
  onSave: (name: string) => void;
  onCancel?: () => void;
}

function ViewName({ label, start = '', isTaken, onSave, onCancel }: ViewNameProps) {
  const { t } = useWords();
  const [name, setName] = useState(start);
  const isFault = isTaken(name.trim());
  return (
    <form
      className={classes.viewName}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '' && !isFault) onSave(name.trim());
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !onCancel) return;
        event.stopPropagation();
        onCancel();
      }}
    >
      <TextInput
        size="xs"
        {...(label ? { label } : { 'aria-label': t('inboxList.views.name') })}
        placeholder={t('inboxList.views.placeholder')}
        value={name}
        maxLength={60}
        autoComplete="off"
        error={isFault && t('inboxList.views.taken')}
        onChange={(event) => setName(event.currentTarget.value)}
        {...(onCancel ? { autoFocus: true } : {})}
      />
      <Button type="submit" size="xs" variant="default" disabled={name.trim() === '' || isFault}>
        {t('shell.save')}
      </Button>
    </form>
  );
}
