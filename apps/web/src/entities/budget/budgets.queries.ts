import { changeBudget, createBudget, deleteBudget, listBudgets } from '@hanasu/contract/budgets';
import type { EndpointInput } from '@hanasu/contract/endpoint';
import type { BudgetId } from '@hanasu/contract/ids';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shell/api/api-client.ts';

const REFETCH_MS = 30_000;

/** Budgets of the account, of bots and of API keys; answers spend them while the page is open. */
export const budgetsQuery = queryOptions({
  queryKey: ['budgets'],
  queryFn: ({ signal }) => call(listBudgets, { signal }),
  refetchInterval: REFETCH_MS,
});

function useBudgetMutation<Variables, Result>(run: (variables: Variables) => Promise<Result>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSettled: () => queryClient.invalidateQueries({ queryKey: budgetsQuery.queryKey }),
    meta: { inPlace: true },
  });
}

export const useCreateBudget = () =>
  useBudgetMutation((body: EndpointInput<typeof createBudget>['body']) => call(createBudget, { body }));

export const useChangeBudget = () =>
  useBudgetMutation(
    ({ uuid, ...body }: EndpointInput<typeof changeBudget>['body'] & { readonly uuid: BudgetId }) =>
      call(changeBudget, { params: { uuid }, body }),
  );

export const useDeleteBudget = () =>
  useBudgetMutation((uuid: BudgetId) => call(deleteBudget, { params: { uuid } }));
