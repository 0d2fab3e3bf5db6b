import {
  ChannelSettings,
  copyChannelSettings,
  updateChannelSettings,
} from '@hanasu/contract/channel-settings';
import type { ChannelView } from '@hanasu/contract/channels';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Button, Input, Select, Skeleton, Stack, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Controller, FormProvider, useForm, useFormContext } from 'react-hook-form';
import type { z } from 'zod';
import { isBuiltIn, kindOf } from '../../../entities/channel/channel-kinds.ts';
import { channelsQuery } from '../../../entities/channel/channels.queries.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { applyFormError } from '../../../shell/api/apply-form-error.ts';
import { Can, CanEdit } from '../../../shell/components/Can.tsx';
import { ChoicesField } from '../../../shell/components/ChoicesField.tsx';
import { DayRow } from '../../../shell/components/DayRow.tsx';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { SaveBar } from '../../../shell/components/SaveBar.tsx';
import { SectionLinks } from '../../../shell/components/SectionLinks.tsx';
import { StackedSection } from '../../../shell/components/StackedSection.tsx';
import { LeaveGuard } from '../../../shell/layout/LeaveGuard.tsx';
import { PageFrame } from '../../../shell/layout/PageFrame.tsx';
import { useNameOptions } from '../../../shell/name-options.ts';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { timeZoneChoices } from '../../../shell/time-zones.ts';
import {
  BackSection,
  BatchingSection,
  ContentSection,
  GreetingSection,
  HandoverSection,
  LiffSection,
  LookSection,
  QuotaSection,
  SatisfactionSection,
  TeamSection,
} from './BehaviourSections.tsx';
import { SelectField } from './fields.tsx';
import { HolidaysSection } from './HolidaysSection.tsx';
import { KeywordsSection, TryBox } from './KeywordsSection.tsx';
import classes from './Settings.module.css';
import { settingsQuery, useCopySettings, useSaveSettings } from './settings.queries.ts';

/** How each channel behaves; the address says which. */
export function SettingsPage() {
  const { t } = useWords();
  const { data, error, refetch } = useQuery(channelsQuery);
  return (
    <PageFrame title={t('channelSettings.title')} purpose={t('channelSettings.purpose')}>
      {error && !data && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={420} radius="lg" aria-hidden />}
      {data && (data.items.length > 0 ? <OneChannel channels={data.items} /> : <NoChannel />)}
    </PageFrame>
  );
}

function NoChannel() {
  const { t } = useWords();
  return (
    <EmptyState
      drawing="channel"
      title={t('channelSettings.none')}
      text={t('channelSettings.noneText')}
      action={
        <Button renderRoot={(props) => <Link to="/Channel" {...props} />}>
          {t('channelSettings.toChannels')}
        </Button>
      }
    />
  );
}

function OneChannel({ channels }: { channels: readonly ChannelView[] }) {
  const { t } = useWords();
  const nameOptions = useNameOptions();
  const navigate = useNavigate();
  const { channel: wanted } = useSearch({ from: '/_default/Channel/setting' });
  const channel = channels.find(({ uuid }) => uuid === wanted) ?? channels[0];
  if (!channel) return null;
  return (
    <>
      <Select
        className={classes.choice}
        label={t('channelSettings.channel')}
        data={nameOptions(channels)}
        value={channel.uuid}
        allowDeselect={false}
        searchable={channels.length > 8}
        onChange={(uuid) => uuid && void navigate({ to: '/Channel/setting', search: { channel: uuid } })}
      />
      <Settings key={channel.uuid} channel={channel} others={channels.filter((one) => one !== channel)} />
    </>
  );
}

function Settings({ channel, others }: { channel: ChannelView; others: readonly ChannelView[] }) {
  const { data, error, refetch } = useQuery(settingsQuery(channel.uuid));
  if (data) return <SettingsForm channel={channel} saved={data} others={others} />;
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  return <Skeleton height={420} radius="lg" aria-hidden />;
}

type Draft = z.input<typeof ChannelSettings>;
/** Fills absent fields with null: the form would take the difference for a change. */
const whole = (saved: ChannelSettings): Draft => ({
  ...saved,
  greeting: { ...saved.greeting, content: saved.greeting.content ?? null },
  keywords: saved.keywords.map((keyword) => ({ ...keyword, content: keyword.content ?? null })),
});
/** What somebody had begun to change when they left, by channel. */
const drafts = new Map<string, Draft>();

interface SettingsFormProps {
  channel: ChannelView;
  saved: ChannelSettings;
  others: readonly ChannelView[];
}

function SettingsForm({ channel, saved, others }: SettingsFormProps) {
  const { t } = useWords();
  const save = useSaveSettings(channel.uuid);
  const form = useForm<Draft, unknown, ChannelSettings>({
    resolver: zodResolver(ChannelSettings),
    defaultValues: whole(saved),
  });
  const { isDirty, errors } = form.formState;
  const isResumed = useDraft(channel.uuid, form, isDirty);
  const sections = useRef<HTMLDivElement>(null);
  const send = form.handleSubmit(async (values) => {
    try {
      form.reset(whole(await save.mutateAsync(values)));
      toasts.add({ title: t('shell.saved') }, 'saved');
    } catch (error) {
      applyFormError(form, error);
    }
  });
  return (
    <FormProvider {...form}>
      <div className={classes.page}>
        <SectionLinks page={sections} />
        <div ref={sections}>
          <CanEdit endpoint={updateChannelSettings}>
            <Stack gap="md">
              {isResumed && isDirty && (
                <Alert color="yellow" role="status">
                  {t('channelSettings.draftKept')}
                </Alert>
              )}
              {errors.root?.message && (
                <Alert color="red" role="alert">
                  {errors.root.message}
                </Alert>
              )}
              <GreetingSection channelKind={channel.kind} isOnSites={isBuiltIn(channel.kind)} />
              <HoursSection />
              <HolidaysSection />
              <KeywordsSection channelKind={channel.kind} />
              {!isBuiltIn(channel.kind) && <ContentSection channel={channel} />}
              <HandoverSection />
              <BackSection />
              <TeamSection />
              <SatisfactionSection />
              <LookSection />
              <BatchingSection />
              {channel.quota && <QuotaSection />}
              {kindOf(channel.kind)?.manifest.inAppPages && <LiffSection channel={channel} />}
            </Stack>
          </CanEdit>
          <SaveBar
            dirty={isDirty}
            pending={save.isPending}
            onSave={() => void send()}
            onDiscard={() => form.reset(whole(saved))}
          />
        </div>
        <div className={classes.side}>
          <TryBox channel={channel} />
          <CopySettings channel={channel} others={others} isDirty={isDirty} />
        </div>
      </div>
      {/* Nothing is lost within the application, so only the browser asks. */}
      <LeaveGuard when={isDirty && !save.isPending} save={keepsDraft} />
    </FormProvider>
  );
}

const keepsDraft = async (): Promise<boolean> => true;

/** Puts back what was begun, and keeps what is changed; true when there was something. */
function useDraft(
  uuid: string,
  form: Pick<
    ReturnType<typeof useForm<Draft, unknown, ChannelSettings>>,
    'getValues' | 'setValue' | 'formState'
  >,
  isDirty: boolean,
): boolean {
  const [draft] = useState(() => drafts.get(uuid));
  const { getValues, setValue } = form;
  useEffect(() => {
    if (!draft) return;
    for (const name of ChannelSettings.keyof().options) setValue(name, draft[name], { shouldDirty: true });
  }, [draft, setValue]);
  useEffect(
    () => () => {
      if (isDirty) drafts.set(uuid, structuredClone(getValues()));
      else drafts.delete(uuid);
    },
    [uuid, isDirty, getValues],
  );
  return draft !== undefined;
}

interface CopySettingsProps {
  channel: ChannelView;
  others: readonly ChannelView[];
  /** Something is not saved yet. */
  isDirty: boolean;
}

function CopySettings({ channel, others, isDirty }: CopySettingsProps) {
  const { t } = useWords();
  const nameOptions = useNameOptions();
  const [chosen, setChosen] = useState<string[]>([]);
  const copy = useCopySettings(channel.uuid);
  const ids = others.flatMap(({ uuid }) => (chosen.includes(uuid) ? [uuid] : []));
  const run = () =>
    copy.mutate(ids, {
      onSuccess: ({ changed }) => {
        setChosen([]);
        toasts.add({ title: t('channelSettings.copied', { count: changed }) });
      },
    });
  if (others.length === 0) return null;
  return (
    <Can endpoint={copyChannelSettings}>
      <StackedSection title={t('channelSettings.copy')} text={t('channelSettings.copyText')}>
        <Stack gap="sm">
          <ChoicesField
            label={t('channelSettings.copyTo')}
            description={isDirty ? t('channelSettings.saveFirst') : undefined}
            data={nameOptions(others)}
            value={chosen}
            onChange={setChosen}
            searchable
          />
          {copy.error && <ErrorNotice error={copy.error} />}
          <Button
            variant="default"
            disabled={ids.length === 0 || isDirty}
            loading={copy.isPending}
            onClick={run}
          >
            {t('channelSettings.copyRun')}
          </Button>
        </Stack>
      </StackedSection>
    </Can>
  );
}

const usual = () => [1, 2, 3, 4, 5].map((day) => ({ day, from: '09:00', until: '18:00' }));

/** When people are there. */
function HoursSection() {
  const { t, locale } = useWords();
  const { firstDayOfWeek } = useFormat();
  const { control, formState } = useFormContext<ChannelSettings>();
  const zones = useMemo(() => timeZoneChoices(locale), [locale]);
  const days = Array.from({ length: 7 }, (_, index) => (index + firstDayOfWeek) % 7);
  return (
    <StackedSection title={t('channelSettings.hours')} text={t('channelSettings.hoursText')}>
      <Stack gap="md">
        <SelectField name="timeZone" label={t('channelSettings.timeZone')} data={zones} searchable />
        <Controller
          control={control}
          name="hours"
          render={({ field }) => (
            <>
              <Switch
                label={t('channelSettings.hoursOn')}
                description={t('channelSettings.hoursOnHelp')}
                checked={field.value !== null}
                onChange={(event) => field.onChange(event.currentTarget.checked ? usual() : null)}
              />
              {field.value && (
                <Input.Wrapper
                  labelElement="div"
                  label={t('shell.hours.title')}
                  description={t('shell.hours.help')}
                  error={formState.errors.hours && t('shell.hours.wrong')}
                >
                  {days.map((day) => (
                    <DayRow
                      key={day}
                      day={day}
                      open={field.value ?? []}
                      onChange={field.onChange}
                      onBlur={field.onBlur}
                    />
                  ))}
                </Input.Wrapper>
              )}
            </>
          )}
        />
      </Stack>
    </StackedSection>
  );
}
