import { createParser, type EventSourceMessage } from 'eventsource-parser';

/**
 * A `fetch` that mends what servers of chat completions send, before the SDK reads it. Servers that speak OpenAI's
 * protocol bend it in many ways: errors arrive inside a stream of status 200, endings have no reason or one of the
 * server's own, and some answer a request for a stream with one JSON body. What came whole is kept, and what failed
 * carries its status and code.
 */
export function mendCompletions(ask: typeof globalThis.fetch = globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await ask(input, init);
    if (!response.ok || !response.body || !asksForStream(init?.body)) return response;
    const type = response.headers.get('content-type') ?? '';
    if (type.includes('json')) return fromJson(await response.text(), response);
    // The page of a proxy or of a sign-in, and no model server.
    if (type.includes('html'))
      return errorResponse({ status: 502, code: 'not_a_model_server', message: type });
    const { headers } = response;
    return new Response(mendedBody(response.body), {
      headers: { ...Object.fromEntries(headers), 'content-type': 'text/event-stream' },
    });
  };
}

const asksForStream = (body: unknown): boolean => typeof body === 'string' && body.includes('"stream":true');

type Fields = Record<string, unknown>;

const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;

function parse(json: string): Fields | null {
  try {
    return fieldsOf(JSON.parse(json));
  } catch {
    return null;
  }
}

// --- Errors

/** What a server says of a failure. `code` is its short word for it. */
interface ServerError {
  readonly status: number;
  readonly code: string | null;
  readonly message: string;
}

/** Servers that name the kind of an error and no status: the status that OpenAI answers with. First match counts. */
const STATUS_BY_WORD: readonly (readonly [RegExp, number])[] = [
  [/rate.?limit|too.?many|queue|throttl/i, 429],
  [/context|invalid|bad.?request|unsupported|too.?long/i, 400],
  [/auth|api.?key/i, 401],
  [/permission|forbidden/i, 403],
  [/not.?found/i, 404],
  [/overload|unavailable|capacity|loading/i, 503],
];
const INTERNAL = 500;

/** An error of an event or a body: `{ error }` with an object or a sentence, or the error itself. */
function errorIn(value: Fields): ServerError {
  const error = fieldsOf(value.error) ?? value;
  const words = [error.type, error.code, error.status].filter((word) => typeof word === 'string');
  const code = words.find((word) => !isStatus(Number(word)));
  const said = [value.error, error.message, error.detail].find(
    (text) => typeof text === 'string' && text !== '',
  );
  const message = String(said ?? 'the server reports an error');
  const named = [error.code, error.status, error.status_code].map(Number).find(isStatus);
  const byWord = STATUS_BY_WORD.find(([pattern]) => pattern.test(code ?? message))?.[1];
  return { status: named ?? byWord ?? INTERNAL, code: code ?? null, message };
}

const isStatus = (value: number): boolean => Number.isInteger(value) && value >= 400 && value < 600;

/** vLLM: `{ object: "error", … }`. llama.cpp: an event of the name `error`. OpenAI, Ollama and others: `{ error }`. */
const isError = (value: Fields, event: string | undefined): boolean =>
  event === 'error' || value.object === 'error' || (value.error !== undefined && value.error !== null);

const errorResponse = ({ status, code, message }: ServerError): Response =>
  new Response(JSON.stringify({ error: { message, type: code, param: null, code } }), {
    status,
    headers: { 'content-type': 'application/json' },
  });

/** An error as an event: adapters pass on its number, and lose the text before it where a stream is broken off. */
const errorEvent = ({ status, code, message }: ServerError): string =>
  JSON.stringify({ error: { message, type: code, param: null, code: status } });

// --- Endings

/** The reasons of OpenAI for the words of other servers; lower case, and `_` for what separates. */
const REASONS: Readonly<Record<string, 'stop' | 'length' | 'content_filter' | 'tool_calls' | 'error'>> = {
  eos: 'stop',
  eos_token: 'stop',
  end_turn: 'stop',
  stop_sequence: 'stop',
  completed: 'stop',
  max_tokens: 'length',
  max_output_tokens: 'length',
  model_length: 'length',
  sensitive: 'content_filter',
  safety: 'content_filter',
  refusal: 'content_filter',
  recitation: 'content_filter',
  blocklist: 'content_filter',
  prohibited_content: 'content_filter',
  content_filtered: 'content_filter',
  tool_use: 'tool_calls',
  tool_call: 'tool_calls',
  error: 'error',
  server_error: 'error',
  network_error: 'error',
  abort: 'error',
  aborted: 'error',
  cancelled: 'error',
  timeout: 'error',
};

/** OpenAI's word for an ending; null where none was given. Words that no server is known for stay as they are. */
function reasonOf(given: unknown): string | null {
  if (typeof given !== 'string' || given.trim() === '') return null;
  const word = given
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '_');
  return REASONS[word] ?? (KNOWN.has(word) ? word : given);
}
const KNOWN: ReadonlySet<string> = new Set([
  'stop',
  'length',
  'content_filter',
  'tool_calls',
  'function_call',
]);

// --- Bodies without a stream

/** A whole answer as the events that were asked for; an error with its own status. */
function fromJson(text: string, { headers }: Response): Response {
  const body = parse(text);
  if (!body)
    return errorResponse({ status: 502, code: 'not_a_model_server', message: 'the answer is no JSON' });
  if (isError(body, undefined) || !Array.isArray(body.choices)) return errorResponse(errorIn(body));
  const choices = body.choices.map((choice, index) => {
    const fields = fieldsOf(choice) ?? {};
    const { message, finish_reason, ...rest } = fields;
    return {
      index,
      ...rest,
      delta: toDelta(fieldsOf(message)),
      finish_reason: reasonOf(finish_reason) ?? 'stop',
    };
  });
  const events = [{ ...body, object: 'chat.completion.chunk', choices }];
  const stream = `${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')}data: [DONE]\n\n`;
  return new Response(stream, {
    headers: { ...Object.fromEntries(headers), 'content-type': 'text/event-stream' },
  });
}

/** Calls of a message have no index, those of a delta do. */
function toDelta(message: Fields | null): Fields {
  const calls = message?.tool_calls;
  if (!Array.isArray(calls)) return message ?? {};
  return { ...message, tool_calls: calls.map((call, index) => ({ index, ...fieldsOf(call) })) };
}

// --- Streams

const DONE = '[DONE]';
/** A connection that the server closes after its last event within so many milliseconds can be used again. */
const LINGER_MS = 500;

/** The usual event: text, and no ending. It passes without being parsed. */
const isPlain = (data: string): boolean =>
  data.includes('"content":"') && !data.includes('"finish_reason":"') && !data.includes('"error"');

/** Follows one stream, and says what to send on for each of its events. */
function createMender() {
  let hasContent = false;
  let hasCalls = false;
  let isFinished = false;
  let isDone = false;

  function fail(error: ServerError): string[] {
    isDone = true;
    // After its ending an answer is whole, whatever follows.
    return [isFinished ? DONE : errorEvent(error)];
  }

  function mendEvent(event: Fields): string[] {
    // Some servers keep the connection alive with objects that say nothing.
    if (!Array.isArray(event.choices)) {
      if (!fieldsOf(event.usage)) return [];
      event.choices = [];
    }
    const choice = fieldsOf((event.choices as unknown[])[0]);
    if (!choice) return [JSON.stringify(event)];
    const delta = fieldsOf(choice.delta);
    hasCalls ||= Array.isArray(delta?.tool_calls) && delta.tool_calls.length > 0;
    hasContent ||= typeof delta?.content === 'string' && delta.content !== '';
    choice.finish_reason = reasonOf(choice.finish_reason);
    if (choice.finish_reason === 'error')
      return fail({ status: INTERNAL, code: null, message: 'the server ended its answer with an error' });
    isFinished ||= choice.finish_reason !== null;
    return [JSON.stringify(event)];
  }

  /** The server says that this is all; where it forgot to say why, that is added. */
  function finish(): string[] {
    isDone = true;
    if (isFinished || !(hasContent || hasCalls)) return [DONE];
    const finish_reason = hasCalls ? 'tool_calls' : 'stop';
    const ending = { object: 'chat.completion.chunk', choices: [{ index: 0, delta: {}, finish_reason }] };
    return [JSON.stringify(ending), DONE];
  }

  return {
    get isFinished() {
      return isFinished;
    },
    get isDone() {
      return isDone;
    },
    /** Data to send on. */
    mend({ data, event: name }: EventSourceMessage): string[] {
      if (data.trim() === DONE) return finish();
      if (name !== 'error' && isPlain(data)) {
        hasContent = true;
        return [data];
      }
      const event = parse(data);
      if (event ? isError(event, name) : name === 'error') return fail(errorIn(event ?? { message: data }));
      return event ? mendEvent(event) : [];
    },
  };
}

function mendedBody(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const mender = createMender();
  let ready: string[] = [];
  const parser = createParser({
    onEvent: (event) => {
      if (!mender.isDone) ready.push(...mender.mend(event));
    },
  });
  /** Reads until there is something to send on; true: there will be no more. */
  async function readOn(): Promise<boolean> {
    for (;;) {
      const { done, value } = await reader.read();
      // The last event may lack the empty line that ends it.
      if (done) parser.feed('\n\n');
      else parser.feed(decoder.decode(value, { stream: true }));
      if (done || mender.isDone) return true;
      if (ready.length > 0) return false;
    }
  }
  return new ReadableStream(
    {
      async pull(controller) {
        let isEnd = true;
        try {
          isEnd = await readOn();
        } catch (error) {
          // After its ending an answer is whole, whatever becomes of the connection.
          if (!mender.isFinished) throw error;
        }
        if (ready.length > 0)
          controller.enqueue(encoder.encode(ready.map((data) => `data: ${data}\n\n`).join('')));
        ready = [];
        if (!isEnd) return;
        controller.close();
        drain(reader);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** Reads what still comes, so that the connection can be used again; a server that keeps it open is left. */
function drain(reader: ReadableStreamDefaultReader<Uint8Array>): void {
  const cancel = () => void reader.cancel().catch(() => undefined);
  const timer = setTimeout(cancel, LINGER_MS).unref();
  const readAll = async () => {
    while (!(await reader.read()).done);
  };
  readAll().then(
    () => clearTimeout(timer),
    () => clearTimeout(timer),
  );
}
