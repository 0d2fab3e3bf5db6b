import { z } from 'zod';
import { AnswerOutcome } from './chat.ts';

/** A message of ours may not have arrived. */
export const DELIVERY_WAITING_REASONS = [
  'quota_short',
  'window_closed',
  'message_invalid',
  'credentials_rejected',
  'payment_needed',
  'recipient_refuses',
  'recipient_unknown',
  'night_hours',
  'rate_limited',
  'vendor_error',
  'unconfirmed',
] as const;

/** Reasons beside the outcome of an answer. */
const CHANNEL_WAITING_REASONS = [
  'keyword',
  'bad_feedback',
  'not_text',
  'failures',
  'low_confidence',
  ...DELIVERY_WAITING_REASONS,
  'person_took_over',
  /** A call of a tool waits for staff, is not known to have run, or failed after it was confirmed. */
  'tool_approval',
  'tool_unclear',
  'tool_failed',
  /** The provider does not accept the account's own key, or the key's limit of the month is used up. */
  'key_refused',
  'key_budget',
  /** Instructions, passages and history are larger together than the model takes. */
  'prompt_too_long',
  /** An automatic rule wants a person. */
  'rule',
] as const;

/** Why a conversation waits for a person, or passed to staff. */
export const WaitingReason = z.enum([...AnswerOutcome.options, ...CHANNEL_WAITING_REASONS]);
export type WaitingReason = z.infer<typeof WaitingReason>;
