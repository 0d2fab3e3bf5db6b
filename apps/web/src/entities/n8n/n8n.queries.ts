import type { EndpointInput } from '@hanasu/contract/endpoint';
import {
  deleteN8nConnection,
  getN8nConnection,
  listN8nWorkflows,
  type N8nWorkflow,
  saveN8nConnection,
} from '@hanasu/contract/n8n';
import { PAGE_SIZE_MAX } from '@hanasu/contract/page';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shell/api/api-client.ts';

const KEY = ['n8n'] as const;

/** Null: the account is not connected. */
export const n8nConnectionQuery = queryOptions({
  queryKey: [...KEY, 'connection'],
  queryFn: async ({ signal }) => (await call(getN8nConnection, { signal })).connection,
});

async function fetchWorkflows(signal: AbortSignal, { refresh = false } = {}): Promise<N8nWorkflow[]> {
  const items: N8nWorkflow[] = [];
  for (let page = 1; ; page += 1) {
    const query = { page, pageSize: PAGE_SIZE_MAX, ...(refresh && page === 1 && { refresh: 'true' }) };
    const found = await call(listN8nWorkflows, { query, signal });
    items.push(...found.items);
    if (found.items.length === 0 || items.length >= found.total) return items;
  }
}

/** All workflows that bots can call, by name; at most a minute old. */
export const n8nWorkflowsQuery = queryOptions({
  queryKey: [...KEY, 'workflows'],
  queryFn: ({ signal }) => fetchWorkflows(signal),
});

/** Returns a function that has n8n asked for its workflows now. */
export function useRefreshWorkflows(): () => void {
  const queryClient = useQueryClient();
  const refreshed = { ...n8nWorkflowsQuery, staleTime: 0, retry: false };
  return () =>
    void queryClient
      .fetchQuery({ ...refreshed, queryFn: ({ signal }) => fetchWorkflows(signal, { refresh: true }) })
      // The query shows its error.
      .catch(() => undefined);
}

function useConnectionMutation<Variables, Result>(run: (variables: Variables) => Promise<Result>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: KEY }),
    meta: { inPlace: true },
  });
}

/** Longer than the check of the connection takes at most. */
const SAVE_MS = 45_000;

export const useSaveN8nConnection = () =>
  useConnectionMutation((body: EndpointInput<typeof saveN8nConnection>['body']) =>
    call(saveN8nConnection, { body, timeoutMs: SAVE_MS }),
  );

export const useDeleteN8nConnection = () => useConnectionMutation(() => call(deleteN8nConnection));
