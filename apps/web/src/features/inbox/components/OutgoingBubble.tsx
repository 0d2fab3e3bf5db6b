import { Button } from '@mantine/core';
import { useWords } from '../../../i18n/use-words.ts';
import { isFault } from '../../../shell/api-fault.ts';
import { faultWords } from '../../../shell/fault-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import type { Outgoing } from '../use-thread.ts';
import classes from './Message.module.css';

interface OutgoingBubbleProps {
  item: Outgoing;
  onAgain: (takeOver: boolean) => void;
  onDiscard: () => void;
}

/** What a person has just sent, before the server has it. */
export function OutgoingBubble({ item, onAgain, onDiscard }: OutgoingBubbleProps) {
  const { t } = useWords();
  const failed = item.fault !== null;
  const isTaken = isFault(item.fault, 'conversation_taken');
  return (
    <article className={classes.message} data-from="operator" data-closes aria-busy={!failed}>
      <div
        className={classes.bubble}
        data-kind="text"
        data-sending={!failed || undefined}
        data-trouble={failed || undefined}
      >
        <OutgoingContent item={item} />
      </div>
      {failed ? (
        <div className={classes.trouble} data-state="failed" role="alert">
          <Icon name="triangle-alert" size={14} />
          <span>{faultWords(item.fault)}</span>
          <Button size="compact-xs" variant="default" onClick={() => onAgain(isTaken)}>
            {isTaken ? t('inboxWork.lock.takeAndSend') : t('shell.retry')}
          </Button>
          <Button size="compact-xs" variant="subtle" color="gray" onClick={onDiscard}>
            {t('shell.discard')}
          </Button>
        </div>
      ) : (
        <span className={classes.delivery}>
          <Icon name="clock" size={12} /> {t('inbox.delivery.pending')}
        </span>
      )}
    </article>
  );
}

function OutgoingContent({ item: { body, media } }: { item: Outgoing }) {
  const { t } = useWords();
  if (body.text) return <p className={classes.words}>{body.text}</p>;
  if (media?.thumbnailUrl)
    return <img className={classes.outgoingPicture} src={media.thumbnailUrl} alt={media.name} />;
  const words =
    media?.name ??
    body.location?.title ??
    body.askDetails?.title ??
    t(body.sticker ? 'inbox.kinds.sticker' : 'inbox.kinds.file');
  return <p className={classes.words}>{words}</p>;
}
