import { ActionIcon, Button, Group, Progress } from '@mantine/core';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { isFault } from '../../../shell/api-fault.ts';
import { faultWords } from '../../../shell/fault-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import { cancelUpload, pauseUpload, resumeUpload, type Upload } from '../uploads/uploads.ts';
import status from './StatusCell.module.css';
import classes from './UploadList.module.css';

/** A refused file stays refused; a lost connection or a busy server may be over. */
const mayHelpToRetry = (fault: unknown) =>
  !isFault(fault) ||
  fault.status === 0 ||
  fault.status === 409 ||
  fault.status === 429 ||
  fault.status >= 500;

/** A file on its way to the server. */
export function UploadRow({ upload }: { upload: Upload }) {
  const { t } = useWords();
  const format = useFormat();
  const { id, file, folder, state, isResumed, fault, progress } = upload;
  const isMoving = state === 'checking' || state === 'sending' || state === 'waiting';
  return (
    <li className={classes.row}>
      <Icon name={state === 'failed' ? 'triangle-alert' : state === 'unchanged' ? 'check' : 'upload'} />
      <div className={classes.words}>
        <span className={classes.file}>
          <span className={classes.name}>{folder ? `${folder}/${file.name}` : file.name}</span>
          <span className={classes.size}>{format.bytes(file.size)}</span>
        </span>
        <span className={status.status} data-status={state === 'failed' ? 'failed' : undefined}>
          {t(`documents.states.${state}`)}
          {(state === 'sending' || state === 'paused') && <span>{format.percent(progress)}</span>}
        </span>
        {state === 'failed' && <span className={classes.reason}>{faultWords(fault)}</span>}
        {isResumed && isMoving && <span className={classes.reason}>{t('documents.resumed')}</span>}
        {state !== 'unchanged' && (
          <Progress
            value={progress * 100}
            size={4}
            color={state === 'failed' ? 'red' : state === 'paused' ? 'gray' : 'blue'}
            aria-label={t('knowledge.progressOf', { name: file.name })}
          />
        )}
      </div>
      <Group gap={4} wrap="nowrap">
        {isMoving && (
          <ActionIcon
            variant="subtle"
            color="gray"
            onClick={() => pauseUpload(id)}
            aria-label={t('documents.pauseUpload', { name: file.name })}
          >
            <Icon name="pause" />
          </ActionIcon>
        )}
        {state === 'paused' && (
          <ActionIcon
            variant="subtle"
            color="gray"
            onClick={() => resumeUpload(id)}
            aria-label={t('documents.resumeUpload', { name: file.name })}
          >
            <Icon name="play" />
          </ActionIcon>
        )}
        {state === 'failed' && mayHelpToRetry(fault) && (
          <Button size="compact-sm" variant="default" onClick={() => resumeUpload(id)}>
            {t('shell.retry')}
          </Button>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          onClick={() => cancelUpload(id)}
          aria-label={t('knowledge.remove', { name: file.name })}
        >
          <Icon name="x" />
        </ActionIcon>
      </Group>
    </li>
  );
}
