import type { FriendView } from '@hanasu/contract/friends';
import { useFriendName } from '../../entities/contact/use-friend-name.ts';
import { LOCALE_TAGS } from '../../i18n/locales.ts';
import { useWords } from '../../i18n/use-words.ts';
import type { IconName } from '../../shell/icon-names.ts';

export const FRIEND_ICONS = {
  following: 'user-check',
  blocked: 'ban',
  unknown: 'user',
} as const satisfies Record<FriendView['state'], IconName>;

const DETAILS = ['name', 'phone', 'address', 'city', 'district', 'email', 'birthday'] as const;

/** Names of friends, of their languages and of what they told, in the language in use. */
export function useFriendWords() {
  const { t, locale } = useWords();
  const friendName = useFriendName();
  const languages = new Intl.DisplayNames([LOCALE_TAGS[locale]], { type: 'language' });
  return {
    nameOf: ({ name }: Pick<FriendView, 'name'>): string => (name ? friendName(name) : t('friends.nameless')),
    /** As vendors give it: what is no tag is shown as it is. */
    languageOf(tag: string): string {
      try {
        return languages.of(tag.replace('_', '-')) ?? tag;
      } catch (error) {
        if (error instanceof RangeError) return tag;
        throw error;
      }
    },
    detailOf(key: string): string {
      const known = DETAILS.find((one) => one === key);
      return known ? t(`friends.details.${known}`) : key;
    },
  };
}
