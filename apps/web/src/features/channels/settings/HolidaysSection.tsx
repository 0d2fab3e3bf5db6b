import {
  type ChannelSettings,
  HOLIDAY_CALENDARS,
  type HolidayCalendar,
} from '@hanasu/contract/channel-settings';
import { ActionIcon, Button, Checkbox, Group, Input, Select, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Controller, useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { LOCALE_TAGS } from '../../../i18n/locales.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { StackedSection } from '../../../shell/components/StackedSection.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import classes from './Settings.module.css';
import { holidaysQuery } from './settings.queries.ts';

const MOST_DAYS = 400;

/** Days on which nobody is there: public ones and own ones. */
export function HolidaysSection() {
  const { t } = useWords();
  const { control } = useFormContext<ChannelSettings>();
  const calendars = useWatch({ control, name: 'calendars' });
  return (
    <StackedSection title={t('channelSettings.holidays')} text={t('channelSettings.holidaysText')}>
      <Stack gap="md">
        <Controller
          control={control}
          name="calendars"
          render={({ field }) => (
            <Checkbox.Group
              label={t('channelSettings.calendars')}
              value={field.value}
              onChange={field.onChange}
            >
              <Group mt={6}>
                {HOLIDAY_CALENDARS.map((calendar) => (
                  <Checkbox
                    key={calendar}
                    value={calendar}
                    label={t(`channelSettings.calendarNames.${calendar}`)}
                  />
                ))}
              </Group>
            </Checkbox.Group>
          )}
        />
        {calendars.map((calendar) => (
          <Preview key={calendar} calendar={calendar} />
        ))}
        <OwnDays />
      </Stack>
    </StackedSection>
  );
}

function Preview({ calendar }: { calendar: HolidayCalendar }) {
  const { t, locale } = useWords();
  const year = new Date().getFullYear();
  const { data } = useQuery(holidaysQuery(calendar, year));
  const format = new Intl.DateTimeFormat(LOCALE_TAGS[locale], {
    month: 'short',
    day: 'numeric',
    weekday: 'short',
    timeZone: 'UTC',
  });
  return (
    <details className={classes.preview}>
      <summary>
        {t(`channelSettings.calendarNames.${calendar}`)}: {t('channelSettings.preview', { year })}
      </summary>
      <ul>
        {data?.items.map(({ day, name }) => (
          <li key={day}>
            <time dateTime={day}>{format.format(new Date(`${day}T00:00:00Z`))}</time>
            <span lang={calendar}>{name}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function OwnDays() {
  const { t } = useWords();
  const { control, register, formState } = useFormContext<ChannelSettings>();
  const { fields, append, remove } = useFieldArray({ control, name: 'days' });
  const errors = formState.errors.days;
  const kinds = [
    { value: 'closed', label: t('channelSettings.dayClosed') },
    { value: 'open', label: t('channelSettings.dayOpen') },
  ];
  return (
    <Input.Wrapper
      labelElement="div"
      label={t('channelSettings.ownDays')}
      description={t('channelSettings.ownDaysHelp')}
    >
      <div className={classes.rows}>
        {fields.map((field, index) => {
          const number = index + 1;
          return (
            <div key={field.id} className={classes.ownDay}>
              <TextInput
                type="date"
                aria-label={t('channelSettings.day', { number })}
                {...register(`days.${index}.day`)}
                error={errors?.[index]?.day?.message}
              />
              <TextInput
                aria-label={t('channelSettings.dayName', { number })}
                maxLength={60}
                {...register(`days.${index}.name`)}
              />
              <Controller
                control={control}
                name={`days.${index}.closed`}
                render={({ field: closed }) => (
                  <Select
                    aria-label={t('channelSettings.dayKind', { number })}
                    data={kinds}
                    value={closed.value ? 'closed' : 'open'}
                    onChange={(value) => closed.onChange(value === 'closed')}
                    allowDeselect={false}
                  />
                )}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                onClick={() => remove(index)}
                aria-label={t('channelSettings.removeDay', { number })}
              >
                <Icon name="x" />
              </ActionIcon>
            </div>
          );
        })}
      </div>
      {fields.length < MOST_DAYS && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<Icon name="plus" size={14} />}
          onClick={() => append({ day: new Date().toISOString().slice(0, 10), name: '', closed: true })}
        >
          {t('channelSettings.addDay')}
        </Button>
      )}
    </Input.Wrapper>
  );
}
