import type { Readable } from 'node:stream';
import { Agent, FormData, request } from 'undici';
import { z } from 'zod';
import type { VendorHosts } from '../../spec/channel.ts';

const TELEGRAM_API = 'https://api.telegram.org';

export interface TelegramCall {
  readonly botToken: string;
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
  /** Uploaded beside the parameters, under the name of one of them. */
  readonly file?: {
    readonly field: string;
    readonly name: string;
    readonly contentType: string;
    readonly bytes: Buffer;
  };
}

export type TelegramAnswer =
  /** `body` is null when it was no JSON. */
  | { readonly kind: 'answered'; readonly status: number; readonly body: unknown }
  /** The request never left: no name, no connection, no TLS session. */
  | { readonly kind: 'not-sent'; readonly detail: string }
  /** The request left, and no complete answer came back. */
  | { readonly kind: 'no-answer'; readonly detail: string };

export type TelegramDownload =
  | { readonly kind: 'bytes'; readonly body: Readable; readonly contentType: string }
  | { readonly kind: 'answered'; readonly status: number }
  | (TelegramAnswer & { readonly kind: 'not-sent' | 'no-answer' });

export interface TelegramClient {
  call(call: TelegramCall): Promise<TelegramAnswer>;
  download(botToken: string, filePath: string): Promise<TelegramDownload>;
}

/** Uploads take longer than a call that only asks. */
const UPLOAD_TIMES = 6;

/** One keep-alive pool; calls never throw for what the network or the vendor does, and are never repeated. */
export function createTelegramClient(hosts: VendorHosts, timeoutMs: number): TelegramClient {
  // Connecting gets half of the time, so that "could not connect" stays apart from "no answer".
  const agent = new Agent({ connect: { timeout: timeoutMs / 2 } });
  const base = hosts.api ?? TELEGRAM_API;
  return {
    async call({ botToken, method, params = {}, file }) {
      try {
        const response = await request(`${base}/bot${botToken}/${method}`, {
          dispatcher: agent,
          method: 'POST',
          ...(file ? { body: formOf(params, file) } : jsonOf(params)),
          signal: AbortSignal.timeout(file ? timeoutMs * UPLOAD_TIMES : timeoutMs),
        });
        const body = parseJson(await response.body.text());
        return { kind: 'answered', status: response.statusCode, body };
      } catch (error) {
        return failureOf(error);
      }
    },
    async download(botToken, filePath) {
      const path = filePath.split('/').map(encodeURIComponent).join('/');
      try {
        const response = await request(`${base}/file/bot${botToken}/${path}`, {
          dispatcher: agent,
          bodyTimeout: timeoutMs,
          headersTimeout: timeoutMs,
        });
        if (response.statusCode !== 200) {
          await response.body.dump();
          return { kind: 'answered', status: response.statusCode };
        }
        const contentType = String(response.headers['content-type'] ?? 'application/octet-stream');
        return { kind: 'bytes', body: response.body, contentType };
      } catch (error) {
        return failureOf(error);
      }
    },
  };
}

const jsonOf = (params: Readonly<Record<string, unknown>>) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(params),
});

/** Beside a file, what is no text goes as JSON. */
function formOf(
  params: Readonly<Record<string, unknown>>,
  { field, name, contentType, bytes }: NonNullable<TelegramCall['file']>,
): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(params)) {
    form.append(key, typeof value === 'string' ? value : JSON.stringify(value));
  }
  form.append(field, new Blob([new Uint8Array(bytes)], { type: contentType }), name);
  return form;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
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

/** Never with the address, in which the token stands. */
function failureOf(error: unknown): TelegramAnswer & { readonly kind: 'not-sent' | 'no-answer' } {
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
