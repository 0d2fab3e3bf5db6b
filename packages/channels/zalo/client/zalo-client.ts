import { createHmac } from 'node:crypto';
import { Agent, FormData, request } from 'undici';
import { z } from 'zod';
import type { VendorHosts } from '../../spec/connection.ts';
import { type NetworkFailure, readNetworkFailure } from '../../spec/http.ts';
import type { SendOutcome } from '../../spec/sending.ts';
import type { ZaloCredentials } from '../credentials.ts';
import { readJson } from './read-json.ts';

export const ZALO_HOSTS = {
  oauth: 'https://oauth.zaloapp.com',
  api: 'https://openapi.zalo.me',
} as const satisfies VendorHosts;

interface ZaloCall {
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

type ZaloAnswer =
  /** `body` is null when it was no JSON. */
  { readonly kind: 'answered'; readonly status: number; readonly body: unknown } | NetworkFailure;

export type ZaloClient = (call: ZaloCall) => Promise<ZaloAnswer>;

interface ZaloClientSettings {
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
      return readNetworkFailure(error);
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

/** What an answer means. The vendor reports failures with HTTP 200, so only the number in the body counts. */
export type Verdict =
  | { readonly kind: 'done'; readonly data: unknown }
  /** Certain that nothing was done. `code` is the vendor's (negative), an HTTP status, or `UNNUMBERED`. */
  | { readonly kind: 'refused'; readonly code: number; readonly detail: string; readonly sentence: string }
  | { readonly kind: 'not-sent'; readonly detail: string }
  /** It may or may not have been done. */
  | { readonly kind: 'unclear'; readonly detail: string };

/** A refusal in plain text, without a number. */
export const UNNUMBERED = Number.NaN;

const text = z.string().optional().catch(undefined);
const Body = z.object({
  /** A number, the same as text, or a name such as `invalid_grant`. */
  error: z.union([z.number(), z.string()]).optional().catch(undefined),
  message: text,
  error_name: text,
  error_reason: text,
  error_description: text,
  data: z.unknown().optional(),
});

/** An answer without `error` is the token endpoint's; its whole body is the data. */
export function judge(answer: ZaloAnswer): Verdict {
  if (answer.kind === 'not-sent') return { kind: 'not-sent', detail: `not sent: ${answer.detail}` };
  if (answer.kind === 'no-answer') return { kind: 'unclear', detail: answer.detail };
  const body = Body.safeParse(answer.body).data;
  const { status } = answer;
  const code = codeOf(body);
  if (body !== undefined && code !== null) return refusal(code, body);
  if (status >= 500) return { kind: 'unclear', detail: `HTTP ${status}` };
  const isDone = status >= 200 && status < 300;
  if (!isDone) {
    const sentence = sentenceOf(body);
    return {
      kind: 'refused',
      code: status,
      sentence,
      detail: `HTTP ${status}${sentence === '' ? '' : `: ${sentence}`}`,
    };
  }
  if (body === undefined) return { kind: 'unclear', detail: 'the answer can’t be read' };
  return { kind: 'done', data: body.error === undefined ? answer.body : body.data };
}

type ErrorFields = z.infer<typeof Body>;

/** Code of a refusal, also of one that names its reason without a number; null: it is no refusal. */
function codeOf(body: ErrorFields | undefined): number | null {
  if (body === undefined) return null;
  const { error = '', error_name, error_reason, error_description } = body;
  const said = String(error).trim();
  if (said !== '' && Number(said) !== 0) return Number.isNaN(Number(said)) ? UNNUMBERED : Number(said);
  const isNamed = [error_name, error_reason, error_description].some((part) => part && part.trim() !== '');
  return isNamed ? UNNUMBERED : null;
}

function refusal(code: number, body: ErrorFields): Verdict {
  const sentence = sentenceOf(body);
  const detail = [Number.isNaN(code) ? '' : String(code), sentence].filter((part) => part !== '').join(': ');
  return { kind: 'refused', code, sentence, detail };
}

/** `error_reason` is often empty, `error_name` then says it. */
function sentenceOf(body: ErrorFields | undefined): string {
  const name = Number.isNaN(Number(body?.error ?? '')) ? String(body?.error).trim() : undefined;
  const parts = [name, body?.message, body?.error_name, body?.error_reason, body?.error_description];
  return [...new Set(parts.map((part) => part?.trim()).filter(Boolean))].join('; ');
}

type Rejection = SendOutcome & { readonly kind: 'rejected' };
type Meaning = Pick<Rejection, 'reason' | 'retryable' | 'retryAfterMs' | 'renewable'>;

const RATE_PAUSE_MS = 30_000;

const final = (reason: Rejection['reason']): Meaning => ({ reason, retryable: false });
const later = (reason: Rejection['reason'], retryAfterMs?: number): Meaning => ({
  reason,
  retryable: true,
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
});
const RENEWABLE: Meaning = { reason: 'credentials_rejected', retryable: false, renewable: true };

/** By the vendor's code; what is not here is `vendor_error`, not tried again. */
const MEANINGS: Readonly<Record<number, Meaning>> = {
  [-32]: later('rate_limited', RATE_PAUSE_MS),
  429: later('rate_limited', RATE_PAUSE_MS),
  // An upload has lapsed; the next try uploads anew.
  [-100]: later('vendor_error'),
  [-200]: later('vendor_error'),
  [-201]: final('message_invalid'),
  [-210]: final('message_invalid'),
  [-233]: final('message_invalid'),
  [-240]: final('message_invalid'),
  [-248]: final('message_invalid'),
  [-249]: final('message_invalid'),
  [-211]: final('quota_exceeded'),
  [-213]: final('recipient_refuses'),
  [-217]: final('recipient_refuses'),
  [-218]: final('recipient_refuses'),
  [-227]: final('recipient_refuses'),
  [-244]: final('recipient_refuses'),
  [-403]: final('recipient_unknown'),
  [-216]: RENEWABLE,
  [-220]: RENEWABLE,
  401: RENEWABLE,
  // What only the owner can put right in one of the vendor's consoles.
  [-204]: final('credentials_rejected'),
  [-205]: final('credentials_rejected'),
  [-209]: final('credentials_rejected'),
  [-212]: final('credentials_rejected'),
  [-219]: final('credentials_rejected'),
  [-221]: final('credentials_rejected'),
  [-223]: final('credentials_rejected'),
  [-235]: final('credentials_rejected'),
  [-242]: final('credentials_rejected'),
  403: final('credentials_rejected'),
  [-224]: final('payment_needed'),
  [-237]: final('payment_needed'),
  [-320]: final('payment_needed'),
  [-321]: final('payment_needed'),
  [-230]: final('window_closed'),
  [-231]: final('window_closed'),
  [-232]: final('window_closed'),
};

/** What a refusal means for what was to be sent; some codes mean two things, told apart by the sentence. */
export function meaningOf(code: number, sentence: string, now: number): Meaning {
  if (code === -234) return later('night_hours', untilMorning(now));
  if (code === -223 && /quota/i.test(sentence)) return final('quota_exceeded');
  if (code === -201 && /\b(?:user_?id|group_?id|anonymous_?id|recipient)\b/i.test(sentence)) {
    return final('recipient_unknown');
  }
  return MEANINGS[code] ?? final('vendor_error');
}

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** Milliseconds until six in the morning where the vendor is (UTC+7, no summer time). */
export function untilMorning(now: number): number {
  const sinceSix = (((now + HOUR) % DAY) + DAY) % DAY;
  return DAY - sinceSix;
}
