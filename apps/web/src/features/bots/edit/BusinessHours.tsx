import type { BotSettings } from '@hanasu/contract/bots';
import { Input, Select, Stack, Switch, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { DayRow } from '../../../shell/components/DayRow.tsx';
import { meQuery } from '../../../shell/shell.queries.ts';
import { timeZoneChoices } from '../../../shell/time-zones.ts';
import type { BotValues } from './bot-values.ts';

type Hours = NonNullable<BotSettings['businessHours']>;

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
