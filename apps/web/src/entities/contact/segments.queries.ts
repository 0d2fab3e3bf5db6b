import { PAGE_SIZE_MAX } from '@hanasu/contract/page';
import { listSegments } from '@hanasu/contract/segments';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shell/api/api-client.ts';
import { everyPage } from './customers.queries.ts';

/** Every saved segment by name, archived ones last. */
export const segmentsQuery = queryOptions({
  queryKey: ['segments'],
  queryFn: ({ signal }) =>
    everyPage((page) => call(listSegments, { query: { page, pageSize: PAGE_SIZE_MAX }, signal })),
});
