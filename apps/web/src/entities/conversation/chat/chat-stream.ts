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
import { ApiError, isApiError } from '../../../shell/api/api-error.ts';
import { stream } from '../../../shell/api/stream.ts';

export type ChatEvent =
  | { type: 'begun'; conversationUuid: ConversationId; questionUuid: MessageId; answerUuid: MessageId }
  | { type: 'citations'; passages: Citation[] }
  | { type: 'tool'; call: ToolCall }
  | { type: 'text'; delta: string }
  | { type: 'restart'; attempt: number }
  | { type: 'answer'; answer: z.output<typeof ChatAnswer> };

/** The parts of an AI SDK UI message stream that this application uses; others are skipped. */
const Part = z.discriminatedUnion('type', [
  z.object({ type: z.literal('start'), messageId: MessageId, messageMetadata: ChatStart }),
  z.object({ type: z.literal('data-citations'), data: ChatDataParts.citations }),
  z.object({ type: z.literal('data-tool'), data: ChatDataParts.tool }),
  z.object({ type: z.literal('text-delta'), delta: z.string() }),
  z.object({ type: z.literal('data-restart'), data: ChatDataParts.restart }),
  z.object({ type: z.literal('data-answer'), data: ChatDataParts.answer }),
  z.object({ type: z.literal('error'), errorText: z.string() }),
]);

/** How far an answer was received. */
interface Progress {
  conversationUuid: ConversationId | null;
  cursor: { answerUuid: MessageId; attempt: number; position: number } | null;
  isWhole: boolean;
}

const RETRY_MS = 1_000;
/** A turn is made anew a few times at most when servers end. */
const PATIENCE_MS = 180_000;

/**
 * Asks a bot and yields its answer as it is written; where the stream is cut it goes on, at whichever server answers
 * next. It may end without the answer: then the conversation has what there is. Throws `ApiError`.
 */
export async function* askBot(
  input: z.input<typeof ChatInput>,
  signal: AbortSignal,
): AsyncGenerator<ChatEvent, void> {
  const progress: Progress = { conversationUuid: null, cursor: null, isWhole: false };
  try {
    yield* noted(read(stream(chat, { body: input, signal })), progress);
  } catch (error) {
    if (!progress.cursor || !isCut(error)) throw error;
  }
  if (progress.cursor && !progress.isWhole) yield* goOn(progress, signal);
}

/** The answer that is being made, from its start on; nothing when there is none. Throws `ApiError`. */
export const watchAgain = (uuid: ConversationId, signal: AbortSignal): AsyncGenerator<ChatEvent, void> =>
  goOn({ conversationUuid: uuid, cursor: null, isWhole: false }, signal);

async function* goOn(progress: Progress, signal: AbortSignal): AsyncGenerator<ChatEvent, void> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
    const { conversationUuid: uuid, cursor } = progress;
    if (!uuid) return;
    let isHeard = false;
    try {
      const parts = stream(resumeChat, { params: { uuid }, query: cursor ?? {}, signal });
      for await (const event of noted(read(parts), progress)) {
        isHeard = true;
        yield event;
      }
      if (progress.isWhole || !isHeard) return;
    } catch (error) {
      if (!isCut(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    signal.throwIfAborted();
  }
}

/** The line was cut or the server is away, not the answer. */
const isCut = (error: unknown): boolean =>
  isApiError(error, 'network_error') ||
  isApiError(error, 'database_unavailable') ||
  isApiError(error, 'internal');

async function* noted(
  events: AsyncGenerator<ChatEvent, void>,
  progress: Progress,
): AsyncGenerator<ChatEvent, void> {
  for await (const event of events) {
    if (event.type === 'begun') {
      progress.conversationUuid = event.conversationUuid;
      progress.cursor ??= { answerUuid: event.answerUuid, attempt: 1, position: 0 };
    } else if (event.type === 'restart' && progress.cursor)
      progress.cursor = { ...progress.cursor, attempt: event.attempt, position: 0 };
    else if (event.type === 'text' && progress.cursor)
      progress.cursor = { ...progress.cursor, position: progress.cursor.position + event.delta.length };
    else if (event.type === 'answer') progress.isWhole = true;
    yield event;
  }
}

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
    case 'data-restart':
      return { type: 'restart', attempt: part.data.attempt };
    case 'data-answer':
      return { type: 'answer', answer: part.data };
    case 'error':
      throw new ApiError({ code: 'model_failed', cause: part.errorText });
  }
}
