import { createBot } from '@hanasu/contract/bots';
import type { listAllDocuments } from '@hanasu/contract/documents';
import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { KnowledgeId } from '@hanasu/contract/ids';
import type { DocumentView, listDocuments } from '@hanasu/contract/knowledge';
import { UPDATE_DOCUMENT } from '@hanasu/contract/realtime';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { botsQuery } from '../../../entities/bot/bots.queries.ts';
import { documentQuery, moving } from '../../../entities/knowledge/knowledge.queries.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { useRealtime, useRealtimeRejoin } from '../../../shell/api/realtime.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { usePermission } from '../../../shell/use-permission.ts';

type DocumentPage = EndpointOutput<typeof listDocuments>;

/** Puts each change of a document straight into what is shown; what is not shown yet is fetched. */
export function useDocumentUpdates(knowledgeUuid: KnowledgeId): void {
  const queryClient = useQueryClient();
  const tellReady = useTellReady();
  const refetch = () => void queryClient.invalidateQueries({ queryKey: ['knowledge'] });
  useRealtimeRejoin(refetch);
  useRealtime(UPDATE_DOCUMENT, ({ document }) => {
    if (document.knowledgeUuid !== knowledgeUuid) return;
    if (document.status === 'ready' && wasMoving(queryClient, document)) tellReady(document);
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
    // A step of the way to the first answer.
    if (document.status === 'ready') void queryClient.invalidateQueries({ queryKey: ['home'] });
  });
}

const READY_TOAST = 'document-ready';

/** It was seen on its way, so that a change of one that was ready before is not announced. */
const wasMoving = (queryClient: QueryClient, { uuid, knowledgeUuid }: DocumentView): boolean =>
  queryClient
    .getQueriesData<DocumentPage>({ queryKey: ['knowledge', 'documents', knowledgeUuid] })
    .some(([, page]) => page?.items.some((old) => old.uuid === uuid && moving(old)));

/** While no bot answers from its base, a document that is ready leads on to one; elsewhere it would only cover the page. */
function useTellReady(): (document: DocumentView) => void {
  const { t } = useWords();
  const navigate = useNavigate();
  const mayCreate = usePermission(createBot);
  const { data: bots } = useQuery(botsQuery());
  useEffect(() => () => toasts.remove(READY_TOAST), []);
  return ({ title, knowledgeUuid }) => {
    const isUsed = bots?.items.some((bot) => bot.knowledgeUuids.includes(knowledgeUuid));
    if (!mayCreate || isUsed !== false) return;
    const search = { create: true, knowledge: knowledgeUuid as string };
    toasts.add(
      {
        title: t('knowledge.isReady', { name: title }),
        action: {
          label: t('knowledge.nextBot'),
          onClick: () => void navigate({ to: '/Bot', search }),
        },
      },
      READY_TOAST,
    );
  };
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
