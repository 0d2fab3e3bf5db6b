import type { ChannelView, SimulatorState } from '@hanasu/contract/channels';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useWords } from '../../../i18n/use-words.ts';
import { Surface } from '../../../shell/components/Surface.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import { HandlingPill } from '../../inbox/components/HandlingPill.tsx';
import { channelConversationsQuery, type SimulatorAction } from '../channels.queries.ts';
import classes from './Simulator.module.css';
import { useAnswererName } from './use-answerer.ts';

interface SimulatorSideProps {
  channel: ChannelView;
  state: SimulatorState;
  onAct: (action: SimulatorAction) => void;
  isActing: boolean;
}

/** What the staff see of the same chat, and what the friend can do besides writing. */
export function SimulatorSide({ channel, state, onAct, isActing }: SimulatorSideProps) {
  const { t } = useWords();
  const { friend, messages } = state;
  const { data: conversations } = useQuery(channelConversationsQuery(channel.uuid));
  const conversation = conversations?.items.find((each) => each.friend?.name === friend.name);
  const answerer = useAnswererName(channel);
  return (
    <div className={classes.side}>
      <Surface aria-labelledby="inbox-side-title">
        <h2 id="inbox-side-title" className={classes.title}>
          {t('channelPage.simulator.inInbox')}
        </h2>
        <p className={classes.text}>{t('channelPage.simulator.inInboxText')}</p>
        {conversation && (
          <p className={classes.state}>
            <span>{t('channelPage.simulator.handledBy')}</span>
            <HandlingPill handling={conversation.handling} name={conversation.operator?.name} />
          </p>
        )}
        <Button
          variant="default"
          leftSection={<Icon name="inbox" />}
          renderRoot={(props) =>
            conversation ? (
              <Link to="/Channel/conversation/$id" params={{ id: conversation.uuid }} {...props} />
            ) : (
              <Link to="/Message" search={{ channel: channel.uuid }} {...props} />
            )
          }
        >
          {t('channelPage.simulator.openInbox')}
        </Button>
      </Surface>
      <Surface aria-labelledby="friend-side-title">
        <h2 id="friend-side-title" className={classes.title}>
          {friend.name}
        </h2>
        <p className={classes.text}>
          {friend.blocked ? t('channelPage.simulator.hasBlocked') : t('channelPage.simulator.friendText')}
        </p>
        <div className={classes.buttons}>
          <Button
            variant="default"
            leftSection={<Icon name="user-plus" />}
            loading={isActing}
            onClick={() => onAct({ action: 'follow' })}
          >
            {t('channelPage.simulator.addFriend')}
          </Button>
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
      <p className={classes.note}>
        <Icon name={channel.groupUuid ? 'layers' : 'bot'} size={14} />
        {answerer === null
          ? t('channels.noBot')
          : t('channelPage.simulator.answers', { name: answerer ?? '…' })}
        {channel.botUuid && (
          <Link to="/Bot/$id" params={{ id: channel.botUuid }}>
            {t('bots.edit')}
          </Link>
        )}
        {channel.groupUuid && (
          <Link to="/Bot-Group/$id" params={{ id: channel.groupUuid }}>
            {t('groups.edit')}
          </Link>
        )}
      </p>
    </div>
  );
}
