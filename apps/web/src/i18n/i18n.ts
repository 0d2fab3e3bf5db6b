import type { Locale } from '@hanasu/contract/accounts';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { log } from '../shell/log.ts';
import type { words as english } from './en/all.ts';
import { FALLBACK_LOCALE, LOCALE_TAGS, saveLocale, startLocale } from './locales.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'words';
    resources: { words: typeof english };
  }
}

const LOADERS = {
  en: () => import('./en/core.ts'),
  ja: () => import('./ja/core.ts'),
  vi: () => import('./vi/core.ts'),
} as const satisfies Record<Locale, () => Promise<{ words: object }>>;

const LATER = {
  en: () => import('./en/later.ts'),
  ja: () => import('./ja/later.ts'),
  vi: () => import('./vi/later.ts'),
} as const satisfies Record<Locale, () => Promise<{ words: object }>>;

let wantsLater = false;
const hasLater = new Set<Locale>();

let loaders: Record<Locale, () => Promise<{ words: object }>> = LOADERS;
/** For tests: where words come from instead. */
export const loadWordsWith = (given: Partial<typeof loaders>) => {
  loaders = { ...LOADERS, ...given };
};

async function load(locale: Locale) {
  if (!i18next.hasResourceBundle(locale, 'words')) {
    const { words } = await loaders[locale]();
    i18next.addResourceBundle(locale, 'words', words, true);
    hasLater.delete(locale);
  }
  if (!wantsLater || hasLater.has(locale)) return;
  const { words } = await LATER[locale]();
  i18next.addResourceBundle(locale, 'words', words, true);
  hasLater.add(locale);
}

/** Also the words of later.ts, in the language that is shown and in those chosen after; `loader` of their routes. */
export async function loadLaterWords(): Promise<void> {
  wantsLater = true;
  await load(i18next.language as Locale);
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
  if (await show(locale)) saveLocale(locale);
  // Without words nothing can be drawn; the choice is kept for the next time.
  else if (!(await show(FALLBACK_LOCALE))) throw new Error('No language could be loaded');
}

/** Loads and shows a language, and keeps the choice. A language that can't be loaded is logged and not chosen. */
export async function setLocale(locale: Locale): Promise<void> {
  if (await show(locale)) saveLocale(locale);
}

async function show(locale: Locale): Promise<boolean> {
  try {
    await load(locale);
  } catch (error) {
    log.error(`Locale ${locale} could not be loaded:`, error);
    return false;
  }
  await i18next.changeLanguage(locale);
  document.documentElement.lang = locale;
  document.documentElement.dataset.locale = LOCALE_TAGS[locale];
  return true;
}
