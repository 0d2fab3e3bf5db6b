import { createKnowledge } from '@hanasu/contract/knowledge';
import { Button, Skeleton, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { allDocumentsQuery, type DocumentFilter } from '../../../entities/knowledge/documents.queries.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Can } from '../../../shell/components/Can.tsx';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Pager } from '../../../shell/components/Pager.tsx';
import { Surface } from '../../../shell/components/Surface.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { PageFrame } from '../../../shell/layout/PageFrame.tsx';
import { homeQuery } from '../../../shell/shell.queries.ts';
import { DocumentFilters, isFiltered } from './DocumentFilters.tsx';
import { DocumentTable } from './DocumentTable.tsx';
import { useAllDocumentUpdates } from './use-document-updates.ts';

/** Documents of all bases, what needs attention first. */
export function AllDocumentsPage() {
  const { t } = useWords();
  const search = useSearch({ from: '/_default/Document' });
  const navigate = useNavigate({ from: '/Document' });
  const documents = useQuery(allDocumentsQuery(search));
  useAllDocumentUpdates();
  const change = (changed: DocumentFilter & { needsAttention?: boolean | undefined }) =>
    void navigate({ search: (old) => ({ ...old, page: undefined, ...changed }), replace: true });
  const { items = [], total = 0, pageSize = 20, page = 1 } = documents.data ?? {};
  return (
    <PageFrame title={t('documents.title')} purpose={t('documents.purpose')}>
      <Stack gap="md">
        <StorageUse />
        <DocumentFilters filter={search} onChange={change} />
        <Switch
          label={t('documents.attention')}
          checked={search.needsAttention ?? false}
          onChange={(event) => change({ needsAttention: event.currentTarget.checked || undefined })}
        />
        {documents.isError && (
          <ErrorNotice error={documents.error} onRetry={() => void documents.refetch()} />
        )}
        {documents.isPending && <Skeleton height={240} radius="lg" aria-hidden />}
        {documents.data && items.length === 0 && <Nothing filter={search} />}
        {items.length > 0 && <DocumentTable items={items} onTag={(tag) => change({ tag })} />}
        <Pager
          page={page}
          pageSize={pageSize}
          total={total}
          label={t('documents.title')}
          onPage={(next) => void navigate({ search: (old) => ({ ...old, page: next }) })}
        />
      </Stack>
    </PageFrame>
  );
}

function Nothing({ filter }: { filter: DocumentFilter & { needsAttention?: boolean | undefined } }) {
  const { t } = useWords();
  if (isFiltered(filter)) {
    return (
      <Surface>
        <EmptyState icon="search-x" title={t('shell.nothingFound', { query: filter.q ?? '' })} />
      </Surface>
    );
  }
  if (filter.needsAttention) {
    return (
      <Surface>
        <EmptyState icon="check-circle-2" title={t('documents.allFine')} text={t('documents.allFineText')} />
      </Surface>
    );
  }
  return (
    <Surface>
      <EmptyState
        drawing="knowledge"
        title={t('documents.nothing')}
        text={t('documents.nothingText')}
        action={
          <Can endpoint={createKnowledge}>
            <Button
              leftSection={<Icon name="plus" />}
              renderRoot={(props) => <Link to="/Knowledge/Add" {...props} />}
            >
              {t('knowledge.add')}
            </Button>
          </Can>
        }
      />
    </Surface>
  );
}

/** How much of its room for files the account uses. */
function StorageUse() {
  const { t } = useWords();
  const format = useFormat();
  const { data } = useQuery(homeQuery);
  if (!data) return null;
  const { usedBytes, quotaBytes } = data.storage;
  const used = format.bytes(usedBytes);
  return (
    <Text size="sm" c="dimmed">
      {quotaBytes > 0
        ? t('documents.storage', { used, quota: format.bytes(quotaBytes) })
        : t('documents.storageWithoutLimit', { used })}
    </Text>
  );
}
