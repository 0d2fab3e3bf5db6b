import type { SimulatorState } from '@hanasu/contract/channels';
import { Button } from '@mantine/core';
import type { SimulatorAction } from '../../../entities/channel/channels.queries.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { Surface } from '../../../shell/components/Surface.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { useFriendWords } from './Phone.tsx';
import classes from './Simulator.module.css';

interface FriendPanelProps {
  kind: string;
  state: SimulatorState;
  onAct: (action: SimulatorAction) => void;
  isActing: boolean;
}

/** What the friend can do besides writing: add the account until it is added, and block it. */
export function FriendPanel({ kind, state, onAct, isActing }: FriendPanelProps) {
  const { t } = useWords();
  const friendWord = useFriendWords(kind);
  const { friend, messages } = state;
  const isAdded = !friend.blocked && hasAdded(messages);
  return (
    <Surface aria-labelledby="friend-side-title">
      <h2 id="friend-side-title" className={classes.title}>
        {friend.name}
      </h2>
      <p className={classes.text}>
        {friendWord(friend.blocked ? 'hasBlocked' : isAdded ? 'hasAdded' : 'friendText')}
      </p>
      <div className={classes.buttons}>
        {!isAdded && (
          <Button
            variant="default"
            leftSection={<Icon name="user-plus" />}
            loading={isActing}
            onClick={() => onAct({ action: 'follow' })}
          >
            {friendWord('addFriend')}
          </Button>
        )}
        {!friend.blocked && (
          <Button
            variant="default"
            leftSection={<Icon name="ban" />}
            disabled={messages.length === 0}
            onClick={() => onAct({ action: 'unfollow' })}
          >
            {t('channelPage.simulator.block')}
          </Button>
        )}
      </div>
    </Surface>
  );
}

/** Sandbox friends may write without adding the account, so the chat says whether they did. */
const hasAdded = (messages: SimulatorState['messages']): boolean =>
  messages.findLast(({ kind }) => kind === 'follow' || kind === 'unfollow')?.kind === 'follow';
