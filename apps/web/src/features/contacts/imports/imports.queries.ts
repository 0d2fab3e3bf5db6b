import {
  checkImport,
  getImportColumns,
  importCustomers,
  listTaskRows,
  type RowReason,
  readImport,
  runImport,
} from '@hanasu/contract/customer-imports';
import {
  bulkAllCustomers,
  type CustomerTaskView,
  checkExport,
  downloadTaskFile,
  eraseAllCustomers,
  exportCustomers,
  getCustomerTask,
  linkTaskFile,
  listCustomerTasks,
  stopCustomerTask,
  undoCustomerTask,
} from '@hanasu/contract/customer-tasks';
import type { EndpointInput, EndpointOutput } from '@hanasu/contract/endpoint';
import type { CustomerTaskId } from '@hanasu/contract/ids';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { z } from 'zod';
import { useWords } from '../../../i18n/use-words.ts';
import { call, download, upload } from '../../../shell/api/api-client.ts';
import { saveBlob } from '../../../shell/save-blob.ts';

const WORKING: ReadonlySet<CustomerTaskView['state']> = new Set([
  'reading',
  'checking',
  'running',
  'undoing',
]);
export const isWorking = (task: CustomerTaskView | undefined): boolean =>
  task !== undefined && WORKING.has(task.state);
const ASKED_EVERY_MS = 700;
const keyOf = (uuid: CustomerTaskId) => ['customer-tasks', 'one', uuid] as const;

/** Asked for again while somebody works on it. */
export const taskQuery = (uuid: CustomerTaskId) =>
  queryOptions({
    queryKey: keyOf(uuid),
    queryFn: ({ signal }) => call(getCustomerTask, { params: { uuid }, signal }),
    refetchInterval: ({ state }) => (isWorking(state.data) ? ASKED_EVERY_MS : false),
  });

export const importsQuery = queryOptions({
  queryKey: ['customer-tasks', 'imports'] as const,
  queryFn: ({ signal }) => call(listCustomerTasks, { query: { kind: 'import', pageSize: 20 }, signal }),
  refetchInterval: ({ state }) => (state.data?.items.some(isWorking) ? ASKED_EVERY_MS * 3 : false),
});

export const columnsQuery = (uuid: CustomerTaskId) =>
  queryOptions({
    queryKey: ['customer-tasks', 'columns', uuid] as const,
    queryFn: ({ signal }) => call(getImportColumns, { params: { uuid }, signal }),
    // What somebody is choosing now does not change under their hands.
    staleTime: Number.POSITIVE_INFINITY,
  });
/** What the last check has found out of the columns; another check is another answer. */
export const checkedColumnsQuery = ({ uuid, counts }: CustomerTaskView) =>
  queryOptions({
    queryKey: ['customer-tasks', 'checked-columns', uuid, counts] as const,
    queryFn: ({ signal }) => call(getImportColumns, { params: { uuid }, signal }),
    // The same counts may come of another choice.
    staleTime: 0,
  });
export type ImportColumns = EndpointOutput<typeof getImportColumns>;

export type RowOutcome = EndpointInput<typeof listTaskRows>['query']['outcome'];
export type ShownRow = EndpointOutput<typeof listTaskRows>['items'][number];
export type ShownReason = z.output<typeof RowReason>;

const rowsKeyOf = (uuid: CustomerTaskId) => ['customer-tasks', 'rows', uuid] as const;

/** `run`: what a check and what an import say of the same rows are two answers. */
export function useRowsQuery(task: CustomerTaskView, outcome: RowOutcome) {
  const { locale } = useWords();
  return queryOptions({
    queryKey: [...rowsKeyOf(task.uuid), outcome, task.state, locale] as const,
    queryFn: ({ signal }) =>
      call(listTaskRows, { params: { uuid: task.uuid }, query: { outcome, locale }, signal }),
  });
}

export const uploadImport = (file: File, onProgress: (fraction: number) => void, signal: AbortSignal) =>
  upload(importCustomers, { file, onProgress, signal });

/** A step of an import; its answer is how the import stands. */
export function useImportStep(uuid: CustomerTaskId) {
  const queryClient = useQueryClient();
  const params = { uuid };
  const steps = {
    read: (body: EndpointInput<typeof readImport>['body']) => call(readImport, { params, body }),
    check: (body: EndpointInput<typeof checkImport>['body']) => call(checkImport, { params, body }),
    run: () => call(runImport, { params }),
    stop: () => call(stopCustomerTask, { params }),
    undo: () => call(undoCustomerTask, { params }),
  };
  return useMutation({
    mutationFn: (step: (known: typeof steps) => Promise<CustomerTaskView>) => step(steps),
    onSuccess: (task) => {
      queryClient.setQueryData(keyOf(uuid), task);
      // Another check of the same file finds other rows.
      queryClient.removeQueries({ queryKey: rowsKeyOf(uuid) });
      if (task.state === 'reading') queryClient.removeQueries({ queryKey: columnsQuery(uuid).queryKey });
      void queryClient.invalidateQueries({ queryKey: importsQuery.queryKey });
    },
  });
}

/** When a task has ended, what it has changed is asked for again: once for each end, as an undo is another one. */
export function useForgetCustomers(task: CustomerTaskView | undefined): void {
  const queryClient = useQueryClient();
  const end = isWorking(task) ? null : (task?.endedAt ?? null);
  useEffect(() => {
    if (end === null) return;
    for (const key of ['customers', 'tags', 'friends'])
      void queryClient.invalidateQueries({ queryKey: [key] });
  }, [end, queryClient]);
}

export const useCheckExport = () =>
  useMutation({
    mutationFn: (body: EndpointInput<typeof checkExport>['body']) => call(checkExport, { body }),
    meta: { inPlace: true },
  });

export const useStartExport = () =>
  useMutation({
    mutationFn: (body: EndpointInput<typeof exportCustomers>['body']) => call(exportCustomers, { body }),
    meta: { inPlace: true },
  });

type BulkAllInput = EndpointInput<typeof bulkAllCustomers>['body'];
export const useBulkAll = () =>
  useMutation({ mutationFn: (body: BulkAllInput) => call(bulkAllCustomers, { body }) });

type EraseAllInput = EndpointInput<typeof eraseAllCustomers>['body'];
export const useEraseAll = () =>
  useMutation({
    mutationFn: (body: EraseAllInput) => call(eraseAllCustomers, { body }),
    meta: { inPlace: true },
  });

/** Saves the file of an export, or the refused rows of an import. */
export function useSaveFile(task: CustomerTaskView) {
  const { locale } = useWords();
  return useMutation({
    mutationFn: async (name: string) => {
      const { url } = await call(linkTaskFile, { params: { uuid: task.uuid }, body: { locale } });
      const code = url.slice(url.lastIndexOf('/') + 1);
      saveBlob(await download(downloadTaskFile, { params: { code } }), name);
    },
  });
}
