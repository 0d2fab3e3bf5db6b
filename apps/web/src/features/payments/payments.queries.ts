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
import { errorMessage } from '../../shell/api/error-message.ts';
import { newId } from '../../shell/new-id.ts';
import { toasts } from '../../shell/notifications/toasts.tsx';
import { isPlaceOf } from './payment-place.ts';

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

/** A payment is polled this often: the first 30 times, and after that. */
const POLLING = { first: 30, soonMs: 2_000, laterMs: 10_000 };

/** One payment, polled as long as the payer, their bank or the gateway can still change it, and a while after it is paid. */
export const paymentQuery = (uuid: PaymentId) =>
  queryOptions({
    queryKey: ['payments', 'one', uuid],
    queryFn: ({ signal }) => call(getPayment, { params: { uuid }, signal }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data && isUndecided(data)
        ? dataUpdateCount < POLLING.first
          ? POLLING.soonMs
          : POLLING.laterMs
        : false,
    refetchOnWindowFocus: 'always',
  });

/** Refunds and disputes can follow a payment at once. */
const FRESH_MS = 120_000;

const isUndecided = ({ payment: { state, actionUrl, isStale, paidAt } }: Shown): boolean =>
  isStale ||
  state === 'processing' ||
  (state === 'pending' && actionUrl !== null) ||
  (state === 'paid' && paidAt !== null && Date.now() - Date.parse(paidAt) < FRESH_MS);

interface Order {
  readonly packageId: string;
  readonly currency: PaymentCurrency;
}
/** The tab keeps the key: after a lost answer or a reload the same payment is begun. */
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
    onError: useCheckAgain(uuid),
    meta: { inPlace: true },
  });
}

export function useCancelPayment(uuid: PaymentId) {
  const place = usePlacePayment();
  return useMutation({
    mutationFn: () => call(cancelPayment, { params: { uuid } }),
    onSuccess: place,
    onError: useCheckAgain(uuid),
    meta: { inPlace: true },
  });
}

/** After a refusal: a payment that was decided elsewhere leads to its page by itself, and anything else is reported. */
function useCheckAgain(uuid: PaymentId) {
  const queryClient = useQueryClient();
  return async (error: unknown): Promise<void> => {
    const shown = await queryClient.fetchQuery({ ...paymentQuery(uuid), staleTime: 0 }).catch(() => null);
    if (!shown || isPlaceOf('/payment', shown.payment))
      toasts.add({ title: errorMessage(error), color: 'error' });
  };
}

function usePlacePayment() {
  const queryClient = useQueryClient();
  return (shown: Shown): void => {
    queryClient.setQueryData(paymentQuery(shown.payment.uuid).queryKey, shown);
    void queryClient.invalidateQueries({ queryKey: ['payments', 'list'] });
  };
}

/** Fetches again everything that shows the balance. */
export function useRefreshBalance(): () => void {
  const queryClient = useQueryClient();
  return () => {
    for (const queryKey of [['tokens'], ['home'], ['payments', 'list'], ['payments', 'receipts']])
      void queryClient.invalidateQueries({ queryKey });
  };
}
