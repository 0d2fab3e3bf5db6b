import { QuestionRow } from '@hanasu/contract/documents';
import type { DocumentId, KnowledgeId } from '@hanasu/contract/ids';
import { createDocument } from '@hanasu/contract/knowledge';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Button, Group, Skeleton, Stack, Tabs, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import {
  sourceQuery,
  useAddText,
  useReplaceDocument,
} from '../../../entities/knowledge/documents.queries.ts';
import { documentQuery, knowledgeQuery } from '../../../entities/knowledge/knowledge.queries.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { applyFormError } from '../../../shell/api/apply-form-error.ts';
import { Can, ViewOnlyNotice } from '../../../shell/components/Can.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Surface } from '../../../shell/components/Surface.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import { LeaveGuard } from '../../../shell/layout/LeaveGuard.tsx';
import { PageFrame } from '../../../shell/layout/PageFrame.tsx';
import { toasts } from '../../../shell/toasts.tsx';
import { ChunkPreview } from '../reader/ChunkPreview.tsx';
import { addUploads } from '../uploads/uploads.ts';
import { CreateWebsite } from '../websites/CreateWebsite.tsx';
import { ChosenFiles } from './ChosenFiles.tsx';
import { FileDrop } from './FileDrop.tsx';
import { QuestionsForm } from './QuestionsForm.tsx';

const TABS = ['text', 'file', 'questions', 'website'] as const;

/** Ways to add a document to a base; with `document`, what that one was made from is edited. */
export function CreateDocumentPage() {
  const { t } = useWords();
  const { id } = useParams({ from: '/_default/Knowledge/$id/documents/Create' });
  const { document, tab = 'text' } = useSearch({ from: '/_default/Knowledge/$id/documents/Create' });
  const navigate = useNavigate({ from: '/Knowledge/$id/documents/Create' });
  // The breadcrumbs show its name.
  useQuery(knowledgeQuery(id));
  const toDocuments = () => navigate({ to: '/Knowledge/$id/documents', params: { id }, search: {} });
  return (
    <PageFrame
      title={t(document ? 'documents.editTextTitle' : 'knowledge.createTitle')}
      {...(document ? {} : { purpose: t('knowledge.createPurpose') })}
    >
      <Surface style={{ maxWidth: 900 }}>
        <Can endpoint={createDocument} otherwise={<ViewOnlyNotice />}>
          {document ? (
            <EditSource knowledgeUuid={id} documentUuid={document} onSaved={toDocuments} />
          ) : (
            <Tabs
              keepMounted={false}
              value={tab}
              onChange={(value) =>
                void navigate({ search: { tab: TABS.find((one) => one === value) }, replace: true })
              }
            >
              <Tabs.List mb="lg" aria-label={t('documents.waysToAdd')}>
                <Tabs.Tab value="text" leftSection={<Icon name="text-quote" />}>
                  {t('knowledge.textTab')}
                </Tabs.Tab>
                <Tabs.Tab value="file" leftSection={<Icon name="file-up" />}>
                  {t('knowledge.fileTab')}
                </Tabs.Tab>
                <Tabs.Tab value="questions" leftSection={<Icon name="messages-square" />}>
                  {t('documents.questionsTab')}
                </Tabs.Tab>
                <Tabs.Tab value="website" leftSection={<Icon name="globe" />}>
                  {t('documents.websiteTab')}
                </Tabs.Tab>
              </Tabs.List>
              <Tabs.Panel value="text">
                <TextForm knowledgeUuid={id} onAdded={toDocuments} />
              </Tabs.Panel>
              <Tabs.Panel value="file">
                <FilesForm knowledgeUuid={id} onAdded={toDocuments} />
              </Tabs.Panel>
              <Tabs.Panel value="questions">
                <QuestionsForm knowledgeUuid={id} onAdded={toDocuments} />
              </Tabs.Panel>
              <Tabs.Panel value="website">
                <CreateWebsite
                  knowledgeUuid={id}
                  onCreated={() =>
                    void navigate({
                      to: '/Knowledge/$id/documents',
                      params: { id },
                      search: { tab: 'websites' },
                    })
                  }
                />
              </Tabs.Panel>
            </Tabs>
          )}
        </Can>
      </Surface>
    </PageFrame>
  );
}

interface EditSourceProps {
  knowledgeUuid: KnowledgeId;
  documentUuid: DocumentId;
  onSaved: () => Promise<void>;
}

/** Text or rows of a document as they were written, to be written anew. */
function EditSource({ knowledgeUuid, documentUuid, onSaved }: EditSourceProps) {
  const document = useQuery(documentQuery(knowledgeUuid, documentUuid));
  const source = useQuery(sourceQuery(documentUuid));
  const error = document.error ?? source.error;
  if (error)
    return (
      <ErrorNotice
        error={error}
        onRetry={() => {
          void document.refetch();
          void source.refetch();
        }}
      />
    );
  if (!document.data || source.data === undefined) return <Skeleton height={320} radius="md" aria-hidden />;
  const { title, kind } = document.data;
  const shared = { knowledgeUuid, onAdded: onSaved };
  if (kind !== 'questions') {
    return <TextForm {...shared} edited={{ uuid: documentUuid, title, text: source.data }} />;
  }
  return <QuestionsForm {...shared} edited={{ uuid: documentUuid, title, rows: readRows(source.data) }} />;
}

function readRows(json: string): QuestionRow[] {
  try {
    return z.array(QuestionRow).parse(JSON.parse(json));
  } catch {
    return [];
  }
}

interface FilesFormProps {
  knowledgeUuid: KnowledgeId;
  onAdded: () => Promise<void>;
}

/** Files are chosen, looked at if wanted, and then sent. */
function FilesForm({ knowledgeUuid, onAdded }: FilesFormProps) {
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

interface TextFormProps {
  knowledgeUuid: KnowledgeId;
  onAdded: () => Promise<void>;
  /** The document whose text is edited; absent: a new one. */
  edited?: { uuid: DocumentId; title: string; text: string };
}

function TextForm({ knowledgeUuid, onAdded, edited }: TextFormProps) {
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
      applyFormError(form, error);
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
