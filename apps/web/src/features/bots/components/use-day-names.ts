import { useMemo } from 'react';
import { LOCALE_TAGS } from '../../../i18n/locales.ts';
import { useWords } from '../../../i18n/use-words.ts';

/** Sunday first, as the contract counts. */
export function useDayNames(): string[] {
  const { locale } = useWords();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(LOCALE_TAGS[locale], { weekday: 'long', timeZone: 'UTC' });
    // 2023-01-01 was a Sunday.
    return Array.from({ length: 7 }, (_, day) => format.format(Date.UTC(2023, 0, 1 + day)));
  }, [locale]);
}
