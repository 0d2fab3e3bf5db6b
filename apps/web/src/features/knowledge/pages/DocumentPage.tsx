import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { isFault } from '../../../shell/api-fault.ts';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { NotFoundPage } from '../../../shell/components/NotFoundPage.tsx';
import { PageFrame } from '../../../shell/components/PageFrame.tsx';
import { DocumentActions } from '../components/DocumentActions.tsx';
import { DocumentReader } from '../components/DocumentReader.tsx';
import { StatusCell } from '../components/StatusCell.tsx';
import { documentQuery, knowledgeQuery } from '../knowledge.queries.ts';
import { useDocumentUpdates } from '../use-document-updates.ts';

export function DocumentPage() {
  const { id, documentId } = useParams({ from: '/_default/Knowledge/$id/documents/$documentId' });
  const navigate = useNavigate();
  // The breadcrumbs show its name.
  useQuery(knowledgeQuery(id));
  const document = useQuery(documentQuery(id, documentId));
  useDocumentUpdates(id);

  if (isFault(document.error, 'not_found')) return <NotFoundPage />;
  const view = document.data;
  return (
    <PageFrame
      title={view?.title ?? '…'}
      purpose={view && <StatusCell document={view} />}
      actions={
        view && (
          <DocumentActions
            document={view}
            onDeleted={() => void navigate({ to: '/Knowledge/$id/documents', params: { id } })}
          />
        )
      }
    >
      {document.isError && <FaultNotice error={document.error} onRetry={() => void document.refetch()} />}
      {document.isPending && <Skeleton height={360} radius="lg" aria-hidden />}
      {view && <DocumentReader document={view} />}
    </PageFrame>
  );
}
