import { createMCPClient, type MCPClient } from '@ai-sdk/mcp';
import type { McpToolConfig } from '@hanasu/contract/tools';
import { FetchFailure, type GuardedFetch } from '../../../platform/net/guarded-fetch.ts';
import { whyFailed } from './call-http.ts';
import { createMasker } from './domain/mask-secrets.ts';
import { type FailedRun, failed } from './domain/tool-run.ts';
import { openHeaders, type ToolSecrets } from './domain/tool-secrets.ts';

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

export type McpOutcome<T> = { readonly kind: 'ok'; readonly value: T } | FailedRun;

export interface McpOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

const DETAIL_MAX = 500;

/** Opens a session with the server, uses it, and closes it whatever happened. Never throws for what the server does. */
export async function withMcp<T>(
  guardedFetch: GuardedFetch,
  { config, secrets }: McpTarget,
  { signal, timeoutMs }: McpOptions,
  use: (client: MCPClient, options: { readonly signal: AbortSignal }) => Promise<T>,
): Promise<McpOutcome<T>> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const wire = watchWire(guardedFetch, signal);
  const ending = AbortSignal.any([signal, timeout, wire.gone]);
  const opening = createMCPClient({
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
  });
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
