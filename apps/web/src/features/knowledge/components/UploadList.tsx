import type { KnowledgeId } from '@hanasu/contract/ids';
import { Alert, Button, Stack } from '@mantine/core';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import { dismissBegun, useBegun, useUploads } from '../uploads/uploads.ts';
import classes from './UploadList.module.css';
import { UploadRow } from './UploadRow.tsx';

/** Files that are being sent to a base, and the news of those that an earlier visit left unfinished. */
export function UploadList({ knowledgeUuid }: { knowledgeUuid: KnowledgeId }) {
  const { t } = useWords();
  const uploads = useUploads(knowledgeUuid);
  const begun = useBegun(knowledgeUuid);
  if (uploads.length + begun.length === 0) return null;
  return (
    <Stack gap="sm" mt="md">
      {begun.length > 0 && (
        <Alert color="blue" icon={<Icon name="info" />} role="status">
          <div>{t('documents.begun', { count: begun.length })}</div>
          <div>{begun.map(({ name }) => name).join(', ')}</div>
          <Button size="compact-sm" variant="default" mt={8} onClick={() => dismissBegun(begun)}>
            {t('documents.forgetBegun')}
          </Button>
        </Alert>
      )}
      {uploads.length > 0 && (
        <ul className={classes.list} aria-label={t('documents.uploads')}>
          {uploads.map((upload) => (
            <UploadRow key={upload.id} upload={upload} />
          ))}
        </ul>
      )}
    </Stack>
  );
}
