import type { MessageView } from '@hanasu/contract/inbox';
import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import classes from './Message.module.css';

/** What a message answers to, as its first lines. */
export function QuotedBlock({
  message: { quoted },
  onGoTo,
}: {
  message: MessageView;
  onGoTo?: ((uuid: string) => void) | undefined;
}) {
  const { t } = useWords();
  if (!quoted) return null;
  const { uuid, text, sender } = quoted;
  const body = (
    <>
      {sender && sender !== 'system' && <strong>{t(`inbox.senders.${sender}`)}</strong>}
      <span className={classes.quotedText}>{text || t('inboxWork.thread.unsaid')}</span>
    </>
  );
  if (!uuid || !onGoTo) return <blockquote className={classes.quoted}>{body}</blockquote>;
  return (
    <button
      type="button"
      className={classes.quoted}
      title={t('inboxWork.thread.goTo')}
      onClick={(event) => {
        event.stopPropagation();
        onGoTo(uuid);
      }}
    >
      {body}
    </button>
  );
}

/** What a customer's message means in the language of whoever reads it. */
export function Translation({ message, isTranslating }: { message: MessageView; isTranslating: boolean }) {
  const { t, locale } = useWords();
  const [isHidden, setHidden] = useState(false);
  if (isTranslating) return <Skeleton height={12} mt={8} mb={4} width={160} />;
  const text = message.translations[locale];
  if (!text) return null;
  return (
    <div className={classes.translation}>
      {!isHidden && (
        <p className={classes.words} lang={locale}>
          {text}
        </p>
      )}
      <button
        type="button"
        className={classes.textButton}
        onClick={(event) => {
          event.stopPropagation();
          setHidden(!isHidden);
        }}
      >
        {t(isHidden ? 'inboxWork.thread.showTranslation' : 'inboxWork.thread.showOriginal')}
      </button>
    </div>
  );
}

/** A person's own words, where a model wrote what was sent. */
export function OriginalText({ message: { original, text } }: { message: MessageView }) {
  const { t } = useWords();
  if (!original || original.text === text) return null;
  return (
    <details className={classes.original}>
      <summary>{t('inboxWork.thread.written')}</summary>
      <p className={classes.words} lang={original.language ?? undefined}>
        {original.text}
      </p>
    </details>
  );
}
