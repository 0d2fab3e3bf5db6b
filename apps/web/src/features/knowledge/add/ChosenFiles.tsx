import { ActionIcon } from '@mantine/core';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import classes from '../uploads/UploadList.module.css';
import { folderOf } from './accepted-files.ts';

interface ChosenFilesProps {
  files: readonly File[];
  onRemove: (file: File) => void;
  /** Whose passages are shown below; absent: none can be. */
  shown?: File | null;
  onShow?: (file: File) => void;
}

/** Larger ones come in parts, and are previewed once they are there. */
const PREVIEW_BYTES = 32 * 1024 * 1024;

export function ChosenFiles({ files, onRemove, shown = null, onShow }: ChosenFilesProps) {
  const { t } = useWords();
  const format = useFormat();
  if (files.length === 0) return null;
  return (
    <ul className={classes.list} aria-label={t('documents.chosenFiles')}>
      {files.map((file) => (
        <li
          key={`${folderOf(file)}/${file.name}-${file.lastModified}-${file.size}`}
          className={classes.row}
          style={{ alignItems: 'center' }}
        >
          <Icon name="file-text" />
          <span className={classes.name}>
            {folderOf(file) ? `${folderOf(file)}/${file.name}` : file.name}
          </span>
          <span className={classes.size}>{format.bytes(file.size)}</span>
          {onShow && file.size <= PREVIEW_BYTES && (
            <ActionIcon
              variant={shown === file ? 'light' : 'subtle'}
              color="gray"
              aria-pressed={shown === file}
              onClick={() => onShow(file)}
              aria-label={t('documents.previewOf', { name: file.name })}
            >
              <Icon name="eye" />
            </ActionIcon>
          )}
          <ActionIcon
            variant="subtle"
            color="gray"
            onClick={() => onRemove(file)}
            aria-label={t('knowledge.remove', { name: file.name })}
          >
            <Icon name="x" />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}
