import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { conversationsQuery, fetchConversations } from '../inbox.queries.ts';
import type { InboxFilter } from './conversation-list.ts';
import { flattenConversations, loadedFrom } from './conversation-list.ts';

/** A part of a list that may be long: what is loaded of it, and how to load more in both directions. */
export function useConversations(filter: InboxFilter) {
  const queryClient = useQueryClient();
  const query = useInfiniteQuery(conversationsQuery(filter));
  const conversations = useMemo(() => flattenConversations(query.data), [query.data]);
  const { fetchNextPage, fetchPreviousPage } = query;
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const above = (far: boolean) => {
    if (far) void startOver();
    else void fetchPreviousPage();
  };
  // Whoever jumps back to the beginning does not wait for the pages in between.
  const startOver = async () => {
    const first = await fetchConversations(filter, 1);
    queryClient.setQueryData(conversationsQuery(filter).queryKey, { pages: [first], pageParams: [1] });
  };
  return {
    query,
    conversations,
    from: loadedFrom(query.data),
    onMore: query.hasNextPage && !query.isFetching ? more : undefined,
    onAbove: query.hasPreviousPage && !query.isFetching ? above : undefined,
  };
}
export type ConversationsList = ReturnType<typeof useConversations>;
