import { listApiKeys } from '@hanasu/contract/api-keys';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shell/api/api-client.ts';

export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: ({ signal }) => call(listApiKeys, { signal }),
});
