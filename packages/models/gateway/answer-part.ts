/** Tokens of the model. `estimated`: the provider didn't say (stopped, broken off, or a server without usage). */
export interface AnswerUsage {
  inputTokens: number;
  outputTokens: number;
  estimated: boolean;
}

export const FAILURE_REASONS = [
  'timeout',
  'rate_limited',
  'credentials',
  'refused',
  'interrupted',
  'provider_error',
] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

/** Why a call failed. `detail` is for staff and logs: provider, status and error code, never a key or a URL. */
export interface Failure {
  reason: FailureReason;
  detail: string;
  /** True when the same call may work in a moment. */
  retryable: boolean;
  /** What the provider asked to wait, in milliseconds. */
  retryAfterMs?: number;
}

export interface TextPart {
  kind: 'text';
  text: string;
}

export interface FinishedPart {
  kind: 'finished';
  usage: AnswerUsage;
  /** `length`: cut at the output limit. `stopped`: the caller aborted. */
  finishReason: 'stop' | 'length' | 'other' | 'stopped';
  outcome: 'answered' | 'not_found' | 'stopped';
}

export interface FailedPart extends Failure {
  kind: 'failed';
  textSoFar: string;
  usage: AnswerUsage;
}

/** Texts, then exactly one `finished` or `failed`. */
export type AnswerPart = TextPart | FinishedPart | FailedPart;
