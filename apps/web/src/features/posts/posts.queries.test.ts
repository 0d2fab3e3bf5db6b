import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { keepPost, postQuery } from './posts.queries.ts';
import { POST } from './testing/open-posts.tsx';

test('a fetch that began before a change does not put the older post back', async () => {
  const queryClient = new QueryClient();
  const published = { ...POST, state: 'published', path: '/p/camellia/spring-menu' } as const;
  const query = postQuery(POST.uuid);
  const held = Promise.withResolvers<typeof POST>();
  const fetching = queryClient.fetchQuery({ ...query, queryFn: () => held.promise }).catch(() => null);
  await keepPost(queryClient, published);
  held.resolve(POST);
  await fetching;
  expect(queryClient.getQueryData(query.queryKey)).toEqual(published);
});
