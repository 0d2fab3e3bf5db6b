import type { FriendView } from '@hanasu/contract/friends';
import { useFriendFacts, useFriendName } from '../../entities/contact/use-friend-name.ts';
import { useWords } from '../../i18n/use-words.ts';
import type { IconName } from '../../shell/icons/icon-names.ts';

export const FRIEND_ICONS = {
  following: 'user-check',
  blocked: 'ban',
  unknown: 'user',
} as const satisfies Record<FriendView['state'], IconName>;

/** Names of friends, of their languages and of what they told, in the language in use. */
export function useFriendWords() {
  const { t } = useWords();
  const friendName = useFriendName();
  return {
    nameOf: ({ name }: Pick<FriendView, 'name'>): string => (name ? friendName(name) : t('friends.nameless')),
    ...useFriendFacts(),
  };
}
