import {
  keepApart,
  listDuplicates,
  listMerges,
  mergeCustomers,
  undoMerge,
} from '@hanasu/contract/customer-merges';
import type { EndpointInput } from '@hanasu/contract/endpoint';
import type { CustomerId, CustomerMergeId } from '@hanasu/contract/ids';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { customerQuery } from '../../../entities/contact/customers.queries.ts';
import { call } from '../../../shell/api/api-client.ts';

const AT_ONCE = 20;

/** The first pairs of all customers, or those of one, and how many there are. */
export const duplicatesQuery = (customerUuid: CustomerId | null) =>
  queryOptions({
    queryKey: ['customers', 'duplicates', customerUuid],
    queryFn: ({ signal }) =>
      call(listDuplicates, {
        query: { pageSize: AT_ONCE, ...(customerUuid ? { customerUuid } : {}) },
        signal,
      }),
  });

export const mergesQuery = (uuid: CustomerId) =>
  queryOptions({
    queryKey: ['customers', 'merges', uuid],
    queryFn: async ({ signal }) => (await call(listMerges, { params: { uuid }, signal })).items,
  });

/** Whatever shows people shows others now. */
function useForgetPeople() {
  const queryClient = useQueryClient();
  return () => {
    for (const key of ['customers', 'conversations', 'friends', 'tags'])
      void queryClient.invalidateQueries({ queryKey: [key] });
  };
}

export function useMergeCustomers() {
  const queryClient = useQueryClient();
  const forget = useForgetPeople();
  return useMutation({
    mutationFn: ({ uuid, ...body }: { uuid: CustomerId } & EndpointInput<typeof mergeCustomers>['body']) =>
      call(mergeCustomers, { params: { uuid }, body }),
    onSuccess: ({ customer }) => {
      queryClient.setQueryData(customerQuery(customer.uuid).queryKey, customer);
      forget();
    },
    meta: { inPlace: true },
  });
}

export function useUndoMerge() {
  const forget = useForgetPeople();
  return useMutation({
    mutationFn: (uuid: CustomerMergeId) => call(undoMerge, { params: { uuid } }),
    onSuccess: forget,
  });
}

export function useKeepApart() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (uuids: [CustomerId, CustomerId]) => call(keepApart, { body: { uuids } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['customers', 'duplicates'] }),
  });
}
