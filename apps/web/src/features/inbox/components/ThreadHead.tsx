import type { ConversationView } from '@hanasu/contract/inbox';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import { useConversationWords } from '../use-conversation-words.ts';
import { type HandlingAction, useHandlingActions } from '../use-handling-actions.ts';
import { FriendFace } from './FriendFace.tsx';
import { HandlingPill } from './HandlingPill.tsx';
import classes from './Thread.module.css';

interface ThreadHeadProps {
  conversation: ConversationView;
  onBack: () => void;
  onDetails: () => void;
  detailsShown: boolean;
}

/** Who it is, who has it, and what can be done with it. */
export function ThreadHead({ conversation, onBack, onDetails, detailsShown }: ThreadHeadProps) {
  const { t } = useWords();
  const { nameOf } = useConversationWords();
  const { friend, handling, operator, channel } = conversation;
  const { actions, run, pending } = useHandlingActions(conversation);
  return (
    <header className={classes.head}>
      <ActionIcon
        className={classes.onlyPhone ?? ''}
        variant="subtle"
        color="gray"
        size={38}
        onClick={onBack}
        aria-label={t('inbox.backToList')}
      >
        <Icon name="arrow-left" size={19} />
      </ActionIcon>
      <FriendFace
        name={nameOf(conversation)}
        id={friend?.uuid ?? conversation.uuid}
        pictureUrl={friend?.pictureUrl ?? null}
        size={34}
      />
      <div className={classes.headWords}>
        {/* On a phone the list with its heading is not there. */}
        <h1>{nameOf(conversation)}</h1>
        <span className={classes.headFacts}>
          <HandlingPill handling={handling} name={operator?.name} />
          {channel && <span className={classes.headChannel}>{channel.name}</span>}
        </span>
      </div>
      <div className={classes.headActions}>
        {actions.map((action, index) => (
          <Button
            key={action.to}
            size="xs"
            variant={index === 0 && handling === 'waiting' ? 'filled' : 'default'}
            leftSection={<Icon name={action.icon} size={14} />}
            loading={pending === action.to}
            onClick={() => run(action.to)}
          >
            {t(`inbox.actions.${action.words}`)}
          </Button>
        ))}
      </div>
      <PhoneMenu actions={actions} onRun={run} onDetails={onDetails} />
      <ActionIcon
        className={classes.onlyWide ?? ''}
        variant={detailsShown ? 'light' : 'subtle'}
        color="gray"
        size={32}
        onClick={onDetails}
        aria-label={t('inbox.details.title')}
        aria-pressed={detailsShown}
        title={t('inbox.details.title')}
      >
        <Icon name="panel-right" size={17} />
      </ActionIcon>
    </header>
  );
}

interface PhoneMenuProps {
  actions: readonly HandlingAction[];
  onRun: (to: HandlingAction['to']) => void;
  onDetails: () => void;
}

function PhoneMenu({ actions, onRun, onDetails }: PhoneMenuProps) {
  const { t } = useWords();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          className={classes.onlyNarrow ?? ''}
          variant="subtle"
          color="gray"
          size={38}
          aria-label={t('shell.more')}
        >
          <Icon name="ellipsis" size={19} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ to, icon, words }) => (
          <Menu.Item key={to} leftSection={<Icon name={icon} />} onClick={() => onRun(to)}>
            {t(`inbox.actions.${words}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="contact" />} onClick={onDetails}>
          {t('inbox.details.title')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
