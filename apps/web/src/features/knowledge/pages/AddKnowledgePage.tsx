import { createKnowledge } from '@hanasu/contract/knowledge';
import { zodResolver } from '@hookform/resolvers/zod';
import { ActionIcon, Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { applyFault } from '../../../shell/apply-fault.ts';
import { OnlyFor, ViewOnlyNote } from '../../../shell/components/OnlyFor.tsx';
import { PageFrame } from '../../../shell/components/PageFrame.tsx';
import { Surface } from '../../../shell/components/Surface.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import { FileDrop } from '../components/FileDrop.tsx';
import { useCreateKnowledge } from '../knowledge.queries.ts';
import { addUploads } from '../uploads.ts';

/** Name and files in one go: the base is made, its files go on uploading on the next page. */
export function AddKnowledgePage() {
  const { t } = useWords();
  const navigate = useNavigate();
  const [files, setFiles] = useState<File[]>([]);
  const create = useCreateKnowledge();
  const form = useForm({ resolver: zodResolver(createKnowledge.body), defaultValues: { name: '' } });
  const { errors } = form.formState;

  const submit = form.handleSubmit(async ({ name }) => {
    try {
      const base = await create.mutateAsync(name);
      addUploads(base.uuid, files);
      await navigate({ to: '/Knowledge/$id/documents', params: { id: base.uuid } });
    } catch (error) {
      applyFault(form, error);
    }
  });
  return (
    <PageFrame title={t('knowledge.addTitle')} purpose={t('knowledge.addPurpose')}>
      <Surface style={{ maxWidth: 720 }}>
        <OnlyFor endpoint={createKnowledge} otherwise={<ViewOnlyNote />}>
          <form onSubmit={(event) => void submit(event)} noValidate>
            <Stack gap="lg">
              {errors.root?.message && (
                <Alert color="red" role="alert">
                  {errors.root.message}
                </Alert>
              )}
              <TextInput
                label={t('knowledge.name')}
                placeholder={t('knowledge.namePlaceholder')}
                autoFocus
                {...form.register('name')}
                error={errors.name?.message}
              />
              <div>
                <Text fw={500} mb={6}>
                  {t('knowledge.files')}
                </Text>
                <FileDrop onFiles={(added) => setFiles((old) => [...old, ...added])} />
                <ChosenFiles
                  files={files}
                  onRemove={(file) => setFiles((old) => old.filter((each) => each !== file))}
                />
              </div>
              <Group justify="flex-end">
                <Button type="submit" loading={create.isPending}>
                  {files.length
                    ? t('knowledge.createWithFiles', { count: files.length })
                    : t('knowledge.create')}
                </Button>
              </Group>
            </Stack>
          </form>
        </OnlyFor>
      </Surface>
    </PageFrame>
  );
}

function ChosenFiles({ files, onRemove }: { files: readonly File[]; onRemove: (file: File) => void }) {
  const { t } = useWords();
  const format = useFormat();
  return (
    <Stack gap={4} mt="xs" component="ul" p={0} style={{ listStyle: 'none' }}>
      {files.map((file) => (
        <Group key={`${file.name}-${file.lastModified}-${file.size}`} component="li" gap="xs" wrap="nowrap">
          <Icon name="file-text" />
          <Text span flex={1} truncate>
            {file.name}
          </Text>
          <Text span size="xs" c="dimmed">
            {format.bytes(file.size)}
          </Text>
          <ActionIcon
            variant="subtle"
            color="gray"
            onClick={() => onRemove(file)}
            aria-label={t('knowledge.remove', { name: file.name })}
          >
            <Icon name="x" />
          </ActionIcon>
        </Group>
      ))}
    </Stack>
  );
}
