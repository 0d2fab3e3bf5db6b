import type { Locale } from '@hanasu/contract/accounts';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { log } from '../shell/log.ts';
import type { words as english } from './en/all.ts';
import { LOCALE_TAGS, saveLocale, startLocale } from './locales.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'words';
    resources: { words: typeof english };
  }
}

const LOADERS = {
  en: () => import('./en/all.ts'),
  ja: () => import('./ja/all.ts'),
  vi: () => import('./vi/all.ts'),
} as const satisfies Record<Locale, () => Promise<{ words: object }>>;

async function load(locale: Locale) {
  if (i18next.hasResourceBundle(locale, 'words')) return;
  const { words } = await LOADERS[locale]();
  i18next.addResourceBundle(locale, 'words', words);
}

/** Starts with the saved or the browser's language; only that language is fetched. */
export async function startI18n(): Promise<void> {
  const locale = startLocale();
  await i18next.use(initReactI18next).init({
    lng: locale,
    // Every language is complete (checked by types and a test), so English need not be fetched as well.
    fallbackLng: false,
    ns: ['words'],
    defaultNS: 'words',
    resources: {},
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  await setLocale(locale);
}

/** Loads and shows a language, and keeps the choice. A language that can't be loaded is logged and not chosen. */
export async function setLocale(locale: Locale): Promise<void> {
  try {
    await load(locale);
  } catch (error) {
    log(`Locale ${locale} could not be loaded:`, error);
    return;
  }
  await i18next.changeLanguage(locale);
  document.documentElement.lang = locale;
  document.documentElement.dataset.locale = LOCALE_TAGS[locale];
  saveLocale(locale);
}
