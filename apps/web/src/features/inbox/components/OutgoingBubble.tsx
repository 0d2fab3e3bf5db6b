import { Button } from '@mantine/core';
import { useWords } from '../../../i18n/use-words.ts';
import { faultWords } from '../../../shell/fault-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import type { Outgoing } from '../use-thread.ts';
import classes from './Message.module.css';

/** What a person has just sent, before the server has it. */
export function OutgoingBubble({
  item,
  onAgain,
  onDiscard,
}: {
  item: Outgoing;
  onAgain: () => void;
  onDiscard: () => void;
}) {
  const { t } = useWords();
  const failed = item.fault !== null;
  return (
    <article className={classes.message} data-from="operator" data-closes aria-busy={!failed}>
      <div
        className={classes.bubble}
        data-kind="text"
        data-sending={!failed || undefined}
        data-trouble={failed || undefined}
      >
        <p className={classes.words}>{item.text}</p>
      </div>
      {failed ? (
        <div className={classes.trouble} data-state="failed" role="alert">
          <Icon name="triangle-alert" size={14} />
          <span>{faultWords(item.fault)}</span>
          <Button size="compact-xs" variant="default" onClick={onAgain}>
            {t('shell.retry')}
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
