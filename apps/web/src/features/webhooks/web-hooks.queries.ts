import type { EndpointInput } from '@hanasu/contract/endpoint';
import type { WebHookDeliveryId, WebHookId } from '@hanasu/contract/ids';
import {
  changeWebHook,
  createWebHook,
  deleteWebHook,
  exportWebHookWorkflow,
  listWebHookDeliveries,
  listWebHooks,
  replayWebHookDelivery,
  rotateWebHookSecret,
  testWebHook,
} from '@hanasu/contract/web-hooks';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shell/api/api-client.ts';
import { saveBlob } from '../../shell/save-blob.ts';

const KEY = ['web-hooks'] as const;
export const LOG_PAGE_SIZE = 20;
/** Something is on its way: it is looked at again this soon. */
const WAIT_MS = 2_000;

export const webHooksQuery = queryOptions({
  queryKey: [...KEY, 'list'],
  queryFn: ({ signal }) => call(listWebHooks, { signal }),
  refetchInterval: ({ state }) =>
    state.data?.items.some(({ last }) => last?.state === 'pending') ? WAIT_MS : false,
});

export const deliveriesQuery = (uuid: WebHookId, page: number) =>
  queryOptions({
    queryKey: [...KEY, 'log', uuid, page],
    queryFn: ({ signal }) =>
      call(listWebHookDeliveries, { params: { uuid }, query: { page, pageSize: LOG_PAGE_SIZE }, signal }),
    placeholderData: (previous) => previous,
    refetchInterval: ({ state }) =>
      state.data?.items.some((delivery) => delivery.state === 'pending') ? WAIT_MS : false,
  });

function useHookMutation<Variables, Result>(
  run: (variables: Variables) => Promise<Result>,
  { inPlace }: { inPlace: boolean },
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
    meta: { inPlace },
  });
}

export const useCreateWebHook = () =>
  useHookMutation((body: EndpointInput<typeof createWebHook>['body']) => call(createWebHook, { body }), {
    inPlace: true,
  });

type Change = EndpointInput<typeof changeWebHook>['body'] & { readonly uuid: WebHookId };
const change = ({ uuid, ...body }: Change) => call(changeWebHook, { params: { uuid }, body });

export const useChangeWebHook = () => useHookMutation(change, { inPlace: true });
export const useSwitchWebHook = () => useHookMutation(change, { inPlace: false });

export const useDeleteWebHook = () =>
  useHookMutation((uuid: WebHookId) => call(deleteWebHook, { params: { uuid } }), { inPlace: true });

export const useRotateSecret = () =>
  useHookMutation((uuid: WebHookId) => call(rotateWebHookSecret, { params: { uuid } }), { inPlace: true });

export const useTestWebHook = () =>
  useHookMutation((uuid: WebHookId) => call(testWebHook, { params: { uuid } }), { inPlace: false });

export const useReplay = () =>
  useHookMutation(
    (params: { uuid: WebHookId; delivery: WebHookDeliveryId }) => call(replayWebHookDelivery, { params }),
    { inPlace: false },
  );

/** Saves the workflow that n8n imports. */
export const useSaveWorkflow = () =>
  useMutation({
    mutationFn: async (uuid: WebHookId) => {
      const workflow = await call(exportWebHookWorkflow, { params: { uuid } });
      const text = `${JSON.stringify(workflow, null, 2)}\n`;
      saveBlob(new Blob([text], { type: 'application/json' }), 'hanasu-n8n-workflow.json');
    },
    meta: { inPlace: true },
  });
