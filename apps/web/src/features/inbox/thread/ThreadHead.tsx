import { type ConversationView, setHandling } from '@hanasu/contract/inbox';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { FriendFace } from '../../../entities/contact/FriendFace.tsx';
import { StatusPill } from '../../../entities/conversation/StatusPill.tsx';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { usePermission } from '../../../shell/use-permission.ts';
import { useMarkUnread } from '../inbox.mutations.ts';
import { ChannelMark } from '../list/ConversationRow.tsx';
import { SlaBadge } from '../list/SlaBadge.tsx';
import { useConversationWords } from '../use-conversation-words.ts';
import { AssignMenu } from './AssignMenu.tsx';
import { BackToList } from './LoadingThread.tsx';
import { usePrintThread } from './PrintThread.tsx';
import { SnoozeMenu } from './SnoozeMenu.tsx';
import classes from './Thread.module.css';
import type { ConversationWork } from './use-conversation-work.ts';
import type { HandlingAction } from './use-status-actions.ts';

interface ThreadHeadProps {
  conversation: ConversationView;
  work: ConversationWork;
  onBack: () => void;
  onDetails: () => void;
  detailsShown: boolean;
}

/** Who it is, who has it, and what can be done with it. */
export function ThreadHead({ conversation, work, onBack, onDetails, detailsShown }: ThreadHeadProps) {
  const { t } = useWords();
  const { nameOf } = useConversationWords();
  const { friend, group, handling, channel } = conversation;
  const { actions, run, pending } = work;
  const buttons = useButtonsAfter(handling);
  const { mutate: markUnread } = useMarkUnread();
  return (
    <header className={classes.head}>
      <BackToList onBack={onBack} />
      <span className={classes.headFace}>
        <FriendFace
          name={nameOf(conversation)}
          pictureUrl={group?.pictureUrl ?? friend?.pictureUrl ?? null}
          size={34}
        />
      </span>
      <div className={classes.headWords}>
        {/* On a phone the list with its heading is not there. */}
        <h1>{nameOf(conversation)}</h1>
        <span className={classes.headFacts}>
          {channel && (
            <span className={classes.headChannel} title={channel.name}>
              <ChannelMark kind={channel.kind} isInline />
              <span>{channel.name}</span>
            </span>
          )}
          {/* On a phone the line below says it. */}
          <span className={handling === 'waiting' ? classes.saidBelow : ''}>
            <StatusPill conversation={conversation} />
          </span>
          {handling === 'waiting' && (
            <span className={classes.headReason}>
              {t(`inbox.waiting.reasons.${conversation.waitingReason ?? 'none'}`)}
            </span>
          )}
          <SlaBadge conversation={conversation} />
        </span>
      </div>
      <div ref={buttons} className={classes.headActions}>
        {actions.map((action) => (
          <Button
            key={action.to}
            size="xs"
            variant={action.to === 'operator' && handling === 'waiting' ? 'filled' : 'default'}
            {...(action.to === 'operator' && handling === 'waiting' ? { color: 'kaki' } : {})}
            leftSection={<Icon name={action.icon} size={14} />}
            loading={pending === action.to}
            className={action.to === 'bot' ? (classes.iconOnly ?? '') : ''}
            aria-label={t(`inbox.actions.${action.words}`)}
            title={t(`inbox.actions.${action.words}`)}
            onClick={() => run(action.to)}
          >
            {t(`inbox.actions.${action.to === 'closed' ? 'closeShort' : action.words}`)}
          </Button>
        ))}
      </div>
      <WorkMenus conversation={conversation} work={work} />
      {actions.some(({ to }) => to === 'closed') && (
        <ActionIcon
          className={classes.onlyNarrow ?? ''}
          variant="subtle"
          color="green"
          size={40}
          loading={pending === 'closed'}
          onClick={() => run('closed')}
          aria-label={t('inbox.actions.close')}
          title={t('inbox.actions.close')}
        >
          <Icon name="check" size={19} />
        </ActionIcon>
      )}
      <MoreMenu
        conversation={conversation}
        actions={actions}
        onRun={run}
        onDetails={onDetails}
        onUnread={() => {
          markUnread(conversation.uuid);
          onBack();
        }}
      />
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

/** What is pressed gives way to what can be done next, and the focus with it. */
function useButtonsAfter(handling: ConversationView['handling']) {
  const buttons = useRef<HTMLDivElement>(null);
  const before = useRef(handling);
  useEffect(() => {
    if (before.current === handling) return;
    before.current = handling;
    if (document.activeElement === document.body) buttons.current?.querySelector('button')?.focus();
  }, [handling]);
  return buttons;
}

function WorkMenus({ conversation, work }: Pick<ThreadHeadProps, 'conversation' | 'work'>) {
  if (!usePermission(setHandling)) return null;
  return (
    <span className={classes.headMenus}>
      <AssignMenu
        narrow
        opened={work.menu === 'assign'}
        onChange={(opened) => work.setMenu(opened ? 'assign' : null)}
        onAssign={work.assign}
      />
      <SnoozeMenu
        narrow
        opened={work.menu === 'snooze'}
        onChange={(opened) => work.setMenu(opened ? 'snooze' : null)}
        snoozedUntil={conversation.snoozedUntil}
        onSnooze={work.snooze}
      />
    </span>
  );
}

interface MoreMenuProps {
  conversation: ConversationView;
  actions: readonly HandlingAction[];
  onRun: (to: HandlingAction['to']) => void;
  onDetails: () => void;
  onUnread: () => void;
}

/** Everything that has no button of its own here; what has one on a wide screen stands here on a narrow one. */
function MoreMenu({ conversation, actions, onRun, onDetails, onUnread }: MoreMenuProps) {
  const { t } = useWords();
  const { print, isLoading, sheet } = usePrintThread(conversation);
  return (
    <Menu position="bottom-end">
      {sheet}
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          loading={isLoading}
          aria-label={t('shell.more')}
          title={t('shell.more')}
        >
          <Icon name="ellipsis" size={19} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ to, icon, words }) => (
          <Menu.Item
            key={to}
            className={classes.onlyNarrow ?? ''}
            leftSection={<Icon name={icon} />}
            onClick={() => onRun(to)}
          >
            {t(`inbox.actions.${words}`)}
          </Menu.Item>
        ))}
        <Menu.Item leftSection={<Icon name="message-circle" />} onClick={onUnread}>
          {t('inboxThread.markUnread')}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="contact" />} onClick={onDetails}>
          {t('inbox.details.title')}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="file-text" />} onClick={print}>
          {t('inboxThread.print.action')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
