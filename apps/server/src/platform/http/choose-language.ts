import { LOCALES, type Locale } from '@hanasu/contract/accounts';

const known = (tag: string): Locale | undefined =>
  LOCALES.find((locale) => locale === tag.trim().slice(0, 2).toLowerCase());

/** Language of the address, or the first of the browser's languages (RFC 9110 § 12.5.4) that we speak. */
export function chooseLanguage(wanted: unknown, accepted: string | undefined): Locale {
  const asked = typeof wanted === 'string' ? known(wanted) : undefined;
  return asked ?? acceptedLanguage(accepted) ?? 'en';
}

/** The first of the browser's languages that we speak; null: none. */
export function acceptedLanguage(accepted: string | undefined): Locale | null {
  const ranked = (accepted ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';');
      const quality = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find(Boolean);
      return { locale: known(tag), quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality);
  return ranked.find(({ locale }) => locale !== undefined)?.locale ?? null;
}
