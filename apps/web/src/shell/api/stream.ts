import type { Endpoint } from '@hanasu/contract/endpoint';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { type Arguments, type CallOptions, fail, faultFromError, open } from './api-client.ts';

/** Opens a server-sent event stream and yields each event's JSON; ends at `[DONE]`, at once when there is no content. Throws `ApiError`. */
export async function* stream<E extends Endpoint>(
  endpoint: E,
  ...[given]: Arguments<CallOptions<E>>
): AsyncGenerator<unknown, void> {
  const options: Partial<Record<'params' | 'query' | 'body', unknown>> & {
    signal?: AbortSignal | undefined;
  } = given ?? {};
  try {
    const { body } = await open(endpoint, options, 'text/event-stream');
    if (body) yield* readEvents(body);
  } catch (error) {
    await fail(faultFromError(error, options.signal));
  }
}

async function* readEvents(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<unknown, void> {
  const events = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  const reader = events.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || value.data === '[DONE]') return;
      if (value.data) yield JSON.parse(value.data);
    }
  } finally {
    await reader.cancel();
  }
}
