import type { Locale } from '@hanasu/contract/accounts';
import type { EndpointInput } from '@hanasu/contract/endpoint';
import type { CannedReplyId, ConversationId, MessageId } from '@hanasu/contract/ids';
import {
  addNote,
  assignConversation,
  type BulkAction,
  bulkConversations,
  type CannedReplyView,
  createCannedReply,
  deleteCannedReply,
  deleteNote,
  helpWriting,
  type SavedInboxView,
  saveInboxViews,
  setAvailability,
  snoozeConversation,
  suggestReply,
  translateMessage,
  updateCannedReply,
} from '@hanasu/contract/inbox-work';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shell/api/api-client.ts';
import { cannedQuery, inboxViewsQuery, operatorsQuery } from './inbox.queries.ts';
import { useInboxCache } from './realtime/use-inbox-cache.ts';

export type AssignTo = Extract<BulkAction, { kind: 'assign' }>['to'];
export type CannedInput = EndpointInput<typeof createCannedReply>['body'];

export function useAssign(uuid: ConversationId) {
  const cache = useInboxCache();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (to: AssignTo) => call(assignConversation, { params: { uuid }, body: { to } }),
    onSuccess: (conversation) => {
      cache.placeOwn(conversation);
      void queryClient.invalidateQueries({ queryKey: operatorsQuery.queryKey });
    },
  });
}

/** The whole list of my views; what could not be saved is as it was. */
export function useSaveViews() {
  const queryClient = useQueryClient();
  const { queryKey } = inboxViewsQuery;
  return useMutation({
    mutationFn: (items: SavedInboxView[]) => call(saveInboxViews, { body: { items } }),
    onMutate: (items) => queryClient.setQueryData(queryKey, items),
    onSuccess: ({ items }) => queryClient.setQueryData(queryKey, items),
    onError: () => void queryClient.invalidateQueries({ queryKey }),
  });
}

export function useSnooze(uuid: ConversationId) {
  const cache = useInboxCache();
  return useMutation({
    mutationFn: (until: string | null) => call(snoozeConversation, { params: { uuid }, body: { until } }),
    onSuccess: (conversation) => cache.placeOwn(conversation),
  });
}

export function useAddNote(uuid: ConversationId) {
  const cache = useInboxCache();
  return useMutation({
    mutationFn: (body: EndpointInput<typeof addNote>['body']) => call(addNote, { params: { uuid }, body }),
    onSuccess: (message) => cache.placeMessages(uuid, [message]),
    meta: { inPlace: true },
  });
}

export function useDeleteNote(uuid: ConversationId) {
  const cache = useInboxCache();
  return useMutation({
    mutationFn: (message: MessageId) => call(deleteNote, { params: { uuid, message } }),
    onSuccess: (_, message) => cache.removeMessage(uuid, message),
  });
}

export function useBulk() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { uuids: ConversationId[]; action: BulkAction }) => call(bulkConversations, { body }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['conversations'] });
      void queryClient.invalidateQueries({ queryKey: operatorsQuery.queryKey });
    },
  });
}

export function useSetAvailability() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (available: boolean) => call(setAvailability, { body: { available } }),
    onSuccess: (me) =>
      queryClient.setQueryData(operatorsQuery.queryKey, (all) =>
        all?.map((each) => (each.uuid === me.uuid ? me : each)),
      ),
  });
}

const spent = (queryClient: ReturnType<typeof useQueryClient>) =>
  void queryClient.invalidateQueries({ queryKey: ['tokens'] });

export function useSuggestReply(uuid: ConversationId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (signal?: AbortSignal) =>
      call(suggestReply, { params: { uuid }, signal, timeoutMs: MODEL_TIMEOUT_MS }),
    onSettled: () => spent(queryClient),
    meta: { inPlace: true },
  });
}
const MODEL_TIMEOUT_MS = 90_000;

export function useRewriteText(uuid: ConversationId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<typeof helpWriting>['body']) =>
      call(helpWriting, { params: { uuid }, body, timeoutMs: MODEL_TIMEOUT_MS }),
    onSettled: () => spent(queryClient),
    meta: { inPlace: true },
  });
}

export function useTranslateMessage(uuid: ConversationId) {
  const cache = useInboxCache();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ message, language }: { message: MessageId; language: Locale }) =>
      call(translateMessage, { params: { uuid, message }, body: { language }, timeoutMs: MODEL_TIMEOUT_MS }),
    onSuccess: (message) => cache.placeMessages(uuid, [message]),
    onSettled: () => spent(queryClient),
  });
}

export function useSaveCanned() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ uuid, body }: { uuid: CannedReplyId | null; body: CannedInput }) =>
      uuid ? call(updateCannedReply, { params: { uuid }, body }) : call(createCannedReply, { body }),
    onSuccess: (saved) => {
      queryClient.setQueryData(cannedQuery.queryKey, (all) =>
        all?.some(({ uuid }) => uuid === saved.uuid)
          ? all.map((each) => (each.uuid === saved.uuid ? saved : each))
          : [saved, ...(all ?? [])],
      );
    },
    meta: { inPlace: true },
  });
}

export function useDeleteCanned() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ uuid }: CannedReplyView) => call(deleteCannedReply, { params: { uuid } }),
    onSuccess: (_, { uuid }) =>
      queryClient.setQueryData(cannedQuery.queryKey, (all) => all?.filter((each) => each.uuid !== uuid)),
  });
}
