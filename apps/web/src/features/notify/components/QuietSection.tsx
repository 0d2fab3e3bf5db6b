import type { NotifySettings } from '@hanasu/contract/notify';
import { Checkbox, Group, Select, Stack, Switch, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { LOCALE_TAGS } from '../../../i18n/locales.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { SettingsSection } from '../../../shell/components/SettingsSection.tsx';
import { timeZoneChoices } from '../../../shell/time-zones.ts';
import classes from './Notify.module.css';

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
