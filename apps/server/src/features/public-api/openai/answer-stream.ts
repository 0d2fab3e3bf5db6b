import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answer } from '../../answering/public.ts';
import { type Begun, extraOf, failureOf, isRefusal, SILENT } from './ask-bot.ts';
import { type ApiError, OpenAiError } from './openai-error.ts';

/** What OpenAI's shapes have no place for. */
export type Extra = ReturnType<typeof extraOf>;

/** `refusal`: a text where JSON was asked for. It comes as a whole. */
export type TextKind = 'text' | 'refusal';

/** How one of OpenAI's APIs writes an answer as events. */
export interface AnswerEvents {
  begin(kind: TextKind): void;
  text(delta: string, kind: TextKind): void;
  /** The last events. */
  finish(answer: Answer, kind: TextKind, extra: Extra): void;
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
  const show = (delta: string, kind: TextKind): void => {
    if (!isOpen) {
      isOpen = true;
      reply.header('x-request-id', request.id).hijack();
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value);
      }
      reply.raw.writeHead(200, HEADERS);
      events.begin(kind);
    }
    if (delta !== '') events.text(delta, kind);
  };
  const answer = await begun.answer({ ...SILENT, onText: (delta) => show(delta, 'text') });
  const failed = failureOf(begun, answer);
  const kind = isRefusal(begun, answer) ? 'refusal' : 'text';
  if (failed && !isOpen) throw new OpenAiError(failed);
  if (failed) events.fail(failed);
  else {
    if (!isOpen) show(answer.text, kind);
    events.finish(answer, kind, extraOf(begun, answer));
  }
  reply.raw.end();
  return reply;
}
