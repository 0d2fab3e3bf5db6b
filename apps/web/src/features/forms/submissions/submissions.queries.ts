import type { EndpointInput } from '@hanasu/contract/endpoint';
import type { FormField } from '@hanasu/contract/form-definition';
import {
  changeSubmission,
  deleteSubmission,
  exportSubmissions,
  getSubmission,
  getSubmittedFile,
  listSubmissions,
  type SubmissionView,
  summariseForm,
} from '@hanasu/contract/form-submissions';
import type { FormId, FormSubmissionId } from '@hanasu/contract/ids';
import { UPDATE_SUBMISSIONS } from '@hanasu/contract/realtime';
import { useThrottledCallback } from '@mantine/hooks';
import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { formQuery, formVersionQuery } from '../../../entities/form/forms.queries.ts';
import { call, download } from '../../../shell/api/api-client.ts';
import { useRealtime, useRealtimeRejoin } from '../../../shell/api/realtime.tsx';
import { startOfDay } from '../../../shell/components/DateRange.tsx';
import { saveBlob } from '../../../shell/save-blob.ts';

export const AT_ONCE = 50;

/** What the address says of the list. */
export interface SubmissionFilter {
  q?: string | undefined;
  state?: SubmissionView['state'] | undefined;
  source?: SubmissionView['source'] | undefined;
  version?: number | undefined;
  /** Key of a question that is answered, and its answer as the API has it. */
  field?: string | undefined;
  answer?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
  page?: number | undefined;
}

export const isNarrowed = ({ q, state, source, version, field, from, until }: SubmissionFilter): boolean =>
  Boolean(q || state || source || version || field || from || until);

const daysOf = ({ from, until }: Pick<SubmissionFilter, 'from' | 'until'>) => ({
  ...(from ? { from: startOfDay(from) } : {}),
  ...(until ? { until: startOfDay(until, 1) } : {}),
});
const askedOf = ({ q, state, source, version, field, answer, ...days }: SubmissionFilter) => ({
  ...(q ? { q } : {}),
  ...(state ? { state } : {}),
  ...(source ? { source } : {}),
  ...(version ? { version } : {}),
  ...(field ? { field } : {}),
  ...(field && answer !== undefined ? { answer } : {}),
  ...daysOf(days),
});

const LISTS = ['form-submissions', 'list'] as const;

export const submissionsQuery = (formUuid: FormId, filter: SubmissionFilter) =>
  queryOptions({
    queryKey: [...LISTS, formUuid, filter] as const,
    queryFn: ({ signal }) =>
      call(listSubmissions, {
        query: { formUuid, page: filter.page ?? 1, pageSize: AT_ONCE, ...askedOf(filter) },
        signal,
      }),
    placeholderData: (previous) => previous,
  });

export const submissionQuery = (uuid: FormSubmissionId) =>
  queryOptions({
    queryKey: ['form-submissions', 'one', uuid],
    queryFn: ({ signal }) => call(getSubmission, { params: { uuid }, signal }),
  });

export const summaryQuery = (uuid: FormId, days: Pick<SubmissionFilter, 'from' | 'until'>) =>
  queryOptions({
    queryKey: ['form-submissions', 'summary', uuid, days],
    queryFn: ({ signal }) => call(summariseForm, { params: { uuid }, query: daysOf(days), signal }),
    placeholderData: (previous) => previous,
  });

/** Fields that are answered, of the published version and then those that only these older versions had. */
export function useAnsweredFields(formUuid: FormId, versions: readonly number[]): readonly FormField[] {
  const { data: form } = useQuery(formQuery(formUuid));
  const published = form?.version;
  const asked = [...new Set([...(published ? [published] : []), ...versions])].toSorted((a, b) => b - a);
  return useQueries({
    queries: asked.map((number) => formVersionQuery(formUuid, number)),
    combine: (found) => {
      const fields = new Map<string, FormField>();
      for (const { data } of found)
        for (const field of data?.definition.pages.flatMap((page) => page.fields) ?? [])
          if (field.kind !== 'heading' && !fields.has(field.key)) fields.set(field.key, field);
      return [...fields.values()];
    },
  });
}

const AGAIN_MS = 2_000;

/** Shows what is sent while the page is open; when many send at once, every other second. */
export function useSubmissionUpdates(formUuid: FormId): void {
  const queryClient = useQueryClient();
  const refresh = useThrottledCallback(() => {
    void queryClient.invalidateQueries({ queryKey: ['form-submissions'] });
    void queryClient.invalidateQueries({ queryKey: ['forms'] });
  }, AGAIN_MS);
  useRealtime(UPDATE_SUBMISSIONS, (update) => {
    if (update.formUuid === formUuid) refresh();
  });
  useRealtimeRejoin(refresh);
}

/** Opens the first of the page after this one, or the last of the page before it. */
export function useOpenBeside(formUuid: FormId, filter: SubmissionFilter) {
  const queryClient = useQueryClient();
  return async (step: 1 | -1): Promise<{ page: number; submission: FormSubmissionId | undefined }> => {
    const page = (filter.page ?? 1) + step;
    const { items } = await queryClient.fetchQuery(submissionsQuery(formUuid, { ...filter, page }));
    return { page, submission: items.at(step > 0 ? 0 : -1)?.uuid };
  };
}

type Page = Awaited<ReturnType<NonNullable<ReturnType<typeof submissionsQuery>['queryFn']>>>;

/** In the list it stays where it is, so that who reads one after the other does not lose their place. */
function place(queryClient: QueryClient, changed: SubmissionView): void {
  queryClient.setQueryData(submissionQuery(changed.uuid).queryKey, changed);
  queryClient.setQueriesData<Page>({ queryKey: LISTS }, (page) =>
    page === undefined
      ? page
      : { ...page, items: page.items.map((one) => (one.uuid === changed.uuid ? changed : one)) },
  );
  void queryClient.invalidateQueries({ queryKey: ['forms'], refetchType: 'active' });
}

export function useChangeSubmission(uuid: FormSubmissionId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<typeof changeSubmission>['body']) =>
      call(changeSubmission, { params: { uuid }, body }),
    onSuccess: (changed) => place(queryClient, changed),
  });
}

/** The field says itself what could not be saved. */
export function useSaveNote(uuid: FormSubmissionId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (note: string) => call(changeSubmission, { params: { uuid }, body: { note } }),
    onSuccess: (changed) => place(queryClient, changed),
    meta: { inPlace: true },
  });
}

export function useDeleteSubmission() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (uuid: FormSubmissionId) => call(deleteSubmission, { params: { uuid } }),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['form-submissions'] }),
        queryClient.invalidateQueries({ queryKey: ['forms'] }),
      ]),
    meta: { inPlace: true },
  });
}

export const useSaveFile = (uuid: FormSubmissionId) =>
  useMutation({
    mutationFn: async (file: SubmissionView['files'][string][number]) =>
      saveBlob(await download(getSubmittedFile, { params: { uuid, fileUuid: file.uuid } }), file.name),
  });

export const useExport = (form: { readonly uuid: FormId; readonly name: string }, filter: SubmissionFilter) =>
  useMutation({
    mutationFn: async (format: 'csv' | 'xlsx') =>
      saveBlob(
        await download(exportSubmissions, {
          params: { uuid: form.uuid },
          query: { format, ...askedOf(filter) },
        }),
        `${form.name}.${format}`,
      ),
  });
