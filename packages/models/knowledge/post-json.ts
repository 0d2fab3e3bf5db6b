import { setTimeout as sleep } from 'node:timers/promises';
import type { KnowledgeModelFailure } from './knowledge-models.ts';

/** How long to wait for one answer, and how often to ask. */
export interface Patience {
  readonly attempts: number;
  readonly timeoutMs: number;
}

export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** For the log; never holds the key. */
  readonly provider: string;
  readonly patience: Patience;
  readonly signal: AbortSignal | undefined;
}

export interface Posting {
  readonly fetch: typeof globalThis.fetch;
  /** Rejects when the signal aborts. */
  readonly pause: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
}

export type Posted =
  | { readonly kind: 'ok'; readonly answer: unknown }
  /** `isTooLarge`: shorter texts may be let through. */
  | (KnowledgeModelFailure & { readonly isTooLarge?: boolean });

export const pauseFor: Posting['pause'] = (milliseconds, signal) =>
  sleep(milliseconds, undefined, signal && { signal });

const FIRST_WAIT_MS = 500;
/** Whoever asks to wait longer than this is away for now. */
const LONGEST_WAIT_MS = 60_000;

type Attempt =
  | { readonly kind: 'done'; readonly posted: Posted }
  | { readonly kind: 'again'; readonly detail: string; readonly waitMs: number | null };

/** Sends JSON and reads JSON; asks again after 408, 429, 5xx and lost connections, as long as `Retry-After` says. */
export async function postJson(posting: Posting, post: Post): Promise<Posted> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await tryOnce(posting, post);
    if (outcome.kind === 'done') return outcome.posted;
    const waitMs = outcome.waitMs ?? FIRST_WAIT_MS * 2 ** (attempt - 1);
    if (attempt >= post.patience.attempts || waitMs > LONGEST_WAIT_MS)
      return { kind: 'failed', reason: 'unavailable', detail: `${post.provider}: ${outcome.detail}` };
    try {
      await posting.pause(waitMs, post.signal);
    } catch {
      return STOPPED;
    }
  }
}

const STOPPED = { kind: 'failed', reason: 'stopped', detail: 'stopped' } as const;

async function tryOnce(posting: Posting, post: Post): Promise<Attempt> {
  const patience = AbortSignal.timeout(post.patience.timeoutMs);
  try {
    const response = await posting.fetch(post.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...post.headers },
      body: JSON.stringify(post.body),
      redirect: 'error',
      signal: post.signal ? AbortSignal.any([post.signal, patience]) : patience,
    });
    const text = await response.text();
    if (response.ok) return { kind: 'done', posted: { kind: 'ok', answer: parse(text) } };
    return classify(response, parse(text), post.provider);
  } catch {
    if (post.signal?.aborted) return { kind: 'done', posted: STOPPED };
    return { kind: 'again', detail: patience.aborted ? 'no answer in time' : 'no connection', waitMs: null };
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const AGAIN = new Set([408, 409, 425, 429]);
const TOO_LARGE = new Set([400, 413, 422]);

function classify({ status, headers }: Response, body: unknown, provider: string): Attempt {
  const code = codeOf(body);
  const detail = ['HTTP', status, code].filter(Boolean).join(' ');
  // A used-up account is answered with 429 as well; waiting doesn't help.
  const isAgain = (AGAIN.has(status) || status >= 500) && code !== 'insufficient_quota';
  if (isAgain) return { kind: 'again', detail, waitMs: retryAfter(headers) };
  const reason = status === 404 || status === 410 ? 'model_gone' : 'refused';
  const failed = { kind: 'failed', reason, detail: `${provider}: ${detail}` } as const;
  return { kind: 'done', posted: { ...failed, isTooLarge: TOO_LARGE.has(status) && !isKeyError(body) } };
}

/** Google answers a wrong key with 400 and says so only in the message. */
const isKeyError = (body: unknown): boolean => /api key not valid/i.test(JSON.stringify(body) ?? '');

const SAFE_CODE = /^[\w.-]{1,64}$/;
const property = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** The short machine code of an error body. Its message is left out: it can carry parts of the key. */
function codeOf(body: unknown): string | undefined {
  const error = property(body, 'error') ?? body;
  return [property(error, 'status'), property(error, 'code'), property(error, 'type')]
    .filter((value) => typeof value === 'string')
    .find((value) => SAFE_CODE.test(value));
}

function retryAfter(headers: Headers): number | null {
  const after = headers.get('retry-after');
  if (after === null) return null;
  const seconds = Number(after);
  const waitMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(after) - Date.now();
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : null;
}
