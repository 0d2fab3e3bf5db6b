import { lookup as lookUpName } from 'node:dns';
import type { LookupFunction } from 'node:net';
import * as undici from 'undici';
import { isAllowedAddress, isAllowedUrl } from './address-guard.ts';
import { hostKeyOf, type PrivateHosts } from './private-hosts.ts';

export type FetchFailureReason =
  | 'address_refused'
  | 'unreachable'
  | 'timeout'
  | 'too_large'
  | 'too_many_redirects';

/** Why an address that somebody typed could not be asked. The message names no address and no secret. */
export class FetchFailure extends Error {
  override readonly name = 'FetchFailure';
  readonly reason: FetchFailureReason;

  constructor(reason: FetchFailureReason, cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

export interface GuardedFetchOptions {
  /** Servers on this machine and in private networks that may be asked all the same: `ALLOW_PRIVATE_HOSTS`. */
  readonly privateHosts: PrivateHosts;
  /** Of an answer's body, after unpacking. */
  readonly maxBytes?: number;
  /** From the first byte sent to the last one received, redirects included. */
  readonly timeoutMs?: number;
  /** For tests: what looks names up, like `dns.lookup` with `all`. */
  readonly lookup?: typeof lookUpName;
}

/** Shaped like `fetch`. Throws `FetchFailure`, or the reason of `init.signal` when that ended it. */
export type GuardedFetch = (address: string | URL | Request, init?: RequestInit) => Promise<Response>;

const REDIRECTS_MAX = 3;
const DEFAULT_BYTES = 1024 * 1024;
const DEFAULT_TIMEOUT_MS = 20_000;
const REDIRECT_CODES = new Set([301, 302, 303, 307, 308]);
/** All that another origin may see after a redirect: any other header may be a secret. */
const HARMLESS_HEADERS = new Set(['accept', 'accept-language', 'content-type', 'user-agent']);

/**
 * A `fetch` for addresses that a tenant typed. Private networks are refused by name, by address and by what the name
 * stands for at the moment of connecting, so that a name that changes its mind gets nowhere. Every redirect is judged
 * again. Keeps its own connections; make one per use, not per call.
 */
export function createGuardedFetch(options: GuardedFetchOptions): GuardedFetch {
  const { privateHosts, maxBytes = DEFAULT_BYTES, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const connectionsTo = (isListed: boolean) =>
    new undici.Agent({
      connect: { lookup: guardedLookup(isListed, options.lookup ?? lookUpName) },
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
  // A name that is listed may stand for a private address, and no other may: they share no connections.
  const [usual, listed] = [connectionsTo(false), connectionsTo(true)];
  return async (address, init = {}) => {
    const first = firstRequest(address, init);
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = init.signal ? AbortSignal.any([timeout, init.signal]) : timeout;
    const ended = (error: unknown) => whyEnded(error, timeout, init.signal);
    try {
      const answer = await follow(first, init.redirect ?? 'follow', (request) => {
        if (!isAllowedUrl(request.url, privateHosts)) throw new FetchFailure('address_refused');
        const dispatcher = privateHosts.has(hostKeyOf(request.url)) ? listed : usual;
        const { method, headers, body } = request;
        return undici.fetch(request.url, { method, headers, body, signal, dispatcher, redirect: 'manual' });
      });
      return cappedResponse(answer, maxBytes, ended);
    } catch (error) {
      throw ended(error);
    }
  };
}

interface Outgoing {
  readonly url: URL;
  readonly method: string;
  readonly headers: undici.Headers;
  readonly body: string | Uint8Array | URLSearchParams | null;
}

function firstRequest(address: string | URL | Request, init: RequestInit): Outgoing {
  if (address instanceof Request) throw new TypeError('Hand in an address and its options');
  const url = typeof address === 'string' ? URL.parse(address) : address;
  if (!url) throw new FetchFailure('address_refused');
  const body = init.body ?? null;
  const isPlain =
    typeof body === 'string' ||
    body instanceof Uint8Array ||
    body instanceof URLSearchParams ||
    body === null;
  if (!isPlain) throw new TypeError('A body is a text or bytes: a redirect may have to send it again');
  const headers = new undici.Headers([...new Headers(init.headers).entries()]);
  if (body instanceof URLSearchParams) headers.set('content-type', 'application/x-www-form-urlencoded');
  return { url, method: (init.method ?? 'GET').toUpperCase(), headers, body };
}

async function follow(
  first: Outgoing,
  redirect: NonNullable<RequestInit['redirect']>,
  send: (request: Outgoing) => Promise<undici.Response>,
): Promise<undici.Response> {
  let request = first;
  for (let redirects = 0; ; redirects += 1) {
    const answer = await send(request);
    const location = REDIRECT_CODES.has(answer.status) ? answer.headers.get('location') : null;
    if (location === null || redirect === 'manual') return answer;
    await answer.body?.cancel();
    if (redirect === 'error' || redirects === REDIRECTS_MAX) throw new FetchFailure('too_many_redirects');
    const url = URL.parse(location, request.url.href);
    if (!url) throw new FetchFailure('address_refused');
    request = redirected(request, url, answer.status);
  }
}

/** As browsers do it: 303, and 301 and 302 to a POST, become a GET. */
function redirected(request: Outgoing, url: URL, status: number): Outgoing {
  const becomesGet = status === 303 ? request.method !== 'HEAD' : status < 303 && request.method === 'POST';
  const isSameOrigin = url.origin === request.url.origin;
  const headers = new undici.Headers(
    [...request.headers.entries()].filter(
      ([name]) => (isSameOrigin || HARMLESS_HEADERS.has(name)) && !(becomesGet && name === 'content-type'),
    ),
  );
  return becomesGet ? { url, method: 'GET', headers, body: null } : { ...request, url, headers };
}

/** Answers with what a name stands for only when all of it may be reached. */
function guardedLookup(isListed: boolean, lookup: typeof lookUpName): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const isRefused = addresses.some(({ address }) => !isAllowedAddress(address, isListed));
      if (isRefused || addresses.length === 0) return callback(new FetchFailure('address_refused'), []);
      if (options.all) return callback(null, addresses);
      const [first] = addresses;
      callback(null, first?.address ?? '', first?.family);
    });
  };
}

/** The platform's own `Response`, whose body ends with a failure when it is larger than allowed. */
function cappedResponse(
  answer: undici.Response,
  maxBytes: number,
  ended: (error: unknown) => unknown,
): Response {
  let bytes = 0;
  const reader = answer.body?.getReader();
  const body = reader
    ? new ReadableStream<Uint8Array<ArrayBuffer>>({
        async pull(controller) {
          try {
            const { done, value } = await reader.read();
            if (done) return controller.close();
            bytes += value.length;
            if (bytes > maxBytes) throw new FetchFailure('too_large');
            controller.enqueue(value);
          } catch (error) {
            // What is left of it is of no use; that it can't be cancelled either changes nothing.
            reader.cancel().catch(() => undefined);
            controller.error(ended(error));
          }
        },
        cancel: (reason) => reader.cancel(reason),
      })
    : null;
  const { status, statusText } = answer;
  const headers = new Headers([...answer.headers.entries()]);
  const response = new Response(body, { status, statusText, headers });
  Object.defineProperty(response, 'url', { value: answer.url });
  return response;
}

/** The caller's own reason, or what happened in one of our words. */
function whyEnded(error: unknown, timeout: AbortSignal, given: AbortSignal | null | undefined): unknown {
  if (given?.aborted) return given.reason;
  const failure = findFailure(error);
  if (failure) return failure;
  return new FetchFailure(timeout.aborted || isTimeout(error) ? 'timeout' : 'unreachable', error);
}

/** `fetch failed` wraps what the lookup said, once for each address it tried. */
function findFailure(error: unknown): FetchFailure | null {
  if (error instanceof FetchFailure) return error;
  if (error instanceof AggregateError) {
    return error.errors.map(findFailure).find((found) => found !== null) ?? null;
  }
  return error instanceof Error && error.cause !== undefined ? findFailure(error.cause) : null;
}

const TIMEOUT_CODES = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT']);

function isTimeout(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error && 'code' in cause && TIMEOUT_CODES.has(String(cause.code));
}
