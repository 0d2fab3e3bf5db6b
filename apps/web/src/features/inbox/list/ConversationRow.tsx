import type { ConversationId } from '@hanasu/contract/ids';
import type { ConversationView } from '@hanasu/contract/inbox';
import { VisuallyHidden } from '@mantine/core';
import { type MouseEvent, memo, type PointerEvent, useRef } from 'react';
import { kindOf } from '../../../entities/channel/channel-kinds.ts';
import { useKindName } from '../../../entities/channel/use-kind-name.ts';
import { FriendFace } from '../../../entities/contact/FriendFace.tsx';
import { StatusPill } from '../../../entities/conversation/StatusPill.tsx';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { useConversationWords } from '../use-conversation-words.ts';
import { useNow } from '../use-now.ts';
import classes from './List.module.css';
import { SlaBadge } from './SlaBadge.tsx';

/** Which kind of channel somebody writes on: its colour and first letter. */
function ChannelMark({ kind }: { kind: string }) {
  const name = useKindName()(kind);
  return (
    <span
      className={classes.mark}
      style={{ background: kindOf(kind)?.manifest.color ?? 'var(--text-dim)' }}
      title={name}
      aria-hidden
    >
      {name.slice(0, 1).toUpperCase()}
    </span>
  );
}

const LONG_PRESS_MS = 450;

export interface RowHandlers {
  onOpen: (uuid: ConversationId) => void;
  /** `range`: everything from the row that was chosen before. */
  onSelect: (uuid: ConversationId, range: boolean) => void;
}
interface ConversationRowProps extends RowHandlers {
  conversation: ConversationView;
  isOpen: boolean;
  isTyping: boolean;
  isSelected: boolean;
  /** Something is selected, so that a tap selects instead of opening. */
  isSelecting: boolean;
  /** Colleagues who look at it now, as words. */
  viewers: string;
  /** Address of the open thread, so that the row works as a link in a new tab. */
  href: string;
}

const isTouch = (event: MouseEvent): boolean =>
  'pointerType' in event.nativeEvent && event.nativeEvent.pointerType === 'touch';

/** A finger that rests on a row selects it. */
function useLongPress(onLong: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wasLong = useRef(false);
  const cancel = () => clearTimeout(timer.current);
  return {
    wasLong,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        wasLong.current = false;
        if (event.pointerType !== 'touch') return;
        cancel();
        timer.current = setTimeout(() => {
          wasLong.current = true;
          onLong();
        }, LONG_PRESS_MS);
      },
      onPointerUp: cancel,
      onPointerCancel: cancel,
      onPointerMove: cancel,
      onContextMenu: (event: MouseEvent) => {
        if (isTouch(event) || wasLong.current) event.preventDefault();
      },
    },
  };
}

/** Drawn anew only when something of its own has changed: an event of another conversation leaves it alone. */
export const ConversationRow = memo(function ConversationRow(props: ConversationRowProps) {
  const { conversation, isOpen, isSelected, isSelecting, href, onOpen, onSelect } = props;
  const { t } = useWords();
  const { nameOf } = useConversationWords();
  const { uuid, channel, friend, group } = conversation;
  const name = nameOf(conversation);
  const { wasLong, handlers } = useLongPress(() => onSelect(uuid, false));
  const click = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    if (wasLong.current) return;
    if (event.shiftKey) onSelect(uuid, true);
    else if (isSelecting && isTouch(event)) onSelect(uuid, false);
    else onOpen(uuid);
  };
  return (
    <div
      className={classes.row}
      data-open={isOpen || undefined}
      data-selected={isSelected || undefined}
      data-selecting={isSelecting || undefined}
    >
      <span className={classes.face}>
        <FriendFace
          name={name}
          id={friend?.uuid ?? uuid}
          pictureUrl={group?.pictureUrl ?? friend?.pictureUrl ?? null}
        />
        {channel && <ChannelMark kind={channel.kind} />}
      </span>
      <label className={classes.pick}>
        <input
          type="checkbox"
          checked={isSelected}
          aria-label={t('inboxList.row.select', { name })}
          onClick={(event) => onSelect(uuid, event.shiftKey)}
          onChange={() => undefined}
        />
      </label>
      <a
        href={href}
        className={classes.rowLink}
        data-unread={(!isOpen && conversation.unread > 0) || undefined}
        aria-current={isOpen ? 'true' : undefined}
        draggable={false}
        onClick={click}
        {...handlers}
      >
        <RowWords {...props} name={name} />
      </a>
    </div>
  );
});

function RowWords(props: ConversationRowProps & { name: string }) {
  const { conversation, isOpen, isTyping, viewers, name } = props;
  const { t } = useWords();
  const format = useFormat();
  const now = useNow();
  const { lastMessage, handling, operator, channel } = conversation;
  const unread = isOpen ? 0 : conversation.unread;
  const at = lastMessage?.createdAt ?? conversation.createdAt;
  return (
    <>
      <span className={classes.rowTop}>
        <span className={classes.rowName}>{name}</span>
        <time className={classes.rowTime} dateTime={at} title={format.dateTime(at)}>
          {format.ago(at, Math.max(now, Date.parse(at)))}
        </time>
      </span>
      <span className={classes.rowMiddle}>
        <span className={classes.rowText}>
          <RowText conversation={conversation} isTyping={isTyping} />
        </span>
        {unread > 0 && (
          <span className={classes.unread}>
            <span aria-hidden>{unread > 98 ? '99+' : unread}</span>
            <VisuallyHidden component="span">{t('inbox.unread', { count: unread })}</VisuallyHidden>
          </span>
        )}
      </span>
      <span className={classes.rowFoot}>
        <StatusPill handling={handling} name={operator?.name} />
        {channel && <span className={classes.rowChannel}>{channel.name}</span>}
        {viewers && (
          <span className={classes.viewers} title={t('inboxList.row.viewers', { names: viewers })}>
            <Icon name="eye" size={13} label={t('inboxList.row.viewers', { names: viewers })} />
          </span>
        )}
        <SlaBadge conversation={conversation} />
      </span>
    </>
  );
}

/** Who is being answered, what I have begun to write, or the last thing said. */
function RowText({ conversation, isTyping }: Pick<ConversationRowProps, 'conversation' | 'isTyping'>) {
  const { t } = useWords();
  const { previewOf } = useConversationWords();
  if (isTyping) return <em>{t('inbox.answering')}</em>;
  if (!conversation.draft) return previewOf(conversation);
  return (
    <>
      <span className={classes.draft}>{t('inboxList.row.draft')}</span> {conversation.draft}
    </>
  );
}
