import type { Locale } from '@hanasu/contract/accounts';
import { useQuery } from '@tanstack/react-query';
import { LOCALE_TAGS } from '../i18n/locales.ts';
import { useWords } from '../i18n/use-words.ts';
import { meQuery } from './shell.queries.ts';

/** The account's time zone, and times as its clock shows them. */
export function useAccountZone() {
  const { locale } = useWords();
  const { data: me } = useQuery(meQuery);
  const timeZone = me?.account.timeZone ?? 'UTC';
  const timeWith =
    (timeStyle: 'short' | 'medium') =>
    (iso: string): string =>
      new Intl.DateTimeFormat(LOCALE_TAGS[locale], { dateStyle: 'medium', timeStyle, timeZone }).format(
        new Date(iso),
      );
  return { zone: timeZone, timeOf: timeWith('short'), timeWithSeconds: timeWith('medium') };
}

/** `GMT+9` of a zone now. */
const offsetOf = (zone: string, now: Date): string =>
  new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' })
    .formatToParts(now)
    .find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';

/** What people of its place call a zone: `日本時間 (GMT+9)`. */
export function timeZoneName(locale: Locale, zone: string, now = new Date()): string {
  const part = (timeZoneName: 'longGeneric' | 'shortOffset'): string =>
    new Intl.DateTimeFormat(LOCALE_TAGS[locale], { timeZone: zone, timeZoneName })
      .formatToParts(now)
      .find(({ type }) => type === 'timeZoneName')?.value ?? zone;
  const [name, offset] = [part('longGeneric'), part('shortOffset')];
  // UTC has no name of its own: the long one is the offset again, in other digits.
  if (name.startsWith('GMT')) return zone === 'UTC' ? zone : offset;
  return name === offset ? name : `${name} (${offset})`;
}

/** Where one zone is the whole country: people look for the country, not for the name of the zone. */
const COUNTRIES: Readonly<Record<string, string>> = {
  'Asia/Tokyo': 'JP',
  'Asia/Saigon': 'VN',
  'Asia/Ho_Chi_Minh': 'VN',
};

/** Every zone of this browser for a choice: `Japan (GMT+9) · Asia/Tokyo`, `Europe/Paris (GMT+1)`. */
export function timeZoneChoices(locale: Locale, now = new Date()): { value: string; label: string }[] {
  const tag = LOCALE_TAGS[locale];
  const collator = new Intl.Collator(tag);
  const countries = new Intl.DisplayNames(tag, { type: 'region' });
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
    .map((value) => {
      const name = value.replaceAll('_', ' ');
      const offset = offsetOf(value, now);
      const country = COUNTRIES[value] && countries.of(COUNTRIES[value]);
      return { value, label: country ? `${country} (${offset}) · ${name}` : `${name} (${offset})` };
    })
    .toSorted((one, other) => collator.compare(one.label, other.label));
}
