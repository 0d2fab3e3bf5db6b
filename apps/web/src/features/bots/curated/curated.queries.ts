import {
  type CuratedInput,
  type CuratedPatch,
  createCurated,
  deleteCurated,
  listCurated,
  tryCurated,
  updateCurated,
} from '@hanasu/contract/curated';
import type { BotId, CuratedId } from '@hanasu/contract/ids';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../shell/api/api-client.ts';

const keyOf = (botUuid: BotId) => ['curated', botUuid] as const;

export const curatedQuery = (botUuid: BotId, query: { readonly q: string; readonly page: number }) =>
  queryOptions({
    queryKey: [...keyOf(botUuid), query],
    queryFn: ({ signal }) =>
      call(listCurated, {
        params: { uuid: botUuid },
        query: { page: query.page, ...(query.q !== '' && { q: query.q }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

function useCuratedMutation<Variables, Result>(
  botUuid: BotId,
  run: (variables: Variables) => Promise<Result>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(botUuid) }),
    meta: { inPlace: true },
  });
}

export const useCreateCurated = (botUuid: BotId) =>
  useCuratedMutation(botUuid, (body: CuratedInput) =>
    call(createCurated, { params: { uuid: botUuid }, body }),
  );

export const useChangeCurated = (botUuid: BotId) =>
  useCuratedMutation(botUuid, ({ uuid, body }: { uuid: CuratedId; body: CuratedPatch }) =>
    call(updateCurated, { params: { uuid }, body }),
  );

export const useDeleteCurated = (botUuid: BotId) =>
  useCuratedMutation(botUuid, (uuid: CuratedId) => call(deleteCurated, { params: { uuid } }));

/**
 * Asked anew by itself when an answer changes: it stands below the same key. `time`: how often something was asked; the same
 * question later is another one, which nothing is known of.
 */
export const tryCuratedQuery = (botUuid: BotId, { message, time }: { message: string; time: number }) =>
  queryOptions({
    queryKey: [...keyOf(botUuid), 'try', message, time],
    queryFn: ({ signal }) => call(tryCurated, { params: { uuid: botUuid }, body: { message }, signal }),
    enabled: message !== '',
    gcTime: 0,
  });
