import type { EndpointInput } from '@hanasu/contract/endpoint';
import { listFriends } from '@hanasu/contract/friends';
import type { MediaId, RichMessageId } from '@hanasu/contract/ids';
import {
  changeRichMessage,
  checkVideo,
  createRichMessage,
  deleteRichMessage,
  getRichMessage,
  listRichMessages,
  type RichMessageView,
  testRichMessage,
} from '@hanasu/contract/rich-messages';
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call } from '../../../shell/api/api-client.ts';

export const MESSAGES_PAGE_SIZE = 50;
const FRIENDS_SHOWN = 20;
const LISTS = ['rich-messages', 'list'] as const;

interface Filter {
  readonly q?: string | undefined;
  readonly page?: number | undefined;
}
/** The newest first. */
export const messagesQuery = ({ q, page = 1 }: Filter) =>
  queryOptions({
    queryKey: [...LISTS, { q, page }],
    queryFn: ({ signal }) =>
      call(listRichMessages, {
        query: { page, pageSize: MESSAGES_PAGE_SIZE, ...(q ? { q } : {}) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const messageQuery = (uuid: RichMessageId) =>
  queryOptions({
    queryKey: ['rich-messages', 'one', uuid],
    queryFn: ({ signal }) => call(getRichMessage, { params: { uuid }, signal }),
  });

/** To whom something can be sent, who wrote last first. */
export const reachableQuery = (q: string) =>
  queryOptions({
    queryKey: ['rich-messages', 'friends', q],
    queryFn: async ({ signal }) => {
      const query = { pageSize: FRIENDS_SHOWN, sort: '-lastWroteAt' as const, ...(q ? { q } : {}) };
      const { items } = await call(listFriends, { query, signal });
      return items.filter(({ state }) => state !== 'blocked');
    },
    placeholderData: keepPreviousData,
  });

/** Whether an upload can be played; see `VIDEO_STATES`. */
export const checkUpload = (mediaUuid: MediaId) => call(checkVideo, { body: { mediaUuid } });

/** How the address of a video answers; asked once it is a whole address. */
export const videoQuery = (url: string) =>
  queryOptions({
    queryKey: ['rich-messages', 'video', url],
    queryFn: ({ signal }) => call(checkVideo, { body: { url }, signal }),
    staleTime: 60_000,
    retry: false,
  });

/** What the server made of a rich message. */
export function keepMessage(queryClient: QueryClient, message: RichMessageView): void {
  queryClient.setQueryData(messageQuery(message.uuid).queryKey, message);
  void queryClient.invalidateQueries({ queryKey: LISTS });
}

interface Change {
  readonly uuid: RichMessageId;
  readonly body: EndpointInput<typeof changeRichMessage>['body'];
}
export const sendChange = ({ uuid, body }: Change) => call(changeRichMessage, { params: { uuid }, body });

function useMessageMutation<Input>(run: (input: Input) => Promise<RichMessageView>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: (message) => keepMessage(queryClient, message),
    meta: { inPlace: true },
  });
}
export const useCreateMessage = () =>
  useMessageMutation((body: EndpointInput<typeof createRichMessage>['body']) =>
    call(createRichMessage, { body }),
  );
export const useChangeMessage = () => useMessageMutation(sendChange);

export function useDeleteMessage() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (uuid: RichMessageId) => call(deleteRichMessage, { params: { uuid } }),
    onSuccess: (_, uuid) => {
      queryClient.removeQueries({ queryKey: messageQuery(uuid).queryKey });
      void queryClient.invalidateQueries({ queryKey: LISTS });
    },
    meta: { inPlace: true },
  });
}

type Test = EndpointInput<typeof testRichMessage>['body'] & { readonly uuid: RichMessageId };
export function useTestMessage() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ uuid, ...body }: Test) => call(testRichMessage, { params: { uuid }, body }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['rich-messages'] }),
    meta: { inPlace: true },
  });
}
