import type { Readable } from 'node:stream';
import { Agent, type Dispatcher, request } from 'undici';
import { z } from 'zod';
import type { VendorHosts } from '../../spec/connection.ts';
import { type NetworkFailure, readNetworkFailure } from '../../spec/http.ts';

const LINE_HOSTS = {
  api: 'https://api.line.me',
  /** Only binary and large bodies live here; every other path answers 404. */
  data: 'https://api-data.line.me',
} as const satisfies VendorHosts;

export interface LineCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path and query, beginning with `/`. */
  readonly path: string;
  readonly host?: keyof typeof LINE_HOSTS;
  /** Bearer token; absent for the token endpoints. */
  readonly token?: string | undefined;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  readonly file?: { readonly bytes: Buffer; readonly contentType: string };
  readonly retryKey?: string;
}

export type LineAnswer =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly body: unknown;
      readonly requestId: string | null;
      /** Request id of the earlier call that a retry key repeats. */
      readonly acceptedRequestId: string | null;
      /** How long the vendor asks to wait, in milliseconds. */
      readonly retryAfterMs?: number | null;
    }
  | NetworkFailure;

export type LineBytes =
  /** Status 200: the bytes are yet to be read, or to be let go of. */
  { readonly kind: 'bytes'; readonly body: Readable; readonly contentType: string } | LineAnswer;

export interface LineClient {
  (call: LineCall): Promise<LineAnswer>;
  /** A file, not gathered in memory. */
  download(call: LineCall): Promise<LineBytes>;
}

interface LineClientSettings {
  readonly hosts: VendorHosts;
  /** Milliseconds for a whole call. */
  readonly timeoutMs: number;
  /** Milliseconds for a whole file. */
  readonly downloadTimeoutMs?: number;
  /** Milliseconds since the epoch; dates of the vendor are compared with it. */
  readonly now?: () => number;
}

const DOWNLOAD_TIMEOUT_MS = 5 * 60_000;

/** One keep-alive pool for both hosts; calls never throw for what the network or the vendor does. */
export function createLineClient(settings: LineClientSettings): LineClient {
  const { timeoutMs, downloadTimeoutMs = DOWNLOAD_TIMEOUT_MS, now = Date.now } = settings;
  // Connecting gets half of the time, so that "could not connect" stays apart from "no answer".
  const agent = new Agent({ connect: { timeout: timeoutMs / 2 } });
  const start = (call: LineCall, milliseconds: number): Promise<Dispatcher.ResponseData> => {
    const host = call.host ?? 'api';
    return request(`${settings.hosts[host] ?? LINE_HOSTS[host]}${call.path}`, {
      dispatcher: agent,
      method: call.method,
      headers: headersOf(call),
      body: bodyOf(call),
      // The first byte of a file has to come as soon as any answer; only the rest may take its time.
      ...(milliseconds > timeoutMs ? { headersTimeout: timeoutMs } : {}),
      signal: AbortSignal.timeout(milliseconds),
    });
  };
  const call = (given: LineCall): Promise<LineAnswer> =>
    orFailure(async () => answerOf(await start(given, timeoutMs), now()));
  const download = (given: LineCall): Promise<LineBytes> =>
    orFailure(async () => {
      const response = await start(given, downloadTimeoutMs);
      if (response.statusCode !== 200) return answerOf(response, now());
      // The reader gets errors as well; without this listener an error of an unread body would end the process.
      response.body.on('error', () => {});
      const contentType = header(response.headers['content-type']) ?? 'application/octet-stream';
      return { kind: 'bytes', body: response.body, contentType };
    });
  return Object.assign(call, { download });
}

async function orFailure<Answer>(work: () => Promise<Answer>): Promise<Answer | LineAnswer> {
  try {
    return await work();
  } catch (error) {
    return readNetworkFailure(error);
  }
}

async function answerOf(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  now: number,
): Promise<LineAnswer> {
  return {
    kind: 'answered',
    status: statusCode,
    body: parseBody(await body.text()),
    requestId: header(headers['x-line-request-id']),
    acceptedRequestId: header(headers['x-line-accepted-request-id']),
    retryAfterMs: readRetryAfter(header(headers['retry-after']), now),
  };
}

function headersOf(call: LineCall): Record<string, string> {
  return {
    ...(call.token === undefined ? {} : { authorization: `Bearer ${call.token}` }),
    ...(call.json === undefined ? {} : { 'content-type': 'application/json' }),
    ...(call.form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    ...(call.file === undefined ? {} : { 'content-type': call.file.contentType }),
    ...(call.retryKey === undefined ? {} : { 'x-line-retry-key': call.retryKey }),
  };
}

function bodyOf(call: LineCall): string | Buffer | null {
  if (call.file !== undefined) return call.file.bytes;
  if (call.form !== undefined) return new URLSearchParams(call.form).toString();
  return call.json === undefined ? null : JSON.stringify(call.json);
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function header(value: string | string[] | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

const SECONDS = /^\d{1,9}$/;

/** The header of that name in milliseconds from `now`: seconds, or a date; null when absent or unreadable. */
export function readRetryAfter(value: string | null, now: number): number | null {
  if (value === null) return null;
  const text = value.trim();
  if (SECONDS.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

const ErrorBody = z.object({
  message: z.string().optional(),
  error: z.string().optional(),
  error_description: z.string().optional(),
  details: z
    .array(z.object({ message: z.string().optional(), property: z.string().optional() }))
    .optional()
    .catch(undefined),
});

/** The vendor's own sentence of an error answer, with each detail as `property: message`; empty when it gave none. */
export function vendorSentence(body: unknown): string {
  const parsed = ErrorBody.safeParse(body);
  if (!parsed.success) return '';
  const { message, error, error_description, details = [] } = parsed.data;
  const reasons = details.map((each) => [each.property, each.message].filter(Boolean).join(': '));
  return [message ?? error_description ?? error ?? '', ...reasons].filter(Boolean).join('; ');
}

/** One line for the owner: status and sentence of an answer, or why there is none. */
export function describeAnswer(answer: LineAnswer): string {
  if (answer.kind !== 'answered') return answer.detail;
  const sentence = vendorSentence(answer.body);
  return sentence === '' ? `HTTP ${answer.status}` : `HTTP ${answer.status}: ${sentence}`;
}
