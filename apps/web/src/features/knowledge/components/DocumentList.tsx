import type { KnowledgeId } from '@hanasu/contract/ids';
import { Skeleton, Stack, TextInput, VisuallyHidden } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useWords } from '../../../i18n/use-words.ts';
import { DataTable } from '../../../shell/components/DataTable.tsx';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { Pager } from '../../../shell/components/Pager.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import { documentsQuery } from '../knowledge.queries.ts';
import { useUploads } from '../uploads.ts';
import { DocumentRow } from './DocumentRow.tsx';
import { UploadRow } from './UploadRow.tsx';

export function DocumentList({ knowledgeUuid }: { knowledgeUuid: KnowledgeId }) {
  const { t } = useWords();
  const { q, page = 1 } = useSearch({ from: '/_default/Knowledge/$id/documents/' });
  const navigate = useNavigate({ from: '/Knowledge/$id/documents/' });
  const documents = useQuery(documentsQuery(knowledgeUuid, { q, page }));
  const uploads = useUploads(knowledgeUuid);
  const setQ = useDebouncedCallback((value: string) => {
    void navigate({ search: { q: value || undefined }, replace: true });
  }, 250);
  const { items = [], total = 0, pageSize = 20 } = documents.data ?? {};
  const nothing = documents.data && items.length === 0 && uploads.length === 0;
  return (
    <Stack gap="md" mt="md">
      {(total > 10 || q) && (
        <TextInput
          maw={320}
          leftSection={<Icon name="search" />}
          placeholder={t('knowledge.searchDocuments')}
          aria-label={t('knowledge.searchDocuments')}
          defaultValue={q ?? ''}
          onChange={(event) => setQ(event.currentTarget.value)}
        />
      )}
      {documents.isError && <FaultNotice error={documents.error} onRetry={() => void documents.refetch()} />}
      {documents.isPending && <Skeleton height={200} radius="lg" aria-hidden />}
      {nothing &&
        (q ? (
          <EmptyState icon="search-x" title={t('shell.nothingFound', { query: q })} />
        ) : (
          <EmptyState
            icon="file-text"
            title={t('knowledge.emptyDocuments')}
            text={t('knowledge.emptyDocumentsText')}
          />
        ))}
      {items.length + uploads.length > 0 && (
        <DataTable label={t('knowledge.documents')}>
          <thead>
            <tr>
              <th scope="col">{t('knowledge.columns.name')}</th>
              <th scope="col">{t('knowledge.columns.status')}</th>
              <th scope="col" data-number data-minor>
                {t('knowledge.columns.pages')}
              </th>
              <th scope="col" data-number data-minor>
                {t('knowledge.columns.chunks')}
              </th>
              <th scope="col" data-number data-minor>
                {t('knowledge.columns.size')}
              </th>
              <th scope="col" data-minor>
                {t('knowledge.columns.changed')}
              </th>
              <th scope="col" data-fit>
                <VisuallyHidden>{t('shell.more')}</VisuallyHidden>
              </th>
            </tr>
          </thead>
          <tbody>
            {uploads.map((upload) => (
              <UploadRow key={upload.id} upload={upload} />
            ))}
            {items.map((document) => (
              <DocumentRow key={document.uuid} document={document} />
            ))}
          </tbody>
        </DataTable>
      )}
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
