import {
  type CustomerFieldView,
  changeCustomerField,
  createCustomerField,
  orderCustomerFields,
} from '@hanasu/contract/customer-fields';
import type { EndpointInput } from '@hanasu/contract/endpoint';
import type { CustomerFieldId } from '@hanasu/contract/ids';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { customerFieldsQuery } from '../../../entities/contact/customers.queries.ts';
import { call } from '../../../shell/api/api-client.ts';

const useRefresh = () => {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: customerFieldsQuery.queryKey });
};

export type NewField = EndpointInput<typeof createCustomerField>['body'];
type FieldChange = EndpointInput<typeof changeCustomerField>['body'];

export const useCreateField = () =>
  useMutation({
    mutationFn: (body: NewField) => call(createCustomerField, { body }),
    onSettled: useRefresh(),
    meta: { inPlace: true },
  });

/** `inPlace`: a form shows what went wrong. */
export const useChangeField = (inPlace: boolean) =>
  useMutation({
    mutationFn: ({ uuid, body }: { uuid: CustomerFieldId; body: FieldChange }) =>
      call(changeCustomerField, { params: { uuid }, body }),
    onSettled: useRefresh(),
    meta: { inPlace },
  });

export function useOrderFields() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (fields: readonly CustomerFieldView[]) =>
      call(orderCustomerFields, { body: { uuids: fields.map(({ uuid }) => uuid) } }),
    onSuccess: ({ items }) => queryClient.setQueryData(customerFieldsQuery.queryKey, items),
  });
}
