import type { FastifyReply, FastifyRequest } from 'fastify';
import { openMessageStream } from './message-stream.ts';
import type { RunningChat } from './running-chats.ts';
import type { BegunChat } from './use-cases/chat.ts';

/** Answers as a UI message stream. The answer goes on when nobody listens any more, unless the chat has a signal. */
export async function streamChat(
  begun: BegunChat,
  reply: FastifyReply,
  request: FastifyRequest,
): Promise<void> {
  const { running } = begun;
  const watched = watchChat(running, reply);
  running.part({
    type: 'start',
    messageId: begun.answerId,
    messageMetadata: { conversationUuid: begun.conversationId, questionUuid: begun.questionId },
  });
  let hasText = false;
  try {
    await begun.answer({
      onPassages: (passages) => running.part({ type: 'data-citations', data: { passages } }),
      onTool: (call) => running.part({ type: 'data-tool', id: call.id, data: call }),
      onText: (text) => {
        hasText = true;
        running.part({ type: 'text', text });
      },
      onAnswer: (answer) => {
        const { text } = answer.message;
        if (!hasText && text !== '') running.part({ type: 'text', text });
        running.part({ type: 'data-answer', data: answer });
      },
    });
  } catch (error) {
    request.log.error({ err: error }, 'chat failed after its stream had begun');
  }
  await watched;
}

/** Writes a running answer from its start on to a response; resolves when it has ended or nobody listens any more. */
export function watchChat(running: RunningChat, reply: FastifyReply): Promise<void> {
  reply.hijack();
  const out = openMessageStream(reply.raw, reply.getHeaders());
  return new Promise((resolve) => {
    const leave = running.watch({
      part: out.part,
      end() {
        out.end();
        resolve();
      },
    });
    reply.raw.once('close', () => {
      leave();
      resolve();
    });
  });
}
