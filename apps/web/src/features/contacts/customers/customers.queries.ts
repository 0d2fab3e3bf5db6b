import {
  bulkCustomers,
  countCustomers,
  createCustomer,
  customerTimeline,
  deleteCustomer,
  listCustomers,
} from '@hanasu/contract/customers';
import type { EndpointInput } from '@hanasu/contract/endpoint';
import type { ChannelId, CustomerId, CustomerTaskId, SegmentId, TagId, UserId } from '@hanasu/contract/ids';
import { exportCustomer } from '@hanasu/contract/privacy';
import type { SegmentDefinition } from '@hanasu/contract/segments';
import {
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { customerQuery } from '../../../entities/contact/customers.queries.ts';
import { useCustomerUpdates } from '../../../entities/contact/use-customer-updates.ts';
import { call, download } from '../../../shell/api/api-client.ts';
import { saveBlob } from '../../../shell/save-blob.ts';

type Query = NonNullable<EndpointInput<typeof listCustomers>['query']>;
export type CustomerSort = NonNullable<Query['sort']>;

/** What the address says of the table. */
export interface CustomerFilter {
  q?: string | undefined;
  tag?: TagId | undefined;
  owner?: UserId | 'none' | undefined;
  channel?: ChannelId | undefined;
  /** Those whom an import has added or changed. */
  import?: CustomerTaskId | undefined;
  segmentUuid?: SegmentId | undefined;
  /** Conditions that are not saved. */
  segment?: SegmentDefinition | undefined;
  sort?: CustomerSort | undefined;
}

/** The same for the server. */
export const askedOf = ({
  q,
  tag,
  owner,
  channel,
  import: task,
  segmentUuid,
  segment,
  sort,
}: CustomerFilter) => ({
  ...(q ? { q } : {}),
  ...(tag ? { tagUuid: tag } : {}),
  ...(owner ? { ownerUuid: owner } : {}),
  ...(channel ? { channelUuid: channel } : {}),
  ...(task ? { importUuid: task } : {}),
  ...(segmentUuid ? { segmentUuid } : {}),
  ...(segment ? { segment: JSON.stringify(segment) } : {}),
  ...(sort ? { sort } : {}),
});

const AT_ONCE = 50;

/** A part of the customers; the next one begins where the one before has ended. */
const customersQuery = (filter: CustomerFilter) =>
  infiniteQueryOptions({
    queryKey: ['customers', 'list', 'pages', askedOf(filter)] as const,
    queryFn: ({ signal, pageParam }) =>
      call(listCustomers, {
        query: {
          pageSize: AT_ONCE,
          count: 'false',
          ...askedOf(filter),
          ...(pageParam === null ? {} : { after: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: (previous) => previous,
  });

/** Kept as others change them. */
export function useCustomers(filter: CustomerFilter) {
  useCustomerUpdates();
  return useInfiniteQuery(customersQuery(filter));
}

const countQuery = ({ sort: _sort, ...filter }: CustomerFilter, exact: boolean) =>
  queryOptions({
    queryKey: ['customers', 'list', 'count', filter, exact] as const,
    queryFn: ({ signal }) =>
      call(countCustomers, { query: { ...askedOf(filter), exact: exact ? 'true' : 'false' }, signal }),
    retry: false,
  });

/**
 * How many the list has: about, where counting takes long, and then exactly. Null: not known yet. `known`: all are loaded,
 * and are so many.
 */
export function useCustomerCount(
  filter: CustomerFilter,
  { known, isAsked }: { known: number | null; isAsked: boolean },
): { count: number; isExact: boolean } | null {
  const quick = useQuery({ ...countQuery(filter, false), enabled: isAsked && known === null });
  const isRough = quick.data?.isExact === false;
  const exact = useQuery({ ...countQuery(filter, true), enabled: isAsked && known === null && isRough });
  if (known !== null) return { count: known, isExact: true };
  return (isRough && exact.data) || quick.data || null;
}

export const timelineQuery = (uuid: CustomerId) =>
  infiniteQueryOptions({
    queryKey: ['customers', 'timeline', uuid] as const,
    queryFn: ({ signal, pageParam }) =>
      call(customerTimeline, {
        params: { uuid },
        query: pageParam === null ? {} : { before: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

export function useCreateCustomer() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<typeof createCustomer>['body']) => call(createCustomer, { body }),
    onSuccess: (customer) => {
      queryClient.setQueryData(customerQuery(customer.uuid).queryKey, customer);
      void queryClient.invalidateQueries({ queryKey: ['customers', 'list'] });
    },
    meta: { inPlace: true },
  });
}

/** What was known of them is forgotten here too, once their page is left. */
export function useEraseCustomer(uuid: CustomerId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(deleteCustomer, { params: { uuid } }),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: ['customers', 'list'] });
      void queryClient.invalidateQueries({ queryKey: ['conversations'] });
      void queryClient.invalidateQueries({ queryKey: ['friends'] });
      void queryClient.invalidateQueries({ queryKey: ['tags'] });
    },
    meta: { inPlace: true },
  });
}

export const useExportCustomer = (uuid: CustomerId) =>
  useMutation({
    mutationFn: async () =>
      saveBlob(await download(exportCustomer, { params: { uuid } }), `customer-${uuid}.zip`),
  });

export type BulkInput = EndpointInput<typeof bulkCustomers>['body'];

/** Several acts as one: what is shown is asked for again when the last is done, also when one has failed. */
export function useBulkCustomers() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (acts: readonly BulkInput[]) => {
      const changed = [];
      for (const body of acts) changed.push(...(await call(bulkCustomers, { body })).changed);
      return changed;
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ['customers'] });
      void queryClient.invalidateQueries({ queryKey: ['friends', 'list'] });
      void queryClient.invalidateQueries({ queryKey: ['tags'] });
    },
  });
}
