import { chat } from '@hanasu/contract/chat';
import { listServices } from '@hanasu/contract/services';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HANDLED, type Implement } from '../../platform/http/implement.ts';
import { openMessageStream } from './message-stream.ts';
import { type BegunChat, beginChat, type ChatDependencies } from './use-cases/chat.ts';

export function addAnsweringRoutes(implement: Implement, dependencies: ChatDependencies): void {
  implement(listServices, async () => dependencies.models.services());
  implement(chat, async ({ body }, { session, request, reply }) => {
    const gone = new AbortController();
    const onClose = (): void => gone.abort();
    reply.raw.once('close', onClose);
    const begun = await beginChat(dependencies, {
      accountId: session.accountId,
      botId: body.botUuid,
      conversationId: body.conversationUuid ?? null,
      text: body.message,
      signal: gone.signal,
    });
    if (wantsJson(request)) return begun.answer(SILENT);
    await stream(begun, reply, request);
    return HANDLED;
  });
}

const SILENT = { onPassages: () => undefined, onText: () => undefined };

/** A stream unless JSON was asked for and a stream was not. */
function wantsJson(request: FastifyRequest): boolean {
  const accept = request.headers.accept ?? '';
  return accept.includes('application/json') && !accept.includes('text/event-stream');
}

async function stream(begun: BegunChat, reply: FastifyReply, request: FastifyRequest): Promise<void> {
  reply.hijack();
  const out = openMessageStream(reply.raw, reply.getHeaders());
  out.write({
    type: 'start',
    messageId: begun.answerId,
    messageMetadata: { conversationUuid: begun.conversationId },
  });
  let hasText = false;
  try {
    const answer = await begun.answer({
      onPassages: (passages) => out.write({ type: 'data-citations', data: { passages } }),
      onText: (text) => {
        hasText = true;
        out.text(text);
      },
    });
    if (!hasText) out.text(answer.message.text);
    out.write({ type: 'data-answer', data: answer });
  } catch (error) {
    request.log.error({ err: error }, 'chat failed after its stream had begun');
    out.write({ type: 'error', errorText: 'internal' });
  }
  out.end();
}
