import { z } from 'zod';
import type { SendOutcome } from '../../spec/channel.ts';
import type { TelegramAnswer } from './telegram-client.ts';

export interface Refusal {
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
  error_code: z.number(),
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
  const code = refused?.error_code ?? status;
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
/** Of a group: the bot is in it, but may not speak. */
const SILENCED = /not enough rights|have no rights|CHAT_WRITE_FORBIDDEN|need administrator rights/i;
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
