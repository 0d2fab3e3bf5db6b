import type { AnswerOutcome } from '@hanasu/contract/chat';

/** How a refusal looks to OpenAI's clients. */
export interface OpenAiFault {
  readonly status: number;
  readonly type: string;
  readonly code: string;
  readonly message: string;
  readonly param: string | null;
  /** False: the client is told not to try again by itself. */
  readonly isWorthRetrying: boolean;
}

export const fault = (
  status: number,
  code: string,
  message: string,
  more: Partial<Pick<OpenAiFault, 'type' | 'param' | 'isWorthRetrying'>> = {},
): OpenAiFault => ({
  status,
  code,
  message,
  type: 'invalid_request_error',
  param: null,
  isWorthRetrying: false,
  ...more,
});

const NO_TOKENS = fault(429, 'insufficient_quota', 'The account has no tokens left', {
  type: 'insufficient_quota',
});
const BUSY = fault(503, 'balance_busy', 'All tokens are in use by other answers. Try again in a moment.', {
  type: 'server_error',
  isWorthRetrying: true,
});
export const OVER_BUDGET = fault(429, 'insufficient_quota', 'This key has spent its tokens of this month', {
  type: 'insufficient_quota',
});
export const NO_MODEL = fault(404, 'model_not_found', 'There is no such bot, or this key may not ask it', {
  param: 'model',
});

/** Outcomes that are no answer to a program, whatever a customer would be told; null: it is an answer. */
export function faultOf(outcome: AnswerOutcome): OpenAiFault | null {
  switch (outcome) {
    case 'model_failed':
      return fault(502, 'model_failed', 'The model behind this bot did not answer', { type: 'server_error' });
    case 'no_tokens':
      return NO_TOKENS;
    case 'busy':
      return BUSY;
    case 'no_budget':
      return fault(429, 'insufficient_quota', 'This bot has spent its budget of this month', {
        type: 'insufficient_quota',
      });
    case 'paused':
      return fault(403, 'bot_paused', 'This bot is paused or was never published', {
        type: 'permission_error',
      });
    default:
      return null;
  }
}
