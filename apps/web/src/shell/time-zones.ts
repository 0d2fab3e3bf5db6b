import type { Locale } from '@hanasu/contract/accounts';
import { LOCALE_TAGS } from '../i18n/locales.ts';

/** `+09:00` of a zone now. */
function offsetOf(zone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(
    now,
  );
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  return name === 'GMT' ? '+00:00' : name.replace('GMT', '');
}

/** What people of its place call a zone: `日本時間 (GMT+9)`. */
export function timeZoneName(locale: Locale, zone: string, now = new Date()): string {
  const part = (timeZoneName: 'longGeneric' | 'shortOffset'): string =>
    new Intl.DateTimeFormat(LOCALE_TAGS[locale], { timeZone: zone, timeZoneName })
      .formatToParts(now)
      .find(({ type }) => type === 'timeZoneName')?.value ?? zone;
  const [name, offset] = [part('longGeneric'), part('shortOffset')];
  return name === offset ? name : `${name} (${offset})`;
}

/** Every zone of this browser for a choice: `Asia/Tokyo (+09:00)`, in the order of the clock. */
export function timeZoneChoices(locale: Locale, now = new Date()): { value: string; label: string }[] {
  const collator = new Intl.Collator(LOCALE_TAGS[locale]);
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
    .map((value) => ({ value, label: `${value.replaceAll('_', ' ')} (${offsetOf(value, now)})` }))
    .toSorted((one, other) => collator.compare(one.label, other.label));
}
