import { createHmac } from 'node:crypto';
import { Agent, FormData, request } from 'undici';
import { z } from 'zod';
import type { VendorHosts } from '../../spec/channel.ts';
import type { ZaloCredentials } from '../credentials.ts';
import { readJson } from './read-json.ts';

export const ZALO_HOSTS = {
  oauth: 'https://oauth.zaloapp.com',
  api: 'https://openapi.zalo.me',
} as const satisfies VendorHosts;

export interface ZaloCall {
  readonly method: 'GET' | 'POST';
  /** Path, beginning with `/`. */
  readonly path: string;
  readonly host?: keyof typeof ZALO_HOSTS | 'console';
  /** Whose access token goes along; absent for the token endpoint. */
  readonly access?: Pick<ZaloCredentials, 'accessToken' | 'appSecret'>;
  /** Header of the token endpoint. */
  readonly secretKey?: string;
  /** The one query parameter of GET calls, JSON. */
  readonly data?: unknown;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  readonly file?: { readonly name: string; readonly contentType: string; readonly bytes: Buffer };
}

export type ZaloAnswer =
  /** `body` is null when it was no JSON. */
  | { readonly kind: 'answered'; readonly status: number; readonly body: unknown }
  /** The request never left: no name, no connection, no TLS session. */
  | { readonly kind: 'not-sent'; readonly detail: string }
  /** The request left, and no complete answer came back. */
  | { readonly kind: 'no-answer'; readonly detail: string };

export type ZaloClient = (call: ZaloCall) => Promise<ZaloAnswer>;

export interface ZaloClientSettings {
  readonly hosts: VendorHosts;
  /** Milliseconds for a whole call. */
  readonly timeoutMs: number;
  /** Sends the proof that the caller knows the app's secret; for apps whose console asks for it. */
  readonly appSecretProof: boolean;
}

/** One keep-alive pool; calls never throw for what the network or the vendor does, and are never repeated. */
export function createZaloClient({ hosts, timeoutMs, appSecretProof }: ZaloClientSettings): ZaloClient {
  // Connecting gets half of the time, so that "could not connect" stays apart from "no answer".
  const agent = new Agent({ connect: { timeout: timeoutMs / 2 } });
  return async (call) => {
    const host = call.host ?? 'api';
    const base = hosts[host] ?? (host === 'console' ? '' : ZALO_HOSTS[host]);
    const query =
      call.data === undefined ? '' : `?${new URLSearchParams({ data: JSON.stringify(call.data) })}`;
    try {
      const response = await request(`${base}${call.path}${query}`, {
        dispatcher: agent,
        method: call.method,
        headers: headersOf(call, appSecretProof),
        body: bodyOf(call),
        signal: AbortSignal.timeout(timeoutMs),
      });
      return {
        kind: 'answered',
        status: response.statusCode,
        body: parseBody(await response.body.text()),
      };
    } catch (error) {
      return failureOf(error);
    }
  };
}

/** The token goes into a header of its own name; a Bearer token is not looked at. */
function headersOf(call: ZaloCall, withProof: boolean): Record<string, string> {
  const { access, secretKey, json, form } = call;
  return {
    ...(access === undefined ? {} : { access_token: access.accessToken }),
    ...(access !== undefined && withProof ? { appsecret_proof: proofOf(access) } : {}),
    ...(secretKey === undefined ? {} : { secret_key: secretKey }),
    ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
  };
}

/** An HMAC, unlike the signature of the webhook. */
export function proofOf({ accessToken, appSecret }: NonNullable<ZaloCall['access']>): string {
  return createHmac('sha256', appSecret).update(accessToken).digest('hex');
}

function bodyOf({ json, form, file }: ZaloCall): string | FormData | null {
  if (form !== undefined) return new URLSearchParams(form).toString();
  if (file !== undefined) {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(file.bytes)], { type: file.contentType }), file.name);
    return body;
  }
  return json === undefined ? null : JSON.stringify(json);
}

function parseBody(text: string): unknown {
  try {
    return readJson(text);
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

function failureOf(error: unknown): ZaloAnswer {
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
