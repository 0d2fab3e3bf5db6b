import type { ConversationId } from '@hanasu/contract/ids';
import type { ConversationView } from '@hanasu/contract/inbox';
import { VisuallyHidden } from '@mantine/core';
import { type MouseEvent, memo, type PointerEvent, useRef } from 'react';
import { kindOf } from '../../../entities/channel/channel-kinds.ts';
import { useKindName } from '../../../entities/channel/use-kind-name.ts';
import { FriendFace } from '../../../entities/contact/FriendFace.tsx';
import { useStatusSentence } from '../../../entities/conversation/StatusPill.tsx';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { Mark } from '../../../shell/layout/Mark.tsx';
import { shortReason, useConversationWords } from '../use-conversation-words.ts';
import { useNow, useWaitingTime } from '../use-now.ts';
import classes from './List.module.css';
import { SlaBadge } from './SlaBadge.tsx';
import { slaOf } from './sla.ts';

/** Which kind of channel somebody writes on: its colour and first letter, the same in each language. */
export function ChannelMark({ kind, isInline = false }: { kind: string; isInline?: boolean }) {
  const name = useKindName()(kind);
  return (
    <span
      className={classes.mark}
      data-kind={kind}
      data-inline={isInline || undefined}
      title={name}
      aria-hidden
    >
      {(kindOf(kind)?.manifest.name ?? name).slice(0, 1).toUpperCase()}
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
  /** It belongs elsewhere by now, and stays only as long as somebody points at the list. */
  isGone?: boolean;
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
      data-gone={props.isGone || undefined}
      data-selected={isSelected || undefined}
      data-selecting={isSelecting || undefined}
    >
      <span className={classes.face}>
        <FriendFace name={name} pictureUrl={group?.pictureUrl ?? friend?.pictureUrl ?? null} size={36} />
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
  const { handling, waitingReason, channel } = conversation;
  const unread = isOpen ? 0 : conversation.unread;
  const more = isTyping || conversation.draft ? 0 : (conversation.unanswered?.more ?? 0);
  const isWaiting = handling === 'waiting';
  return (
    <>
      <span className={classes.rowTop}>
        <span className={classes.rowName}>{name}</span>
        {isWaiting && (
          <span className={classes.reason}>
            {[t(`inboxList.reasons.${shortReason(waitingReason)}`), channel?.name]
              .filter(Boolean)
              .join(' · ')}
          </span>
        )}
        {channel && !isWaiting && <span className={classes.reason}>{channel.name}</span>}
        {isWaiting ? <WaitingChip conversation={conversation} /> : <RowTime conversation={conversation} />}
      </span>
      <span className={classes.rowMiddle}>
        <span className={classes.rowText} data-passed={conversation.unanswered?.isPassed || undefined}>
          <RowText conversation={conversation} isTyping={isTyping} />
        </span>
        {more > 0 && <span className={classes.more}>{t('inbox.unansweredMore', { count: more })}</span>}
        {viewers && (
          <span className={classes.viewers} title={t('inboxList.row.viewers', { names: viewers })}>
            <Icon name="eye" size={13} label={t('inboxList.row.viewers', { names: viewers })} />
          </span>
        )}
        {unread > 0 && (
          <span className={classes.unread}>
            <span aria-hidden>{unread > 98 ? '99+' : unread}</span>
            <VisuallyHidden component="span">{t('inbox.unread', { count: unread })}</VisuallyHidden>
          </span>
        )}
        {!isWaiting && <RowWho conversation={conversation} />}
      </span>
    </>
  );
}

/** How long somebody has waited for a person, and whether that is too long. */
function WaitingChip({ conversation }: Pick<ConversationRowProps, 'conversation'>) {
  const { t } = useWords();
  const { waitingReason, waitingSince } = conversation;
  const now = useNow();
  const waitingTime = useWaitingTime();
  const status = useStatusSentence(conversation);
  const lasted = waitingSince && waitingTime(waitingSince);
  const isLate = slaOf(conversation, now)?.state === 'late';
  const why = t(`inbox.waiting.reasons.${waitingReason ?? 'none'}`);
  const title = [lasted && t('inboxList.row.waits', { duration: lasted }), why, status]
    .filter(Boolean)
    .join(' · ');
  return (
    <span className={classes.waits} data-late={isLate || undefined} title={title}>
      <Icon name={isLate ? 'triangle-alert' : 'hand'} size={13} />
      {isLate && <VisuallyHidden component="span">{t('inboxList.row.late')}</VisuallyHidden>}
      <VisuallyHidden component="span">{status}</VisuallyHidden>
      {lasted}
    </span>
  );
}

function RowTime({ conversation }: Pick<ConversationRowProps, 'conversation'>) {
  const format = useFormat();
  const now = useNow();
  const { lastMessageAt: at, snoozedUntil, respondBy, waitingSince } = conversation;
  if (snoozedUntil || respondBy || waitingSince) return <SlaBadge conversation={conversation} />;
  return (
    <time className={classes.rowTime} dateTime={at} title={format.dateTime(at)}>
      {format.ago(at, Math.max(now, Date.parse(at)))}
    </time>
  );
}

/** Who has it: a square is the bot, a circle a person. */
function RowWho({ conversation: { handling, operator } }: Pick<ConversationRowProps, 'conversation'>) {
  const { t } = useWords();
  const words = handling === 'operator' && operator ? operator.name : t(`conversations.status.${handling}`);
  return (
    <span className={classes.who} data-handling={handling} title={words}>
      <span aria-hidden>
        {handling === 'bot' && <Mark height={11} />}
        {handling === 'closed' && <Icon name="check" size={13} />}
        {handling === 'operator' && (operator ? [...operator.name][0]?.toUpperCase() : '?')}
      </span>
      <VisuallyHidden component="span">{words}</VisuallyHidden>
    </span>
  );
}

/** Who is being answered, my draft, the customer's earliest unanswered message, or the last message. */
function RowText({ conversation, isTyping }: Pick<ConversationRowProps, 'conversation' | 'isTyping'>) {
  const { t } = useWords();
  const { previewOf, unansweredOf } = useConversationWords();
  if (isTyping) return <em>{t('inbox.answering')}</em>;
  const unanswered = unansweredOf(conversation);
  if (!conversation.draft) return unanswered ? <strong>{unanswered}</strong> : previewOf(conversation);
  return (
    <>
      <span className={classes.draft}>{t('inboxList.row.draft')}</span> {conversation.draft}
    </>
  );
}
