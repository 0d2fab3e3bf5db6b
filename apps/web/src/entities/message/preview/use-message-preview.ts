import type { ConversationId } from '@hanasu/contract/ids';
import type { MessageContent } from '@hanasu/contract/message-content';
import { previewMessageContent } from '@hanasu/contract/message-templates';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../shell/api/api-client.ts';
import { settled } from '../compose/content.ts';

/** After the last key. */
const QUIET_MS = 250;
const KEPT_MS = 30_000;

const previewQuery = (content: MessageContent, conversationUuid: ConversationId | undefined) =>
  queryOptions({
    queryKey: ['message-preview', conversationUuid ?? null, content],
    queryFn: ({ signal }) =>
      call(previewMessageContent, {
        body: { content, ...(conversationUuid ? { conversationUuid } : {}) },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: KEPT_MS,
    gcTime: KEPT_MS,
  });

/** How a message looks on each kind of channel, asked a moment after the last change. The last look stays meanwhile. */
export function useMessagePreview(content: MessageContent, conversationUuid?: ConversationId) {
  const [quiet] = useDebouncedValue(content, QUIET_MS);
  const sent = useMemo(() => settled(quiet), [quiet]);
  const query = useQuery({
    ...previewQuery(sent ?? content, conversationUuid),
    enabled: sent !== null,
  });
  return {
    data: query.data,
    error: query.error,
    refetch: query.refetch,
    /** The preview belongs to the content as it is now. */
    isCurrent: quiet === content && sent !== null && query.isSuccess && !query.isPlaceholderData,
  };
}
export type MessagePreview = ReturnType<typeof useMessagePreview>;
