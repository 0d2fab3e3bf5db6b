import { Alert } from '@mantine/core';
import { Dropzone, type FileRejection } from '@mantine/dropzone';
import '@mantine/dropzone/styles.layer.css';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import { systemQuery } from '../../../shell/shell.queries.ts';
import { ACCEPTED, rejectionKey } from '../accepted-files.ts';
import classes from './FileDrop.module.css';

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
  const [rejected, setRejected] = useState<FileRejection[]>([]);
  const size = system ? format.bytes(system.maxUploadBytes) : '…';
  return (
    <div>
      <Dropzone
        className={classes.zone ?? ''}
        data-compact={compact || undefined}
        accept={Object.fromEntries(Object.entries(ACCEPTED).map(([type, endings]) => [type, [...endings]]))}
        validator={(file) => (file.size === 0 ? { code: 'file-empty', message: 'empty' } : null)}
        {...(system ? { maxSize: system.maxUploadBytes } : {})}
        {...(openRef ? { openRef } : {})}
        onDropAny={(_, refused) => setRejected(refused)}
        onDrop={onFiles}
        inputProps={{ 'aria-label': t('knowledge.drop') }}
        aria-label={t('knowledge.drop')}
      >
        <div className={classes.words}>
          <Icon name="file-up" size={compact ? 20 : 26} />
          <span>
            <strong>{t('knowledge.drop')}</strong>
            <span className={classes.help}>{t('knowledge.dropHelp', { size })}</span>
          </span>
        </div>
      </Dropzone>
      {rejected.length > 0 && (
        <Alert
          color="red"
          role="alert"
          mt="xs"
          withCloseButton
          closeButtonLabel={t('shell.close')}
          onClose={() => setRejected([])}
        >
          {rejected.map((each) => (
            <div key={each.file.name}>
              {t(`knowledge.${rejectionKey(each)}`, { name: each.file.name, size })}
            </div>
          ))}
        </Alert>
      )}
    </div>
  );
}
