import type { Endpoint } from '@hanasu/contract/endpoint';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import {
  type Arguments,
  type CallOptions,
  fail,
  faultFromError,
  headers,
  pathOf,
  searchOf,
} from './api-client.ts';
import { errorFromResponse } from './api-error.ts';

/** Opens a server-sent event stream and yields each event's JSON; ends at `[DONE]`, at once when there is no content. Throws `ApiError`. */
export async function* stream<E extends Endpoint>(
  endpoint: E,
  ...[given]: Arguments<CallOptions<E>>
): AsyncGenerator<unknown, void> {
  const options: Partial<Record<'params' | 'query' | 'body', unknown>> & {
    signal?: AbortSignal | undefined;
  } = given ?? {};
  try {
    const response = await fetch(pathOf(endpoint, options.params) + searchOf(options.query), {
      method: endpoint.method,
      headers: { ...headers('text/event-stream'), 'Content-Type': 'application/json' },
      body: JSON.stringify(options.body),
      signal: options.signal ?? null,
    });
    if (response.status === 204) return;
    if (!response.ok || !response.body) {
      throw errorFromResponse(response.status, await response.json().catch(() => null));
    }
    yield* readEvents(response.body);
  } catch (error) {
    fail(faultFromError(error, options.signal));
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
