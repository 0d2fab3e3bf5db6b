import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/ja';
import 'dayjs/locale/vi';
import { DatePickerInput } from '@mantine/dates';
import { useFormat, useWords } from '../../i18n/use-words.ts';

/** First and last day as `2026-05-01`, in the person's own calendar; null while one is not chosen. */
export type Days = [string | null, string | null];
export interface DateRangeProps {
  label: string;
  value: Days;
  onChange: (days: Days) => void;
  clearable?: boolean;
}

const MONTH_FORMATS = { en: 'MMMM YYYY', ja: 'YYYY年M月', vi: 'MMMM YYYY' } as const;
const DAY_FORMATS = { en: 'MMM D, YYYY', ja: 'YYYY年M月D日', vi: 'D/M/YYYY' } as const;

/** Only to be fetched by `DateRange`. */
export function DateRangeInput({ label, value, onChange, clearable = false }: DateRangeProps) {
  const { t, locale } = useWords();
  const { firstDayOfWeek } = useFormat();
  return (
    <DatePickerInput
      type="range"
      label={label}
      value={value}
      onChange={([from, to]) => onChange([dayOf(from), dayOf(to)])}
      clearable={clearable}
      locale={locale}
      firstDayOfWeek={firstDayOfWeek}
      monthLabelFormat={MONTH_FORMATS[locale]}
      valueFormat={DAY_FORMATS[locale]}
      placeholder={t('shell.anyDay')}
      clearButtonProps={{ 'aria-label': t('shell.clear') }}
      ariaLabels={{
        nextMonth: t('shell.calendar.nextMonth'),
        previousMonth: t('shell.calendar.previousMonth'),
        nextYear: t('shell.calendar.nextYear'),
        previousYear: t('shell.calendar.previousYear'),
        nextDecade: t('shell.calendar.nextDecade'),
        previousDecade: t('shell.calendar.previousDecade'),
        monthLevelControl: t('shell.calendar.chooseMonth'),
        yearLevelControl: t('shell.calendar.chooseYear'),
      }}
    />
  );
}

const dayOf = (day: Date | string | null): string | null =>
  day === null ? null : typeof day === 'string' ? day.slice(0, 10) : day.toLocaleDateString('sv-SE');
