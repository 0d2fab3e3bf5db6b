import { Agent, request } from 'undici';
import { z } from 'zod';
import type { VendorHosts } from '../../spec/channel.ts';

export const LINE_HOSTS = {
  api: 'https://api.line.me',
  /** Only binary and large bodies live here; every other path answers 404. */
  data: 'https://api-data.line.me',
} as const satisfies VendorHosts;

export interface LineCall {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Path and query, beginning with `/`. */
  readonly path: string;
  readonly host?: keyof typeof LINE_HOSTS;
  /** Bearer token; absent for the token endpoints. */
  readonly token?: string;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
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
    }
  /** The request never left: no name, no connection, no TLS session. */
  | { readonly kind: 'not-sent'; readonly detail: string }
  /** The request left, and no complete answer came back. */
  | { readonly kind: 'no-answer'; readonly detail: string };

export type LineClient = (call: LineCall) => Promise<LineAnswer>;

export interface LineClientSettings {
  readonly hosts: VendorHosts;
  /** Milliseconds for a whole call. */
  readonly timeoutMs: number;
}

/** One keep-alive pool for both hosts; calls never throw for what the network or the vendor does. */
export function createLineClient({ hosts, timeoutMs }: LineClientSettings): LineClient {
  // Connecting gets half of the time, so that "could not connect" stays apart from "no answer".
  const agent = new Agent({ connect: { timeout: timeoutMs / 2 } });
  return async (call) => {
    const host = call.host ?? 'api';
    const base = hosts[host] ?? LINE_HOSTS[host];
    try {
      const response = await request(`${base}${call.path}`, {
        dispatcher: agent,
        method: call.method,
        headers: headersOf(call),
        body: bodyOf(call),
        signal: AbortSignal.timeout(timeoutMs),
      });
      return {
        kind: 'answered',
        status: response.statusCode,
        body: parseBody(await response.body.text()),
        requestId: header(response.headers['x-line-request-id']),
        acceptedRequestId: header(response.headers['x-line-accepted-request-id']),
      };
    } catch (error) {
      return failureOf(error);
    }
  };
}

function headersOf(call: LineCall): Record<string, string> {
  return {
    ...(call.token === undefined ? {} : { authorization: `Bearer ${call.token}` }),
    ...(call.json === undefined ? {} : { 'content-type': 'application/json' }),
    ...(call.form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    ...(call.retryKey === undefined ? {} : { 'x-line-retry-key': call.retryKey }),
  };
}

function bodyOf(call: LineCall): string | null {
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

const NetworkError = z.object({ code: z.string(), message: z.string().optional() });

const NEVER_LEFT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

function failureOf(error: unknown): LineAnswer {
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return { kind: 'no-answer', detail: 'no answer in time' };
  }
  const known = NetworkError.safeParse(error);
  // Without a code, or before anything was tried, it is a defect of ours.
  if (!known.success || known.data.code === 'UND_ERR_INVALID_ARG') throw error;
  const { code, message } = known.data;
  const detail = message ? `${code}: ${message}` : code;
  return { kind: NEVER_LEFT.has(code) ? 'not-sent' : 'no-answer', detail };
}
