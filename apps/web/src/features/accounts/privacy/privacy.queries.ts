import type { EndpointInput } from '@hanasu/contract/endpoint';
import type { ExportId } from '@hanasu/contract/ids';
import {
  cancelExport,
  createExport,
  deleteAccount,
  deleteExport,
  type ExportView,
  keepAccount,
  linkExport,
  listExports,
} from '@hanasu/contract/privacy';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../shell/api/api-client.ts';
import { meQuery } from '../../../shell/shell.queries.ts';

const LOOK_AGAIN_MS = 1_000;

export const isAtWork = ({ status }: ExportView): boolean => status === 'queued' || status === 'running';

/** Asked again every second while one is being made. */
export const exportsQuery = queryOptions({
  queryKey: ['privacy', 'exports'],
  queryFn: ({ signal }) => call(listExports, { signal }),
  refetchInterval: ({ state }) => (state.data?.items.some(isAtWork) ? LOOK_AGAIN_MS : false),
});

function useExportMutation<Variables, Result>(run: (variables: Variables) => Promise<Result>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSettled: () => queryClient.invalidateQueries({ queryKey: exportsQuery.queryKey }),
  });
}

export const useCreateExport = () => useExportMutation(() => call(createExport));
export const useCancelExport = () =>
  useExportMutation((uuid: ExportId) => call(cancelExport, { params: { uuid } }));
export const useDeleteExport = () =>
  useExportMutation((uuid: ExportId) => call(deleteExport, { params: { uuid } }));

/** Lets the browser download: the address carries its own short permission. */
export const useDownloadExport = () =>
  useMutation({
    mutationFn: (uuid: ExportId) => call(linkExport, { params: { uuid } }),
    onSuccess: ({ url }) => location.assign(url),
  });

function useShowMe() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
}

export const useDeleteAccount = () =>
  useMutation({
    mutationFn: (body: EndpointInput<typeof deleteAccount>['body']) => call(deleteAccount, { body }),
    onSuccess: useShowMe(),
    meta: { inPlace: true },
  });

export const useKeepAccount = () =>
  useMutation({ mutationFn: () => call(keepAccount), onSuccess: useShowMe() });
