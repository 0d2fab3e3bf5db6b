import { useQuery } from '@tanstack/react-query';
import { LOCALE_TAGS } from '../../i18n/locales.ts';
import { useWords } from '../../i18n/use-words.ts';
import { meQuery } from '../../shell/shell.queries.ts';

/** Times as the account's clock shows them. */
export function useZone() {
  const { locale } = useWords();
  const { data: me } = useQuery(meQuery);
  const zone = me?.account.timeZone ?? 'UTC';
  return {
    zone,
    say: (iso: string) =>
      new Intl.DateTimeFormat(LOCALE_TAGS[locale], {
        dateStyle: 'medium',
        timeStyle: 'short',
        timeZone: zone,
      }).format(new Date(iso)),
    /** Of `2026-11-27T09:00`, as it is there. */
    momentOf: (local: string): Date => {
      const wanted = Date.parse(`${local}Z`);
      const shift = (at: number) => Date.parse(`${clockOf(at, zone)}Z`) - at;
      // The second step minds a change of the clock in between.
      return new Date(wanted - shift(wanted - shift(wanted)));
    },
  };
}

/** Swedish writes dates as fields of a form do. */
const clockOf = (at: number, zone: string): string =>
  new Intl.DateTimeFormat('sv', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
    .format(at)
    .replace(' ', 'T');
