import { Agent, request } from 'undici';

/** One answer as the asker sees it. `isWhole`: status 200, the last token and the end of the stream arrived. */
export interface Asked {
  readonly firstMs: number;
  readonly totalMs: number;
  readonly isWhole: boolean;
}

export interface Way {
  readonly name: string;
  /** `last` is a text that only a whole answer has. */
  ask(last?: string): Promise<Asked>;
}

export const agent = new Agent({ connections: 600, pipelining: 1, keepAliveTimeout: 30_000 });

interface Call {
  readonly url: string;
  readonly body: unknown;
  readonly headers: Record<string, string>;
  /** A text that the first token's event has. */
  readonly first: string;
  /** What every stream of this way ends with. */
  readonly end: string;
}

const LONGEST_TAIL = 65_536;

async function ask({ url, body, headers, first, end }: Call, last = ''): Promise<Asked> {
  const startedAt = performance.now();
  const response = await request(url, {
    method: 'POST',
    dispatcher: agent,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (response.statusCode !== 200)
    throw new Error(`${url}: ${response.statusCode} ${await response.body.text()}`);
  let firstMs = Number.NaN;
  let tail = '';
  for await (const piece of response.body) {
    // Only the end is looked at again, so that a long stream costs the asker no more than a short one.
    tail = (tail + String(piece)).slice(-LONGEST_TAIL);
    if (Number.isNaN(firstMs) && tail.includes(first)) firstMs = performance.now() - startedAt;
  }
  return {
    firstMs,
    totalMs: performance.now() - startedAt,
    isWhole: tail.includes(last) && tail.trimEnd().endsWith(end),
  };
}

/** The fake model itself: what a provider needs with nothing in between. */
export const direct = (url: string, model: string): Way => ({
  name: 'fake model, directly',
  ask: (last) =>
    ask(
      {
        url: `${url}/chat/completions`,
        body: {
          model,
          messages: [{ role: 'user', content: 'What are your opening hours?' }],
          stream: true,
          stream_options: { include_usage: true },
        },
        headers: { authorization: 'Bearer bench' },
        first: '"content":"token',
        end: '[DONE]',
      },
      last,
    ),
});

export const throughServer = (
  name: string,
  port: number,
  body: object,
  headers: Record<string, string> = {},
): Way => ({
  name,
  ask: (last) =>
    ask(
      {
        url: `http://127.0.0.1:${port}/api/chat`,
        body,
        headers,
        first: headers.accept === 'application/json' ? '"text"' : '"text-delta"',
        end: headers.accept === 'application/json' ? '}' : '[DONE]',
      },
      last,
    ),
});
