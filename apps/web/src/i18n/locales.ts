import { LOCALES, type Locale } from '@hanasu/contract/accounts';
import { log } from '../shell/log.ts';

const KEY = 'user-locale';
const COOKIE_SECONDS = 365 * 86_400;

/** BCP 47 tags for Intl and the `lang` attribute; `en` is the fallback, as en-US. */
export const LOCALE_TAGS = { en: 'en-US', ja: 'ja-JP', vi: 'vi-VN' } as const satisfies Record<
  Locale,
  string
>;
export const FALLBACK_LOCALE: Locale = 'en';
export const LOCALE_NAMES = { en: 'English', ja: '日本語', vi: 'Tiếng Việt' } as const satisfies Record<
  Locale,
  string
>;

const known = (code: string | null | undefined): Locale | undefined =>
  LOCALES.find((locale) => locale === code?.split(/[-_]/)[0]?.toLowerCase());

/** Saved choice (the fallback when it is none of ours), else the browser's first that we have, else the fallback. */
export function startLocale(): Locale {
  return readSaved() ?? navigator.languages.map(known).find(Boolean) ?? FALLBACK_LOCALE;
}

function readSaved(): Locale | undefined {
  try {
    const saved = localStorage.getItem(KEY);
    return saved === null ? undefined : (known(saved) ?? FALLBACK_LOCALE);
  } catch (error) {
    log.error('Locale could not be read:', error);
    return undefined;
  }
}

export function saveLocale(locale: Locale): void {
  try {
    localStorage.setItem(KEY, locale);
  } catch (error) {
    log.error('Locale could not be saved:', error);
  }
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari before 18.
  document.cookie = `${KEY}=${locale}; max-age=${COOKIE_SECONDS}; path=/; SameSite=Lax${secure}`;
}
