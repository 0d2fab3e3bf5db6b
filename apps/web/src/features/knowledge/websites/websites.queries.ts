import type { EndpointRequest } from '@hanasu/contract/endpoint';
import type { KnowledgeId, WebsiteId } from '@hanasu/contract/ids';
import {
  crawlWebsite,
  createWebsite,
  deleteWebsite,
  listWebsitePages,
  listWebsites,
  stopWebsite,
  updateWebsite,
  type WebsitePageView,
  type WebsiteView,
} from '@hanasu/contract/websites';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../shell/api/api-client.ts';

const POLL_MS = 4000;
export const isRunning = ({ status }: Pick<WebsiteView, 'status'>): boolean =>
  status === 'queued' || status === 'crawling';

/** Web sites of a base. Realtime keeps them fresh; while one is read they are also asked for now and then. */
export const websitesQuery = (uuid: KnowledgeId) =>
  queryOptions({
    queryKey: ['websites', 'list', uuid],
    queryFn: ({ signal }) => call(listWebsites, { params: { uuid }, signal }),
    refetchInterval: ({ state }) => (state.data?.items.some(isRunning) ? POLL_MS : false),
  });

export interface PagesInput {
  readonly page: number;
  readonly q: string;
  readonly state: WebsitePageView['state'] | null;
}

export const websitePagesQuery = (uuid: WebsiteId, { page, q, state }: PagesInput) =>
  queryOptions({
    queryKey: ['websites', 'pages', uuid, { page, q, state }],
    queryFn: ({ signal }) =>
      call(listWebsitePages, {
        params: { uuid },
        query: { page, ...(q ? { q } : {}), ...(state ? { state } : {}) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

function useWebsiteMutation<Variables, Result>(
  run: (variables: Variables) => Promise<Result>,
  changed: readonly string[] = ['websites'],
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: changed });
      void queryClient.invalidateQueries({ queryKey: ['knowledge'] });
    },
    meta: { inPlace: true },
  });
}

export type NewWebsite = EndpointRequest<typeof createWebsite>['body'];
export type WebsiteChanges = EndpointRequest<typeof updateWebsite>['body'];

export const useCreateWebsite = (uuid: KnowledgeId) =>
  useWebsiteMutation((body: NewWebsite) => call(createWebsite, { params: { uuid }, body }));
export const useChangeWebsite = (uuid: WebsiteId) =>
  useWebsiteMutation((body: WebsiteChanges) => call(updateWebsite, { params: { uuid }, body }));
export const useCrawlWebsite = (uuid: WebsiteId) =>
  useWebsiteMutation(() => call(crawlWebsite, { params: { uuid } }));
export const useStopWebsite = (uuid: WebsiteId) =>
  useWebsiteMutation(() => call(stopWebsite, { params: { uuid } }));
export const useDeleteWebsite = (uuid: WebsiteId) =>
  useWebsiteMutation(
    (keepDocuments: boolean) =>
      call(deleteWebsite, { params: { uuid }, query: { keepDocuments: keepDocuments ? 'true' : 'false' } }),
    // Its pages may still be shown, and are no longer there to be asked for.
    ['websites', 'list'],
  );
