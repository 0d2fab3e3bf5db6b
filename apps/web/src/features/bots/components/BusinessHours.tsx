import type { BotSettings } from '@hanasu/contract/bots';
import { ActionIcon, Button, Input, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import { meQuery } from '../../../shell/shell.queries.ts';
import { timeZoneChoices } from '../../../shell/time-zones.ts';
import type { BotValues } from './bot-values.ts';
import classes from './Rows.module.css';
import { useDayNames } from './use-day-names.ts';

type Hours = NonNullable<BotSettings['businessHours']>;
type Span = Hours['open'][number];
const MOST_SPANS = 28;

/** When people are there. */
export function BusinessHours() {
  const { t } = useWords();
  const { control } = useFormContext<BotValues>();
  const { data: user } = useQuery(meQuery);
  const usual = (): Hours => ({
    timeZone: user?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    open: [1, 2, 3, 4, 5].map((day) => ({ day, from: '09:00', until: '18:00' })),
    closedReply: '',
  });
  return (
    <Controller
      control={control}
      name="settings.businessHours"
      render={({ field }) => (
        <Stack gap="md">
          <Switch
            label={t('botEditor.hours')}
            description={t('botEditor.hoursHelp')}
            checked={field.value !== null}
            onChange={(event) => field.onChange(event.currentTarget.checked ? usual() : null)}
          />
          {field.value && <HoursFields hours={field.value} onChange={field.onChange} onBlur={field.onBlur} />}
        </Stack>
      )}
    />
  );
}

interface HoursFieldsProps {
  hours: Hours;
  onChange: (hours: Hours) => void;
  onBlur: () => void;
}

function HoursFields({ hours, onChange, onBlur }: HoursFieldsProps) {
  const { t, locale } = useWords();
  const { firstDayOfWeek } = useFormat();
  const { formState } = useFormContext<BotValues>();
  const zones = useMemo(() => timeZoneChoices(locale), [locale]);
  const errors = formState.errors.settings?.businessHours;
  const days = Array.from({ length: 7 }, (_, index) => (index + firstDayOfWeek) % 7);
  return (
    <>
      <Select
        label={t('botEditor.timeZone')}
        data={zones}
        value={hours.timeZone}
        onChange={(timeZone) => timeZone && onChange({ ...hours, timeZone })}
        onBlur={onBlur}
        searchable
        allowDeselect={false}
        error={errors?.timeZone?.message}
      />
      <Input.Wrapper
        labelElement="div"
        label={t('botEditor.openHours')}
        description={t('botEditor.openHoursHelp')}
        error={errors?.open && t('botEditor.openHoursWrong')}
      >
        {days.map((day) => (
          <DayRow
            key={day}
            day={day}
            open={hours.open}
            onChange={(open) => onChange({ ...hours, open })}
            onBlur={onBlur}
          />
        ))}
      </Input.Wrapper>
      <Textarea
        label={t('botEditor.closedReply')}
        description={t('botEditor.closedReplyHelp')}
        placeholder={t('botEditor.closedReplyPlaceholder')}
        autosize
        minRows={2}
        maxRows={8}
        value={hours.closedReply}
        onChange={(event) => onChange({ ...hours, closedReply: event.currentTarget.value })}
        onBlur={onBlur}
        error={errors?.closedReply?.message}
      />
    </>
  );
}

interface DayRowProps {
  day: number;
  open: readonly Span[];
  onChange: (open: Span[]) => void;
  onBlur: () => void;
}

/** The spans of one day of the week. */
export function DayRow({ day, open, onChange, onBlur }: DayRowProps) {
  const { t } = useWords();
  const names = useDayNames();
  const name = names[day] ?? '';
  const spans = open.flatMap((span, index) => (span.day === day ? [{ span, index }] : []));
  const change = (index: number, part: Partial<Span>) =>
    onChange(open.map((span, at) => (at === index ? { ...span, ...part } : span)));
  const next: Span =
    spans.length > 0 ? { day, from: '18:00', until: '21:00' } : { day, from: '09:00', until: '18:00' };
  const more = open.length < MOST_SPANS && spans.length < 3 && (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<Icon name="plus" size={14} />}
      onClick={() => onChange([...open, next])}
      aria-label={t('botEditor.addHoursOn', { day: name })}
    >
      {t('botEditor.addHours')}
    </Button>
  );
  return (
    <div className={classes.day}>
      <span className={classes.dayName}>{name}</span>
      <div className={classes.times}>
        {spans.map(({ span, index }, place) => (
          <div key={index} className={classes.span}>
            <TextInput
              type="time"
              aria-label={t('botEditor.openFrom', { day: name, number: place + 1 })}
              value={span.from}
              onChange={(event) => change(index, { from: event.currentTarget.value })}
              onBlur={onBlur}
            />
            <span aria-hidden>–</span>
            <TextInput
              type="time"
              aria-label={t('botEditor.openUntil', { day: name, number: place + 1 })}
              value={span.until}
              onChange={(event) => change(index, { until: event.currentTarget.value })}
              onBlur={onBlur}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={34}
              onClick={() => onChange(open.filter((_, at) => at !== index))}
              aria-label={t('botEditor.removeHours', { day: name, number: place + 1 })}
            >
              <Icon name="x" />
            </ActionIcon>
            {place === spans.length - 1 && more}
          </div>
        ))}
        {spans.length === 0 && (
          <div className={classes.span}>
            <span className={classes.closed}>{t('botEditor.closedDay')}</span>
            {more}
          </div>
        )}
      </div>
    </div>
  );
}
