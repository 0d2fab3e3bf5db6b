import { createDocument } from '@hanasu/contract/knowledge';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Button, Group, Stack, Tabs, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { applyFault } from '../../../shell/apply-fault.ts';
import { LeaveGuard } from '../../../shell/components/LeaveGuard.tsx';
import { OnlyFor, ViewOnlyNote } from '../../../shell/components/OnlyFor.tsx';
import { PageFrame } from '../../../shell/components/PageFrame.tsx';
import { Surface } from '../../../shell/components/Surface.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import { toasts } from '../../../shell/toasts.tsx';
import { FileDrop } from '../components/FileDrop.tsx';
import { knowledgeQuery, useAddText } from '../knowledge.queries.ts';
import { addUploads } from '../uploads.ts';

export function CreateDocumentPage() {
  const { t } = useWords();
  const { id } = useParams({ from: '/_default/Knowledge/$id/documents/Create' });
  const navigate = useNavigate();
  // The breadcrumbs show its name.
  useQuery(knowledgeQuery(id));
  const toDocuments = () => navigate({ to: '/Knowledge/$id/documents', params: { id } });
  return (
    <PageFrame title={t('knowledge.createTitle')} purpose={t('knowledge.createPurpose')}>
      <Surface style={{ maxWidth: 820 }}>
        <OnlyFor endpoint={createDocument} otherwise={<ViewOnlyNote />}>
          <Tabs defaultValue="text">
            <Tabs.List mb="lg" aria-label={t('knowledge.createPurpose')}>
              <Tabs.Tab value="text" leftSection={<Icon name="text-quote" />}>
                {t('knowledge.textTab')}
              </Tabs.Tab>
              <Tabs.Tab value="file" leftSection={<Icon name="file-up" />}>
                {t('knowledge.fileTab')}
              </Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="text">
              <TextForm onAdded={toDocuments} />
            </Tabs.Panel>
            <Tabs.Panel value="file">
              <FileDrop
                onFiles={(files) => {
                  addUploads(id, files);
                  void toDocuments();
                }}
              />
            </Tabs.Panel>
          </Tabs>
        </OnlyFor>
      </Surface>
    </PageFrame>
  );
}

function TextForm({ onAdded }: { onAdded: () => Promise<void> }) {
  const { t } = useWords();
  const { id } = useParams({ from: '/_default/Knowledge/$id/documents/Create' });
  const add = useAddText(id);
  const form = useForm({
    resolver: zodResolver(createDocument.body),
    defaultValues: { title: '', text: '' },
  });
  const { errors, isDirty } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      await add.mutateAsync(values);
      toasts.add({ title: t('knowledge.added', { name: values.title }) });
      await onAdded();
    } catch (error) {
      applyFault(form, error);
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <LeaveGuard when={isDirty && !add.isPending && !add.isSuccess} />
      <Stack>
        {errors.root?.message && (
          <Alert color="red" role="alert">
            {errors.root.message}
          </Alert>
        )}
        <TextInput
          label={t('knowledge.textTitle')}
          placeholder={t('knowledge.textTitlePlaceholder')}
          {...form.register('title')}
          error={errors.title?.message}
        />
        <Textarea
          label={t('knowledge.text')}
          placeholder={t('knowledge.textPlaceholder')}
          autosize
          minRows={10}
          maxRows={28}
          {...form.register('text')}
          error={errors.text?.message}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={add.isPending}>
            {t('knowledge.addDocument')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
