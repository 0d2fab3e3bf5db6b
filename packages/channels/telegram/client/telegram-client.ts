import type { Readable } from 'node:stream';
import { Agent, FormData, request } from 'undici';
import { z } from 'zod';
import type { VendorHosts } from '../../spec/connection.ts';
import { type NetworkFailure, readNetworkFailure } from '../../spec/http.ts';
import type { SendOutcome } from '../../spec/sending.ts';

const TELEGRAM_API = 'https://api.telegram.org';

interface TelegramCall {
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

type TelegramAnswer =
  /** `body` is null when it was no JSON. */
  { readonly kind: 'answered'; readonly status: number; readonly body: unknown } | NetworkFailure;

type TelegramDownload =
  | { readonly kind: 'bytes'; readonly body: Readable; readonly contentType: string }
  | { readonly kind: 'answered'; readonly status: number }
  | NetworkFailure;

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
        return readNetworkFailure(error);
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
        return readNetworkFailure(error);
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

interface Refusal {
  readonly kind: 'refused';
  readonly code: number;
  readonly sentence: string;
  readonly detail: string;
  readonly retryAfterMs?: number;
  /** The group has become a larger one and has this id now. */
  readonly migratedTo?: string;
}
export type Verdict =
  | { readonly kind: 'done'; readonly result: unknown }
  | Refusal
  | { readonly kind: 'not-sent'; readonly detail: string }
  /** It may have been carried out. */
  | { readonly kind: 'unclear'; readonly detail: string };

const Done = z.object({ ok: z.literal(true), result: z.unknown() });
const Refused = z.object({
  ok: z.literal(false),
  error_code: z.number().optional().catch(undefined),
  description: z.string().catch(''),
  parameters: z
    .object({ retry_after: z.number().optional(), migrate_to_chat_id: z.number().optional() })
    .catch({})
    .optional(),
});

/** Gateways in front of the vendor's servers say these, whatever became of the call behind them. */
const GATEWAY = new Set([502, 503, 504]);

export function judge(answer: TelegramAnswer): Verdict {
  if (answer.kind === 'not-sent') return { kind: 'not-sent', detail: `not sent: ${answer.detail}` };
  if (answer.kind === 'no-answer') return { kind: 'unclear', detail: answer.detail };
  const { status, body } = answer;
  const done = Done.safeParse(body);
  if (done.success) return { kind: 'done', result: done.data.result };
  const refused = Refused.safeParse(body).data;
  // A refusal may come inside a 200.
  const code = refused?.error_code ?? (refused && status < 400 ? 400 : status);
  const sentence = refused?.description ?? '';
  const detail = `${code}${sentence === '' ? '' : `: ${sentence}`}`;
  if (GATEWAY.has(code) || (!refused && (status >= 500 || status < 400))) {
    return { kind: 'unclear', detail: `HTTP ${detail}` };
  }
  const { retry_after, migrate_to_chat_id } = refused?.parameters ?? {};
  return {
    kind: 'refused',
    code,
    sentence,
    detail,
    ...(retry_after === undefined ? {} : { retryAfterMs: retry_after * 1000 }),
    ...(migrate_to_chat_id === undefined ? {} : { migratedTo: String(migrate_to_chat_id) }),
  };
}

type Meaning = Pick<SendOutcome & { readonly kind: 'rejected' }, 'reason' | 'retryable' | 'retryAfterMs'>;

const NOBODY = /chat not found|user not found|chat_id is empty|PEER_ID_INVALID|group chat was deleted/i;
/** Of a group: the bot is in it, but may not speak there, or in a topic that is closed. */
const SILENCED =
  /TOPIC_CLOSED|not enough rights|have no rights|CHAT_WRITE_FORBIDDEN|need administrator rights/i;
/** Stars that were to pay for it. */
const UNPAID = /BALANCE_TOO_LOW|not enough stars/i;

/** What a refusal means for what was to be sent. */
export function meaningOf({ code, sentence, retryAfterMs }: Refusal): Meaning {
  const final = (reason: Meaning['reason']): Meaning => ({ reason, retryable: false });
  if (code === 429) {
    return {
      reason: 'rate_limited',
      retryable: true,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    };
  }
  if (UNPAID.test(sentence)) return final('quota_exceeded');
  // A token that was never one, or is too short, is not found; a revoked one is not authorised.
  if (code === 401 || code === 404) return final('credentials_rejected');
  if (code === 403) return final('recipient_refuses');
  if (code >= 500) return { reason: 'vendor_error', retryable: true };
  if (NOBODY.test(sentence)) return final('recipient_unknown');
  if (SILENCED.test(sentence)) return final('recipient_refuses');
  return final(code === 400 || code === 413 ? 'message_invalid' : 'vendor_error');
}
