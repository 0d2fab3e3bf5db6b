import { InfiniteQueryObserver, MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, test } from 'vitest';
import { queryClient } from './query-client.ts';

afterEach(() => queryClient.clear());

/** A server whose answers are given by hand, in the order in which they were asked for. */
function openShop(name: string) {
  const waiting: ((text: string) => void)[] = [];
  const query = {
    queryKey: ['shop', name],
    queryFn: () => new Promise<string>((resolve) => waiting.push(resolve)),
  };
  return { query, waiting, shown: () => queryClient.getQueryData(query.queryKey) };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('what is invalidated while it is fetched', () => {
  test('for the first time is fetched again, and the newer answer stands', async () => {
    const { query, waiting, shown } = openShop('shown');
    const stop = new QueryObserver(queryClient, query).subscribe(() => undefined);
    const done = queryClient.invalidateQueries({ queryKey: ['shop'] });
    waiting[0]?.('before the change');
    await settled();
    expect(waiting).toHaveLength(2);
    waiting[1]?.('after the change');
    await done;
    expect(shown()).toBe('after the change');
    stop();
  });

  test('for the first time, page by page, is fetched again', async () => {
    const { query, waiting } = openShop('pages');
    const pages = { ...query, initialPageParam: 1, getNextPageParam: () => null };
    const observer = new InfiniteQueryObserver(queryClient, pages);
    const stop = observer.subscribe(() => undefined);
    const done = queryClient.invalidateQueries({ queryKey: ['shop'] });
    waiting[0]?.('before the change');
    await settled();
    waiting[1]?.('after the change');
    await done;
    expect(observer.getCurrentResult().data?.pages).toEqual(['after the change']);
    stop();
  });

  test('that nothing shows yet is stale for the component that shows it later', async () => {
    const { query, waiting, shown } = openShop('loaded ahead');
    const loading = queryClient.fetchQuery(query);
    const done = queryClient.invalidateQueries({ queryKey: ['shop'] });
    waiting[0]?.('before the change');
    await Promise.all([loading, done]);
    expect(shown()).toBe('before the change');
    const stop = new QueryObserver(queryClient, query).subscribe(() => undefined);
    expect(waiting).toHaveLength(2);
    waiting[1]?.('after the change');
    await settled();
    expect(shown()).toBe('after the change');
    stop();
  });

  test('and fails is fetched again', async () => {
    let calls = 0;
    const query = {
      queryKey: ['shop', 'failing'],
      queryFn: async () => {
        calls += 1;
        if (calls === 1) throw new Error('cut off');
        return 'after the change';
      },
    };
    const stop = new QueryObserver(queryClient, query).subscribe(() => undefined);
    await queryClient.invalidateQueries({ queryKey: ['shop'] });
    expect(queryClient.getQueryData(query.queryKey)).toBe('after the change');
    stop();
  });

  test('during its refetch keeps the newer answer alone', async () => {
    const { query, waiting, shown } = openShop('known');
    queryClient.setQueryData(query.queryKey, 'known');
    const stop = new QueryObserver(queryClient, { ...query, staleTime: 0 }).subscribe(() => undefined);
    const done = queryClient.invalidateQueries({ queryKey: ['shop'] });
    waiting[0]?.('before the change');
    waiting[1]?.('after the change');
    await done;
    expect(waiting).toHaveLength(2);
    expect(shown()).toBe('after the change');
    stop();
  });
});

describe('an answer that is kept while the same is fetched', () => {
  test.each([
    ['again', 'known'],
    ['for the first time', undefined],
  ])('%s stands: the other may be older', async (_when, known) => {
    const { query, waiting, shown } = openShop(`kept, ${known}`);
    if (known) queryClient.setQueryData(query.queryKey, known);
    const observer = new QueryObserver(queryClient, { ...query, staleTime: 0 });
    const stop = observer.subscribe(() => undefined);
    queryClient.setQueryData(query.queryKey, 'after the change');
    waiting[0]?.('before the change');
    await settled();
    expect(shown()).toBe('after the change');
    expect(observer.getCurrentResult()).toMatchObject({ status: 'success', fetchStatus: 'idle' });
    stop();
  });

  test('is given to whoever waits for the fetch', async () => {
    const { query, waiting } = openShop('waited for');
    const loading = queryClient.fetchQuery(query);
    queryClient.setQueryData(query.queryKey, 'after the change');
    waiting[0]?.('before the change');
    expect(await loading).toBe('after the change');
  });

  test('leaves the fetch alone when it is only a part', async () => {
    const { query, waiting, shown } = openShop('part');
    const loading = queryClient.fetchQuery(query);
    queryClient.setQueryData<string>(query.queryKey, (old) => old && `${old}, changed`);
    waiting[0]?.('fetched');
    await loading;
    expect(shown()).toBe('fetched');
  });
});

test('a change that is made while the browser is offline fails at once', async () => {
  onlineManager.setOnline(false);
  const change = new MutationObserver(queryClient, {
    mutationFn: () => Promise.reject(new TypeError('Failed to fetch')),
    meta: { inPlace: true },
  });
  await expect(change.mutate()).rejects.toThrow('Failed to fetch');
  onlineManager.setOnline(true);
});
