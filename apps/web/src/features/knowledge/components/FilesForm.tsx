import type { KnowledgeId } from '@hanasu/contract/ids';
import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { addUploads } from '../uploads/uploads.ts';
import { ChosenFiles } from './ChosenFiles.tsx';
import { ChunkPreview } from './ChunkPreview.tsx';
import { FileDrop } from './FileDrop.tsx';

interface FilesFormProps {
  knowledgeUuid: KnowledgeId;
  onAdded: () => Promise<void>;
}

/** Files are chosen, looked at if wanted, and then sent. */
export function FilesForm({ knowledgeUuid, onAdded }: FilesFormProps) {
  const { t } = useWords();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [shown, setShown] = useState<File | null>(null);
  const remove = (file: File) => {
    setFiles((old) => old.filter((each) => each !== file));
    if (shown === file) setShown(null);
  };
  return (
    <Stack>
      <FileDrop onFiles={(added) => setFiles((old) => [...old, ...added])} />
      <ChosenFiles
        files={files}
        onRemove={remove}
        shown={shown}
        onShow={(file) => setShown((old) => (old === file ? null : file))}
      />
      {shown && (
        <ChunkPreview
          key={fileKey(shown)}
          knowledgeUuid={knowledgeUuid}
          source={shown}
          sourceKey={fileKey(shown)}
        />
      )}
      {files.length > 0 && (
        <Group justify="flex-end">
          <Button
            onClick={() => {
              addUploads(knowledgeUuid, files);
              void onAdded();
            }}
          >
            {t('documents.addFiles', { count: files.length })}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

const fileKey = ({ name, size, lastModified }: File): string => `${name}/${size}/${lastModified}`;
