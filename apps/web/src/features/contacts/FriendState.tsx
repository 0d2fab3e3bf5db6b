import type { FriendView } from '@hanasu/contract/friends';
import { useWords } from '../../i18n/use-words.ts';
import { Icon } from '../../shell/Icon.tsx';
import classes from './Friends.module.css';
import { FRIEND_ICONS } from './friend-words.ts';

/** By word and shape. */
export function FriendState({ state }: { state: FriendView['state'] }) {
  const { t } = useWords();
  return (
    <span className={classes.state} data-state={state}>
      <Icon name={FRIEND_ICONS[state]} size={13} /> {t(`friends.states.${state}`)}
    </span>
  );
}
