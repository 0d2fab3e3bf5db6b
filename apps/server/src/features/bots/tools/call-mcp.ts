import type { MCPClient } from '@ai-sdk/mcp';
import type { McpToolConfig, RemoteTool } from '@hanasu/contract/tools';
import { FetchFailure, type GuardedFetch } from '../../../platform/net/guarded-fetch.ts';
import { shorten, whyFailed } from './call-http.ts';
import { type FailedRun, failed, type ToolRun } from './tool-result.ts';
import { createMasker, openHeaders, type ToolSecrets } from './tool-secrets.ts';

const CALL_MS = 20_000;
const REMOTE_MAX = 200;
const PAGES_MAX = 10;
/** Of one tool; longer ones would fill the model's context before a question is asked. */
const DESCRIPTION_MAX = 2_000;
const SCHEMA_MAX = 20_000;

/** Which tools the server has, those that a model can be told of. */
export const listRemoteTools = (
  guardedFetch: GuardedFetch,
  target: McpTarget,
  patience: McpOptions,
): Promise<McpOutcome<RemoteTool[]>> =>
  withMcp(guardedFetch, { target, options: patience }, async (client, options) => {
    const masker = createMasker(Object.values(target.secrets));
    const found: RemoteTool[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < PAGES_MAX && found.length < REMOTE_MAX; page += 1) {
      const answer = await client.listTools({ ...(cursor ? { params: { cursor } } : {}), options });
      for (const { name, description = '', inputSchema, annotations } of answer.tools) {
        if (name.length > 128 || JSON.stringify(inputSchema).length > SCHEMA_MAX) continue;
        const words = masker.text(description).slice(0, DESCRIPTION_MAX).toWellFormed();
        found.push({
          name,
          description: words,
          inputSchema: inputSchema as RemoteTool['inputSchema'],
          readOnlyHint: annotations?.readOnlyHint === true,
        });
      }
      cursor = answer.nextCursor;
      if (!cursor) break;
    }
    return found.slice(0, REMOTE_MAX);
  });

interface RemoteCall extends McpTarget {
  readonly remote: string;
  readonly input: unknown;
  readonly signal: AbortSignal;
}

/** Calls one tool of the server. What the tool itself reports as an error is an output: it is meant for the model. */
export async function callRemoteTool(guardedFetch: GuardedFetch, call: RemoteCall): Promise<ToolRun> {
  const { config, secrets, remote, signal } = call;
  const input = call.input ?? {};
  if (typeof input !== 'object' || Array.isArray(input)) return failed('bad_input', 'input: not an object');
  const outcome = await withMcp(
    guardedFetch,
    { target: { config, secrets }, options: { signal, timeoutMs: CALL_MS } },
    (client, options) => client.callTool({ name: remote, arguments: { ...input }, options }),
  );
  if (outcome.kind === 'failed') return outcome;
  const output = outputOf(outcome.value);
  return { kind: 'done', output: shorten(createMasker(Object.values(secrets)).value(output)), status: null };
}

interface RemoteAnswer {
  readonly content?: unknown;
  readonly structuredContent?: unknown;
  readonly isError?: unknown;
  readonly toolResult?: unknown;
}

/** Texts as one text, structured content as it is; of pictures and files only that there are some. */
function outputOf(answer: RemoteAnswer): unknown {
  if (answer.structuredContent !== undefined && answer.isError !== true) return answer.structuredContent;
  const parts: readonly unknown[] = Array.isArray(answer.content) ? answer.content : [];
  const text = parts.map(textOf).join('\n');
  if (answer.isError === true) return { error: text };
  return parts.length === 0 ? (answer.toolResult ?? null) : text;
}

function textOf(part: unknown): string {
  if (typeof part !== 'object' || part === null) return '';
  if ('text' in part && typeof part.text === 'string') return part.text;
  return 'type' in part ? `[${String(part.type)}]` : '';
}

/** How long an answer may be missing after the stream that should have brought it has ended. */
const GRACE_MS = 300;

/**
 * What a session's client sends through. Its own errors are texts of the server, and of a stream that breaks off it
 * says nothing at all: what happened on the wire says more, and holds no secret.
 */
function watchWire(guardedFetch: GuardedFetch, signal: AbortSignal) {
  let failure: FailedRun | null = null;
  let grace: NodeJS.Timeout | undefined;
  let open = 0;
  const gone = new AbortController();

  const onEnd = (error?: unknown) => {
    if (error instanceof FetchFailure) failure = whyFailed(error, signal);
    open -= 1;
    if (open > 0) return;
    grace = setTimeout(() => gone.abort(new Error('the stream ended without an answer')), GRACE_MS).unref();
  };
  const fetch: GuardedFetch = async (address, init = {}) => {
    // Nothing is wanted of the stream beside the requests, which a server needn't have.
    if ((init.method ?? 'GET') === 'GET') return new Response(null, { status: 405 });
    clearTimeout(grace);
    open += 1;
    try {
      const response = await guardedFetch(address, init);
      if (response.status >= 400) failure = failed(`http_error_${response.status}`, '', response.status);
      if (response.body) return withEnd(response, response.body, onEnd);
      onEnd();
      return response;
    } catch (error) {
      onEnd(error);
      throw error;
    }
  };
  return { fetch, failure: () => failure, gone: gone.signal };
}

/** The same response; tells when its body has ended, and how. */
function withEnd(
  response: Response,
  given: ReadableStream<Uint8Array>,
  onEnd: (error?: unknown) => void,
): Response {
  const reader = given.getReader();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        controller.close();
        onEnd();
      } catch (error) {
        controller.error(error);
        onEnd(error);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(body, response);
}

export interface McpTarget {
  readonly config: McpToolConfig;
  readonly secrets: ToolSecrets;
}

type McpOutcome<T> = { readonly kind: 'ok'; readonly value: T } | FailedRun;

interface McpOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

const DETAIL_MAX = 500;

/** Opens a session with the server, uses it, and closes it whatever happened. Never throws for what the server does. */
async function withMcp<T>(
  guardedFetch: GuardedFetch,
  {
    target: { config, secrets },
    options: { signal, timeoutMs },
  }: { readonly target: McpTarget; readonly options: McpOptions },
  use: (client: MCPClient, options: { readonly signal: AbortSignal }) => Promise<T>,
): Promise<McpOutcome<T>> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const wire = watchWire(guardedFetch, signal);
  const ending = AbortSignal.any([signal, timeout, wire.gone]);
  const opening = import('@ai-sdk/mcp').then(({ createMCPClient }) =>
    createMCPClient({
      transport: {
        type: 'http',
        url: config.url,
        headers: Object.fromEntries(openHeaders(config.headers, secrets)),
        redirect: 'follow',
        fetch: wire.fetch,
      },
      clientName: 'hanasu',
      protocolVersionDiscovery: false,
      initializationOptions: { signal: ending },
      // What goes wrong on the wire is seen by `wire`.
      onUncaughtError: () => undefined,
    }),
  );
  try {
    const client = await endingWith(opening, ending);
    return { kind: 'ok', value: await endingWith(use(client, { signal: ending }), ending) };
  } catch (error) {
    if (signal.aborted) return failed('stopped');
    if (timeout.aborted) return failed('timeout');
    return wire.failure() ?? refusalOf(error, secrets) ?? whyFailed(error, signal);
  } finally {
    // Says good-bye to the server; nobody waits for it.
    opening.then((client) => client.close()).catch(() => undefined);
  }
}

/** An error of JSON-RPC, whose text is the server's. */
function refusalOf(error: unknown, secrets: ToolSecrets): FailedRun | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'number') return null;
  const text = createMasker(Object.values(secrets)).text(error.message);
  return failed('remote_error', text.slice(0, DETAIL_MAX).toWellFormed());
}

/** A server that says nothing more would be waited for without end. */
function endingWith<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', onAbort));
}
