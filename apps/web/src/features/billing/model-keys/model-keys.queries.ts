import type { EndpointInput } from '@hanasu/contract/endpoint';
import type { ModelKeyId } from '@hanasu/contract/ids';
import {
  changeModelKey,
  checkModelKey,
  createModelKey,
  deleteModelKey,
  listModelKeys,
  modelKeyUsage,
} from '@hanasu/contract/model-keys';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../shell/api/api-client.ts';
import { servicesQuery } from '../../../shell/shell.queries.ts';

export const modelKeysQuery = queryOptions({
  queryKey: ['model-keys', 'list'],
  queryFn: ({ signal }) => call(listModelKeys, { signal }),
});

export const modelKeyUsageQuery = (days: number) =>
  queryOptions({
    queryKey: ['model-keys', 'usage', days],
    queryFn: ({ signal }) => call(modelKeyUsage, { query: { days }, signal }),
  });

function useKeyMutation<Variables, Result>(run: (variables: Variables) => Promise<Result>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['model-keys'] }),
        queryClient.invalidateQueries({ queryKey: servicesQuery.queryKey }),
      ]),
    meta: { inPlace: true },
  });
}

export type NewModelKey = EndpointInput<typeof createModelKey>['body'];
export type ModelKeyPatch = EndpointInput<typeof changeModelKey>['body'] & { readonly uuid: ModelKeyId };

export const useCreateModelKey = () => useKeyMutation((body: NewModelKey) => call(createModelKey, { body }));

export const useChangeModelKey = () =>
  useKeyMutation(({ uuid, ...body }: ModelKeyPatch) => call(changeModelKey, { params: { uuid }, body }));

export const useCheckModelKey = () =>
  useKeyMutation((uuid: ModelKeyId) => call(checkModelKey, { params: { uuid } }));

/** Whoever removes it has seen which bots use it. */
export const useDeleteModelKey = () =>
  useKeyMutation((uuid: ModelKeyId) => call(deleteModelKey, { params: { uuid }, query: { inUse: 'true' } }));
