import { getInsights, type Period } from '@hanasu/contract/insights';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shell/api/api-client.ts';

/** Under `['home']`, so that what refreshes the one refreshes the other. */
export const insightsQuery = (days: Period) =>
  queryOptions({
    queryKey: ['home', 'insights', days],
    queryFn: ({ signal }) => call(getInsights, { query: { days }, signal }),
    staleTime: 0,
    placeholderData: (previous) => previous,
  });
