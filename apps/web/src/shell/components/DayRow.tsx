import type { BotSettings } from '@hanasu/contract/bots';
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { LOCALE_TAGS } from '../../i18n/locales.ts';
import { useWords } from '../../i18n/use-words.ts';
import { Icon } from '../icons/Icon.tsx';
import classes from './DayRow.module.css';

type Span = NonNullable<BotSettings['businessHours']>['open'][number];
const MAX_SPANS = 28;

interface DayRowProps {
  day: number;
  open: readonly Span[];
  onChange: (open: Span[]) => void;
  onBlur: () => void;
}

/** The opening hours of one day of the week. */
export function DayRow({ day, open, onChange, onBlur }: DayRowProps) {
  const { t } = useWords();
  const names = useDayNames();
  const name = names[day] ?? '';
  const spans = open.flatMap((span, index) => (span.day === day ? [{ span, index }] : []));
  const change = (index: number, part: Partial<Span>) =>
    onChange(open.map((span, at) => (at === index ? { ...span, ...part } : span)));
  const next: Span =
    spans.length > 0 ? { day, from: '18:00', until: '21:00' } : { day, from: '09:00', until: '18:00' };
  const more = open.length < MAX_SPANS && spans.length < 3 && (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<Icon name="plus" size={14} />}
      onClick={() => onChange([...open, next])}
      aria-label={t('shell.hours.addHoursOn', { day: name })}
    >
      {t('shell.hours.addHours')}
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
              aria-label={t('shell.hours.openFrom', { day: name, number: place + 1 })}
              value={span.from}
              onChange={(event) => change(index, { from: event.currentTarget.value })}
              onBlur={onBlur}
            />
            <span aria-hidden>–</span>
            <TextInput
              type="time"
              aria-label={t('shell.hours.openUntil', { day: name, number: place + 1 })}
              value={span.until}
              onChange={(event) => change(index, { until: event.currentTarget.value })}
              onBlur={onBlur}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={34}
              onClick={() => onChange(open.filter((_, at) => at !== index))}
              aria-label={t('shell.hours.removeHours', { day: name, number: place + 1 })}
            >
              <Icon name="x" />
            </ActionIcon>
            {place === spans.length - 1 && more}
          </div>
        ))}
        {spans.length === 0 && (
          <div className={classes.span}>
            <span className={classes.closed}>{t('shell.hours.closedDay')}</span>
            {more}
          </div>
        )}
      </div>
    </div>
  );
}

/** Sunday first, as the contract counts. */
export function useDayNames(): string[] {
  const { locale } = useWords();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(LOCALE_TAGS[locale], { weekday: 'long', timeZone: 'UTC' });
    // 2023-01-01 was a Sunday.
    return Array.from({ length: 7 }, (_, day) => format.format(Date.UTC(2023, 0, 1 + day)));
  }, [locale]);
}
