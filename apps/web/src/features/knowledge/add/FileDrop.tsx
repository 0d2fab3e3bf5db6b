import { Alert, Button } from '@mantine/core';
import { Dropzone, type FileRejection } from '@mantine/dropzone';
import '@mantine/dropzone/styles.layer.css';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { systemQuery } from '../../../shell/shell.queries.ts';
import { ACCEPTED, isAccepted, rejectionKey } from './accepted-files.ts';
import classes from './FileDrop.module.css';

interface Rejection {
  readonly file: File;
  readonly errors: FileRejection['errors'];
}
/** More would fill the page. */
const SHOWN_REJECTIONS = 10;

interface FileDropProps {
  onFiles: (files: File[]) => void;
  openRef?: RefObject<(() => void) | null>;
  compact?: boolean;
}

/** Takes many files at once; a file that can't be read is named with the reason and not sent. */
export function FileDrop({ onFiles, openRef, compact = false }: FileDropProps) {
  const { t } = useWords();
  const format = useFormat();
  const { data: system } = useQuery(systemQuery);
  const [rejected, setRejected] = useState<Rejection[]>([]);
  const isTouch = useMediaQuery('(hover: none) and (pointer: coarse)', false, {
    getInitialValueInEffect: false,
  });
  const label = t(isTouch ? 'knowledge.chooseFiles' : 'knowledge.drop');
  const size = system ? format.bytes(system.maxUploadBytes) : '…';
  const takeFolder = (all: readonly File[]) => {
    const refused = all.map((file) => reject(file, system?.maxUploadBytes)).filter((one) => one !== null);
    setRejected(refused);
    onFiles(all.filter((file) => !refused.some((one) => one.file === file)));
  };
  return (
    <div>
      <Dropzone
        className={classes.zone ?? ''}
        data-compact={compact || undefined}
        // The page has a button for the same, and on a phone there is nothing to drop.
        data-hidden={(compact && isTouch) || undefined}
        accept={ACCEPTED}
        validator={(file) => (file.size === 0 ? { code: 'file-empty', message: 'empty' } : null)}
        {...(system ? { maxSize: system.maxUploadBytes } : {})}
        {...(openRef ? { openRef } : {})}
        onDropAny={(_, refused) => setRejected([...refused])}
        onDrop={onFiles}
        inputProps={{ 'aria-label': label }}
        aria-label={label}
      >
        <div className={classes.words}>
          <Icon name="file-up" size={compact ? 20 : 26} />
          <span>
            <strong>{label}</strong>
            <span className={classes.help}>{t('knowledge.dropHelp', { size })}</span>
          </span>
        </div>
      </Dropzone>
      {!isTouch && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          mt={6}
          leftSection={<Icon name="folder" size={14} />}
          onClick={() => chooseFolder(takeFolder)}
        >
          {t('documents.addFolder')}
        </Button>
      )}
      {rejected.length > 0 && (
        <Alert
          color="red"
          role="alert"
          mt="xs"
          withCloseButton
          closeButtonLabel={t('shell.close')}
          onClose={() => setRejected([])}
        >
          {rejected.slice(0, SHOWN_REJECTIONS).map((each) => (
            <div key={`${each.file.webkitRelativePath}/${each.file.name}`}>
              {t(`knowledge.${rejectionKey(each)}`, { name: each.file.name, size })}
            </div>
          ))}
          {rejected.length > SHOWN_REJECTIONS && (
            <div>{t('documents.moreRejected', { count: rejected.length - SHOWN_REJECTIONS })}</div>
          )}
        </Alert>
      )}
    </div>
  );
}

/** The same checks as for dropped files: a chosen folder comes with everything in it. */
function reject(file: File, maxBytes = Number.POSITIVE_INFINITY): Rejection | null {
  if (file.size > maxBytes) return { file, errors: [{ code: 'file-too-large', message: 'too large' }] };
  if (file.size === 0 || !isAccepted(file)) {
    return { file, errors: [{ code: 'file-invalid-type', message: 'not accepted' }] };
  }
  return null;
}

/** The browser's own dialog; hidden files of the system are left out. */
function chooseFolder(onFiles: (files: readonly File[]) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.webkitdirectory = true;
  input.onchange = () => onFiles([...(input.files ?? [])].filter(({ name }) => !name.startsWith('.')));
  input.click();
}
