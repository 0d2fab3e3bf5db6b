import type { PaymentId } from '@hanasu/contract/ids';
import {
  type BillingDetails,
  correctReceipt,
  downloadReceipt,
  getBillingDetails,
  listReceipts,
  putBillingDetails,
} from '@hanasu/contract/receipts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, download } from '../../shell/api/api-client.ts';
import { saveBlob } from '../../shell/save-blob.ts';

export const billingDetailsQuery = queryOptions({
  queryKey: ['payments', 'billing-details'],
  queryFn: ({ signal }) => call(getBillingDetails, { signal }),
});

export const receiptsQuery = (uuid: PaymentId) =>
  queryOptions({
    queryKey: ['payments', 'receipts', uuid],
    queryFn: ({ signal }) => call(listReceipts, { params: { uuid }, signal }),
  });

export function usePutBillingDetails() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BillingDetails) => call(putBillingDetails, { body }),
    onSuccess: (stored) => {
      queryClient.setQueryData(billingDetailsQuery.queryKey, stored);
      return queryClient.invalidateQueries({ queryKey: ['payments', 'receipts'] });
    },
    meta: { inPlace: true },
  });
}

export function useCorrectReceipt(uuid: PaymentId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (_: undefined) => call(correctReceipt, { params: { uuid } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: receiptsQuery(uuid).queryKey }),
  });
}

export function useDownloadReceipt(uuid: PaymentId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (number: string) =>
      saveBlob(await download(downloadReceipt, { params: { uuid }, query: { number } }), `${number}.pdf`),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: receiptsQuery(uuid).queryKey }),
  });
}
