// @vitest-environment jsdom
import i18next from 'i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadWordsWith, setLocale, startI18n } from './i18n.ts';
import { LOCALE_TAGS, startLocale } from './locales.ts';

const logged = vi.spyOn(console, 'error');
let cookies: string[];
beforeEach(() => {
  cookies = [];
  logged.mockReset().mockImplementation(() => undefined);
  const real = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie');
  vi.spyOn(document, 'cookie', 'set').mockImplementation((text) => {
    cookies.push(text);
    real?.set?.call(document, text);
  });
});
afterEach(() => {
  localStorage.clear();
  loadWordsWith({});
  if (!i18next.isInitialized) return;
  for (const locale of ['en', 'ja', 'vi']) {
    for (const namespace of Object.keys(i18next.getDataByLanguage(locale) ?? {}))
      i18next.removeResourceBundle(locale, namespace);
  }
});
const browserSpeaks = (...languages: string[]) =>
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
const shown = () => [
  i18next.language,
  document.documentElement.lang,
  document.documentElement.dataset.locale,
];
const gone = () => Promise.reject(new TypeError('chunk is gone'));

describe('the language at start', () => {
  it.each([
    ['ja', ['en-US'], 'ja'],
    ['vi-VN', ['en-US'], 'vi'],
    [null, ['fr-FR', 'vi-VN', 'ja'], 'vi'],
    [null, ['fr-FR'], 'en'],
    ['xx', ['ja'], 'en'],
    ['japanese', ['vi'], 'en'],
  ])('spec:13 spec:122 saved %s, browser %j: %s', (saved, languages, expected) => {
    browserSpeaks(...languages);
    if (saved) localStorage.setItem('user-locale', saved);
    expect(startLocale()).toBe(expected);
  });

  it('spec:122 the fallback is en-US, and there are three', () => {
    expect(LOCALE_TAGS).toEqual({ en: 'en-US', ja: 'ja-JP', vi: 'vi-VN' });
  });

  it('spec:13 a saved language is applied again', async () => {
    localStorage.setItem('user-locale', 'ja');
    await startI18n();
    expect(shown()).toEqual(['ja', 'ja', 'ja-JP']);
    expect(i18next.t('shell.save')).toBe('保存');
  });

  it('spec:114 one that cannot be loaded is logged, and the fallback shown; the choice is kept', async () => {
    localStorage.setItem('user-locale', 'vi');
    loadWordsWith({ vi: gone });
    await startI18n();
    expect(shown()).toEqual(['en', 'en', 'en-US']);
    expect(localStorage.getItem('user-locale')).toBe('vi');
    expect(logged).toHaveBeenCalledOnce();
  });

  it('spec:112 without any language the start fails', async () => {
    loadWordsWith({ en: gone, ja: gone, vi: gone });
    await expect(startI18n()).rejects.toThrow('No language could be loaded');
  });
});

describe('another language', () => {
  it('spec:72 is set and saved', async () => {
    await startI18n();
    await setLocale('vi');
    expect(shown()).toEqual(['vi', 'vi', 'vi-VN']);
    expect(localStorage.getItem('user-locale')).toBe('vi');
  });

  it('spec:122 spec:62 spec:13 the code is kept in a cookie for 365 days', async () => {
    await startI18n();
    await setLocale('ja');
    expect(cookies.at(-1)).toContain('user-locale=ja; max-age=31536000; path=/');
  });

  it('spec:114 that cannot be loaded is logged, and everything stays as it is', async () => {
    await startI18n();
    await setLocale('vi');
    loadWordsWith({ ja: gone });
    await setLocale('ja');
    expect(shown()[0]).toBe('vi');
    expect(localStorage.getItem('user-locale')).toBe('vi');
    expect(logged).toHaveBeenCalledWith('Locale ja could not be loaded:', expect.any(TypeError));
  });
});
