import { updateDocument } from '@hanasu/contract/documents';
import type { DocumentView } from '@hanasu/contract/knowledge';
import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Group, Modal, Stack, TagsInput, TextInput } from '@mantine/core';
import { Controller, useForm } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { applyFault } from '../../../shell/apply-fault.ts';
import { useChangeDocument } from '../documents.queries.ts';

interface EditDocumentProps {
  document: DocumentView;
  opened: boolean;
  onClose: () => void;
}

/** Title and tags of a document. */
export function EditDocument({ document, opened, onClose }: EditDocumentProps) {
  const { t } = useWords();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('documents.editTitle', { name: document.title })}
      centered
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <EditForm document={document} onClose={onClose} />
    </Modal>
  );
}

function EditForm({ document, onClose }: Omit<EditDocumentProps, 'opened'>) {
  const { t } = useWords();
  const change = useChangeDocument();
  const form = useForm({
    resolver: zodResolver(updateDocument.body.pick({ title: true, tags: true }).required()),
    defaultValues: { title: document.title, tags: document.tags },
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    try {
      await change.mutateAsync({ document, body });
      onClose();
    } catch (error) {
      applyFault(form, error);
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        <TextInput
          label={t('knowledge.textTitle')}
          data-autofocus
          {...form.register('title')}
          error={errors.title?.message ?? errors.root?.message}
        />
        <Controller
          control={form.control}
          name="tags"
          render={({ field: { ref: _, ...field } }) => (
            <TagsInput
              label={t('documents.tags')}
              description={t('documents.tagsHelp')}
              maxTags={20}
              acceptValueOnBlur
              clearable={false}
              {...field}
              error={errors.tags?.message}
            />
          )}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit" loading={change.isPending}>
            {t('shell.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
