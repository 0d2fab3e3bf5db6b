import { createKnowledge, type KnowledgeView } from '@hanasu/contract/knowledge';
import { Badge, Button, Skeleton, Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { knowledgesQuery } from '../../entities/knowledge/knowledge.queries.ts';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { Can } from '../../shell/components/Can.tsx';
import { cellClasses, DataTable } from '../../shell/components/DataTable.tsx';
import { EmptyState } from '../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../shell/components/ErrorNotice.tsx';
import { Pager } from '../../shell/components/Pager.tsx';
import { Surface } from '../../shell/components/Surface.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import { PageFrame } from '../../shell/layout/PageFrame.tsx';

const PAGE_SIZE = 20;

export function KnowledgePage() {
  const { t } = useWords();
  const { q, page = 1 } = useSearch({ from: '/_default/Knowledge/' });
  const navigate = useNavigate({ from: '/Knowledge/' });
  const bases = useQuery(knowledgesQuery({ q, page, pageSize: PAGE_SIZE }));
  const setQ = useDebouncedCallback((value: string) => {
    void navigate({ search: { q: value || undefined }, replace: true });
  }, 250);
  const button = (
    <Can endpoint={createKnowledge}>
      <Button
        leftSection={<Icon name="plus" />}
        renderRoot={(props) => <Link to="/Knowledge/Add" {...props} />}
      >
        {t('knowledge.add')}
      </Button>
    </Can>
  );
  const { items = [], total = 0 } = bases.data ?? {};
  return (
    <PageFrame title={t('knowledge.title')} purpose={t('knowledge.purpose')} actions={button}>
      <Stack gap="md">
        {(total > 6 || q) && (
          <TextInput
            maw={320}
            leftSection={<Icon name="search" />}
            placeholder={t('knowledge.searchLabel')}
            aria-label={t('knowledge.searchLabel')}
            defaultValue={q ?? ''}
            onChange={(event) => setQ(event.currentTarget.value)}
          />
        )}
        {bases.isError && <ErrorNotice error={bases.error} onRetry={() => void bases.refetch()} />}
        {bases.isPending && <Skeleton height={180} radius="lg" aria-hidden />}
        {bases.data && items.length === 0 && (
          <Surface>
            {q ? (
              <EmptyState icon="search-x" title={t('shell.nothingFound', { query: q })} />
            ) : (
              <EmptyState
                drawing="knowledge"
                title={t('knowledgeBase.empty')}
                text={t('knowledgeBase.emptyText')}
                action={button}
              />
            )}
          </Surface>
        )}
        {items.length > 0 && <KnowledgeTable items={items} />}
        <Pager
          page={page}
          pageSize={PAGE_SIZE}
          total={total}
          label={t('knowledge.title')}
          onPage={(next) => void navigate({ search: (old) => ({ ...old, page: next }) })}
        />
      </Stack>
    </PageFrame>
  );
}

function KnowledgeTable({ items }: { items: readonly KnowledgeView[] }) {
  const { t } = useWords();
  const format = useFormat();
  return (
    <DataTable label={t('knowledge.title')}>
      <thead>
        <tr>
          <th scope="col">{t('knowledge.columns.name')}</th>
          <th scope="col">{t('knowledge.columns.documents')}</th>
          <th scope="col" data-number data-minor>
            {t('knowledge.columns.chunks')}
          </th>
          <th scope="col" data-number data-minor>
            {t('knowledge.columns.size')}
          </th>
          <th scope="col" data-number data-minor>
            {t('knowledge.columns.bots')}
          </th>
          <th scope="col" data-minor>
            {t('knowledge.columns.changed')}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((base) => (
          <tr key={base.uuid}>
            <td>
              <Link to="/Knowledge/$id/documents" params={{ id: base.uuid }} className={cellClasses.main}>
                {base.name}
              </Link>
              {base.sample && (
                <Badge color="yellow" ml={8}>
                  {t('knowledge.sample')}
                </Badge>
              )}
            </td>
            <td>
              {t('knowledge.readyCount', {
                ready: format.number(base.ready),
                total: format.number(base.documents),
              })}
              {base.failed > 0 && (
                <Badge color="red" ml={8} leftSection={<Icon name="triangle-alert" size={12} />}>
                  {t('knowledge.failedCount', { count: base.failed })}
                </Badge>
              )}
            </td>
            <td data-number data-minor>
              {format.number(base.embeddings)}
            </td>
            <td data-number data-minor>
              {format.bytes(base.bytes)}
            </td>
            <td data-number data-minor>
              {format.number(base.bots)}
            </td>
            <td data-minor title={format.dateTime(base.updatedAt)}>
              {format.ago(base.updatedAt)}
            </td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}
