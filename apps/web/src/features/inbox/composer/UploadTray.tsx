import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import classes from './Composer.module.css';
import type { SendingFile, Uploads } from './use-uploads.ts';

/** Files that go with the next message, and those that can't. */
export function UploadTray({ uploads, problems }: { uploads: Uploads; problems: readonly string[] }) {
  if (uploads.files.length === 0 && problems.length === 0) return null;
  return (
    <div className={classes.tray}>
      {uploads.files.length > 0 && (
        <ul className={classes.files}>
          {uploads.files.map((file) => (
            <li key={file.id}>
              <FileChip file={file} onRemove={() => uploads.remove(file.id)} />
            </li>
          ))}
        </ul>
      )}
      {problems.map((problem) => (
        <p key={problem} className={classes.problem} role="alert">
          <Icon name="triangle-alert" size={13} /> {problem}
        </p>
      ))}
    </div>
  );
}

function FileChip({ file, onRemove }: { file: SendingFile; onRemove: () => void }) {
  const { t } = useWords();
  const format = useFormat();
  const { name, progress, media, fault } = file;
  return (
    <span className={classes.file} data-failed={fault ? true : undefined}>
      {media?.thumbnailUrl ? (
        <img className={classes.fileThumb} src={media.thumbnailUrl} alt="" />
      ) : (
        <Icon name={fault ? 'triangle-alert' : 'file-text'} size={16} />
      )}
      <span className={classes.fileWords}>
        <span className={classes.fileName}>{name}</span>
        {fault ? (
          <span role="alert">{errorMessage(fault)}</span>
        ) : media ? (
          <span>{media.bytes === null ? '' : format.bytes(media.bytes)}</span>
        ) : (
          <progress
            value={progress}
            max={1}
            aria-label={t('composer.uploading', { name, percent: format.percent(progress) })}
          />
        )}
      </span>
      <button
        type="button"
        className={classes.small}
        aria-label={t('composer.removeFile', { name })}
        onClick={onRemove}
      >
        <Icon name="x" size={14} />
      </button>
    </span>
  );
}
