import { QuestionRow } from '@hanasu/contract/documents';
import type { DocumentId, KnowledgeId } from '@hanasu/contract/ids';
import { createDocument } from '@hanasu/contract/knowledge';
import { Button, Group, Skeleton, Stack, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { useWords } from '../../../i18n/use-words.ts';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { OnlyFor, ViewOnlyNote } from '../../../shell/components/OnlyFor.tsx';
import { PageFrame } from '../../../shell/components/PageFrame.tsx';
import { Surface } from '../../../shell/components/Surface.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import { CreateWebsite } from '../../websites/components/CreateWebsite.tsx';
import { ChosenFiles } from '../components/ChosenFiles.tsx';
import { ChunkPreview } from '../components/ChunkPreview.tsx';
import { FileDrop } from '../components/FileDrop.tsx';
import { QuestionsForm } from '../components/QuestionsForm.tsx';
import { TextForm } from '../components/TextForm.tsx';
import { sourceQuery } from '../documents.queries.ts';
import { documentQuery, knowledgeQuery } from '../knowledge.queries.ts';
import { addUploads } from '../uploads/uploads.ts';

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
        <OnlyFor endpoint={createDocument} otherwise={<ViewOnlyNote />}>
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
        </OnlyFor>
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
      <FaultNotice
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
