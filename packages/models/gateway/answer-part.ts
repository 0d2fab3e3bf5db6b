import type { LanguageModelV4ReasoningPart, LanguageModelV4ToolCallPart } from '@ai-sdk/provider';
import type { ToolId } from '@hanasu/contract/ids';
import type { KeyTrouble } from './key-trouble.ts';

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
  /** The prompt is larger than the model takes. */
  'prompt_too_long',
  'interrupted',
  'provider_error',
  'tool_loop',
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
  /** The provider refuses the key, for this reason. */
  trouble?: KeyTrouble;
  /** The provider does not take the schema that the answer should have. */
  isFormatRefused?: true;
  /** The provider does not take a tool's schema; `name` or the 0-based place among the tools, where it says which. */
  refusedTool?: { readonly name?: string; readonly index?: number };
}

export interface TextPart {
  kind: 'text';
  text: string;
}

/** A call that a model asks for; `input` is what it wrote, which may be no JSON at all. */
export interface RequestedCall {
  id: string;
  name: string;
  input: string;
  providerOptions?: LanguageModelV4ToolCallPart['providerOptions'];
}

/** What a model said in a round that ended in calls: it is given back to it with their results. */
export interface RequestedStep {
  text: string;
  /** Signed thoughts, which some providers want back. */
  reasoning: readonly LanguageModelV4ReasoningPart[];
  calls: readonly RequestedCall[];
}

export interface FinishedPart {
  kind: 'finished';
  usage: AnswerUsage;
  /** `length`: cut at the output limit. `stopped`: the caller aborted. */
  finishReason: 'stop' | 'length' | 'other' | 'stopped';
  /** `answered_partly`: of several questions, by the built-in model. */
  outcome: 'answered' | 'answered_partly' | 'not_found' | 'stopped';
  /** The model wants tools called; never from `answerWithTools`, which does it. */
  step?: RequestedStep;
}

/** A call of a tool that has ended. */
export interface ToolPart {
  kind: 'tool';
  id: string;
  /** The tool's own id; null for tools of the product and for names that the model made up. */
  uuid: ToolId | null;
  name: string;
  input: unknown;
  /** What the model was given; null when it failed. */
  output: unknown;
  /** Stable word for the cause; null: it worked. */
  error: string | null;
  /** For logs. */
  detail: string | null;
  milliseconds: number;
  wantsPerson: boolean;
}

export interface FailedPart extends Failure {
  kind: 'failed';
  textSoFar: string;
  usage: AnswerUsage;
}

/** Texts and ended calls, then exactly one `finished` or `failed`. */
export type AnswerPart = TextPart | ToolPart | FinishedPart | FailedPart;
