import type { KnowledgeId } from '@hanasu/contract/ids';
import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useWords } from '../../../i18n/use-words.ts';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { Pager } from '../../../shell/components/Pager.tsx';
import { type DocumentFilter, documentsQuery } from '../documents.queries.ts';
import { useUploads } from '../uploads/uploads.ts';
import { DocumentFilters, isFiltered } from './DocumentFilters.tsx';
import { DocumentTable } from './DocumentTable.tsx';
import { UploadList } from './UploadList.tsx';

export function DocumentList({ knowledgeUuid }: { knowledgeUuid: KnowledgeId }) {
  const { t } = useWords();
  const { tab: _, ...filter } = useSearch({ from: '/_default/Knowledge/$id/documents/' });
  const navigate = useNavigate({ from: '/Knowledge/$id/documents/' });
  const documents = useQuery(documentsQuery(knowledgeUuid, filter));
  const uploads = useUploads(knowledgeUuid);
  const change = (changed: DocumentFilter) =>
    void navigate({ search: (old) => ({ ...old, page: undefined, ...changed }), replace: true });
  const { items = [], total = 0, pageSize = 20, page = 1 } = documents.data ?? {};
  const hasFilter = isFiltered(filter);
  return (
    <Stack gap="md" mt="md">
      <UploadList knowledgeUuid={knowledgeUuid} />
      {(total > 1 || hasFilter) && <DocumentFilters filter={filter} onChange={change} />}
      {documents.isError && <FaultNotice error={documents.error} onRetry={() => void documents.refetch()} />}
      {documents.isPending && <Skeleton height={200} radius="lg" aria-hidden />}
      {documents.data &&
        items.length === 0 &&
        (hasFilter ? (
          <EmptyState icon="search-x" title={t('shell.nothingFound', { query: filter.q ?? '' })} />
        ) : (
          uploads.length === 0 && (
            <EmptyState
              icon="file-text"
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
