import { IMPORT_LIMITS } from '@hanasu/contract/customer-imports';
import type { CustomerTaskId } from '@hanasu/contract/ids';
import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.layer.css';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { Surface } from '../../../shell/components/Surface.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { systemQuery } from '../../../shell/shell.queries.ts';
import classes from './Imports.module.css';
import { uploadImport } from './imports.queries.ts';

/** The file, as it comes from a spreadsheet or another tool. */
export function UploadStep({ onUploaded }: { onUploaded: (uuid: CustomerTaskId) => void }) {
  const { t } = useWords();
  const format = useFormat();
  const { data: system } = useQuery(systemQuery);
  const { progress, error, send, stop } = useUpload(onUploaded);
  const maxSize = Math.min(system?.maxUploadBytes ?? IMPORT_LIMITS.bytes, IMPORT_LIMITS.bytes);
  const [refused, setRefused] = useState<'size' | 'empty' | null>(null);
  return (
    <Surface>
      <Stack gap="sm">
        {progress === null ? (
          <Dropzone
            className={classes.zone ?? ''}
            multiple={false}
            maxSize={maxSize}
            onDrop={([file]) => {
              setRefused(file?.size === 0 ? 'empty' : null);
              if (file && file.size > 0) send(file);
            }}
            onReject={() => setRefused('size')}
            inputProps={{ 'aria-label': t('customerImports.drop') }}
            aria-label={t('customerImports.drop')}
          >
            <div className={classes.zoneWords}>
              <Icon name="file-up" size={26} />
              <strong>{t('customerImports.drop')}</strong>
              <Text size="sm" c="dimmed">
                {t('customerImports.dropHelp', {
                  size: format.bytes(maxSize),
                  rows: format.number(IMPORT_LIMITS.rows),
                })}
              </Text>
            </div>
          </Dropzone>
        ) : (
          <Stack gap="xs" role="status">
            <Group justify="space-between">
              <strong>{t('customerImports.uploading')}</strong>
              <Button variant="default" size="compact-md" onClick={stop}>
                {t('shell.cancel')}
              </Button>
            </Group>
            <Progress value={progress * 100} size="lg" aria-label={t('customerImports.uploading')} />
          </Stack>
        )}
        {(refused ?? error) && (
          <Alert color="red" role="alert">
            {refused === null
              ? error
              : t(`customerImports.refused.${refused}`, { size: format.bytes(maxSize) })}
          </Alert>
        )}
        <Text size="sm" c="dimmed">
          {t('customerImports.safe')}
        </Text>
      </Stack>
    </Surface>
  );
}

function useUpload(onUploaded: (uuid: CustomerTaskId) => void) {
  const [progress, setProgress] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  const send = (file: File) => {
    const upload = new AbortController();
    running.current = upload;
    setError(null);
    setProgress(0);
    uploadImport(file, setProgress, upload.signal)
      .then(({ uuid }) => onUploaded(uuid))
      .catch((fault: unknown) => {
        if (!upload.signal.aborted) setError(errorMessage(fault));
      })
      .finally(() => setProgress(null));
  };
  return { progress, error, send, stop: () => running.current?.abort() };
}
