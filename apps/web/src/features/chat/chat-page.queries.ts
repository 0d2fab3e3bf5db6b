import type { BotId, ConversationId } from '@hanasu/contract/ids';
import { listConversations, listMessages, type MessageView } from '@hanasu/contract/inbox';
import { PAGE_SIZE_MAX } from '@hanasu/contract/page';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shell/api-client.ts';
import type { ChatTurn } from './use-chat.ts';

/** Earlier chats with a bot, newest first. */
export const chatHistoryQuery = (botUuid: BotId) =>
  queryOptions({
    queryKey: ['conversations', 'chats', botUuid],
    queryFn: ({ signal }) =>
      call(listConversations, { query: { origin: 'chat', botUuid, pageSize: 50 }, signal }),
  });

/** The newest messages of a chat, as turns to go on from. */
export const chatTurnsQuery = (uuid: ConversationId) =>
  queryOptions({
    queryKey: ['conversations', 'chat-turns', uuid],
    queryFn: async ({ signal }) => {
      const { items } = await call(listMessages, {
        params: { uuid },
        query: { pageSize: PAGE_SIZE_MAX },
        signal,
      });
      return turnsOf(items);
    },
    // The panel goes on by itself from here; it is read once each time a chat is opened.
    staleTime: 0,
    gcTime: 0,
  });

/** Pairs of question and answer; a question that was never answered may be asked again. */
export function turnsOf(messages: readonly MessageView[]): ChatTurn[] {
  const turns: ChatTurn[] = [];
  for (const message of messages) {
    if (message.kind !== 'text') continue;
    const last = turns.at(-1);
    if (message.sender === 'customer') turns.push(asked(message));
    else if (last && last.state !== 'done') turns[turns.length - 1] = answered(last, message);
    else turns.push(answered({ ...asked(message), question: '' }, message));
  }
  return turns;
}

const asked = ({ uuid, text }: MessageView): ChatTurn => ({
  id: uuid,
  question: text,
  text: '',
  citations: [],
  state: 'stopped',
  answer: null,
  fault: null,
});

function answered(turn: ChatTurn, message: MessageView): ChatTurn {
  const { uuid, conversationUuid, text, citations, usage, timing, outcome } = message;
  const answer =
    usage && timing && outcome
      ? { conversationUuid, message: { uuid, text, citations }, usage, timing, outcome }
      : null;
  return { ...turn, text, citations, state: 'done', answer };
}
