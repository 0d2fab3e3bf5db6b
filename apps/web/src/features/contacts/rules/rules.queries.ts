import {
  changeActionRule,
  createActionRule,
  deleteActionRule,
  listActionRules,
  listRuleRuns,
  tryActionRule,
} from '@hanasu/contract/actions';
import type { EndpointInput } from '@hanasu/contract/endpoint';
import { listForms } from '@hanasu/contract/forms';
import type { ActionRuleId } from '@hanasu/contract/ids';
import { PAGE_SIZE_MAX } from '@hanasu/contract/page';
import { listWebHooks } from '@hanasu/contract/web-hooks';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { everyPage } from '../../../entities/contact/customers.queries.ts';
import { call } from '../../../shell/api/api-client.ts';

const KEY = ['action-rules'] as const;

export const rulesQuery = queryOptions({
  queryKey: [...KEY, 'list'],
  queryFn: ({ signal }) =>
    everyPage((page) => call(listActionRules, { query: { page, pageSize: PAGE_SIZE_MAX }, signal })),
});

export const runsQuery = (uuid: ActionRuleId) =>
  infiniteQueryOptions({
    queryKey: [...KEY, 'log', uuid],
    queryFn: ({ pageParam, signal }) =>
      call(listRuleRuns, {
        params: { uuid },
        query: { pageSize: 30, ...(pageParam ? { before: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });

/** Webhooks that a rule can call. */
export const hooksQuery = queryOptions({
  queryKey: ['web-hooks', 'list'],
  queryFn: ({ signal }) => call(listWebHooks, { signal }),
});

/** Forms that a rule can send. */
export const formsQuery = queryOptions({
  queryKey: ['forms', 'for-rules'],
  queryFn: ({ signal }) => call(listForms, { query: { pageSize: 100 }, signal }),
});

function useRuleMutation<Input, Output>(
  run: (input: Input) => Promise<Output>,
  { inPlace }: { inPlace: boolean },
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
    meta: { inPlace },
  });
}

interface SavedRule {
  readonly uuid: ActionRuleId | null;
  readonly body: EndpointInput<typeof createActionRule>['body'];
}
export const useSaveRule = () =>
  useRuleMutation(
    ({ uuid, body }: SavedRule) =>
      uuid ? call(changeActionRule, { params: { uuid }, body }) : call(createActionRule, { body }),
    { inPlace: true },
  );
/** From the list: the toast of the shell tells what went wrong. */
export const useSwitchRule = () =>
  useRuleMutation(
    ({ uuid, enabled }: { uuid: ActionRuleId; enabled: boolean }) =>
      call(changeActionRule, { params: { uuid }, body: { enabled } }),
    { inPlace: false },
  );
export const useDeleteRule = () =>
  useRuleMutation((uuid: ActionRuleId) => call(deleteActionRule, { params: { uuid } }), { inPlace: true });

export const useTryRule = () =>
  useMutation({
    mutationFn: (body: EndpointInput<typeof tryActionRule>['body']) => call(tryActionRule, { body }),
    meta: { inPlace: true },
  });
