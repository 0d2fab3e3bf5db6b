import { CONVERSATION_OUTCOMES, UNDELIVERED } from '@hanasu/contract/inbox';
import { PERIODS } from '@hanasu/contract/insights';
import { Button, SegmentedControl, Select, Stack, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { channelsQuery } from '../../../entities/channel/channels.queries.ts';
import { SegmentSelect } from '../../../entities/contact/SegmentSelect.tsx';
import { useWords } from '../../../i18n/use-words.ts';
import { meQuery } from '../../../shell/shell.queries.ts';
import { operatorsQuery } from '../inbox.queries.ts';
import { type InboxView, PLAIN_VIEW, type Sort, usualSort } from '../inbox-view.ts';
import { startOf } from './days.ts';
import classes from './List.module.css';

interface FilterFieldsProps {
  view: InboxView;
  onView: (change: Partial<InboxView>) => void;
  isActive: boolean;
}

const { tab: _tab, q: _q, ...NO_FILTERS } = PLAIN_VIEW;

/** Channel, segment, colleague, days, outcome, unread, late, and the order. */
export function FilterFields({ view, onView, isActive }: FilterFieldsProps) {
  const { t } = useWords();
  return (
    <Stack gap="sm">
      <ChannelFilter view={view} onView={onView} />
      <SegmentSelect
        size="xs"
        label={t('contact.segments.label')}
        comboboxProps={{ withinPortal: false }}
        value={view.segment ?? null}
        onChange={(segment) => onView({ segment: segment ?? undefined })}
      />
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

type FieldProps = Omit<FilterFieldsProps, 'isActive'>;

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
