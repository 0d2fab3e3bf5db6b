import type { listAllDocuments } from '@hanasu/contract/documents';
import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { KnowledgeId } from '@hanasu/contract/ids';
import type { DocumentView, listDocuments } from '@hanasu/contract/knowledge';
import { UPDATE_DOCUMENT } from '@hanasu/contract/realtime';
import { useQueryClient } from '@tanstack/react-query';
import { documentQuery, moving } from '../../../entities/knowledge/knowledge.queries.ts';
import { useRealtime, useRealtimeRejoin } from '../../../shell/api/realtime.tsx';

type DocumentPage = EndpointOutput<typeof listDocuments>;

/** Puts each change of a document straight into what is shown; what is not shown yet is fetched. */
export function useDocumentUpdates(knowledgeUuid: KnowledgeId): void {
  const queryClient = useQueryClient();
  const refetch = () => void queryClient.invalidateQueries({ queryKey: ['knowledge'] });
  useRealtimeRejoin(refetch);
  useRealtime(UPDATE_DOCUMENT, ({ document }) => {
    if (document.knowledgeUuid !== knowledgeUuid) return;
    queryClient.setQueryData(documentQuery(knowledgeUuid, document.uuid).queryKey, document);
    let shown = false;
    queryClient.setQueriesData<DocumentPage>(
      { queryKey: ['knowledge', 'documents', knowledgeUuid] },
      (page) => {
        if (!page?.items.some(({ uuid }) => uuid === document.uuid)) return page;
        shown = true;
        return { ...page, items: page.items.map((old) => newer(old, document)) };
      },
    );
    if (!shown || !moving(document)) refetch();
  });
}

/** Events may overtake each other; the later state of the same document wins. */
const newer = (old: DocumentView, incoming: DocumentView) =>
  old.uuid === incoming.uuid && incoming.updatedAt >= old.updatedAt ? incoming : old;

/** The same on the page of all bases, where what has changed may stand elsewhere now. */
export function useAllDocumentUpdates(): void {
  const queryClient = useQueryClient();
  const refetch = () => void queryClient.invalidateQueries({ queryKey: ['knowledge', 'all-documents'] });
  useRealtimeRejoin(refetch);
  useRealtime(UPDATE_DOCUMENT, ({ document }) => {
    queryClient.setQueriesData<EndpointOutput<typeof listAllDocuments>>(
      { queryKey: ['knowledge', 'all-documents'] },
      (page) =>
        page && {
          ...page,
          items: page.items.map((old) =>
            old.uuid === document.uuid ? { ...newer(old, document), knowledgeName: old.knowledgeName } : old,
          ),
        },
    );
    if (!moving(document)) refetch();
  });
}
