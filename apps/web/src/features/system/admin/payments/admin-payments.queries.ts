import {
  addTokens,
  adminPaymentPackages,
  failedPaymentEvents,
  getPaymentEvent,
  type PaymentEventView,
  replayPaymentEvent,
} from '@hanasu/contract/admin-payments';
import type { EndpointInput } from '@hanasu/contract/endpoint';
import type { AccountId } from '@hanasu/contract/ids';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../shell/api/api-client.ts';

export const adminPackagesQuery = queryOptions({
  queryKey: ['admin', 'packages'],
  queryFn: ({ signal }) => call(adminPaymentPackages, { signal }),
});

const WAITING_MS = 3_000;

/** Polled while the worker has an event of the page to process. */
export const failedEventsQuery = (page: number) =>
  queryOptions({
    queryKey: ['admin', 'payment-events', page],
    queryFn: ({ signal }) => call(failedPaymentEvents, { query: { page }, signal }),
    placeholderData: (previous) => previous,
    refetchInterval: ({ state: { data } }) =>
      data?.items.some(({ state }) => state === 'waiting') ? WAITING_MS : false,
  });

export function useAddTokens(uuid: AccountId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<typeof addTokens>['body']) =>
      call(addTokens, { params: { uuid }, body }),
    onSettled: () => {
      // The account may be the one that the administrator is in.
      for (const queryKey of [['admin', 'accounts'], ['tokens'], ['home']])
        void queryClient.invalidateQueries({ queryKey });
    },
    meta: { inPlace: true },
  });
}

/** The result of a replay is asked for so often, a moment apart. */
const POLLING = { times: 30, everyMs: 1_000 };
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Has an event processed again, and waits for the result; `waiting` when there is none yet. */
export function useReplayEvent(onResult: (event: PaymentEventView) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ gateway, id }: Pick<PaymentEventView, 'gateway' | 'id'>) => {
      const params = { gateway, id };
      let event = await call(replayPaymentEvent, { params });
      for (let times = 0; event.state === 'waiting' && times < POLLING.times; times += 1) {
        await pause(POLLING.everyMs);
        event = await call(getPaymentEvent, { params });
      }
      return event;
    },
    onSuccess: onResult,
    onSettled: () => {
      for (const part of ['payment-events', 'accounts'])
        void queryClient.invalidateQueries({ queryKey: ['admin', part] });
    },
  });
}
