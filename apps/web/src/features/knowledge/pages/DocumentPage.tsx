import { deleteDocument } from '@hanasu/contract/knowledge';
import { Button, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useWords } from '../../../i18n/use-words.ts';
import { isFault } from '../../../shell/api-fault.ts';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { NotFoundPage } from '../../../shell/components/NotFoundPage.tsx';
import { OnlyFor } from '../../../shell/components/OnlyFor.tsx';
import { PageFrame } from '../../../shell/components/PageFrame.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import { DeleteDocument } from '../components/DeleteDocument.tsx';
import { DocumentReader } from '../components/DocumentReader.tsx';
import { StatusCell } from '../components/StatusCell.tsx';
import { documentQuery, knowledgeQuery, useRetryDocument } from '../knowledge.queries.ts';
import { useDocumentUpdates } from '../use-document-updates.ts';

export function DocumentPage() {
  const { t } = useWords();
  const { id, documentId } = useParams({ from: '/_default/Knowledge/$id/documents/$documentId' });
  const navigate = useNavigate();
  // The breadcrumbs show its name.
  useQuery(knowledgeQuery(id));
  const document = useQuery(documentQuery(id, documentId));
  const retry = useRetryDocument(id);
  const [asking, dialog] = useDisclosure(false);
  useDocumentUpdates(id);

  if (isFault(document.error, 'not_found')) return <NotFoundPage />;
  const view = document.data;
  return (
    <PageFrame
      title={view?.title ?? '…'}
      purpose={view && <StatusCell document={view} />}
      actions={
        view && (
          <OnlyFor endpoint={deleteDocument}>
            {view.status === 'failed' && (
              <Button
                variant="default"
                leftSection={<Icon name="refresh-cw" />}
                loading={retry.isPending}
                onClick={() => retry.mutate(view.uuid)}
              >
                {t('knowledge.retry')}
              </Button>
            )}
            <Button variant="default" leftSection={<Icon name="trash-2" />} onClick={dialog.open}>
              {t('knowledge.deleteDocument')}
            </Button>
          </OnlyFor>
        )
      }
    >
      {document.isError && <FaultNotice error={document.error} onRetry={() => void document.refetch()} />}
      {document.isPending && <Skeleton height={360} radius="lg" aria-hidden />}
      {view && <DocumentReader document={view} />}
      {view && (
        <DeleteDocument
          document={view}
          opened={asking}
          onClose={dialog.close}
          onDeleted={() => void navigate({ to: '/Knowledge/$id/documents', params: { id } })}
        />
      )}
    </PageFrame>
  );
}
