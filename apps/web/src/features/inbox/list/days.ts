import type { Period } from '@hanasu/contract/insights';
import { dayAfter, instantOf, localMoment } from '@hanasu/contract/open-hours';
import { useQuery } from '@tanstack/react-query';
import { LOCALE_TAGS } from '../../../i18n/locales.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { meQuery } from '../../../shell/shell.queries.ts';
import type { InboxView } from '../inbox-view.ts';

/** When the last `days` begin in a time zone, today among them; as the home page counts them. */
export const startOf = (timeZone: string, days: Period, now = new Date()): string =>
  instantOf(timeZone, dayAfter(localMoment(timeZone, now).day, 1 - Number(days)), 0).toISOString();

/** The days a list is narrowed to, in the account's own time zone; undefined: any. */
export function useDaysWords({ from, to }: Pick<InboxView, 'from' | 'to'>): string | undefined {
  const { t, locale } = useWords();
  const { data: me } = useQuery(meQuery);
  if (!from && !to) return undefined;
  const format = new Intl.DateTimeFormat(LOCALE_TAGS[locale], {
    month: 'short',
    day: 'numeric',
    timeZone: me?.account.timeZone ?? 'UTC',
  });
  const first = from && format.format(new Date(from));
  // `to` is when the day after the last one begins.
  const last = to && format.format(new Date(Date.parse(to) - 1));
  if (first === last) return first;
  if (!first) return t('inboxList.filter.until', { day: last ?? '' });
  return last ? `${first} – ${last}` : t('inboxList.filter.since', { day: first });
}
