import type { Query, QueryClient } from '@tanstack/react-query';

const waiting = new WeakMap<Query, (() => void)[]>();

/**
 * Makes a change once more when what is being fetched of this query has come: the answer may be older than the change, and
 * would undo it. Nothing is being fetched: nothing is done.
 */
export function repeatAfterFetch(queryClient: QueryClient, query: Query, change: () => void): void {
  if (query.state.fetchStatus !== 'fetching') return;
  const others = waiting.get(query);
  if (others) return void others.push(change);
  const changes = [change];
  waiting.set(query, changes);
  const stop = queryClient.getQueryCache().subscribe((event) => {
    if (event.query !== query) return;
    const isAnswered = event.type === 'updated' && event.action.type === 'success' && !event.action.manual;
    const isOver = event.type === 'removed' || (event.type === 'updated' && event.action.type === 'error');
    if (!isAnswered && !isOver) return;
    stop();
    waiting.delete(query);
    if (isAnswered) for (const each of changes) each();
  });
}
