import {
  type BudgetOf,
  changeBudget,
  createBudget,
  deleteBudget,
  getBudgetBasis,
  listBudgets,
} from '@hanasu/contract/budgets';
import type { EndpointInput } from '@hanasu/contract/endpoint';
import type { BudgetId } from '@hanasu/contract/ids';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shell/api/api-client.ts';

/** Budgets of the account, of bots and of API keys. */
export const budgetsQuery = queryOptions({
  queryKey: ['budgets'],
  queryFn: ({ signal }) => call(listBudgets, { signal }),
});

/** What the account, a bot or an API key has used in its running periods; null: none is chosen yet. */
export const budgetBasisQuery = (of: BudgetOf | null) =>
  queryOptions({
    queryKey: ['budgets', 'basis', of],
    queryFn: ({ signal }) => {
      const query = {
        ...(of?.kind === 'bot' && { botUuid: of.uuid }),
        ...(of?.kind === 'key' && { keyUuid: of.uuid }),
      };
      return call(getBudgetBasis, { query, signal });
    },
    enabled: of !== null,
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
