import type { CustomerView } from '@hanasu/contract/customers';
import type { CustomerId } from '@hanasu/contract/ids';
import { UPDATE_CUSTOMERS } from '@hanasu/contract/realtime';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isApiError } from '../../shell/api/api-error.ts';
import { useRealtime, useRealtimeRejoin } from '../../shell/api/realtime.tsx';
import { type CustomerPages, customerQuery, placeCustomer } from './customers.queries.ts';

/** What comes within this is asked for together. */
const BATCH_MS = 400;
/** Lists are not asked for again sooner than this, however long many are being changed. */
const LISTS_EVERY_MS = 2_000;
/** More than these are asked for as the lists that show them. */
const FEW = 20;

/**
 * Shows what others change of customers. Of an event the page learns who has changed, and asks for what its member may
 * see. What somebody is typing stays in its field (`useSavedDraft`).
 */
export function useCustomerUpdates(): void {
  const queryClient = useQueryClient();
  const [refresher] = useState(() => createRefresher(queryClient));
  useEffect(() => refresher.stop, [refresher]);
  useRealtime(UPDATE_CUSTOMERS, ({ uuids }) => refresher.add(uuids));
  useRealtimeRejoin(() => refresher.add(null));
}

function createRefresher(queryClient: QueryClient) {
  const changed = new Set<CustomerId>();
  let areMany = false;
  let listedAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const arm = (): void => {
    timer ??= setTimeout(flush, BATCH_MS);
  };
  const flush = (): void => {
    timer = undefined;
    // What is being saved here ends first: its answer decides what this page shows next.
    if (queryClient.isMutating() > 0) {
      arm();
      return;
    }
    const uuids = [...changed];
    const isAll = areMany || uuids.length > FEW;
    if (isAll && performance.now() - listedAt < LISTS_EVERY_MS) {
      arm();
      return;
    }
    changed.clear();
    areMany = false;
    if (isAll) {
      listedAt = performance.now();
      void queryClient.invalidateQueries({ queryKey: ['customers'] });
    } else for (const uuid of uuids) void refresh(queryClient, uuid);
  };
  return {
    add(uuids: readonly CustomerId[] | null): void {
      areMany ||= uuids === null;
      for (const uuid of uuids ?? []) changed.add(uuid);
      arm();
    },
    stop: (): void => clearTimeout(timer),
  };
}

const LISTS = ['customers', 'list'];
const PAGES = [...LISTS, 'pages'];

function findShown(queryClient: QueryClient, uuid: CustomerId): CustomerView | undefined {
  const lists = queryClient.getQueriesData<CustomerPages>({ queryKey: PAGES });
  const listed = lists
    .flatMap(([, list]) => list?.pages.flatMap(({ items }) => items) ?? [])
    .find((one) => one.uuid === uuid);
  return listed ?? queryClient.getQueryData(customerQuery(uuid).queryKey);
}

async function refresh(queryClient: QueryClient, uuid: CustomerId): Promise<void> {
  const shown = findShown(queryClient, uuid);
  if (!shown) return;
  const { queryKey } = customerQuery(uuid);
  // One that is under way may have been answered before the change.
  await queryClient.cancelQueries({ queryKey });
  try {
    const customer = await queryClient.fetchQuery({ ...customerQuery(uuid), staleTime: 0 });
    placeCustomer(queryClient, customer);
    // Somebody who was merged is another one now.
    if (customer.uuid !== uuid) void queryClient.invalidateQueries({ queryKey: LISTS });
    if (customer.name !== shown.name) void queryClient.invalidateQueries({ queryKey: ['conversations'] });
  } catch (error) {
    if (!isApiError(error, 'not_found')) return;
    // Nothing of somebody who was erased stays on the page.
    await queryClient.resetQueries({ queryKey });
    void queryClient.invalidateQueries({ queryKey: LISTS });
    void queryClient.invalidateQueries({ queryKey: ['conversations'] });
  }
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [area, what, ...rest] }) =>
      area === 'customers' && what !== 'one' && what !== 'list' && rest.includes(uuid),
  });
}
