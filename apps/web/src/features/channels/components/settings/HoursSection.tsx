import type { ChannelSettings } from '@hanasu/contract/channel-settings';
import { Input, Stack, Switch } from '@mantine/core';
import { useMemo } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { useFormat, useWords } from '../../../../i18n/use-words.ts';
import { StackedSection } from '../../../../shell/components/StackedSection.tsx';
import { timeZoneChoices } from '../../../../shell/time-zones.ts';
import { DayRow } from '../../../bots/components/BusinessHours.tsx';
import { SelectField } from './fields.tsx';

const usual = () => [1, 2, 3, 4, 5].map((day) => ({ day, from: '09:00', until: '18:00' }));

/** When people are there. */
export function HoursSection() {
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
                  label={t('botEditor.openHours')}
                  description={t('botEditor.openHoursHelp')}
                  error={formState.errors.hours && t('botEditor.openHoursWrong')}
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
