import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answer } from '../../answering/public.ts';
import { type Begun, extraOf, SILENT } from './ask-bot.ts';
import { type ApiError, apiErrorOf, OpenAiError } from './openai-error.ts';

/** What OpenAI's shapes have no place for. */
export type Extra = ReturnType<typeof extraOf>;

/** How one of OpenAI's APIs writes an answer as events. */
export interface AnswerEvents {
  begin(): void;
  text(delta: string): void;
  /** The last events. */
  finish(answer: Answer, extra: Extra): void;
  /** The last events of an answer that broke off. */
  fail(error: ApiError): void;
}

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  // Proxies would hold the stream back otherwise.
  'x-accel-buffering': 'no',
};

/** Sends an answer as it is written. Opens with the first text: what fails before it has a status of its own. */
export async function streamAnswer(
  begun: Begun,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  eventsOf: (write: (event: string) => void) => AnswerEvents,
): Promise<FastifyReply> {
  const events = eventsOf((event) => reply.raw.write(event));
  let isOpen = false;
  const show = (delta: string): void => {
    if (!isOpen) {
      isOpen = true;
      reply.header('x-request-id', request.id).hijack();
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value);
      }
      reply.raw.writeHead(200, HEADERS);
      events.begin();
    }
    if (delta !== '') events.text(delta);
  };
  const answer = await begun.answer({ ...SILENT, onText: show });
  const failed = apiErrorOf(answer.outcome);
  if (failed && !isOpen) throw new OpenAiError(failed);
  if (failed) events.fail(failed);
  else {
    if (!isOpen) show(answer.text);
    events.finish(answer, extraOf(begun, answer));
  }
  reply.raw.end();
  return reply;
}
