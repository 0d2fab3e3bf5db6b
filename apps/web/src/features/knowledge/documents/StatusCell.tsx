import type { DocumentView } from '@hanasu/contract/knowledge';
import { Progress } from '@mantine/core';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import classes from './StatusCell.module.css';

/** Where a document stands, by word and shape; a failure says why and what to do. */
export function StatusCell({ document }: { document: DocumentView }) {
  const { t } = useWords();
  const format = useFormat();
  const { status, progress, failure, title } = document;
  const word = t(`knowledge.statuses.${status}`);
  if (status === 'ready') {
    return (
      <span className={classes.status} data-status="ready">
        <Icon name="check-circle-2" /> {word}
      </span>
    );
  }
  if (status === 'failed') {
    return (
      <div className={classes.failed}>
        <span className={classes.status} data-status="failed">
          <Icon name="triangle-alert" /> {word}
        </span>
        <span className={classes.reason}>{t(`knowledge.failures.${failure ?? 'internal'}`)}</span>
      </div>
    );
  }
  if (status === 'stopped') {
    return (
      <span className={classes.status}>
        <Icon name="square" /> {word}
      </span>
    );
  }
  return (
    <div className={classes.moving}>
      <span className={classes.status}>
        <Icon name={status === 'queued' ? 'clock' : 'loader'} /> {word}
        <span className={classes.percent}>{status === 'queued' ? '' : format.percent(progress)}</span>
      </span>
      <Progress
        value={progress * 100}
        size={4}
        aria-label={t('knowledge.progressOf', { name: title })}
        transitionDuration={150}
      />
    </div>
  );
}
