import type { SendOutcome } from '@hanasu/channels/spec/channel';
import type { ConversationId, MessageId } from '@hanasu/contract/ids';

/** How a call to a vendor ended, for the log. */
export interface CallResult {
  readonly result: 'ok' | 'failed' | 'unconfirmed';
  readonly reason: string | null;
  readonly detail: string | null;
  readonly requestId: string | null;
}

/** What a call was made for. */
export interface CallAbout {
  readonly outboxId: string;
  readonly conversationId: ConversationId;
  readonly messageId: MessageId;
}

export interface RecordedCall extends CallResult {
  readonly at: Date;
  readonly operation: string;
  readonly durationMs: number;
  readonly about: CallAbout | null;
  /** Redacted. */
  readonly payload: unknown;
}

export const OK: CallResult = { result: 'ok', reason: null, detail: null, requestId: null };

export function sendResult(outcome: SendOutcome): CallResult {
  switch (outcome.kind) {
    case 'sent':
      return { ...OK, requestId: outcome.requestId };
    case 'reply-token-invalid':
      return { ...OK, result: 'failed', reason: 'reply_token_invalid', detail: outcome.detail };
    case 'rejected': {
      const { reason, detail, requestId } = outcome;
      return { result: 'failed', reason, detail, requestId };
    }
    case 'unknown':
      return { ...OK, result: 'unconfirmed', reason: 'no_answer', detail: outcome.detail };
    default:
      return outcome satisfies never;
  }
}

const GOOD = new Set(['found', 'known', 'page', 'fetched', 'ok', 'renewed', 'connected']);

/** Of calls whose outcome is a word, with a detail when it isn't a good one. */
export function wordResult(outcome: { readonly kind: string; readonly detail?: string }): CallResult {
  if (GOOD.has(outcome.kind)) return OK;
  // The vendor is still at it, which is no failure.
  if (outcome.kind === 'pending') return { ...OK, reason: 'pending' };
  const result = outcome.kind === 'unknown' ? 'unconfirmed' : 'failed';
  return { ...OK, result, reason: outcome.kind, detail: outcome.detail ?? null };
}
