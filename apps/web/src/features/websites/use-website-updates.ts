import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { KnowledgeId } from '@hanasu/contract/ids';
import { UPDATE_WEBSITE } from '@hanasu/contract/realtime';
import type { listWebsites } from '@hanasu/contract/websites';
import { useQueryClient } from '@tanstack/react-query';
import { useRealtime, useRealtimeRejoin } from '../../shell/realtime.tsx';
import { isRunning, websitesQuery } from './websites.queries.ts';

/** Puts each step of a crawl straight into what is shown. */
export function useWebsiteUpdates(knowledgeUuid: KnowledgeId): void {
  const queryClient = useQueryClient();
  const refetch = () => void queryClient.invalidateQueries({ queryKey: ['websites'] });
  useRealtimeRejoin(refetch);
  useRealtime(UPDATE_WEBSITE, ({ website }) => {
    if (website.knowledgeUuid !== knowledgeUuid) return;
    queryClient.setQueryData<EndpointOutput<typeof listWebsites>>(
      websitesQuery(knowledgeUuid).queryKey,
      (old) => old && { items: old.items.map((one) => (one.uuid === website.uuid ? website : one)) },
    );
    void queryClient.invalidateQueries({ queryKey: ['websites', 'pages', website.uuid] });
    if (!isRunning(website)) refetch();
  });
}
