import type { VisitorAnswer, VisitorMessage, VisitorQuickReply } from '@hanasu/contract/visitors';

/** Why a call failed: a code of the API, or `offline`. */
export class ApiError extends Error {
  readonly code: string;
  readonly retryAfter: number | null;
  constructor(code: string, retryAfter: number | null = null) {
    super(code);
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

export interface History {
  readonly conversationUuid: string | null;
  readonly busy: boolean;
  readonly handling: 'bot' | 'waiting' | 'person';
  readonly messages: readonly VisitorMessage[];
  readonly quickReplies: readonly VisitorQuickReply[];
}

export interface Identity {
  readonly userId: string;
  readonly name?: string;
  readonly hash: string;
}

/** Where a stream goes on; see `StreamCursor` of the contract. */
export interface Cursor {
  readonly answerUuid: string;
  readonly attempt: number;
  readonly position: number;
}

export type Part =
  | {
      readonly type: 'start';
      readonly messageId: string;
      readonly messageMetadata: { conversationUuid: string; visitor: string };
    }
  /** What came before is void: the answer is made anew. */
  | { readonly type: 'data-restart'; readonly data: { attempt: number } }
  | { readonly type: 'text-delta'; readonly delta: string }
  | { readonly type: 'data-answer'; readonly data: VisitorAnswer }
  /** Somebody of the staff has said something. */
  | { readonly type: 'data-news' }
  | { readonly type: 'error' };

export type Api = ReturnType<typeof createApi>;

/** Calls of one bot, until the signal ends them. Nothing of the site goes along: no cookies, no address of the page. */
export function createApi(base: string, bot: string, signal: AbortSignal | null = null) {
  const call = async (path: string, body?: object, headers: Record<string, string> = {}) => {
    let response: Response;
    try {
      response = await fetch(`${base}/api/embed/${bot}/${path}`, {
        method: body ? 'POST' : 'GET',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        signal,
        headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    } catch {
      throw new ApiError('offline');
    }
    if (response.ok) return response;
    const problem = (await response.json().catch(() => ({}))) as { code?: string; retryAfter?: number };
    throw new ApiError(problem.code ?? 'internal', problem.retryAfter ?? null);
  };
  return {
    base,
    session: async (identity: Identity | object): Promise<{ visitor: string }> =>
      (await (await call('session', identity)).json()) as { visitor: string },
    history: async (visitor: string): Promise<History> =>
      (await (await call('messages', undefined, { 'x-visitor': visitor })).json()) as History,
    async ask(question: object, onPart: (part: Part) => void): Promise<void> {
      const response = await call('chat', question, { accept: 'text/event-stream' });
      if (response.body) await readParts(response.body, onPart);
    },
    /** Goes on with an answer, from its start without a cursor. False: none is being made. */
    async resume(visitor: string, cursor: Cursor | null, onPart: (part: Part) => void): Promise<boolean> {
      const query = cursor
        ? `?${new URLSearchParams(Object.entries(cursor).map(([k, v]): [string, string] => [k, `${v}`]))}`
        : '';
      const response = await call(`stream${query}`, undefined, { 'x-visitor': visitor });
      if (response.status === 204 || !response.body) return false;
      await readParts(response.body, onPart);
      return true;
    },
  };
}

/** The data of a stream of server-sent events until `[DONE]`. Throws `offline` when it breaks off before. */
export async function readParts(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onPart: (part: Part) => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = '';
  for (;;) {
    const { done, value } = await reader.read().catch(() => ({ done: true, value: '' }));
    if (done) throw new ApiError('offline');
    const events = (buffer + value).split('\n\n');
    buffer = events.pop() ?? '';
    for (const event of events) {
      const data = event.slice('data: '.length);
      if (data === '[DONE]') return;
      onPart(JSON.parse(data));
    }
  }
}
