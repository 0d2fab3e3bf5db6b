import { ActionIcon, Button, Group, Progress } from '@mantine/core';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { isFault } from '../../../shell/api-fault.ts';
import { faultWords } from '../../../shell/fault-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import { cancelUpload, retryUpload, type Upload } from '../uploads.ts';
import classes from './StatusCell.module.css';

/** A refused file stays refused; a lost connection or a busy server may be over. */
const mayHelpToRetry = (fault: unknown) =>
  !isFault(fault) || fault.status === 0 || fault.status === 429 || fault.status >= 500;

/** A file on its way to the server. */
export function UploadRow({ upload }: { upload: Upload }) {
  const { t } = useWords();
  const format = useFormat();
  const { id, file, state, progress, fault } = upload;
  return (
    <tr>
      <td>{file.name}</td>
      <td>
        {state === 'failed' ? (
          <div className={classes.failed}>
            <span className={classes.status} data-status="failed">
              <Icon name="triangle-alert" /> {t('knowledge.uploadFailed')}
            </span>
            <span className={classes.reason}>{faultWords(fault)}</span>
          </div>
        ) : (
          <div className={classes.moving}>
            <span className={classes.status}>
              <Icon name="upload" /> {t('knowledge.uploading')}
              <span className={classes.percent}>{format.percent(progress)}</span>
            </span>
            <Progress
              value={progress * 100}
              size={4}
              color="blue"
              aria-label={t('knowledge.progressOf', { name: file.name })}
            />
          </div>
        )}
      </td>
      <td data-minor />
      <td data-minor />
      <td data-number data-minor>
        {format.bytes(file.size)}
      </td>
      <td data-minor />
      <td data-fit>
        <Group gap={4} wrap="nowrap">
          {state === 'failed' && mayHelpToRetry(fault) && (
            <Button size="compact-sm" variant="default" onClick={() => retryUpload(id)}>
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
      </td>
    </tr>
  );
}
