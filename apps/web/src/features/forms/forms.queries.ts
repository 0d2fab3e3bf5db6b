import type { EndpointInput } from '@hanasu/contract/endpoint';
import {
  changeForm,
  createForm,
  deleteForm,
  type FormWithDraft,
  listForms,
  listFormVersions,
  publishForm,
  revokeFormLinks,
} from '@hanasu/contract/forms';
import type { FormId } from '@hanasu/contract/ids';
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { formQuery, formsQuery } from '../../entities/form/forms.queries.ts';
import { call } from '../../shell/api/api-client.ts';

export const FORMS_PAGE_SIZE = 50;
const LISTS = ['forms', 'list'] as const;

export interface FormFilter {
  readonly q?: string | undefined;
  readonly page?: number | undefined;
  readonly archived?: true | undefined;
}

export const formListQuery = ({ q, page = 1, archived }: FormFilter) =>
  queryOptions({
    queryKey: [...LISTS, { q, page, archived }],
    queryFn: ({ signal }) =>
      call(listForms, {
        query: {
          page,
          pageSize: FORMS_PAGE_SIZE,
          ...(q ? { q } : {}),
          ...(archived ? { archived: 'true' } : {}),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const loadVersions = (uuid: FormId, page: number, signal: AbortSignal) =>
  call(listFormVersions, { params: { uuid }, query: { page }, signal });

/** What the server made of a form. */
export function keepForm(queryClient: QueryClient, form: FormWithDraft): void {
  queryClient.setQueryData(formQuery(form.uuid).queryKey, form);
  void queryClient.invalidateQueries({ queryKey: LISTS });
  void queryClient.invalidateQueries({ queryKey: formsQuery.queryKey });
}

function useFormMutation<Input>(run: (input: Input) => Promise<FormWithDraft>, { inPlace = true } = {}) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: (form) => keepForm(queryClient, form),
    meta: { inPlace },
  });
}

export const useCreateForm = () =>
  useFormMutation((body: EndpointInput<typeof createForm>['body']) => call(createForm, { body }));

export interface FormChange {
  readonly uuid: FormId;
  readonly body: EndpointInput<typeof changeForm>['body'];
}
export const sendChange = ({ uuid, body }: FormChange) => call(changeForm, { params: { uuid }, body });
export const useChangeForm = () => useFormMutation(sendChange);
/** From a menu: the toast of the shell says what went wrong. */
export const useSwitchForm = () => useFormMutation(sendChange, { inPlace: false });
export const usePublishForm = () =>
  useFormMutation((uuid: FormId) => call(publishForm, { params: { uuid } }));

export function useDeleteForm() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (uuid: FormId) => call(deleteForm, { params: { uuid } }),
    onSuccess: (_, uuid) => {
      queryClient.removeQueries({ queryKey: formQuery(uuid).queryKey });
      void queryClient.invalidateQueries({ queryKey: LISTS });
      void queryClient.invalidateQueries({ queryKey: formsQuery.queryKey });
    },
    meta: { inPlace: true },
  });
}

export const useRevokeLinks = () =>
  useMutation({
    mutationFn: (uuid: FormId) => call(revokeFormLinks, { params: { uuid } }),
    meta: { inPlace: true },
  });
