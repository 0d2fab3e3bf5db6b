import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { PaymentId } from '@hanasu/contract/ids';
import {
  cancelPayment,
  confirmPayment,
  createPayment,
  getPayment,
  listPaymentPackages,
  listPayments,
  type PaymentCurrency,
} from '@hanasu/contract/payments';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shell/api/api-client.ts';
import { newId } from '../../shell/new-id.ts';

export const packagesQuery = queryOptions({
  queryKey: ['payments', 'packages'],
  queryFn: ({ signal }) => call(listPaymentPackages, { signal }),
});

export const PAYMENTS_AT_ONCE = 10;

export const paymentsQuery = (page: number) =>
  queryOptions({
    queryKey: ['payments', 'list', page],
    queryFn: ({ signal }) => call(listPayments, { query: { page, pageSize: PAYMENTS_AT_ONCE }, signal }),
    placeholderData: (previous) => previous,
  });

type Shown = EndpointOutput<typeof getPayment>;

/** Milliseconds between two looks at a payment: the first 30, and later ones. */
const LOOKS = { first: 30, soonMs: 2_000, laterMs: 10_000 };

/** One payment. It is looked at again by itself as long as the payer, their bank or the gateway can still change it. */
export const paymentQuery = (uuid: PaymentId) =>
  queryOptions({
    queryKey: ['payments', 'one', uuid],
    queryFn: ({ signal }) => call(getPayment, { params: { uuid }, signal }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data && isMoving(data) ? (dataUpdateCount < LOOKS.first ? LOOKS.soonMs : LOOKS.laterMs) : false,
    refetchOnWindowFocus: 'always',
  });

const isMoving = ({ payment: { state, actionUrl, isStale } }: Shown): boolean =>
  isStale || state === 'processing' || (state === 'pending' && actionUrl !== null);

interface Order {
  readonly packageId: string;
  readonly currency: PaymentCurrency;
}
/** Of the tab, so that a lost answer or a reload gives the same payment. */
const storageKey = ({ packageId, currency }: Order): string => `payment-key:${packageId}:${currency}`;

export function useBeginPayment() {
  const place = usePlacePayment();
  return useMutation({
    mutationFn: (order: Order) => {
      const idempotencyKey = sessionStorage.getItem(storageKey(order)) ?? newId();
      sessionStorage.setItem(storageKey(order), idempotencyKey);
      return call(createPayment, { body: { ...order, idempotencyKey } });
    },
    onSuccess: (shown, order) => {
      sessionStorage.removeItem(storageKey(order));
      place(shown);
    },
  });
}

export function useConfirmCard(uuid: PaymentId) {
  const place = usePlacePayment();
  return useMutation({
    mutationFn: (card: string) => call(confirmPayment, { params: { uuid }, body: { card } }),
    onSuccess: place,
  });
}

export function useCancelPayment(uuid: PaymentId) {
  const place = usePlacePayment();
  return useMutation({
    mutationFn: () => call(cancelPayment, { params: { uuid } }),
    onSuccess: place,
  });
}

function usePlacePayment() {
  const queryClient = useQueryClient();
  return (shown: Shown): void => {
    queryClient.setQueryData(paymentQuery(shown.payment.uuid).queryKey, shown);
    void queryClient.invalidateQueries({ queryKey: ['payments', 'list'] });
  };
}

/** What shows the balance is asked again. */
export function useRefreshBalance(): () => void {
  const queryClient = useQueryClient();
  return () => {
    for (const queryKey of [['tokens'], ['home'], ['payments', 'list']])
      void queryClient.invalidateQueries({ queryKey });
  };
}
