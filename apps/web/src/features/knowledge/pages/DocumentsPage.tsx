import { createDocument } from '@hanasu/contract/knowledge';
import { Button, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { isFault } from '../../../shell/api-fault.ts';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { NotFoundPage } from '../../../shell/components/NotFoundPage.tsx';
import { OnlyFor } from '../../../shell/components/OnlyFor.tsx';
import { PageFrame } from '../../../shell/components/PageFrame.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import { AddTestQuestion } from '../../question-sets/components/AddTestQuestion.tsx';
import { HealthPanel } from '../../question-sets/components/HealthPanel.tsx';
import { TestsPanel } from '../../question-sets/components/TestsPanel.tsx';
import { WebsitesPanel } from '../../websites/components/WebsitesPanel.tsx';
import { DocumentList } from '../components/DocumentList.tsx';
import { FileDrop } from '../components/FileDrop.tsx';
import { KnowledgeMenu } from '../components/KnowledgeMenu.tsx';
import { SearchTest } from '../components/SearchTest.tsx';
import { SettingsPanel } from '../components/SettingsPanel.tsx';
import { knowledgeQuery } from '../knowledge.queries.ts';
import { addUploads } from '../uploads/uploads.ts';
import { useDocumentUpdates } from '../use-document-updates.ts';

const TABS = [
  { name: 'documents', icon: 'file-text' },
  { name: 'websites', icon: 'globe' },
  { name: 'search', icon: 'search' },
  { name: 'tests', icon: 'list-checks' },
  { name: 'health', icon: 'activity' },
  { name: 'settings', icon: 'settings' },
] as const;

export function DocumentsPage() {
  const { t } = useWords();
  const { id } = useParams({ from: '/_default/Knowledge/$id/documents/' });
  const { tab = 'documents' } = useSearch({ from: '/_default/Knowledge/$id/documents/' });
  const navigate = useNavigate({ from: '/Knowledge/$id/documents/' });
  const base = useQuery(knowledgeQuery(id));
  const openFiles = useRef<() => void>(null);
  useDocumentUpdates(id);

  if (isFault(base.error, 'not_found')) return <NotFoundPage />;
  return (
    <PageFrame
      title={base.data?.name ?? '…'}
      purpose={t('knowledge.documentsPurpose')}
      actions={
        <OnlyFor endpoint={createDocument}>
          <Button
            variant="default"
            leftSection={<Icon name="text-quote" />}
            renderRoot={(props) => <Link to="/Knowledge/$id/documents/Create" params={{ id }} {...props} />}
          >
            {t('knowledge.addText')}
          </Button>
          <Button leftSection={<Icon name="upload" />} onClick={() => openFiles.current?.()}>
            {t('knowledge.addFiles')}
          </Button>
          {base.data && <KnowledgeMenu base={base.data} />}
        </OnlyFor>
      }
    >
      {base.isError && <FaultNotice error={base.error} onRetry={() => void base.refetch()} />}
      <Tabs
        keepMounted={false}
        value={tab}
        onChange={(value) =>
          void navigate({ search: { tab: TABS.find(({ name }) => name === value)?.name }, replace: true })
        }
      >
        <Tabs.List aria-label={t('knowledge.parts')} mb="md">
          {TABS.map(({ name, icon }) => (
            <Tabs.Tab key={name} value={name} leftSection={<Icon name={icon} />}>
              {t(`knowledge.tabs.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="documents">
          <OnlyFor endpoint={createDocument}>
            <FileDrop compact openRef={openFiles} onFiles={(files) => addUploads(id, files)} />
          </OnlyFor>
          <DocumentList knowledgeUuid={id} />
        </Tabs.Panel>
        <Tabs.Panel value="websites">
          <WebsitesPanel knowledgeUuid={id} />
        </Tabs.Panel>
        <Tabs.Panel value="search">
          <SearchTest
            knowledgeUuid={id}
            actions={(hit, question) => (
              <AddTestQuestion knowledgeUuid={id} question={question} passage={hit} />
            )}
          />
        </Tabs.Panel>
        <Tabs.Panel value="tests">
          <TestsPanel knowledgeUuid={id} />
        </Tabs.Panel>
        <Tabs.Panel value="health">
          <HealthPanel knowledgeUuid={id} />
        </Tabs.Panel>
        <Tabs.Panel value="settings">{base.data && <SettingsPanel base={base.data} />}</Tabs.Panel>
      </Tabs>
    </PageFrame>
  );
}
