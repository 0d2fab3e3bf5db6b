import type { WebsiteFailure } from '@hanasu/contract/websites';
import { FetchFailure, type GuardedFetch } from '../../../../platform/net/guarded-fetch.ts';
import { normaliseUrl } from '../crawling/crawl-url.ts';
import { type MediaType, mediaTypeOf } from '../crawling/media-type.ts';

/** Of one answer; it is broken off there. */
export const PAGE_BYTES_MAX = 20 * 1024 * 1024;
export const PAGE_TIMEOUT_MS = 30_000;
const REDIRECTS_MAX = 5;
const WAIT_SECONDS = 60;
const WAIT_MAX_SECONDS = 3600;

interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export interface FetchedPage extends Validators {
  readonly kind: 'page';
  readonly url: string;
  readonly status: number;
  readonly bytes: Uint8Array;
  readonly media: MediaType;
  readonly noindex: boolean;
}

export type Fetched =
  | FetchedPage
  /** 304. */
  | { readonly kind: 'same' }
  | { readonly kind: 'moved'; readonly url: string; readonly status: number }
  /** `skipped`: as it should be. `failed`: it should have worked. `isPassing`: worth another try. */
  | {
      readonly kind: 'skipped' | 'failed';
      readonly failure: WebsiteFailure;
      readonly status: number | null;
      readonly isPassing?: boolean;
    }
  | { readonly kind: 'wait'; readonly seconds: number; readonly status: number };

export interface PageRequest {
  /** As `normaliseUrl` writes it. */
  readonly url: string;
  readonly validators: Validators;
  readonly userAgent: string;
  readonly signal: AbortSignal;
}

/** Asks for one page. A redirect to another page is not followed. Rejects only when the signal ended it. */
export async function fetchPage(ask: GuardedFetch, request: PageRequest): Promise<Fetched> {
  try {
    return await askUntilSettled(ask, request);
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error;
    const isPassing = error.reason === 'unreachable' || error.reason === 'timeout';
    return { kind: 'failed', failure: error.reason, status: null, isPassing };
  }
}

/** Follows only what is the same page to us: `/a/` that is `/a/index.html`, or has a session in its address. */
async function askUntilSettled(ask: GuardedFetch, request: PageRequest): Promise<Fetched> {
  let { url } = request;
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    const headers = headersOf(request, redirects === 0);
    const response = await ask(url, { headers, redirect: 'manual', signal: request.signal });
    const { status } = response;
    const location = isRedirect(status) ? response.headers.get('location') : null;
    if (location === null) return await judge(response, request.url);
    await response.body?.cancel();
    const next = URL.parse(location, url)?.href ?? '';
    const page = normaliseUrl(next);
    if (page === null) return { kind: 'failed', failure: 'address_refused', status };
    if (page !== request.url) return { kind: 'moved', url: page, status };
    url = next;
  }
  return { kind: 'failed', failure: 'too_many_redirects', status: null };
}

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);

function headersOf({ validators, userAgent }: PageRequest, isFirst: boolean): Record<string, string> {
  return {
    'user-agent': userAgent,
    accept: 'text/html,application/xhtml+xml,application/pdf;q=0.9,*/*;q=0.5',
    ...(isFirst && validators.etag ? { 'if-none-match': validators.etag } : {}),
    ...(isFirst && validators.lastModified ? { 'if-modified-since': validators.lastModified } : {}),
  };
}

async function judge(response: Response, url: string): Promise<Fetched> {
  const { status, headers } = response;
  const media = mediaTypeOf(headers.get('content-type'), url);
  const refusal = refusalOf(response, media);
  if (refusal) {
    // It may be of any size: nothing more of it is wanted.
    await response.body?.cancel();
    return refusal;
  }
  const bytes = new Uint8Array(await response.arrayBuffer());
  const noindex = /\b(noindex|none)\b/i.test(headers.get('x-robots-tag') ?? '');
  const etag = headers.get('etag');
  return {
    kind: 'page',
    url,
    status,
    bytes,
    media,
    noindex,
    etag,
    lastModified: headers.get('last-modified'),
  };
}

function refusalOf({ status, headers }: Response, media: MediaType): Fetched | null {
  if (status === 304) return { kind: 'same' };
  if (status === 429 || (status === 503 && headers.has('retry-after'))) {
    return { kind: 'wait', seconds: waitOf(headers.get('retry-after')), status };
  }
  if (status === 401 || status === 403 || status === 407) {
    return { kind: 'failed', failure: 'sign_in_needed', status };
  }
  if (status === 404 || status === 410) return { kind: 'failed', failure: 'not_found', status };
  if (status < 200 || status >= 300) {
    return { kind: 'failed', failure: 'http_error', status, isPassing: status >= 500 };
  }
  if (media.kind === 'other') return { kind: 'skipped', failure: 'not_a_document', status };
  const length = Number(headers.get('content-length') ?? 0);
  return length > PAGE_BYTES_MAX ? { kind: 'failed', failure: 'too_large', status } : null;
}

/** Seconds, or a date. */
function waitOf(retryAfter: string | null): number {
  if (retryAfter === null) return WAIT_SECONDS;
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1), WAIT_MAX_SECONDS) : WAIT_SECONDS;
}
