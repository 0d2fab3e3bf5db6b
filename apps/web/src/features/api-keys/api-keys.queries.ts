import { changeApiKey, createApiKey, revokeApiKey } from '@hanasu/contract/api-keys';
import type { EndpointInput } from '@hanasu/contract/endpoint';
import type { ApiKeyId } from '@hanasu/contract/ids';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiKeysQuery } from '../../entities/api-key/api-keys.queries.ts';
import { call } from '../../shell/api/api-client.ts';

function useKeyMutation<Variables, Result>(run: (variables: Variables) => Promise<Result>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSettled: () => queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey }),
    meta: { inPlace: true },
  });
}

export const useCreateApiKey = () =>
  useKeyMutation((body: EndpointInput<typeof createApiKey>['body']) => call(createApiKey, { body }));

export const useChangeApiKey = () =>
  useKeyMutation(
    ({ uuid, ...body }: EndpointInput<typeof changeApiKey>['body'] & { readonly uuid: ApiKeyId }) =>
      call(changeApiKey, { params: { uuid }, body }),
  );

export const useRevokeApiKey = () =>
  useKeyMutation((uuid: ApiKeyId) => call(revokeApiKey, { params: { uuid } }));
