import type { ServerResponse } from 'node:http';

/** A part of an answer as it is made: text, or a chunk of the protocol as it is. */
export type MessagePart =
  | { readonly type: 'text'; readonly text: string }
  | ({ readonly type: 'start' | `data-${string}` | 'error' } & Record<string, unknown>);

/**
 * Writes the AI SDK's UI message stream (protocol v1: one JSON chunk an SSE event, `[DONE]` at the end). Written by
 * hand because it is a few lines here, and the SDK's transform chain costs more than the rest of a turn.
 */
export interface MessageStream {
  part(part: MessagePart): void;
  end(): void;
}

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  // Proxies would hold the stream back otherwise.
  'x-accel-buffering': 'no',
  'x-vercel-ai-ui-message-stream': 'v1',
};

export interface StreamLimits {
  /** A reader that takes nothing for so long is let go; the answer itself goes on and is stored. */
  readonly stalledMs: number;
  /** Characters kept for a reader that is slower than the model. */
  readonly mostPending: number;
}

const LIMITS: StreamLimits = { stalledMs: 60_000, mostPending: 1_000_000 };

/**
 * Texts of one tick are one event: when a model sends many tokens at once, or many chats are open, that halves the
 * cost of a token. For a slow reader they gather until it has read what was sent.
 */
export function openMessageStream(
  response: ServerResponse,
  headers: Record<string, string | number | string[] | undefined>,
  { stalledMs, mostPending }: StreamLimits = LIMITS,
): MessageStream {
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) response.setHeader(name, value);
  response.writeHead(200, HEADERS);
  let isTextOpen = false;
  /** Another one after a restart, so that its text is not taken for more of the text before. */
  let runs = 0;
  const textId = (): string => (runs === 0 ? 'answer' : `answer-${runs}`);
  let pending = '';
  let isScheduled = false;
  let stalled: NodeJS.Timeout | undefined;
  const expectReading = (): void => {
    if (response.destroyed) return;
    stalled ??= setTimeout(() => response.destroy(), stalledMs).unref();
  };
  const hasRead = (): void => {
    clearTimeout(stalled);
    stalled = undefined;
  };
  const write = (chunk: { readonly type: string } & Record<string, unknown>): void => {
    if (!response.write(`data: ${JSON.stringify(chunk)}\n\n`)) expectReading();
  };
  const flush = (): void => {
    isScheduled = false;
    if (pending === '') return;
    const delta = pending;
    pending = '';
    write({ type: 'text-delta', id: textId(), delta });
  };
  const text = (delta: string): void => {
    if (!isTextOpen) write({ type: 'text-start', id: textId() });
    isTextOpen = true;
    pending += delta;
    if (pending.length > mostPending) response.destroy();
    if (isScheduled || response.writableNeedDrain) return;
    isScheduled = true;
    setImmediate(flush);
  };
  const closeText = (): void => {
    if (isTextOpen) write({ type: 'text-end', id: textId() });
    isTextOpen = false;
  };
  response.on('drain', () => {
    hasRead();
    flush();
  });
  response.once('close', hasRead);
  return {
    part(part) {
      if (part.type === 'text') return text(part.text);
      flush();
      if (part.type === 'data-restart') {
        closeText();
        runs += 1;
      }
      write(part);
    },
    end() {
      flush();
      closeText();
      write({ type: 'finish' });
      response.end('data: [DONE]\n\n');
      expectReading();
    },
  };
}
