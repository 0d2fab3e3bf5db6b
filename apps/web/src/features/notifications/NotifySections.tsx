import {
  NARROWED_EVENTS,
  type NarrowedEvent,
  NOTIFY_EVENTS,
  NOTIFY_WAYS,
  type NotifyEvent,
  type NotifySettings,
  type NotifyView,
} from '@hanasu/contract/notify';
import { publishPost } from '@hanasu/contract/posts';
import { Alert, Button, Checkbox, Group, Select, Stack, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { SegmentSelect } from '../../entities/contact/SegmentSelect.tsx';
import { LOCALE_TAGS } from '../../i18n/locales.ts';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { CopyButton } from '../../shell/clipboard/CopyButton.tsx';
import { ErrorNotice } from '../../shell/components/ErrorNotice.tsx';
import { SettingsSection } from '../../shell/components/SettingsSection.tsx';
import { StackedSection } from '../../shell/components/StackedSection.tsx';
import { timeZoneChoices } from '../../shell/time-zones.ts';
import { usePermission } from '../../shell/use-permission.ts';
import classes from './Notify.module.css';
import { notifyQuery, useLinkChannel, useUnlinkChannel } from './notify.queries.ts';
import { TestButton } from './TestButton.tsx';

const HIDDEN: ReadonlySet<NotifyEvent> = new Set(['model_key_refused', 'tokens_expiring', 'budget_used']);
const EVENTS = NOTIFY_EVENTS.filter((event) => !HIDDEN.has(event));

/** What happens by how one is told. */
export function RulesSection({ view }: { view: NotifyView }) {
  const { t } = useWords();
  const mayPublish = usePermission(publishPost);
  const shown = EVENTS.filter((event) => event !== 'post_failed' || mayPublish);
  return (
    <StackedSection title={t('notify.rules')} text={t('notify.rulesText')}>
      <table className={classes.rules}>
        <thead>
          <tr>
            <th scope="col">{t('notify.event')}</th>
            {NOTIFY_WAYS.map((way) => (
              <th key={way} scope="col">
                {t(`notify.ways.${way}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((event) => (
            <RuleRow key={event} event={event} view={view} />
          ))}
        </tbody>
      </table>
      <Controller<NotifySettings, 'onlyMine'>
        name="onlyMine"
        render={({ field }) => (
          <Switch
            mt="md"
            label={t('notify.onlyMine')}
            checked={field.value}
            onChange={(event) => field.onChange(event.currentTarget.checked)}
            ref={field.ref}
          />
        )}
      />
    </StackedSection>
  );
}

const isNarrowed = (event: NotifyEvent): event is NarrowedEvent =>
  NARROWED_EVENTS.some((narrowed) => narrowed === event);

const REASONS = ['segment_missing', 'archived', 'field_hidden'] as const;

/** Customers in one segment only; a segment that stopped to work says so until another one is chosen. */
function RuleSegment({ event, view }: { event: NarrowedEvent; view: NotifyView }) {
  const { t } = useWords();
  const { control } = useFormContext<NotifySettings>();
  const broken = view.brokenRules.find((rule) => rule.event === event);
  const reason = REASONS.find((one) => one === broken?.reason) ?? 'other';
  return (
    <Controller
      control={control}
      name={`narrowedTo.${event}`}
      render={({ field }) => (
        <SegmentSelect
          className={classes.segment}
          aria-label={t('notify.segmentOf', { event: t(`notifications.events.${event}`) })}
          placeholder={t('notify.everyCustomer')}
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          error={
            broken && field.value === view.settings.narrowedTo[event] && t(`notify.brokenSegment.${reason}`)
          }
        />
      )}
    />
  );
}

function RuleRow({ event, view }: { event: NotifyEvent; view: NotifyView }) {
  const { t } = useWords();
  const { control } = useFormContext<NotifySettings>();
  const label = t(`notifications.events.${event}`);
  return (
    <tr>
      <th scope="row">
        {label}
        <span className={classes.help}>{t(`notify.eventHelp.${event}`)}</span>
        {isNarrowed(event) && <RuleSegment event={event} view={view} />}
      </th>
      {NOTIFY_WAYS.map((way) => (
        <td key={way} data-way={t(`notify.ways.${way}`)}>
          <Controller
            control={control}
            name={`rules.${way}`}
            render={({ field }) => (
              <Checkbox
                size="md"
                aria-label={t('notify.tick', { event: label, way: t(`notify.ways.${way}`) })}
                checked={field.value.includes(event)}
                onChange={(change) =>
                  field.onChange(withOrWithout(field.value, event, change.currentTarget.checked))
                }
              />
            )}
          />
        </td>
      ))}
    </tr>
  );
}

/** Always in the same order, so that what was ticked and unticked is unchanged. */
const withOrWithout = (events: readonly NotifyEvent[], event: NotifyEvent, isIn: boolean): NotifyEvent[] =>
  inOrder(isIn ? [...events, event] : events.filter((one) => one !== event));

const inOrder = (events: readonly NotifyEvent[]): NotifyEvent[] =>
  NOTIFY_EVENTS.filter((event) => events.includes(event));

const usual = (): NonNullable<NotifySettings['quiet']> => ({
  from: '22:00',
  until: '07:00',
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  days: [0, 1, 2, 3, 4, 5, 6],
});

export function QuietSection() {
  const { t } = useWords();
  const { control } = useFormContext<NotifySettings>();
  const quiet = useWatch({ control, name: 'quiet' });
  return (
    <SettingsSection title={t('notify.quiet')} text={t('notify.quietText')}>
      <Stack gap="md">
        <Controller
          control={control}
          name="quiet"
          render={({ field }) => (
            <Switch
              label={t('notify.quietOn')}
              checked={field.value !== null}
              onChange={(event) => field.onChange(event.currentTarget.checked ? usual() : null)}
              ref={field.ref}
            />
          )}
        />
        {quiet && <Hours />}
      </Stack>
    </SettingsSection>
  );
}

/** 2023-01-01 was a Sunday. */
const dayName = (day: number, tag: string): string =>
  new Intl.DateTimeFormat(tag, { weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(2023, 0, 1 + day));

function Hours() {
  const { t, locale } = useWords();
  const { firstDayOfWeek } = useFormat();
  const { control, register, formState } = useFormContext<NotifySettings>();
  const zones = useMemo(() => timeZoneChoices(locale), [locale]);
  const days = Array.from({ length: 7 }, (_, index) => (index + firstDayOfWeek) % 7);
  const errors = formState.errors.quiet;
  return (
    <>
      <div className={classes.times}>
        <TextInput
          type="time"
          label={t('notify.from')}
          {...register('quiet.from')}
          error={errors?.from?.message}
        />
        <TextInput
          type="time"
          label={t('notify.until')}
          {...register('quiet.until')}
          error={errors?.until?.message}
        />
      </div>
      <Controller
        control={control}
        name="quiet.days"
        render={({ field }) => (
          <Checkbox.Group
            label={t('notify.days')}
            value={(field.value ?? []).map(String)}
            onChange={(chosen) => field.onChange(chosen.map(Number).toSorted())}
          >
            <Group gap="md" mt="xs">
              {days.map((day) => (
                <Checkbox key={day} value={String(day)} label={dayName(day, LOCALE_TAGS[locale])} />
              ))}
            </Group>
          </Checkbox.Group>
        )}
      />
      <Controller
        control={control}
        name="quiet.timeZone"
        render={({ field, fieldState }) => (
          <Select
            label={t('notify.timeZone')}
            data={zones}
            searchable
            allowDeselect={false}
            maw={360}
            value={field.value}
            onChange={field.onChange}
            error={fieldState.error?.message}
          />
        )}
      />
    </>
  );
}

type Linkable = NotifyView['links'][number];

export function PhoneSection({ links }: { links: readonly Linkable[] }) {
  const { t } = useWords();
  return (
    <SettingsSection title={t('notify.phone')} text={t('notify.phoneText')}>
      {links.length === 0 && (
        <div className={classes.row}>
          <p>{t('notify.noChannels')}</p>
          <Button variant="default" renderRoot={(props) => <Link to="/Channel" {...props} />}>
            {t('notify.toChannels')}
          </Button>
        </div>
      )}
      {links.map((link) => (
        <LinkRow key={link.channelUuid} link={link} />
      ))}
      {links.some(({ linkedAt }) => linkedAt !== null) && <TestButton way="channel" />}
    </SettingsSection>
  );
}

function LinkRow({ link: { channelUuid, name, linkedAt } }: { link: Linkable }) {
  const { t } = useWords();
  const { ago } = useFormat();
  const begin = useLinkChannel();
  const unlink = useUnlinkChannel();
  const isLinked = linkedAt !== null;
  const error = begin.error ?? unlink.error;
  return (
    <>
      <div className={classes.row}>
        <div>
          <p>{name}</p>
          <p className={classes.dim} role="status">
            {isLinked ? t('notify.linked', { when: ago(linkedAt) }) : t('notify.notLinked')}
          </p>
        </div>
        <Button
          variant="default"
          loading={begin.isPending || unlink.isPending}
          aria-label={t(isLinked ? 'notify.unlinkOf' : 'notify.linkOf', { name })}
          onClick={() => (isLinked ? unlink.mutate(channelUuid) : begin.mutate(channelUuid))}
        >
          {t(isLinked ? 'notify.unlink' : 'notify.link')}
        </Button>
      </div>
      {error && <ErrorNotice error={error} />}
      {!isLinked && begin.data && <Code name={name} {...begin.data} />}
    </>
  );
}

const LOOK_MS = 2_500;

/** What to send from the phone; looks until it has come. */
function Code({ name, code, expiresAt }: { name: string; code: string; expiresAt: string }) {
  const { t } = useWords();
  const { time } = useFormat();
  useQuery({ ...notifyQuery, refetchInterval: () => (Date.now() < Date.parse(expiresAt) ? LOOK_MS : false) });
  return (
    <Alert title={t('notify.codeTitle')} my="sm">
      <p>{t('notify.codeText', { name, when: time(expiresAt) })}</p>
      <p className={classes.code}>{code}</p>
      <CopyButton value={code}>
        {({ copy }) => (
          <Button variant="default" size="xs" onClick={copy}>
            {t('notify.copy')}
          </Button>
        )}
      </CopyButton>
      <p role="status">{t('notify.codeWaiting')}</p>
    </Alert>
  );
}
