import { createDocument } from '@hanasu/contract/knowledge';
import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useWords } from '../../../i18n/use-words.ts';
import { OnlyFor, ViewOnlyNote } from '../../../shell/components/OnlyFor.tsx';
import { PageFrame } from '../../../shell/components/PageFrame.tsx';
import { Surface } from '../../../shell/components/Surface.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import { CreateWebsite } from '../../websites/components/CreateWebsite.tsx';
import { EditSource } from '../components/EditSource.tsx';
import { FilesForm } from '../components/FilesForm.tsx';
import { QuestionsForm } from '../components/QuestionsForm.tsx';
import { TextForm } from '../components/TextForm.tsx';
import { knowledgeQuery } from '../knowledge.queries.ts';

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
