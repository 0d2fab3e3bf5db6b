import type { ServerResponse } from 'node:http';
import type { Citation, Usage } from '@hanasu/contract/chat';
import type { OpenAiErrorBody } from '@hanasu/contract/openai';

/** What is the same in every chunk of one answer. */
export interface CompletionHead {
  readonly id: string;
  readonly created: number;
  readonly model: string;
}

export const usageOf = ({ inputTokens, outputTokens }: Usage) => ({
  prompt_tokens: inputTokens,
  completion_tokens: outputTokens,
  total_tokens: inputTokens + outputTokens,
});

/** What OpenAI's shape has no place for. */
export interface Extra {
  readonly citations: readonly Citation[];
  readonly hanasu: { readonly outcome: string; readonly bot: string; readonly tokens: number };
}

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  // Proxies would hold the stream back otherwise.
  'x-accel-buffering': 'no',
};

export interface CompletionStream {
  readonly isOpen: boolean;
  text(delta: string): void;
  finish(usage: Usage | null, extra: Extra): void;
  fail(body: OpenAiErrorBody): void;
}

/** Opens with the first word: what fails before it is answered with a status of its own. */
export function createCompletionStream(
  head: CompletionHead,
  response: ServerResponse,
  open: () => void,
): CompletionStream {
  let isOpen = false;
  const write = (members: object): void => {
    const chunk = { ...head, object: 'chat.completion.chunk', ...members };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  const choice = (delta: object, reason: string | null) => ({
    choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }],
  });
  function begin(): void {
    if (isOpen) return;
    isOpen = true;
    open();
    response.writeHead(200, HEADERS);
    write(choice({ role: 'assistant', content: '' }, null));
  }
  return {
    get isOpen() {
      return isOpen;
    },
    text(delta) {
      begin();
      if (delta !== '') write(choice({ content: delta }, null));
    },
    finish(usage, extra) {
      begin();
      write({ ...choice({}, 'stop'), ...extra });
      if (usage) write({ choices: [], usage: usageOf(usage) });
      response.end('data: [DONE]\n\n');
    },
    fail(body) {
      response.end(`data: ${JSON.stringify(body)}\n\n`);
    },
  };
}
