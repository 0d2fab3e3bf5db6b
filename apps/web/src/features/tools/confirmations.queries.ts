import type { ConversationId, ToolConfirmationId } from '@hanasu/contract/ids';
import { UPDATE_CONVERSATION } from '@hanasu/contract/realtime';
import { decideToolConfirmation, listToolConfirmations } from '@hanasu/contract/tool-confirmations';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shell/api-client.ts';
import { useRealtime } from '../../shell/realtime.tsx';

const confirmationsQuery = (uuid: ConversationId) =>
  queryOptions({
    queryKey: ['conversations', 'confirmations', uuid] as const,
    queryFn: async ({ signal }) => (await call(listToolConfirmations, { params: { uuid }, signal })).items,
  });

/** Calls of tools in a conversation that wait for consent or did; asked for again when something happens there. */
export function useConfirmations(uuid: ConversationId) {
  const queryClient = useQueryClient();
  useRealtime(UPDATE_CONVERSATION, ({ data }) => {
    if (data.some(({ conversation }) => conversation.uuid === uuid))
      void queryClient.invalidateQueries({ queryKey: confirmationsQuery(uuid).queryKey });
  });
  return useQuery(confirmationsQuery(uuid));
}

export interface Decision {
  readonly confirmation: ToolConfirmationId;
  readonly decision: 'approve' | 'decline';
}

export function useDecideConfirmation(uuid: ConversationId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ confirmation, decision }: Decision) =>
      call(decideToolConfirmation, { params: { uuid, confirmation }, body: { decision } }),
    // After a fault as well: a colleague may have decided.
    onSettled: () => queryClient.invalidateQueries({ queryKey: confirmationsQuery(uuid).queryKey }),
    meta: { inPlace: true },
  });
}
