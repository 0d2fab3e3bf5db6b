import {
  type ChatAnswer,
  ChatDataParts,
  type ChatInput,
  ChatStart,
  type Citation,
  chat,
} from '@hanasu/contract/chat';
import type { ConversationId } from '@hanasu/contract/ids';
import { z } from 'zod';
import { stream } from '../../shell/api-client.ts';
import { ApiFault } from '../../shell/api-fault.ts';

export type ChatEvent =
  | { type: 'begun'; conversationUuid: ConversationId }
  | { type: 'citations'; passages: Citation[] }
  | { type: 'text'; delta: string }
  | { type: 'answer'; answer: z.output<typeof ChatAnswer> };

/** The parts of an AI SDK UI message stream that this application uses; others are skipped. */
const Part = z.discriminatedUnion('type', [
  z.object({ type: z.literal('start'), messageMetadata: ChatStart }),
  z.object({ type: z.literal('data-citations'), data: ChatDataParts.citations }),
  z.object({ type: z.literal('text-delta'), delta: z.string() }),
  z.object({ type: z.literal('data-answer'), data: ChatDataParts.answer }),
  z.object({ type: z.literal('error'), errorText: z.string() }),
]);

/** Asks a bot and yields its answer as it is written. Throws `ApiFault`. */
export async function* askBot(
  input: z.input<typeof ChatInput>,
  signal: AbortSignal,
): AsyncGenerator<ChatEvent, void> {
  for await (const raw of stream(chat, { body: input, signal })) {
    const part = Part.safeParse(raw);
    if (!part.success) continue;
    switch (part.data.type) {
      case 'start':
        yield { type: 'begun', conversationUuid: part.data.messageMetadata.conversationUuid };
        break;
      case 'data-citations':
        yield { type: 'citations', passages: part.data.data.passages };
        break;
      case 'text-delta':
        yield { type: 'text', delta: part.data.delta };
        break;
      case 'data-answer':
        yield { type: 'answer', answer: part.data.data };
        break;
      case 'error':
        throw new ApiFault({ code: 'model_failed', cause: part.data.errorText });
    }
  }
}
