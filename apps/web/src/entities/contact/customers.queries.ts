import { listCustomerFields } from '@hanasu/contract/customer-fields';
import { type CustomerView, changeCustomer, getCustomer, listCustomers } from '@hanasu/contract/customers';
import type { EndpointInput, EndpointOutput } from '@hanasu/contract/endpoint';
import type { CustomerId } from '@hanasu/contract/ids';
import { listOperators } from '@hanasu/contract/inbox-work';
import { PAGE_SIZE_MAX } from '@hanasu/contract/page';
import { createTag, listTagGroups, listTags, type TagView } from '@hanasu/contract/tags';
import {
  type InfiniteData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call } from '../../shell/api/api-client.ts';

/** These change seldom, and by people who see what they have changed. */
const SELDOM_MS = 60_000;

export const customerQuery = (uuid: CustomerId) =>
  queryOptions({
    queryKey: ['customers', 'one', uuid],
    queryFn: ({ signal }) => call(getCustomer, { params: { uuid }, signal }),
  });

const FOUND_AT_ONCE = 20;

/** Some customers to choose one from, those who wrote last first. */
export const foundCustomersQuery = (q: string) =>
  queryOptions({
    queryKey: ['customers', 'found', q],
    queryFn: async ({ signal }) =>
      (
        await call(listCustomers, {
          query: { pageSize: FOUND_AT_ONCE, count: 'false', ...(q ? { q } : {}) },
          signal,
        })
      ).items,
    placeholderData: (previous) => previous,
  });

/** Fields that the account keeps of its customers, archived ones last. */
export const customerFieldsQuery = queryOptions({
  queryKey: ['customer-fields'],
  queryFn: async ({ signal }) => (await call(listCustomerFields, { signal })).items,
  staleTime: SELDOM_MS,
});

/** Who of the staff a customer can belong to. */
export const ownersQuery = queryOptions({
  queryKey: ['customers', 'owners'],
  queryFn: async ({ signal }) => (await call(listOperators, { signal })).items,
  staleTime: SELDOM_MS,
});

interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

export async function everyPage<Item>(fetchPage: (page: number) => Promise<Page<Item>>): Promise<Item[]> {
  const first = await fetchPage(1);
  const more = Math.max(0, Math.ceil(first.total / PAGE_SIZE_MAX) - 1);
  const others = await Promise.all(Array.from({ length: more }, (_, index) => fetchPage(index + 2)));
  return [first, ...others].flatMap(({ items }) => items);
}

/** Every tag in the order of the groups, archived ones last. */
export const tagsQuery = queryOptions({
  queryKey: ['tags'],
  queryFn: ({ signal }) =>
    everyPage((page) => call(listTags, { query: { page, pageSize: PAGE_SIZE_MAX }, signal })),
});

export const tagGroupsQuery = queryOptions({
  queryKey: ['tag-groups'],
  queryFn: ({ signal }) =>
    everyPage((page) => call(listTagGroups, { query: { page, pageSize: PAGE_SIZE_MAX }, signal })),
});

export function useCreateTag() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<typeof createTag>['body']) => call(createTag, { body }),
    onSuccess: (tag) => {
      queryClient.setQueryData<TagView[]>(tagsQuery.queryKey, (old) => old && [...old, tag]);
      void queryClient.invalidateQueries({ queryKey: tagsQuery.queryKey });
      void queryClient.invalidateQueries({ queryKey: tagGroupsQuery.queryKey });
    },
    meta: { inPlace: true },
  });
}

type CustomerChanges = EndpointInput<typeof changeCustomer>['body'];
/** What changes; worked out from the customer as they are then, where one fact holds several. */
type CustomerChange = CustomerChanges | ((now: CustomerView) => CustomerChanges);
/** Fails when it could not be saved. */
export type SaveCustomer = (change: CustomerChange) => Promise<unknown>;

export type CustomerPages = InfiniteData<{ items: readonly CustomerView[] }>;

/** Puts a customer where they are shown already. Lists keep their order until they are asked for again. */
export function placeCustomer(queryClient: QueryClient, customer: EndpointOutput<typeof getCustomer>): void {
  queryClient.setQueryData(customerQuery(customer.uuid).queryKey, customer);
  queryClient.setQueriesData<CustomerPages>({ queryKey: ['customers', 'list', 'pages'] }, (old) =>
    old
      ? {
          ...old,
          pages: old.pages.map((page) => ({
            ...page,
            items: page.items.map((one) => (one.uuid === customer.uuid ? customer : one)),
          })),
        }
      : old,
  );
}

export function useSaveCustomer(uuid: CustomerId): SaveCustomer {
  const queryClient = useQueryClient();
  const { mutateAsync } = useMutation({
    // One after the other: each is worked out from what the one before has left.
    scope: { id: `customer-${uuid}` },
    mutationFn: async (change: CustomerChange) => {
      const now = await queryClient.ensureQueryData(customerQuery(uuid));
      const body = typeof change === 'function' ? change(now) : change;
      return { customer: await call(changeCustomer, { params: { uuid }, body }), body };
    },
    onSuccess: ({ customer, body }) => {
      placeCustomer(queryClient, customer);
      void queryClient.invalidateQueries({ queryKey: ['customers', 'timeline', uuid] });
      if (body.addTags || body.removeTags)
        void queryClient.invalidateQueries({ queryKey: tagsQuery.queryKey });
      if (body.displayName !== undefined) void queryClient.invalidateQueries({ queryKey: ['conversations'] });
    },
    meta: { inPlace: true },
  });
  return mutateAsync;
}
