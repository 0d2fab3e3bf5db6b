import type { ServerResponse } from 'node:http';

/**
 * Writes the AI SDK's UI message stream (protocol v1: one JSON chunk an SSE event, `[DONE]` at the end). Written by
 * hand because it is a few lines here, and the SDK's transform chain costs more than the rest of a turn.
 */
export interface MessageStream {
  write(chunk: { readonly type: string } & Record<string, unknown>): void;
  text(delta: string): void;
  end(): void;
}

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  // Proxies would hold the stream back otherwise.
  'x-accel-buffering': 'no',
  'x-vercel-ai-ui-message-stream': 'v1',
};

const TEXT_ID = 'answer';

export function openMessageStream(
  response: ServerResponse,
  headers: Record<string, string | number | string[] | undefined>,
): MessageStream {
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) response.setHeader(name, value);
  response.writeHead(200, HEADERS);
  let isTextOpen = false;
  const write: MessageStream['write'] = (chunk) => {
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  return {
    write,
    text(delta) {
      if (!isTextOpen) write({ type: 'text-start', id: TEXT_ID });
      isTextOpen = true;
      write({ type: 'text-delta', id: TEXT_ID, delta });
    },
    end() {
      if (isTextOpen) write({ type: 'text-end', id: TEXT_ID });
      write({ type: 'finish' });
      response.end('data: [DONE]\n\n');
    },
  };
}
