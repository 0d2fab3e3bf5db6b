import type { AttachmentView } from '@hanasu/contract/chat';
import {
  deleteChat,
  listChatMessages,
  listChats,
  listShares,
  rateMessage,
  readAttachment,
  readShare,
  renameChat,
  revokeShare,
  shareChat,
  switchBranch,
  uploadAttachment,
} from '@hanasu/contract/chats';
import type { AttachmentId, BotId, ConversationId, MessageId } from '@hanasu/contract/ids';
import { PAGE_SIZE_MAX } from '@hanasu/contract/page';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, upload } from '../../../shell/api/api-client.ts';
import { turnsOf } from './chat-state.ts';

const HISTORY_PAGE = 30;
const chatsKey = (botUuid: BotId) => ['chats', botUuid] as const;

/** Own chats with a bot, last one first. */
export const chatHistoryQuery = (botUuid: BotId, q: string) =>
  infiniteQueryOptions({
    queryKey: [...chatsKey(botUuid), q],
    queryFn: ({ signal, pageParam }) =>
      call(listChats, {
        query: { botUuid, page: pageParam, pageSize: HISTORY_PAGE, ...(q ? { q } : {}) },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ page, total }) => (page * HISTORY_PAGE < total ? page + 1 : undefined),
  });

/** The newest messages of a chat, as turns to go on from; or those before a message. */
export async function fetchTurns(uuid: ConversationId, before?: MessageId, signal?: AbortSignal) {
  const { items, isAnswering, chat } = await call(listChatMessages, {
    params: { uuid },
    query: { pageSize: PAGE_SIZE_MAX, ...(before ? { before } : {}) },
    signal,
  });
  return { turns: turnsOf(items), isAnswering, chat, hasEarlier: items.length === PAGE_SIZE_MAX };
}

export const chatTurnsQuery = (uuid: ConversationId) =>
  queryOptions({
    queryKey: ['chat-turns', uuid],
    queryFn: ({ signal }) => fetchTurns(uuid, undefined, signal),
    // The panel goes on by itself from here; it is read once each time a chat is opened.
    staleTime: 0,
    gcTime: 0,
  });

/** What changes the list of chats reads it again. */
function useChatChange<Input>(botUuid: BotId, run: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: chatsKey(botUuid) }),
  });
}

export const useRenameChat = (botUuid: BotId, uuid: ConversationId) =>
  useChatChange(botUuid, (title: string) => call(renameChat, { params: { uuid }, body: { title } }));

export const useDeleteChat = (botUuid: BotId, uuid: ConversationId) =>
  useChatChange(botUuid, () => call(deleteChat, { params: { uuid } }));

export function useRefreshChats(botUuid: BotId): () => void {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: chatsKey(botUuid) });
}

export const showBranch = (uuid: ConversationId, messageUuid: MessageId) =>
  call(switchBranch, { params: { uuid }, body: { messageUuid } });

export const sendFeedback = (uuid: MessageId, rating: 'up' | 'down' | null, reason: string) =>
  call(rateMessage, { params: { uuid }, body: { rating, reason } });

export const sharesQuery = (uuid: ConversationId) =>
  queryOptions({
    queryKey: ['chat-shares', uuid],
    queryFn: ({ signal }) => call(listShares, { params: { uuid }, query: { pageSize: 20 }, signal }),
  });

function useShareChange<Input>(uuid: ConversationId, run: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: () => queryClient.invalidateQueries(sharesQuery(uuid)),
  });
}

export const useShareChat = (uuid: ConversationId) =>
  useShareChange<void>(uuid, () => call(shareChat, { params: { uuid } }));

export const useRevokeShare = (uuid: ConversationId) =>
  useShareChange(uuid, (code: string) => call(revokeShare, { params: { uuid, code } }));

export const sharedChatQuery = (code: string) =>
  queryOptions({
    queryKey: ['shared-chat', code],
    queryFn: ({ signal }) => call(readShare, { params: { code }, signal }),
  });

export const sendAttachment = (file: File, signal: AbortSignal): Promise<AttachmentView> =>
  upload(uploadAttachment, { file, signal });

/** The file itself; the type of the answer is the file's own. */
export const attachmentQuery = (uuid: AttachmentId) =>
  queryOptions({
    queryKey: ['attachment', uuid],
    queryFn: async ({ signal }) => {
      const content: unknown = await call(readAttachment, { params: { uuid }, signal });
      if (!(content instanceof Blob)) throw new Error('the attachment is no file');
      return content;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
