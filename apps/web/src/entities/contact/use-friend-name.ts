import { splitExtension } from '@hanasu/contract/typed-formats';
import { LOCALE_TAGS } from '../../i18n/locales.ts';
import { useWords } from '../../i18n/use-words.ts';
import { personName } from '../../shell/person-name.ts';

/** What a friend is called, in the language in use where the name is ours. */
export function useFriendName(): (name: string) => string {
  const { t } = useWords();
  return (name) => personName(name, t);
}

const DETAILS = ['name', 'phone', 'address', 'city', 'district', 'email', 'birthday'] as const;

/** Names of languages, and of what friends told of themselves, in the language in use. */
export function useFriendFacts() {
  const { t, locale } = useWords();
  const languages = new Intl.DisplayNames([LOCALE_TAGS[locale]], { type: 'language' });
  const countries = new Intl.DisplayNames([LOCALE_TAGS[locale]], { type: 'region' });
  return {
    /** As vendors give it: what is no tag is shown as it is. */
    languageOf(tag: string): string {
      try {
        return languages.of(tag.replace('_', '-')) ?? tag;
      } catch (error) {
        if (error instanceof RangeError) return tag;
        throw error;
      }
    },
    /** A number with its extension as people say it; as it was typed otherwise. */
    phoneOf(phone: string): string {
      const { number, extension } = splitExtension(phone);
      return extension === null ? phone : t('contact.extension', { phone: number, extension });
    },
    /** Of two letters, as ISO 3166 has them. */
    countryOf: (code: string): string => countries.of(code) ?? code,
    detailOf(key: string): string {
      const known = DETAILS.find((one) => one === key);
      return known ? t(`contact.details.${known}`) : key;
    },
  };
}
