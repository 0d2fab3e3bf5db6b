import type { MessageId } from '@hanasu/contract/ids';
import {
  type ConversationView,
  type MessageView,
  resendMessage,
  sendOperatorMessage,
} from '@hanasu/contract/inbox';
import { deleteNote, translateMessage } from '@hanasu/contract/inbox-work';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { memo, useCallback, useState } from 'react';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { meQuery } from '../../../shell/shell.queries.ts';
import { useIsForbidden, usePermission } from '../../../shell/use-permission.ts';
import { noteParts } from '../composer/mentions.ts';
import { useResendMessage } from '../inbox.mutations.ts';
import { operatorsQuery } from '../inbox.queries.ts';
import { useDeleteNote, useTranslateMessage } from '../inbox-work.mutations.ts';
import { EventNote, HandoverLine } from './EventLine.tsx';
import classes from './Message.module.css';
import { MessageBubble } from './MessageBubble.tsx';
import type { ThreadItem } from './thread-items.ts';

interface NoteBubbleProps {
  message: MessageView;
  names: readonly string[];
  /** Absent when it is somebody else's. */
  onDelete: (() => void) | undefined;
}

/** What staff tell each other; no customer ever sees it. */
function NoteBubble({ message, names, onDelete }: NoteBubbleProps) {
  const { t } = useWords();
  const format = useFormat();
  const [isAsking, setAsking] = useState(false);
  return (
    <article id={`message-${message.uuid}`} className={classes.note}>
      <header className={classes.noteHead}>
        <Icon name="lock" size={12} label={t('inboxThread.note')} />
        <strong>{message.operator?.name ?? t('inbox.senders.operator')}</strong>
        <time dateTime={message.createdAt} title={format.dateTime(message.createdAt)}>
          {format.time(message.createdAt)}
        </time>
        {onDelete && !isAsking && (
          <button
            type="button"
            className={classes.noteDelete}
            aria-label={t('inboxThread.deleteNote')}
            title={t('inboxThread.deleteNote')}
            onClick={() => setAsking(true)}
          >
            <Icon name="trash-2" size={14} />
          </button>
        )}
      </header>
      <p className={classes.words}>
        {noteParts(message.text, names).map(({ kind, text, from }) =>
          kind === 'mention' ? (
            <span key={from} className={classes.mention}>
              {text}
            </span>
          ) : (
            text
          ),
        )}
      </p>
      {onDelete && isAsking && (
        <div className={classes.noteAsk} role="alert">
          {t('inboxThread.deleteNoteAsk')}
          <Button size="compact-xs" color="red" onClick={onDelete}>
            {t('shell.delete')}
          </Button>
          <Button size="compact-xs" variant="default" onClick={() => setAsking(false)}>
            {t('shell.cancel')}
          </Button>
        </div>
      )}
    </article>
  );
}

const DAY_MS = 86_400_000;

function DayLine({ at }: { at: string }) {
  const { t } = useWords();
  const format = useFormat();
  const day = new Date(at).toDateString();
  const isDay = (time: number) => new Date(time).toDateString() === day;
  const words = isDay(Date.now())
    ? t('inbox.today')
    : isDay(Date.now() - DAY_MS)
      ? t('inbox.yesterday')
      : format.date(at);
  return (
    <div className={classes.day}>
      <span>{words}</span>
    </div>
  );
}

interface ThreadItemsProps {
  items: readonly ThreadItem[];
  conversation: ConversationView;
  targetMessage: MessageId | null;
  onQuote: ((message: MessageView) => void) | undefined;
  onGoTo: (uuid: string) => void;
}

/** What is drawn of a thread. A bubble is drawn anew only when its own message has changed. */
export const ThreadItems = memo(function ThreadItems(props: ThreadItemsProps) {
  const { items, conversation, targetMessage, onQuote, onGoTo } = props;
  const { t, locale } = useWords();
  const { data: me } = useQuery(meQuery);
  const { data: operators = [] } = useQuery(operatorsQuery);
  const resend = useResendMessage(conversation.uuid);
  const translate = useTranslateMessage(conversation.uuid);
  const remove = useDeleteNote(conversation.uuid);
  const mayNotResend = useIsForbidden(resendMessage);
  const mayTranslate = usePermission(translateMessage);
  const mayDelete = usePermission(deleteNote);
  const mayWrite = usePermission(sendOperatorMessage);
  const again = useCallback((message: MessageView) => resend.mutate(message.uuid), [resend.mutate]);
  const inMyLanguage = useCallback(
    (message: MessageView) => translate.mutate({ message: message.uuid, language: locale }),
    [translate.mutate, locale],
  );
  const names = operators.map(({ name }) => name);
  return items.map((item) => {
    switch (item.type) {
      case 'day':
        return <DayLine key={item.key} at={item.at} />;
      case 'new':
        return (
          <p key={item.key} className={classes.newLine}>
            <span>{t('inboxThread.newMessages')}</span>
          </p>
        );
      case 'event':
        return <EventNote key={item.key} message={item.message} />;
      case 'handover':
        return <HandoverLine key={item.key} message={item.message} to={item.to} />;
      case 'note':
        return (
          <NoteBubble
            key={item.key}
            message={item.message}
            names={names}
            onDelete={
              mayDelete && item.message.operator?.uuid === me?.uuid
                ? () => remove.mutate(item.message.uuid)
                : undefined
            }
          />
        );
      case 'bubble':
        return (
          <MessageBubble
            key={item.key}
            message={item.message}
            opens={item.opens}
            closes={item.closes}
            isTarget={item.message.uuid === targetMessage}
            onQuote={mayWrite ? onQuote : undefined}
            onTranslate={mayTranslate ? inMyLanguage : undefined}
            onGoTo={onGoTo}
            isSandbox={conversation.channel?.sandbox ?? false}
            onResend={mayNotResend ? undefined : again}
            isResending={resend.isPending && resend.variables === item.message.uuid}
            isTranslating={translate.isPending && translate.variables.message === item.message.uuid}
          />
        );
      default:
        return item satisfies never;
    }
  });
});
