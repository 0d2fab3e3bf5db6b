import type { Endpoint, EndpointInput, EndpointOutput } from '@hanasu/contract/endpoint';
import { createFetch, FetchError, type FetchOptions } from 'ofetch';
import { loadErrorWords } from '../../i18n/i18n.ts';
import { readToken } from '../session/session.ts';
import { ApiError, errorFromResponse } from './api-error.ts';

const TIMEOUT_MS = 30_000;

// In brackets, so that a body that is a union stays one type instead of a union of options.
type Part<Key extends string, Value> = [Value] extends [undefined]
  ? { [K in Key]?: undefined }
  : Record<never, never> extends Value
    ? { [K in Key]?: Value }
    : { [K in Key]: Value };

interface Common {
  signal?: AbortSignal | undefined;
  /** How long one call may take, its second try included; 30 s when not given. */
  timeoutMs?: number;
}
export type CallOptions<E extends Endpoint> = Part<'params', EndpointInput<E>['params']> &
  Part<'query', EndpointInput<E>['query']> &
  Part<'body', EndpointInput<E>['body']> &
  Common;
export type UploadOptions<E extends Endpoint> = Part<'params', EndpointInput<E>['params']> &
  Common & {
    file: File;
    /** Sent before the file. */
    fields?: Readonly<Record<string, string>>;
    query?: EndpointInput<E>['query'];
    onProgress?: (fraction: number) => void;
  };
export type BytesOptions<E extends Endpoint> = Part<'params', EndpointInput<E>['params']> &
  Common & { bytes: Blob; onProgress?: (fraction: number) => void };
export type Arguments<Options> =
  Record<never, never> extends Options ? [options?: Options] : [options: Options];

interface Loose extends Common {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

let onSessionEnd: () => void = () => undefined;
/** Called when the server no longer knows this session. */
export const whenSessionEnds = (listener: () => void) => {
  onSessionEnd = listener;
};

/** Throws once there are words for it. */
export async function fail(fault: ApiError): Promise<never> {
  if (fault.code === 'not_signed_in' || fault.code === 'session_expired') onSessionEnd();
  if (fault.code !== 'aborted') await loadErrorWords();
  throw fault;
}

function pathOf(endpoint: Endpoint, params: unknown): string {
  const values = new Map(Object.entries(params ?? {}));
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values.get(name))),
  );
}

/** Spec §8: methods that may be repeated without harm are tried once more, the others never. */
const REPEATABLE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);
const RETRIED_STATUSES = [408, 409, 425, 429, 500, 502, 503, 504];
const RETRY_DELAY_MS = 300;

/** Ends with the caller's signal or when time is up; the reason tells which. */
function limitTime(signal: AbortSignal | undefined, milliseconds: number): AbortSignal {
  const limit = AbortSignal.timeout(milliseconds);
  return signal ? AbortSignal.any([signal, limit]) : limit;
}

interface Begun {
  readonly authorization: string;
  readonly calls: Map<string, Promise<Response>>;
}

/** What the page's own script has asked before the application was there (`public/boot.js`); each answer is taken once. */
function takeBegun(url: unknown, init: RequestInit | undefined): Promise<Response> | undefined {
  const { hanasuBegun: begun } = globalThis as { hanasuBegun?: Begun };
  if (!begun || typeof url !== 'string' || init?.method !== 'GET') return undefined;
  const answer = begun.calls.get(url);
  begun.calls.delete(url);
  const isMine = new Headers(init.headers).get('authorization') === begun.authorization;
  // The page was opened as long ago as any call may take: what the answer says may have changed.
  return isMine && performance.now() < TIMEOUT_MS ? answer : undefined;
}

/** Whether some of it is left, which is older than whatever shows it. */
export const hasBegunCalls = (): boolean =>
  ((globalThis as { hanasuBegun?: Begun }).hanasuBegun?.calls.size ?? 0) > 0;

/** The answer, unless the caller gives up before. */
const orAborted = (answer: Promise<Response>, signal: AbortSignal | null | undefined): Promise<Response> =>
  new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    answer.then(resolve, reject);
  });

const send = createFetch({
  fetch: (url, init) => {
    const begun = init?.signal?.aborted ? undefined : takeBegun(url, init);
    return begun ? orAborted(begun, init?.signal) : fetch(url, init);
  },
});

function headers(accept = 'application/json'): Record<string, string> {
  const token = readToken();
  return { Accept: accept, ...(token ? { Authorization: `Bearer ${token}` } : {}) };
}

export function faultFromError(error: unknown, signal: AbortSignal | undefined): ApiError {
  if (error instanceof ApiError) return error;
  if (signal?.aborted) return new ApiError({ code: 'aborted', cause: error });
  if (error instanceof FetchError && error.response) {
    return errorFromResponse(error.response.status, error.data);
  }
  const cause = error instanceof FetchError ? error.cause : error;
  const timedOut = cause instanceof Error && cause.name === 'TimeoutError';
  return new ApiError({ code: timedOut ? 'timeout' : 'network_error', cause: error });
}

/** Calls one endpoint, trying again as `REPEATABLE` and `RETRIED_STATUSES` say; throws `ApiFault`. */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[given]: Arguments<CallOptions<E>>
): Promise<EndpointOutput<E>> {
  const options: Loose = given ?? {};
  const request: FetchOptions<'json'> = {
    method: endpoint.method,
    headers: headers(),
    signal: limitTime(options.signal, options.timeoutMs ?? TIMEOUT_MS),
    // Also of who leaves the page with it.
    keepalive: endpoint.method === 'DELETE',
    retry: REPEATABLE.has(endpoint.method) ? 1 : 0,
    retryStatusCodes: RETRIED_STATUSES,
    retryDelay: RETRY_DELAY_MS,
    ...(options.query ? { query: Object.fromEntries(Object.entries(options.query)) } : {}),
    ...(options.body ? { body: options.body } : {}),
  };
  try {
    return await send<EndpointOutput<E>>(pathOf(endpoint, options.params), request);
  } catch (error) {
    return await fail(faultFromError(error, options.signal));
  }
}

/** Sends a file as multipart field `file`; `onProgress` gets 0..1. */
export function upload<E extends Endpoint>(
  endpoint: E,
  { params, query, file, fields = {}, onProgress, signal }: UploadOptions<E>,
): Promise<EndpointOutput<E>> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file);
  return transmit(endpoint, pathOf(endpoint, params) + searchOf(query), { body: form, onProgress, signal });
}

/** Sends bare bytes; `onProgress` gets 0..1. */
export const sendBytes = <E extends Endpoint>(
  endpoint: E,
  { params, bytes, onProgress, signal }: BytesOptions<E>,
): Promise<EndpointOutput<E>> =>
  transmit(endpoint, pathOf(endpoint, params), {
    body: bytes,
    type: 'application/octet-stream',
    onProgress,
    signal,
  });

function searchOf(query: unknown): string {
  const search = new URLSearchParams(
    Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]),
  );
  return search.size > 0 ? `?${search}` : '';
}

interface Transmission {
  body: FormData | Blob;
  type?: string;
  onProgress?: ((fraction: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** XHR, because fetch can't report upload progress. */
function transmit<E extends Endpoint>(
  endpoint: E,
  url: string,
  { body, type, onProgress, signal }: Transmission,
): Promise<EndpointOutput<E>> {
  return new Promise<EndpointOutput<E>>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(endpoint.method, url);
    const named = { ...headers(), ...(type ? { 'Content-Type': type } : {}) };
    for (const [name, value] of Object.entries(named)) request.setRequestHeader(name, value);
    request.responseType = 'json';
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    };
    request.onload = () => {
      if (request.status < 300) resolve(request.response);
      else reject(errorFromResponse(request.status, request.response));
    };
    request.onerror = () => reject(new ApiError({ code: 'network_error' }));
    request.onabort = () => reject(new ApiError({ code: 'aborted' }));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body);
  }).catch(fail);
}

/** The answer of an endpoint, its body not read yet. No time limit, and no second try. Throws `ApiError` where it refuses. */
export async function open(
  endpoint: Endpoint,
  { params, query, body, signal }: Pick<Loose, 'params' | 'query' | 'body' | 'signal'>,
  accept: string,
): Promise<Response> {
  const response = await fetch(pathOf(endpoint, params) + searchOf(query), {
    method: endpoint.method,
    headers: { ...headers(accept), ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
  });
  if (!response.ok) throw errorFromResponse(response.status, await response.json().catch(() => null));
  return response;
}

/** Fetches what an endpoint gives that is no JSON. Throws `ApiError`. */
export async function download<E extends Endpoint>(
  endpoint: E,
  ...[given]: Arguments<CallOptions<E>>
): Promise<Blob> {
  const options: Loose = given ?? {};
  try {
    return await (await open(endpoint, options, '*/*')).blob();
  } catch (error) {
    return await fail(faultFromError(error, options.signal));
  }
}
