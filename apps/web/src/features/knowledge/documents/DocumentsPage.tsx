import type { EmbeddingId, KnowledgeId } from '@hanasu/contract/ids';
import type { DocumentView } from '@hanasu/contract/knowledge';
import { createDocument } from '@hanasu/contract/knowledge';
import { ActionIcon, Alert, Button, Group, Progress, Skeleton, Stack, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type ComponentType, useRef } from 'react';
import { type DocumentFilter, documentsQuery } from '../../../entities/knowledge/documents.queries.ts';
import { knowledgeQuery } from '../../../entities/knowledge/knowledge.queries.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { isApiError } from '../../../shell/api/api-error.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { Can } from '../../../shell/components/Can.tsx';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Pager } from '../../../shell/components/Pager.tsx';
import { NotFoundPage } from '../../../shell/error-pages/NotFoundPage.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { PageFrame } from '../../../shell/layout/PageFrame.tsx';
import { useNotDeleted } from '../../../shell/notifications/delete-later.tsx';
import { FileDrop } from '../add/FileDrop.tsx';
import { KnowledgeMenu } from '../KnowledgeMenu.tsx';
import { NextBot } from '../NextBot.tsx';
import { SearchTest } from '../search/SearchTest.tsx';
import { SettingsPanel } from '../settings/SettingsPanel.tsx';
import classes from '../uploads/UploadList.module.css';
import {
  addUploads,
  cancelUpload,
  dismissUnfinished,
  pauseUpload,
  resumeUpload,
  useUnfinishedUploads,
  useUploads,
} from '../uploads/uploads.ts';
import type { Upload } from '../uploads/uploads-state.ts';
import { WebsitesPanel } from '../websites/WebsitesPanel.tsx';
import { DocumentFilters, isFiltered } from './DocumentFilters.tsx';
import { DocumentTable } from './DocumentTable.tsx';
import status from './StatusCell.module.css';
import { useDocumentUpdates } from './use-document-updates.ts';

const TABS = [
  { name: 'documents', icon: 'file-text' },
  { name: 'websites', icon: 'globe' },
  { name: 'search', icon: 'search' },
  { name: 'tests', icon: 'list-checks' },
  { name: 'health', icon: 'activity' },
  { name: 'settings', icon: 'settings' },
] as const;

/** Parts of the question sets; the route brings them in. */
interface DocumentsPageProps {
  TestsPanel: ComponentType<{ knowledgeUuid: KnowledgeId }>;
  HealthPanel: ComponentType<{ knowledgeUuid: KnowledgeId }>;
  AddTestQuestion: ComponentType<{
    knowledgeUuid: KnowledgeId;
    question: string;
    passage: { readonly embeddingUuid: EmbeddingId; readonly text: string };
  }>;
  /** Leads to the answers about the document that became ready last. */
  CheckNext: ComponentType<{ knowledgeUuid: KnowledgeId }>;
}

export function DocumentsPage(props: DocumentsPageProps) {
  const { TestsPanel, HealthPanel, AddTestQuestion, CheckNext } = props;
  const { t } = useWords();
  const { id } = useParams({ from: '/_default/Knowledge/$id/documents/' });
  const { tab = 'documents' } = useSearch({ from: '/_default/Knowledge/$id/documents/' });
  const navigate = useNavigate({ from: '/Knowledge/$id/documents/' });
  const base = useQuery(knowledgeQuery(id));
  const openFiles = useRef<() => void>(null);
  useDocumentUpdates(id);

  if (isApiError(base.error, 'not_found')) return <NotFoundPage />;
  return (
    <PageFrame
      title={base.data?.name ?? '…'}
      purpose={t('knowledge.documentsPurpose')}
      actions={
        <Can endpoint={createDocument}>
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
        </Can>
      }
    >
      {base.isError && <ErrorNotice error={base.error} onRetry={() => void base.refetch()} />}
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
          <Can endpoint={createDocument}>
            <FileDrop compact openRef={openFiles} onFiles={(files) => addUploads(id, files)} />
          </Can>
          <NextBot knowledgeUuid={id} />
          <CheckNext knowledgeUuid={id} />
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

const NONE: readonly DocumentView[] = [];

function DocumentList({ knowledgeUuid }: { knowledgeUuid: KnowledgeId }) {
  const { t } = useWords();
  const { tab: _, ...filter } = useSearch({ from: '/_default/Knowledge/$id/documents/' });
  const navigate = useNavigate({ from: '/Knowledge/$id/documents/' });
  const documents = useQuery(documentsQuery(knowledgeUuid, filter));
  const uploads = useUploads(knowledgeUuid);
  const change = (changed: DocumentFilter) =>
    void navigate({ search: (old) => ({ ...old, page: undefined, ...changed }), replace: true });
  const { total = 0, pageSize = 20, page = 1 } = documents.data ?? {};
  const items = useNotDeleted(documents.data?.items ?? NONE);
  const hasFilter = isFiltered(filter);
  return (
    <Stack gap="md" mt="md">
      <UploadList knowledgeUuid={knowledgeUuid} />
      {(total > 1 || hasFilter) && <DocumentFilters filter={filter} onChange={change} />}
      {documents.isError && <ErrorNotice error={documents.error} onRetry={() => void documents.refetch()} />}
      {documents.isPending && <Skeleton height={200} radius="lg" aria-hidden />}
      {documents.data &&
        items.length === 0 &&
        (hasFilter ? (
          <EmptyState icon="search-x" title={t('shell.nothingFound', { query: filter.q ?? '' })} />
        ) : (
          uploads.length === 0 && (
            <EmptyState
              drawing="knowledge"
              title={t('knowledge.emptyDocuments')}
              text={t('knowledge.emptyDocumentsText')}
            />
          )
        ))}
      {items.length > 0 && <DocumentTable items={items} onTag={(tag) => change({ tag })} />}
      <Pager
        page={page}
        pageSize={pageSize}
        total={total}
        label={t('knowledge.documents')}
        onPage={(next) => void navigate({ search: (old) => ({ ...old, page: next }) })}
      />
    </Stack>
  );
}

/** Files that are being sent to a base, and the news of those that an earlier visit left unfinished. */
function UploadList({ knowledgeUuid }: { knowledgeUuid: KnowledgeId }) {
  const { t } = useWords();
  const uploads = useUploads(knowledgeUuid);
  const begun = useUnfinishedUploads(knowledgeUuid);
  if (uploads.length + begun.length === 0) return null;
  return (
    <Stack gap="sm" mt="md">
      {begun.length > 0 && (
        <Alert color="blue" icon={<Icon name="info" />} role="status">
          <div>{t('documents.begun', { count: begun.length })}</div>
          <div>{begun.map(({ name }) => name).join(', ')}</div>
          <Button size="compact-sm" variant="default" mt={8} onClick={() => dismissUnfinished(begun)}>
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

/** A refused file stays refused; a lost connection or a busy server may be over. */
const mayHelpToRetry = (fault: unknown) =>
  !isApiError(fault) ||
  fault.status === 0 ||
  fault.status === 409 ||
  fault.status === 429 ||
  fault.status >= 500;

/** A file on its way to the server. */
function UploadRow({ upload }: { upload: Upload }) {
  const { t } = useWords();
  const format = useFormat();
  const { id, file, folder, state, isResumed, fault, progress } = upload;
  const isMoving = state === 'checking' || state === 'sending' || state === 'waiting';
  return (
    <li className={classes.row}>
      <Icon name={state === 'failed' ? 'triangle-alert' : state === 'unchanged' ? 'check' : 'upload'} />
      <div className={classes.words}>
        <span className={classes.file}>
          <span className={classes.name}>{folder ? `${folder}/${file.name}` : file.name}</span>
          <span className={classes.size}>{format.bytes(file.size)}</span>
        </span>
        <span className={status.status} data-status={state === 'failed' ? 'failed' : undefined}>
          {t(`documents.states.${state}`)}
          {(state === 'sending' || state === 'paused') && <span>{format.percent(progress)}</span>}
        </span>
        {state === 'failed' && <span className={classes.reason}>{errorMessage(fault)}</span>}
        {isResumed && isMoving && <span className={classes.reason}>{t('documents.resumed')}</span>}
        {state !== 'unchanged' && (
          <Progress
            value={progress * 100}
            size={4}
            color={state === 'failed' ? 'red' : state === 'paused' ? 'gray' : 'blue'}
            aria-label={t('knowledge.progressOf', { name: file.name })}
          />
        )}
      </div>
      <Group gap={4} wrap="nowrap">
        {isMoving && (
          <ActionIcon
            variant="subtle"
            color="gray"
            onClick={() => pauseUpload(id)}
            aria-label={t('documents.pauseUpload', { name: file.name })}
          >
            <Icon name="pause" />
          </ActionIcon>
        )}
        {state === 'paused' && (
          <ActionIcon
            variant="subtle"
            color="gray"
            onClick={() => resumeUpload(id)}
            aria-label={t('documents.resumeUpload', { name: file.name })}
          >
            <Icon name="play" />
          </ActionIcon>
        )}
        {state === 'failed' && mayHelpToRetry(fault) && (
          <Button size="compact-sm" variant="default" onClick={() => resumeUpload(id)}>
            {t('shell.retry')}
          </Button>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          onClick={() => cancelUpload(id)}
          aria-label={t('knowledge.remove', { name: file.name })}
        >
          <Icon name="x" />
        </ActionIcon>
      </Group>
    </li>
  );
}
