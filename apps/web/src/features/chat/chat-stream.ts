import {
  type ChatAnswer,
  ChatDataParts,
  type ChatInput,
  ChatStart,
  type Citation,
  chat,
  resumeChat,
  type ToolCall,
} from '@hanasu/contract/chat';
import { type ConversationId, MessageId } from '@hanasu/contract/ids';
import { z } from 'zod';
import { stream } from '../../shell/api-client.ts';
import { ApiFault } from '../../shell/api-fault.ts';

export type ChatEvent =
  | { type: 'begun'; conversationUuid: ConversationId; questionUuid: MessageId; answerUuid: MessageId }
  | { type: 'citations'; passages: Citation[] }
  | { type: 'tool'; call: ToolCall }
  | { type: 'text'; delta: string }
  | { type: 'answer'; answer: z.output<typeof ChatAnswer> };

/** The parts of an AI SDK UI message stream that this application uses; others are skipped. */
const Part = z.discriminatedUnion('type', [
  z.object({ type: z.literal('start'), messageId: MessageId, messageMetadata: ChatStart }),
  z.object({ type: z.literal('data-citations'), data: ChatDataParts.citations }),
  z.object({ type: z.literal('data-tool'), data: ChatDataParts.tool }),
  z.object({ type: z.literal('text-delta'), delta: z.string() }),
  z.object({ type: z.literal('data-answer'), data: ChatDataParts.answer }),
  z.object({ type: z.literal('error'), errorText: z.string() }),
]);

/** Asks a bot and yields its answer as it is written. Throws `ApiFault`. */
export const askBot = (input: z.input<typeof ChatInput>, signal: AbortSignal): AsyncGenerator<ChatEvent> =>
  read(stream(chat, { body: input, signal }));

/** The answer that is being made, from its start on; nothing when there is none. Throws `ApiFault`. */
export const watchAgain = (uuid: ConversationId, signal: AbortSignal): AsyncGenerator<ChatEvent> =>
  read(stream(resumeChat, { params: { uuid }, signal }));

async function* read(parts: AsyncGenerator<unknown, void>): AsyncGenerator<ChatEvent, void> {
  for await (const raw of parts) {
    const part = Part.safeParse(raw);
    if (part.success) yield eventOf(part.data);
  }
}

function eventOf(part: z.output<typeof Part>): ChatEvent {
  switch (part.type) {
    case 'start':
      return { type: 'begun', answerUuid: part.messageId, ...part.messageMetadata };
    case 'data-citations':
      return { type: 'citations', passages: part.data.passages };
    case 'data-tool':
      return { type: 'tool', call: part.data };
    case 'text-delta':
      return { type: 'text', delta: part.delta };
    case 'data-answer':
      return { type: 'answer', answer: part.data };
    case 'error':
      throw new ApiFault({ code: 'model_failed', cause: part.errorText });
  }
}
