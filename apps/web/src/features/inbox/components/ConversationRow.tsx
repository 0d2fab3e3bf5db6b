import type { ConversationView } from '@hanasu/contract/inbox';
import { VisuallyHidden } from '@mantine/core';
import type { MouseEvent } from 'react';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { useConversationWords } from '../use-conversation-words.ts';
import { FriendFace } from './FriendFace.tsx';
import { HandlingPill } from './HandlingPill.tsx';
import classes from './List.module.css';

interface ConversationRowProps {
  conversation: ConversationView;
  isOpen: boolean;
  isTyping: boolean;
  /** Address of the open thread, so that the row works as a link in a new tab. */
  href: string;
  onOpen: () => void;
}

export function ConversationRow({ conversation, isOpen, isTyping, href, onOpen }: ConversationRowProps) {
  const { t } = useWords();
  const format = useFormat();
  const { nameOf, previewOf } = useConversationWords();
  const { friend, lastMessage, handling, operator, channel } = conversation;
  const unread = isOpen ? 0 : conversation.unread;
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onOpen();
  };
  const at = lastMessage?.createdAt ?? conversation.createdAt;
  return (
    <a
      href={href}
      className={classes.row}
      data-unread={unread > 0 || undefined}
      aria-current={isOpen ? 'true' : undefined}
      onClick={open}
    >
      <FriendFace
        name={nameOf(conversation)}
        id={friend?.uuid ?? conversation.uuid}
        pictureUrl={friend?.pictureUrl ?? null}
      />
      <span className={classes.rowBody}>
        <span className={classes.rowTop}>
          <span className={classes.rowName}>{nameOf(conversation)}</span>
          <time className={classes.rowTime} dateTime={at} title={format.dateTime(at)}>
            {format.ago(at)}
          </time>
        </span>
        <span className={classes.rowMiddle}>
          <span className={classes.rowText}>
            {isTyping ? <em>{t('inbox.answering')}</em> : previewOf(conversation)}
          </span>
          {unread > 0 && (
            <span className={classes.unread}>
              <span aria-hidden>{unread > 98 ? '99+' : unread}</span>
              <VisuallyHidden component="span">{t('inbox.unread', { count: unread })}</VisuallyHidden>
            </span>
          )}
        </span>
        <span className={classes.rowFoot}>
          <HandlingPill handling={handling} name={operator?.name} />
          {channel && <span className={classes.rowChannel}>{channel.name}</span>}
        </span>
      </span>
    </a>
  );
}
