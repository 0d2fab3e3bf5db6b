import type { MessageView } from '@hanasu/contract/inbox';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import { noteParts } from '../mentions.ts';
import classes from './Message.module.css';

interface NoteBubbleProps {
  message: MessageView;
  names: readonly string[];
  /** Absent when it is somebody else's. */
  onDelete: (() => void) | undefined;
}

/** What staff tell each other; no customer ever sees it. */
export function NoteBubble({ message, names, onDelete }: NoteBubbleProps) {
  const { t } = useWords();
  const format = useFormat();
  const [isAsking, setAsking] = useState(false);
  return (
    <article id={`message-${message.uuid}`} className={classes.note}>
      <header className={classes.noteHead}>
        <Icon name="lock" size={12} label={t('inboxWork.thread.note')} />
        <strong>{message.operator?.name ?? t('inbox.senders.operator')}</strong>
        <time dateTime={message.createdAt} title={format.dateTime(message.createdAt)}>
          {format.time(message.createdAt)}
        </time>
        {onDelete && !isAsking && (
          <button
            type="button"
            className={classes.noteDelete}
            aria-label={t('inboxWork.thread.deleteNote')}
            title={t('inboxWork.thread.deleteNote')}
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
          {t('inboxWork.thread.deleteNoteAsk')}
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
