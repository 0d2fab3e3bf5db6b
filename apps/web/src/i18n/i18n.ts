import { LOCALES, type Locale } from '@hanasu/contract/accounts';
import i18next, { type InitOptions } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { log } from '../shell/log.ts';
import { FALLBACK_LOCALE, LOCALE_TAGS, saveLocale, startLocale } from './locales.ts';
import type { EnglishWords } from './words.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'words';
    resources: { words: EnglishWords };
  }
}

/** Of `bots.title` the first part is the namespace: the name under which a file of words exports it. */
export const I18N_OPTIONS = {
  nsSeparator: '.',
  keySeparator: '.',
  ns: [],
  // Every language is complete (checked by types and a test), so English need not be fetched as well.
  fallbackLng: false,
  resources: {},
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
} satisfies InitOptions;

type WordsFile = Readonly<Record<string, object>>;
/** Every file of words, by path; which feature it belongs to is the folder it is in. */
const FILES = import.meta.glob<WordsFile>('../**/words/{en,ja,vi}.ts');

/**
 * Words of the shell and the entities, which every page may show; each feature's are loaded by its routes, and so are
 * those of budgets and of the message composer, which few pages show.
 */
const START = 'start';
const wantedParts = new Set([START]);

/** What went wrong, in words; they come when something has, or after everything else. */
const ERRORS = 'errors';

const partOf = (path: string): string =>
  path.includes('/shell/api/')
    ? ERRORS
    : (/^\.\.\/(?:features\/([^/]+)|entities\/(budget|message))\//.exec(path)?.slice(1).find(Boolean) ??
      START);

const loadFiles = (locale: Locale, part: string): Promise<WordsFile[]> =>
  Promise.all(
    Object.entries(FILES).flatMap(([path, load]) =>
      partOf(path) === part && path.endsWith(`/${locale}.ts`) ? [load()] : [],
    ),
  );

let loaded = new Set<string>();
let loaders: Partial<Record<Locale, () => Promise<WordsFile[]>>> = {};
/** For tests: where words come from instead. */
export const loadWordsWith = (given: typeof loaders): void => {
  loaders = given;
  loaded = new Set();
};

async function loadPart(locale: Locale, part: string): Promise<void> {
  const name = `${locale} ${part}`;
  if (loaded.has(name)) return;
  const files = await (loaders[locale]?.() ?? loadFiles(locale, part));
  for (const [namespace, words] of files.flatMap((file) => Object.entries(file))) {
    i18next.addResourceBundle(locale, namespace, words);
  }
  loaded.add(name);
}

const loadAll = (locale: Locale, parts: Iterable<string>) =>
  Promise.all([...parts].map((part) => loadPart(locale, part)));

/** Loads the words of features, in the language that is shown and in those chosen after; `loader` of their routes. */
export async function loadWords(...features: readonly string[]): Promise<void> {
  for (const feature of features) wantedParts.add(feature);
  await loadAll(i18next.language as Locale, features);
}

/** Loads the words of a feature in every language, to find texts that were made in another one. */
export const loadWordsOfAll = (feature: string): Promise<unknown> =>
  Promise.all(LOCALES.map((locale) => loadPart(locale, feature)));

/** Loads the words of errors; without them `errorMessage` has a sentence of its own. */
export const loadErrorWords = (): Promise<void> =>
  loadWords(ERRORS).catch((error: unknown) => log.error('The words of errors could not be loaded:', error));

/** Starts with the saved or the browser's language; only that language is fetched. */
export async function startI18n(): Promise<void> {
  const locale = startLocale();
  await i18next.use(initReactI18next).init({ ...I18N_OPTIONS, lng: locale });
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
    await loadAll(locale, wantedParts);
  } catch (error) {
    log.error(`Locale ${locale} could not be loaded:`, error);
    return false;
  }
  await i18next.changeLanguage(locale);
  document.documentElement.lang = locale;
  document.documentElement.dataset.locale = LOCALE_TAGS[locale];
  return true;
}
