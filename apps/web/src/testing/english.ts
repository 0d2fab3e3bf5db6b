import i18next from 'i18next';
import { readWords } from '../../tools/read-words.ts';
import { I18N_OPTIONS } from '../i18n/i18n.ts';
import { makeFormat, type useWords } from '../i18n/use-words.ts';

/** English texts and formats for tests of functions that are not components. */
export async function loadEnglish() {
  const english = await readWords('en');
  const own = i18next.createInstance();
  await own.init({
    ...I18N_OPTIONS,
    lng: 'en',
    ns: Object.keys(english),
    resources: { en: { ...english } },
  });
  const t: ReturnType<typeof useWords>['t'] = own.getFixedT('en');
  return { t, format: makeFormat('en-US') };
}
