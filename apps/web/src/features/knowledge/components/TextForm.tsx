import type { DocumentId, KnowledgeId } from '@hanasu/contract/ids';
import { createDocument } from '@hanasu/contract/knowledge';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useForm, useWatch } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { applyFault } from '../../../shell/apply-fault.ts';
import { LeaveGuard } from '../../../shell/components/LeaveGuard.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import { toasts } from '../../../shell/toasts.tsx';
import { useAddText, useReplaceDocument } from '../documents.queries.ts';
import { ChunkPreview } from './ChunkPreview.tsx';

interface TextFormProps {
  knowledgeUuid: KnowledgeId;
  onAdded: () => Promise<void>;
  /** The document whose text is edited; absent: a new one. */
  edited?: { uuid: DocumentId; title: string; text: string };
}

export function TextForm({ knowledgeUuid, onAdded, edited }: TextFormProps) {
  const { t } = useWords();
  const add = useAddText(knowledgeUuid);
  const replace = useReplaceDocument();
  const [shown, preview] = useDisclosure(false);
  const form = useForm({
    resolver: zodResolver(createDocument.body),
    defaultValues: { title: edited?.title ?? '', text: edited?.text ?? '' },
  });
  const { title = '', text = '' } = useWatch({ control: form.control });
  const { errors, isDirty } = form.formState;
  const isDone = add.isSuccess || replace.isSuccess;
  const isSending = add.isPending || replace.isPending;
  const submit = form.handleSubmit(async (values) => {
    try {
      if (edited) await replace.mutateAsync({ uuid: edited.uuid, text: values.text });
      else await add.mutateAsync(values);
      toasts.add({ title: t(edited ? 'documents.saved' : 'knowledge.added', { name: values.title }) });
      await onAdded();
    } catch (error) {
      applyFault(form, error);
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <LeaveGuard when={isDirty && !isSending && !isDone} />
      <Stack>
        {errors.root?.message && (
          <Alert color="red" role="alert">
            {errors.root.message}
          </Alert>
        )}
        {!edited && (
          <TextInput
            label={t('knowledge.textTitle')}
            placeholder={t('knowledge.textTitlePlaceholder')}
            {...form.register('title')}
            error={errors.title?.message}
          />
        )}
        <Textarea
          label={t('knowledge.text')}
          placeholder={t('knowledge.textPlaceholder')}
          autosize
          minRows={10}
          maxRows={28}
          {...form.register('text')}
          error={errors.text?.message}
        />
        {shown && text.trim() !== '' && (
          <ChunkPreview
            knowledgeUuid={knowledgeUuid}
            source={{ title: title.trim() || t('knowledge.text'), text }}
            sourceKey={`${title}\n${text}`}
          />
        )}
        <Group justify="space-between">
          <Button
            variant="default"
            leftSection={<Icon name="eye" />}
            disabled={text.trim() === ''}
            onClick={preview.toggle}
          >
            {t(shown ? 'documents.hidePreview' : 'documents.showPreview')}
          </Button>
          <Button type="submit" loading={isSending}>
            {t(edited ? 'documents.saveChanges' : 'knowledge.addDocument')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
