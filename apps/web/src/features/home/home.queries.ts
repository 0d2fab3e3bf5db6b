import { home } from '@hanasu/contract/insights';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shell/api-client.ts';

export const homeQuery = queryOptions({
  queryKey: ['home'],
  queryFn: ({ signal }) => call(home, { signal }),
  staleTime: 0,
});
