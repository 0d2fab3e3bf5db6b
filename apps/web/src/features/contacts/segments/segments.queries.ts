import type { EndpointInput } from '@hanasu/contract/endpoint';
import type { CustomerId, SegmentId } from '@hanasu/contract/ids';
import {
  changeSegment,
  countSegment,
  createSegment,
  deleteSegment,
  explainSegment,
  type SegmentDefinition,
  snapshotSegment,
} from '@hanasu/contract/segments';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { segmentsQuery } from '../../../entities/contact/segments.queries.ts';
import { call } from '../../../shell/api/api-client.ts';

export const segmentCountQuery = (definition: SegmentDefinition, exact: boolean) =>
  queryOptions({
    queryKey: ['customers', 'segment-count', definition, exact] as const,
    queryFn: ({ signal }) => call(countSegment, { body: { definition, exact }, signal }),
    placeholderData: (previous) => previous,
    retry: false,
  });

export const whyQuery = (definition: SegmentDefinition, customerUuid: CustomerId) =>
  queryOptions({
    queryKey: ['customers', 'segment-why', customerUuid, definition] as const,
    queryFn: ({ signal }) => call(explainSegment, { body: { definition, customerUuid }, signal }),
  });

function useSegmentMutation<Input, Output>(run: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: segmentsQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: ['customers', 'list'] }),
      ]),
    meta: { inPlace: true },
  });
}

export const useCreateSegment = () =>
  useSegmentMutation((body: EndpointInput<typeof createSegment>['body']) => call(createSegment, { body }));

export const useChangeSegment = () =>
  useSegmentMutation(
    ({ uuid, body }: { uuid: SegmentId; body: EndpointInput<typeof changeSegment>['body'] }) =>
      call(changeSegment, { params: { uuid }, body }),
  );

export const useSnapshotSegment = () =>
  useSegmentMutation(({ uuid, name }: { uuid: SegmentId; name: string }) =>
    call(snapshotSegment, { params: { uuid }, body: { name } }),
  );

/** The list that it narrowed is left first: it would ask for what is gone. */
export function useDeleteSegment() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (uuid: SegmentId) => call(deleteSegment, { params: { uuid } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: segmentsQuery.queryKey }),
    meta: { inPlace: true },
  });
}
