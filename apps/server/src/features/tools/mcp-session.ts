import { createMCPClient, type MCPClient } from '@ai-sdk/mcp';
import type { McpToolConfig } from '@hanasu/contract/tools';
import type { GuardedFetch } from '../../platform/net/guarded-fetch.ts';
import { whyFailed } from './call-http.ts';
import { createMasker } from './domain/mask-secrets.ts';
import { type FailedRun, failed } from './domain/tool-run.ts';
import { openHeaders, type ToolSecrets } from './domain/tool-secrets.ts';
import { watchWire } from './mcp-wire.ts';

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
